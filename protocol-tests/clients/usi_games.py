#!/usr/bin/env python3
"""Plays whole games of Micro Shogi through a USI client that others wrote.

    python3 protocol-tests/clients/usi_games.py target/release/bonsai

cshogi's `usi.Engine` drives both sides, under a clock, a byoyomi and a count of nodes in turn; the engine's own `show`
command says after each move whether it was legal and whether the game is over. Ends with status 1 at the first disagreement.
"""

import json
import os
import subprocess
import sys

from cshogi.usi import Engine
from cshogi.usi.Engine import InfoListener

LIMITS = [{"btime": 1000, "wtime": 1000, "binc": 10, "winc": 10}, {"btime": 0, "wtime": 0, "byoyomi": 30}, {"nodes": 2000}]


def shown(engine_path, moves):
    """What `bonsai show` knows of the position after `moves`; it fails if one of them is illegal."""
    command = [engine_path, "show", "--variant", "micro", "--json"]
    if moves:
        command += ["--moves", " ".join(moves)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def play(engine_path, engine, opening):
    """One game after the moves of `opening`, to its end by the rules."""
    listener = InfoListener()
    engine.usinewgame()
    moves = list(opening)
    while (known := shown(engine_path, moves))["result"] == "*":
        engine.position(moves)
        best, _ = engine.go(**LIMITS[len(moves) % len(LIMITS)], listener=listener.listen())
        assert listener.pv[0] == best and listener.score is not None, (moves, best)
        moves.append(best)
    if not known["legal_moves"]:
        engine.position(moves)
        assert engine.go(nodes=1) == ("resign", None), moves
    engine.gameover("draw")
    print(f"cshogi: micro, {len(moves)} plies, {known['result']} {known['reason']}")


def search_for_mates(engine):
    """One mate, and one position without."""
    engine.position(sfen="sfen k3/4/K3/4/4 b B 1")
    assert engine.go_mate() == "+B*4b"
    engine.position(sfen="sfen k3/4/K3/4/4 b - 1")
    assert engine.go_mate(10_000) == "nomate"
    print("cshogi: mates are found")


def main():
    # cshogi starts the engine in the engine's own folder.
    engine_path = os.path.abspath(sys.argv[1])
    engine = Engine(engine_path)
    engine.setoption("USI_Hash", 8)
    engine.isready()
    for opening in [], ["1d1c"], ["2e3d", "2a3b"]:
        play(engine_path, engine, opening)
    search_for_mates(engine)
    engine.quit()


if __name__ == "__main__":
    main()
