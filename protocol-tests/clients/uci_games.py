#!/usr/bin/env python3
"""Plays whole games through UCI clients that others wrote, with rules that others wrote.

    python3 protocol-tests/clients/uci_games.py target/release/bonsai

python-chess drives a game of chess and checks every move; fairyfishnet's engine module drives games of `micro` and
`minishogi`, and pyffish checks every move, FEN and check. The other games have no foreign rules, so fairyfishnet drives
them and the engine's own `show` command says what is legal. Ends with status 1 at the first disagreement.
"""

import json
import random
import subprocess
import sys

import chess
import chess.engine
import fairyfishnet.engine as uci
import pyffish

NODES = 2000
# The games that pyffish knows by the same name.
SHOGI = ["micro", "minishogi"]


def python_chess_game(engine_path):
    """One game of chess under a clock, then a short analysis with several lines."""
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci(engine_path) as engine:
        engine.configure({"Hash": 8})
        while not board.is_game_over(claim_draw=True):
            # python-chess raises EngineError on a move that its own rules do not allow.
            board.push(engine.play(board, chess.engine.Limit(nodes=NODES), ponder=board.ply() % 3 == 0).move)
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), multipv=3)
        assert [line["multipv"] for line in lines] == [1, 2, 3], lines
        assert len({line["pv"][0] for line in lines}) == 3, lines
    print(f"python-chess: chess, {board.ply()} plies, {board.outcome(claim_draw=True).termination.name.lower()}")


def shown(engine_path, variant, start, moves):
    """What `bonsai show` knows of the position after `moves`."""
    command = [engine_path, "show", "--variant", variant, "--fen", start, "--json"]
    if moves:
        command += ["--moves", " ".join(moves)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def essence(fen):
    """Board, hands in any order, and side to move: what two programs must agree on."""
    board, turn = fen.split()[:2]
    board, hands = board.rstrip("]").split("[")
    return board, sorted(hands.replace("-", "")), turn


def pyffish_moves(variant, start, moves):
    """The legal moves, sorted. pyffish lists pawn drops that mate and calls the game lost after them; here they are out."""

    def mates(move):
        line = moves + [move]
        return pyffish.gives_check(variant, start, line) and not pyffish.legal_moves(variant, start, line)

    listed = sorted(pyffish.legal_moves(variant, start, moves))
    if variant != "minishogi":
        return listed
    return [move for move in listed if not (move.startswith("P@") and mates(move))]


def pyffish_disagreements(variant, start, moves, known):
    """Where an independent implementation of the game sees the position otherwise."""
    if pyffish_moves(variant, start, moves) != known["legal_moves"]:
        yield f"legal moves {known['legal_moves']}"
    if essence(pyffish.get_fen(variant, start, moves)) != essence(known["fen"]):
        yield f"FEN {known['fen']}"
    if pyffish.gives_check(variant, start, moves) != known["check"]:
        yield f"check {known['check']}"


def fairyfishnet_game(engine_path, variant, seed):
    """One game after a few random moves, every position compared."""
    chooser = random.Random(seed)
    engine = uci.open_process([engine_path], shell=False)
    try:
        _, variants = uci.uci(engine)
        assert variant in variants, (variant, variants)
        uci.set_variant_options(engine, variant, False, False)
        uci.isready(engine)
        start = next(line["start"] for line in variant_list(engine_path) if line["name"] == variant)
        moves = []
        while (known := shown(engine_path, variant, start, moves))["result"] == "*" and len(moves) < 400:
            if variant in SHOGI:
                for fault in pyffish_disagreements(variant, start, moves, known):
                    raise AssertionError(f"pyffish differs after {moves}: {fault}")
            if len(moves) < 6:
                moves.append(chooser.choice(known["legal_moves"]))
                continue
            found = uci.go(engine, start, moves, nodes=NODES, variant=variant)
            assert found["bestmove"] in known["legal_moves"], (moves, found)
            assert "score" in found and "pv" in found, found
            moves.append(found["bestmove"])
        uci.go(engine, start, moves, nodes=1, variant=variant)
        assert uci.current_fen(engine) == known["fen"], known
        print(f"fairyfishnet: {variant}, {len(moves)} plies, {known['result']} {known['reason']}")
    finally:
        uci.kill_process(engine)


def random_games(engine_path, variant, games):
    """Random games of a kind of shogi, every position held against pyffish."""
    chooser, positions = random.Random(20), 0
    start = next(line["start"] for line in variant_list(engine_path) if line["name"] == variant)
    for _ in range(games):
        moves = []
        while (known := shown(engine_path, variant, start, moves))["legal_moves"] and len(moves) < 80:
            positions += 1
            for fault in pyffish_disagreements(variant, start, moves, known):
                raise AssertionError(f"pyffish differs after {moves}: {fault}")
            moves.append(chooser.choice(known["legal_moves"]))
    print(f"pyffish: {games} random games of {variant}, {positions} positions agree")


def variant_list(engine_path):
    text = subprocess.run([engine_path, "variants", "--json"], check=True, capture_output=True, text=True).stdout
    read = [json.loads(line) for line in text.splitlines()]
    return read[0] if len(read) == 1 and isinstance(read[0], list) else read


def main():
    engine_path = sys.argv[1]
    python_chess_game(engine_path)
    for seed, line in enumerate(variant_list(engine_path)):
        if line["name"] != "chess":
            fairyfishnet_game(engine_path, line["name"], seed)
    for variant in SHOGI:
        random_games(engine_path, variant, games=20)


if __name__ == "__main__":
    main()
