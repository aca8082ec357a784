#!/usr/bin/env python3
"""Plays a whole game of every rule set in XBoard, which draws it on a screen that nobody sees.

    python3 protocol-tests/clients/xboard_games.py target/release/bonsai [VARIANT...]

Needs XBoard and Xvfb (Debian: `apt-get install xboard xvfb`). The engine plays both sides. Ends with status 1 if XBoard does not end
well, finds a move that it cannot make, or writes no finished game.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

# XBoard's name for chess is "normal"; the others are the engine's own.
VARIANTS = [
    "normal",
    "micro",
    "minishogi",
    "miniforest",
    "miniforest-hopper",
    "miniforest-classic",
    "minithunder",
    "minithunder-revised",
]
# How a game may end; XBoard itself says so when an engine breaks down, forfeits or resigns.
ENDINGS = [
    "checkmate",
    "no legal move",
    "stalemate",
    "threefold repetition",
    "fourfold repetition",
    "perpetual check",
    "100 plies",
    "bare kings",
    "insufficient material",
    r"\d+:\d+, king captured",
]
LONGEST = 300  # seconds for one game


def play(engine, variant, folder):
    """One game; returns its last words, and the number of moves XBoard has shown."""
    games = folder / f"{variant}.pgn"
    debug = folder / f"{variant}.debug"
    engine = os.path.abspath(engine)
    command = ["xvfb-run", "-a", "xboard", "-fcp", engine, "-scp", engine, "-variant", variant, "-mm", "-mg", "1"]
    command += ["-tc", "0:05", "-testLegality", "false", "-repeatsToDraw", "1", "-ruleMoves", "0"]
    command += ["-popupExitMessage", "false", "-saveGameFile", str(games)]
    command += ["-debugMode", "true", "-nameOfDebugFile", str(debug)]
    # Debian puts games where not everybody looks for programs.
    environment = dict(os.environ, PATH=os.environ["PATH"] + ":/usr/games", HOME=str(folder))
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LONGEST, cwd=folder)
    talk = debug.read_text(errors="replace")
    assert done.returncode == 0, (variant, done.returncode, done.stderr)
    for bad in "llegal move", "forfeit", "Error (", "tellusererror":
        assert not (found := [line for line in talk.splitlines() if bad in line]), (variant, found)
    ending = re.findall(r"\{([^{}]*)\}\s+(1-0|0-1|1/2-1/2)\s*$", games.read_text())
    assert ending and re.fullmatch("|".join(ENDINGS), ending[0][0].strip()), (variant, games.read_text())
    return ending[0], len(re.findall(r"<(?:first|second) ?: move ", talk))


def main():
    engine, variants = sys.argv[1], sys.argv[2:] or VARIANTS
    with tempfile.TemporaryDirectory() as folder:
        for variant in variants:
            (why, result), moves = play(engine, variant, pathlib.Path(folder))
            print(f"xboard: {variant}, {moves} moves shown, {result} {why}", flush=True)


if __name__ == "__main__":
    main()
