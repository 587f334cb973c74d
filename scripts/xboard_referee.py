#!/usr/bin/env python3
"""Plays whole games over XBoard's protocol with Fairy-Stockfish's rules as the referee.

usage: scripts/xboard_referee.py [--games 200] [--depth 3] [--seed 1] [--engine PATH]

Needs pyffish (PyPI): `python3 -m venv VENV; VENV/bin/pip install pyffish`. Its variant flipello begins with the
mirrored position. The engine plays one side, a uniformly random mover the other, in turns first and second. The
referee knows every position: each of the engine's moves must be legal there, each move of the random mover must be
taken and an illegal one before it refused, passes must be made exactly where they are forced, and the result must be
claimed exactly at the end, with the discs that lie on the referee's board. At each position a second engine is given
the referee's FEN and must think that its hint is legal as well. The first difference ends the run with status 1.
"""

import argparse
import queue
import random
import subprocess
import sys
import threading

import pyffish

VARIANT = "flipello"
SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]
PATIENCE = 20


class Engine:
    """The engine as a process; each line that it prints within the patience can be waited for."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.pings = 0
        self.send("xboard", "protover 2")
        while self.line() != "feature done=1":
            pass

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def line(self):
        return self.lines.get(timeout=PATIENCE)

    def answers(self, *lines):
        """What is said to these lines."""
        self.pings += 1
        self.send(*lines, f"ping {self.pings}")
        said = []
        while (line := self.line()) != f"pong {self.pings}":
            said.append(line)
        return said

    def quit(self):
        self.send("quit")
        if self.process.wait(timeout=PATIENCE) != 0:
            sys.exit("the engine ended with an error")


class Referee:
    """The game as Fairy-Stockfish knows it."""

    def __init__(self):
        self.start = pyffish.start_fen(VARIANT)
        self.moves = []

    def legal(self):
        """The legal moves as the protocol writes them; a null move there is a square to itself here."""
        moves = pyffish.legal_moves(VARIANT, self.start, self.moves)
        return {move if "@" in move else "@@@@": move for move in moves}

    def play(self, move):
        self.moves.append(self.legal()[move])

    def fen(self):
        return pyffish.get_fen(VARIANT, self.start, self.moves)

    def side(self):
        return self.fen().split()[1]

    def result(self):
        """The line that claims the result, or None while the game goes on.

        Fairy-Stockfish lets both sides pass before it ends a game with empty squares; two passes in a row are
        the end in Othello. The winner that it names after them must be the one with more discs.
        """
        moves = list(self.moves)
        ended, value = False, 0
        for _ in range(3):
            ended, value = pyffish.is_immediate_game_end(VARIANT, self.start, moves)
            legal = pyffish.legal_moves(VARIANT, self.start, moves)
            if ended or not legal:
                break
            if any("@" in move for move in legal):
                return None
            moves += legal
        board = self.fen().split("[")[0]
        first, second = board.count("P"), board.count("p")
        if ended:
            # Seen by the side to move.
            white = pyffish.get_fen(VARIANT, self.start, moves).split()[1] == "w"
            lead = (first - second) * (1 if white else -1)
            assert (value > 0) == (lead > 0) and (value < 0) == (lead < 0), (value, first, second)
        if first == second:
            return f"1/2-1/2 {{Draw {first}-{second}}}"
        if first > second:
            return f"1-0 {{White wins {first}-{second}}}"
        return f"0-1 {{Black wins {second}-{first}}}"


def play_game(engine, second, engine_side, depth, random_source):
    """One game; the counts of its moves, passes and refused moves. Differences end the run."""
    referee = Referee()
    counts = {"moves": 0, "passes": 0, "refused": 0}

    def differs(what):
        sys.exit(f"{what}\nmoves: {' '.join(referee.moves)}\n{referee.fen()}")

    said = engine.answers("new", "variant flipello", f"sd {depth}", "force", "easy", "nopost")
    if len(said) != 2 or not said[0].startswith("setup "):
        differs(f"new game: {said}")
    said = engine.answers("go" if engine_side == "w" else "playother")
    while True:
        # What the engine plays and claims now.
        if referee.side() == engine_side and referee.result() is None:
            if not said or not said[0].startswith("move ") or said[0][5:] not in referee.legal():
                differs(f"the engine said {said}, legal is {sorted(referee.legal())}")
            move = said.pop(0)[5:]
            referee.play(move)
            counts["passes" if move == "@@@@" else "moves"] += 1
        expected = [] if referee.result() is None else [referee.result()]
        if said != expected and not (expected and said == []):
            differs(f"the engine said {said}, expected was {expected}")
        if expected:
            if said != expected:
                differs(f"the engine claimed nothing, expected was {expected}")
            return counts
        if referee.side() == engine_side:
            said = engine.answers()
            differs(f"the engine is to move again and said {said}")

        hint = second.answers("force", "setboard " + referee.fen(), "hint")
        if len(hint) != 1 or hint[0].removeprefix("Hint: ") not in referee.legal():
            differs(f"the second engine said {hint}, legal is {sorted(referee.legal())}")

        illegal = random_source.choice(sorted({"@@@@"} | {"P@" + square for square in SQUARES} - set(referee.legal())))
        if illegal not in referee.legal():
            said = engine.answers("usermove " + illegal)
            if said != ["Illegal move: " + illegal]:
                differs(f"the engine said {said} to the illegal move {illegal}")
            counts["refused"] += 1
        move = random_source.choice(sorted(referee.legal()))
        referee.play(move)
        counts["passes" if move == "@@@@" else "moves"] += 1
        said = engine.answers("usermove " + move)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--depth", type=int, default=3, help="plies the engine searches [3]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="target/release/outflank")
    arguments = parser.parse_args()
    random_source = random.Random(arguments.seed)
    engine, second = Engine(arguments.engine), Engine(arguments.engine)
    total = {"moves": 0, "passes": 0, "refused": 0}
    for game in range(arguments.games):
        counts = play_game(engine, second, "wb"[game % 2], arguments.depth, random_source)
        total = {name: total[name] + count for name, count in counts.items()}
    engine.quit()
    second.quit()
    print(
        f"{arguments.games} games, {total['moves']} moves, {total['passes']} passes, "
        f"{total['refused']} illegal moves refused: no difference"
    )


if __name__ == "__main__":
    main()
