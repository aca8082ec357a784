"""Bonsai's tournament runner beside fastchess and cutechess-cli: the same games of chess, game by game, and how fast.

    python3 benches/against_runners.py BONSAI --fastchess PATH --cutechess PATH [--games 400] [--runs 4]

Bonsai plays itself at two node limits, from random openings, so that all three must come to the same moves. The games are
split into runs of which the runners take turns, so that a machine that gets slower is slower for all of them.
Linux only: processor times come from /proc.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NODES = {"strong": 1000, "weak": 500}


def openings(bonsai, count, seed):
    """Positions after random moves, as FEN."""
    settings = [f"name={name} command={bonsai} clock=nodes={nodes}".split() for name, nodes in NODES.items()]
    engines = [word for words in settings for word in ["--engine", *words]]
    schedule = subprocess.run(
        [bonsai, "tournament", *engines, "--variants", "chess", "--rounds", str(count), "--seed", str(seed), "--dry-run"],
        check=True, capture_output=True, text=True,
    ).stdout
    moves = dict.fromkeys(re.findall(r"\(chess, (.*)\)", schedule))
    for line in moves:
        shown = subprocess.run([bonsai, "show", "--json", "--moves", *line.split()], check=True, capture_output=True)
        yield json.loads(shown.stdout)["fen"]


def timed(command, folder):
    """Runs a command: seconds that passed, and processor seconds of itself and of its children."""
    with open(folder / "said.txt", "w") as said:
        began = time.monotonic()
        process = subprocess.Popen(command, stdout=said, stderr=said, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        passed = time.monotonic() - began
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        if process.wait() != 0:
            sys.exit(f"{command[0]} fails:\n{(folder / 'said.txt').read_text()}")
    own, children = (sum(map(int, fields[place : place + 2])) / os.sysconf("SC_CLK_TCK") for place in (11, 13))
    return passed, own, children


def with_bonsai(program, engine, book, rounds, folder):
    engines = [["--engine", f"name={name}", f"command={engine}", "protocol=uci", "option.Hash=16", f"clock=nodes={nodes}"]
               for name, nodes in NODES.items()]
    command = [program, "tournament", *sum(engines, []), "--variants", "chess", "--openings", f"file={book}",
               "--rounds", str(rounds), "--report", "false", "--output", str(folder / "out")]
    return command, folder / "out" / "games.pgn"


def with_fastchess(program, engine, book, rounds, folder):
    engines = [["-engine", f"cmd={engine}", f"name={name}", "option.Hash=16", "proto=uci", "tc=inf", f"nodes={nodes}"]
               for name, nodes in NODES.items()]
    command = [program, *sum(engines, []), "-openings", f"file={book}", "format=epd", "order=sequential", "-rounds", str(rounds),
               "-games", "2", "-repeat", "-concurrency", "1", "-pgnout", f"file={folder / 'games.pgn'}",
               "-config", f"outname={folder / 'config.json'}"]
    return command, folder / "games.pgn"


def with_cutechess(program, engine, book, rounds, folder):
    engines = [["-engine", f"cmd={engine}", f"name={name}", "option.Hash=16", "proto=uci", "tc=inf", f"nodes={nodes}"]
               for name, nodes in NODES.items()]
    command = [program, *sum(engines, []), "-openings", f"file={book}", "format=epd", "order=sequential", "-rounds", str(rounds),
               "-games", "2", "-repeat", "-concurrency", "1", "-pgnout", str(folder / "games.pgn")]
    return command, folder / "games.pgn"


def games(pgn):
    """The games of a file, by position and White: result and moves."""
    found = {}
    for game in re.split(r"\n(?=\[Event )", pgn.read_text()):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', game, re.M))
        moves = re.sub(r"\{[^}]*\}|\$\d+|\d+\.+", " ", game.rpartition("]\n")[2]).split()
        moves = [move.rstrip("+#!?") for move in moves if move not in ("1-0", "0-1", "1/2-1/2", "*")]
        found[tags["FEN"].split(" ")[0], tags["White"]] = tags["Result"], moves
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bonsai")
    parser.add_argument("--engine", help="the engine that plays itself [default: BONSAI]")
    parser.add_argument("--fastchess")
    parser.add_argument("--cutechess")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    bonsai = os.path.abspath(args.bonsai)
    engine = os.path.abspath(args.engine or args.bonsai)
    runners = [("bonsai", bonsai, with_bonsai), ("fastchess", args.fastchess, with_fastchess),
               ("cutechess-cli", args.cutechess, with_cutechess)]
    runners = [runner for runner in runners if runner[1]]
    rounds = args.games // 2 // args.runs
    positions = list(openings(bonsai, rounds * args.runs, args.seed))
    results = {name: ([], {}) for name, _, _ in runners}
    for run in range(args.runs):
        for name, program, play in runners:
            with tempfile.TemporaryDirectory() as folder:
                folder = Path(folder)
                book = folder / "book.epd"
                lines = [fen.split(" ") for fen in positions[run * rounds : (run + 1) * rounds]]
                book.write_text("".join(f"{' '.join(fen[:4])} hmvc {fen[4]}; fmvn {fen[5]};\n" for fen in lines))
                command, pgn = play(program, engine, book, rounds, folder)
                times = timed(command, folder)
                played = games(pgn)
                results[name][0].append((len(played), *times))
                results[name][1].update(played)
    reference = results["bonsai"][1]
    for name, (runs, played) in results.items():
        rates = [count * 60 / passed for count, passed, _, _ in runs]
        own, children = (sum(run[place] for run in runs) for place in (2, 3))
        differ = [key for key, game in reference.items() if played.get(key) != game]
        print(f"{name:14} {len(played)} games, {statistics.median(rates):.1f} a minute "
              f"({', '.join(f'{rate:.1f}' for rate in rates)}), its own processor time {100 * own / children:.1f}% of the engines', "
              f"{len(differ)} games differ from bonsai's")
        for key in differ[:3]:
            print(f"  {key}: {played.get(key)}\n  instead of {reference[key]}")


if __name__ == "__main__":
    main()
