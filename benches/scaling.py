#!/usr/bin/env python3
"""How much sooner several threads reach a depth than one, in one run on one machine.

    python3 benches/scaling.py target/release/bonsai [--threads 2] [--each 8] [--runs 5] [--seconds 0.5]

From the suite of every game come as many positions as --each says. The depth of each is what one thread finishes in
about --seconds. Then one thread and several threads search to that depth, taking turns, each time with an empty table; the
ratio of the median times is the speed-up of the position. "Nodes" is how many more are searched by several threads; what the
speed-up lacks beyond that is time in which threads had nothing to do, or waited for memory.

The machine needs as many idle cores as there are threads.
"""

import argparse
import re
import statistics
import subprocess
import time
from pathlib import Path

SUITES = Path(__file__).parent.parent / "protocol-tests" / "suites"


class Engine:
    """A running engine with an empty table before each search."""

    def __init__(self, command, variant, threads):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"setoption name UCI_Variant value {variant}", f"setoption name Threads value {threads}",
                  "setoption name Hash value 64")

    def send(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")

    def search(self, fen, limit):
        """Seconds, nodes and depth of a search."""
        self.send("ucinewgame", f"position fen {fen}", "isready")
        while not self.process.stdout.readline().startswith("readyok"):
            pass
        start = time.perf_counter()
        self.send(f"go {limit}")
        nodes = depth = 0
        while not (line := self.process.stdout.readline()).startswith("bestmove"):
            if found := re.search(r"\bdepth (\d+) .*\bnodes (\d+)", line):
                nodes = int(found[2])
                if "bound" not in line:
                    depth = int(found[1])
        return time.perf_counter() - start, nodes, depth

    def quit(self):
        self.send("quit")
        self.process.wait()


def positions(path, count):
    """The first positions of a suite whose names do not say that they are mates."""
    lines = [line for line in path.read_text().splitlines() if line and not line.startswith("#")]
    return [re.split(r" bm ", line)[0] for line in lines if " dm " not in line][:count]


def measure(command, path, args):
    """The speed-ups and node ratios of a game's positions."""
    engines = [Engine(command, path.stem, threads) for threads in (1, args.threads)]
    pairs = []
    for fen in positions(path, args.each):
        _, _, depth = engines[0].search(fen, f"movetime {round(args.seconds * 1000)}")
        # A line that ends in mate soon is no measure.
        if depth > 60 or depth == 0:
            continue
        runs = [[engine.search(fen, f"depth {depth}")[:2] for engine in engines] for _ in range(args.runs)]
        seconds, nodes = ([statistics.median(run[who][what] for run in runs) for who in (0, 1)] for what in (0, 1))
        pairs.append((seconds[0] / seconds[1], nodes[1] / nodes[0]))
    for engine in engines:
        engine.quit()
    return pairs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bonsai")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--each", type=int, default=8)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    args = parser.parse_args()
    everything = []
    for path in sorted(SUITES.glob("*.epd")):
        pairs = measure(args.bonsai, path, args)
        everything += pairs
        show(path.stem, pairs)
    show("all", everything)


def show(name, pairs):
    if pairs:
        speed, nodes = (statistics.geometric_mean(column) for column in zip(*pairs))
        print(f"{name:22}{len(pairs):4} positions   {speed:.2f} times as fast   {nodes:.2f} times the nodes", flush=True)


if __name__ == "__main__":
    main()
