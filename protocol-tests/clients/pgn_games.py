#!/usr/bin/env python3
"""Exchanges games of chess with python-chess as PGN files, both ways.

    python3 protocol-tests/clients/pgn_games.py target/release/bonsai

Random games, from the start position and from others, are written by one side and read by the other; both must come to the
same position. Ends with status 1 at the first disagreement.
"""

import io
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import chess
import chess.pgn

STARTS = [
    chess.STARTING_FEN,
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 8 9",
    "8/P5k1/8/3pP3/8/8/1p4K1/8 w - d6 0 40",
    "Q6Q/8/8/3k4/8/8/K7/Q6Q b - - 3 60",
]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def random_game(start, chooser):
    board = chess.Board(start)
    while not board.is_game_over() and board.ply() < 300 and len(board.move_stack) < 120:
        board.push(chooser.choice(list(board.legal_moves)))
    return board


def written_by_bonsai(bonsai, board, start):
    """The board that python-chess gets from the record that the engine writes."""
    moves = [move.uci() for move in board.move_stack]
    command = [bonsai, "show", "--fen", start, "--record"] + (["--moves", *moves] if moves else [])
    text = run(*command)
    assert max(map(len, text.splitlines())) < 80 or start in text, text
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors, (game.errors, text)
    if board.is_checkmate():
        assert game.headers["Result"] == board.result(), text
    return game.end().board()


def written_by_python_chess(bonsai, board, folder):
    """The FEN that the engine gets from the record that python-chess writes, with comments, glyphs and variations."""
    game = chess.pgn.Game.from_board(board)
    game.headers["White"] = 'A "quoted" \\ name'
    for number, node in enumerate(game.mainline()):
        if number % 3 == 0:
            node.comment = "a (comment) ; with [%clk 0:00:01] signs"
            node.nags.add(1 + number % 6)
        if number % 5 == 0:
            for move in list(node.parent.board().legal_moves)[:2]:
                if move != node.move:
                    node.parent.add_variation(move, comment="not played")
    path = pathlib.Path(folder) / "game.pgn"
    path.write_text(f"{game}\n\n", encoding="utf-8")
    return json.loads(run(bonsai, "show", "--pgn", str(path), "--json"))["fen"]


def main():
    bonsai, chooser, plies = sys.argv[1], random.Random(5), 0
    with tempfile.TemporaryDirectory() as folder:
        for round_number in range(20):
            start = STARTS[round_number % len(STARTS)]
            board = random_game(start, chooser)
            plies += len(board.move_stack)
            read = written_by_bonsai(bonsai, board, start)
            assert read.fen() == board.fen(), (read.fen(), board.fen())
            fen = written_by_python_chess(bonsai, board, folder)
            # The two write the en-passant square under different conditions.
            assert chess.Board(fen).epd(en_passant="legal") == board.epd(en_passant="legal"), (fen, board.fen())
    print(f"PGN: 20 games, {plies} plies written and read both ways")


if __name__ == "__main__":
    main()
