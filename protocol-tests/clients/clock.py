#!/usr/bin/env python3
"""Counts how often the engine oversteps its time: 10,000 moves at 10 ms each, and 200 games at 1 s + 10 ms on two threads.

    python3 protocol-tests/clients/clock.py target/release/bonsai [MOVES [GAMES]]

All games are played in turn. The clock is the client's own, so it counts what a match runner would count: the pipe and the
scheduler as well. A move at 10 ms oversteps when it takes more than 10 ms; a game is lost when a clock falls below zero. Prints
the slowest moves; ends with status 1 if there was an overstep.
"""

import subprocess
import sys
import time

VARIANTS = ["micro", "minithunder", "miniforest", "chess", "minishogi"]
MOST_PLIES = 160


class Engine:
    """A UCI engine and its clock."""

    def __init__(self, path, threads):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"uci\nsetoption name Threads value {threads}")
        self.ready()

    def send(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def hear(self, start):
        for line in self.process.stdout:
            if line.startswith(start):
                return line.split()
        raise EOFError("the engine has ended")

    def ready(self):
        self.send("isready")
        self.hear("readyok")

    def start(self, variant):
        self.send(f"setoption name UCI_Variant value {variant}\nucinewgame")
        self.ready()

    def move(self, moves, limit):
        """The best move behind `moves`, None if there is none, and the seconds it took."""
        self.send("position startpos moves " + " ".join(moves))
        self.ready()
        began = time.monotonic()
        self.send("go " + limit)
        best = self.hear("bestmove")[1]
        return (None if best == "(none)" else best), time.monotonic() - began


def fixed(path, wanted, limit=0.010):
    """Moves at a fixed time; returns the times above it."""
    engine, taken, variant = Engine(path, 1), [], 0
    while len(taken) < wanted:
        engine.start(VARIANTS[variant % len(VARIANTS)])
        variant += 1
        moves = []
        while len(taken) < wanted and len(moves) < MOST_PLIES:
            best, seconds = engine.move(moves, f"movetime {limit * 1000:.0f}")
            taken.append(seconds)
            if best is None:
                break
            moves.append(best)
    engine.send("quit")
    late = sorted(seconds for seconds in taken if seconds > limit)
    slowest = ", ".join(f"{seconds * 1000:.2f}" for seconds in sorted(taken)[-5:])
    print(f"{wanted} moves at {limit * 1000:.0f} ms: {len(late)} late; the slowest took {slowest} ms", flush=True)
    return late


def games(path, wanted, base=1.0, increment=0.010):
    """Games on a clock; returns the clocks that fell below zero."""
    engine, fallen, least = Engine(path, 2), [], base
    for game in range(wanted):
        engine.start(VARIANTS[game % len(VARIANTS)])
        moves, clocks = [], [base, base]
        while len(moves) < MOST_PLIES:
            white, black = (f"{max(clock, 0) * 1000:.0f}" for clock in clocks)
            inc = f"{increment * 1000:.0f}"
            best, seconds = engine.move(moves, f"wtime {white} btime {black} winc {inc} binc {inc}")
            side = len(moves) % 2
            clocks[side] -= seconds
            least = min(least, clocks[side])
            if clocks[side] < 0:
                fallen.append((game, len(moves), clocks[side]))
                break
            if best is None:
                break
            clocks[side] += increment
            moves.append(best)
    engine.send("quit")
    print(f"{wanted} games at {base:.0f} s + {increment * 1000:.0f} ms on 2 threads: {len(fallen)} lost on time; "
          f"the lowest clock was {least * 1000:.0f} ms", flush=True)
    return fallen


def main():
    path = sys.argv[1]
    wanted = [int(text) for text in sys.argv[2:]] + [10_000, 200][len(sys.argv) - 2:]
    if fixed(path, wanted[0]) + games(path, wanted[1]):
        sys.exit(1)


if __name__ == "__main__":
    main()
