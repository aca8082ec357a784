#!/usr/bin/env python3
"""Speed of Bonsai against Fairy-Stockfish, as ratios from one run on one machine, one thread each.

    python3 benches/against_fairy.py target/release/bonsai path/to/fairy-stockfish [--runs 5]

The two programs take turns, so that a machine which others use treats both alike; medians are compared. Build
Fairy-Stockfish with its own profile-guided recipe. Mini Thunder has no peer and is shown alone.
"""

import argparse
import re
import statistics
import subprocess
import time
from pathlib import Path

CLASSIC = Path(__file__).with_name("miniforest-classic.ini")
PERFTS = [("micro", 8), ("miniforest-classic", 7), ("chess", 6), ("minithunder", 6)]
SEARCH = ("micro", 3000)


def own_perft(engine, variant, depth):
    start = time.perf_counter()
    text = subprocess.run(
        [engine, "perft", "--variant", variant, "--depth", str(depth), "--json"],
        check=True, capture_output=True, text=True,
    ).stdout
    seconds = time.perf_counter() - start
    return int(re.search(r'"nodes":\s*(\d+)', text)[1]), seconds


def uci(engine, lines, until):
    """Sends lines and reads up to a line that `until` matches; returns all lines and the seconds from the last line sent."""
    with subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as process:
        process.stdin.write("\n".join(lines[:-1]) + "\nisready\n")
        heard = []
        for line in process.stdout:
            if line.startswith("readyok"):
                break
        start = time.perf_counter()
        process.stdin.write(lines[-1] + "\n")
        for line in process.stdout:
            heard.append(line)
            if re.match(until, line):
                break
        seconds = time.perf_counter() - start
        process.stdin.write("quit\n")
    return heard, seconds


def choose(variant):
    return [f"setoption name VariantPath value {CLASSIC}", f"setoption name UCI_Variant value {variant}", "position startpos"]


def their_perft(engine, variant, depth):
    heard, seconds = uci(engine, [*choose(variant), f"go perft {depth}"], "Nodes searched")
    return int(heard[-1].split(":")[1]), seconds


def search_speed(engine, variant, milliseconds):
    lines = [f"setoption name UCI_Variant value {variant}", "setoption name Hash value 64", "position startpos",
             f"go movetime {milliseconds}"]
    heard, _ = uci(engine, lines, "bestmove")
    # The last report may be older than the move, so its own time counts.
    report = [line for line in heard if " nodes " in line][-1]
    return int(re.search(r" nodes (\d+)", report)[1]), int(re.search(r" time (\d+)", report)[1]) / 1000


def median_speed(samples):
    return statistics.median(nodes / seconds for nodes, seconds in samples)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bonsai")
    parser.add_argument("fairy")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print(f"{'':34}{'Bonsai':>10}{'Fairy-SF':>10}{'ratio':>8}   million nodes/s, medians of {options.runs}")
    for variant, depth in PERFTS:
        ours, theirs = [], []
        for _ in range(options.runs):
            ours.append(own_perft(options.bonsai, variant, depth))
            if variant != "minithunder":
                theirs.append(their_perft(options.fairy, variant, depth))
                assert theirs[-1][0] == ours[-1][0], f"the programs disagree about {variant}"
        show(f"perft {depth}, {variant}", median_speed(ours), median_speed(theirs) if theirs else None)
    variant, milliseconds = SEARCH
    ours, theirs = [], []
    for _ in range(options.runs):
        ours.append(search_speed(options.bonsai, variant, milliseconds))
        theirs.append(search_speed(options.fairy, variant, milliseconds))
    show(f"search {milliseconds} ms, {variant}", median_speed(ours), median_speed(theirs))


def show(what, ours, theirs):
    peer = f"{theirs / 1e6:10.2f}{ours / theirs:8.1f}" if theirs else f"{'-':>10}{'-':>8}"
    print(f"{what:34}{ours / 1e6:10.2f}{peer}", flush=True)


if __name__ == "__main__":
    main()
