#!/usr/bin/env python3
"""What many positions in one batch cost, compared with the bare search.

    python3 benches/batch.py target/release/bonsai [--positions 10000] [--nodes 20000] [--threads 2] [--parts 5]

The positions come after 4 to 20 random moves from the start of Micro Shogi, the same ones on every run. They are analysed in
one batch, `bonsai analyse FILE`, part by part; each part is also searched, in turns with the batch, by one engine that is
told of one position after the other over UCI, with an empty table of 1 MiB each time, as the batch does. Both search the same nodes. What is
compared is nodes per second of processor time, so neither idle cores nor other programs count.

The last line is the speed of the batch in per cent of that of the engine.
"""

import argparse
import json
import re
import resource
import subprocess
import tempfile
from pathlib import Path

VARIANT = "micro"
PLIES = (4, 8, 12, 16, 20)


def positions(bonsai, count):
    """Lists of random moves, as the tournament runner draws its openings."""
    each = -(-count // len(PLIES))
    found = []
    for plies in PLIES:
        engines = [word for name in "ab" for word in ("--engine", f"name={name}", f"command={bonsai}")]
        command = [bonsai, "tournament", "--dry-run", *engines, "--variants", VARIANT, "--clock", "nodes=1",
                   "--rounds", str(each), "--openings", f"random plies={plies}"]
        games = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        lists = re.findall(rf"\({VARIANT}, (.*)\)", games)
        # Each opening is played twice, with colours swapped.
        found += [moves.split() for moves in lists[::2]]
    # All lengths in every part.
    return [found[i + each * k] for i in range(each) for k in range(len(PLIES))][:count]


def processor_time():
    """Seconds of processor time that programs which have ended have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def batch(bonsai, part, args):
    """Nodes and processor seconds of a batch."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.jsonl"
        path.write_text("".join(json.dumps({"moves": moves}) + "\n" for moves in part))
        before = processor_time()
        command = [bonsai, "analyse", str(path), "--variant", VARIANT, "--nodes", str(args.nodes),
                   "--hash", "1", "--threads", str(args.threads), "--json"]
        answers = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return sum(json.loads(line)["nodes"] for line in answers.splitlines()), processor_time() - before


def one_by_one(bonsai, part, args):
    """Processor seconds of an engine."""
    before = processor_time()
    with subprocess.Popen([bonsai], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        engine.stdin.write(f"setoption name UCI_Variant value {VARIANT}\nsetoption name Hash value 1\n")
        for moves in part:
            engine.stdin.write(f"ucinewgame\nposition startpos moves {' '.join(moves)}\ngo nodes {args.nodes}\n")
            while not engine.stdout.readline().startswith("bestmove"):
                pass
        engine.stdin.write("quit\n")
    return processor_time() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bonsai")
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--parts", type=int, default=5)
    args = parser.parse_args()
    bonsai = str(Path(args.bonsai).absolute())
    all_positions = positions(bonsai, args.positions)
    print(f"{len(all_positions)} positions of {VARIANT}, {args.nodes} nodes each, {args.threads} threads")
    nodes, of_batch, of_engine = 0, 0.0, 0.0
    for first in range(args.parts):
        part = all_positions[first::args.parts]
        searched, seconds = batch(bonsai, part, args)
        nodes, of_batch, of_engine = nodes + searched, of_batch + seconds, of_engine + one_by_one(bonsai, part, args)
        print(f"batch {nodes / of_batch:,.0f}, engine {nodes / of_engine:,.0f} nodes a second", flush=True)
    print(f"{100 * of_engine / of_batch:.1f} %")


if __name__ == "__main__":
    main()
