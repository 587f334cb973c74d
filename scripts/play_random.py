#!/usr/bin/env python3
"""Plays the engine against a uniformly random mover and checks every move by rules of its own.

usage: scripts/play_random.py [--games 200] [--movetime 100] [--jobs 1] [--seed 1] [--engine PATH]

The rules below share nothing with the engine: a walk from square to square in eight directions. Each list of
legal moves, each answer and each result that the engine gives is compared with them; the first difference ends the
run with status 1. Prints wins, draws and losses of the engine, which has Black in every other game.
"""

import argparse
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def name(square):
    """a1..h8 for 0..63."""
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def other(colour):
    return "O" if colour == "X" else "X"


class Board:
    """64 squares row by row from a1, and the side to move."""

    def __init__(self):
        self.squares = ["-"] * 64
        self.squares[27] = self.squares[36] = "O"
        self.squares[28] = self.squares[35] = "X"
        self.side = "X"

    def flips(self, colour, square):
        if self.squares[square] != "-":
            return []
        flipped = []
        for row_step, column_step in DIRECTIONS:
            row, column, line = square // 8 + row_step, square % 8 + column_step, []
            while 0 <= row < 8 and 0 <= column < 8 and self.squares[8 * row + column] == other(colour):
                line.append(8 * row + column)
                row, column = row + row_step, column + column_step
            if 0 <= row < 8 and 0 <= column < 8 and self.squares[8 * row + column] == colour:
                flipped += line
        return flipped

    def moves(self, colour):
        return [square for square in range(64) if self.flips(colour, square)]

    def legal(self):
        """The words that the engine's `legal` must print."""
        moves = self.moves(self.side)
        if moves:
            return [name(square) for square in moves]
        return ["pass"] if self.moves(other(self.side)) else ["none"]

    def play(self, move):
        if move != "pass":
            square = next(square for square in range(64) if name(square) == move)
            for flipped in self.flips(self.side, square):
                self.squares[flipped] = self.side
            self.squares[square] = self.side
        self.side = other(self.side)

    def result(self):
        """The line that the engine's `result` must print."""
        black, white = self.squares.count("X"), self.squares.count("O")
        if self.legal() != ["none"]:
            return f"result ongoing {black}-{white}"
        winner = "black" if black > white else "white" if white > black else "draw"
        return f"result {winner} {black}-{white}"


class Engine:
    """The executable, spoken to in the native protocol."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def ask(self, line, first_word):
        self.send(line)
        while True:
            reply = self.process.stdout.readline()
            if not reply:
                sys.exit(f"the engine ended at `{line}`")
            words = reply.split()
            if words[:1] == [first_word]:
                return words
            if words[:1] != ["info"]:
                sys.exit(f"`{line}` was answered by `{reply.rstrip()}`")

    def close(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        status = self.process.wait()
        if rest or status != 0:
            sys.exit(f"at the end the engine said {rest!r} and ended with status {status}")


def play_game(path, movetime, seed, colour):
    """1 for a win of the engine, 0 for a draw, -1 for a loss."""
    chance, board, engine, moves = random.Random(seed), Board(), Engine(path), []
    engine.send("newgame")
    while True:
        legal = board.legal()
        told = engine.ask("legal", "legal")[1:]
        if told != legal:
            sys.exit(f"game {seed}: {' '.join(moves)}: the engine's legal moves are {told}, the rules' are {legal}")
        if legal == ["none"]:
            break
        if board.side == colour:
            move = engine.ask(f"go movetime {movetime}", "bestmove")[1]
            if move not in legal:
                sys.exit(f"game {seed}: {' '.join(moves)}: the engine played {move}, legal are {legal}")
        else:
            move = chance.choice(legal)
        engine.send(f"move {move}")
        board.play(move)
        moves.append(move)
    result = " ".join(engine.ask("result", "result"))
    if result != board.result():
        sys.exit(f"game {seed}: {' '.join(moves)}: `{result}` should be `{board.result()}`")
    engine.close()
    margin = board.squares.count(colour) - board.squares.count(other(colour))
    return (margin > 0) - (margin < 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--movetime", type=int, default=100, help="ms a move")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; each game has its own")
    parser.add_argument("--engine", default="target/release/outflank")
    options = parser.parse_args()

    def game(number):
        return play_game(options.engine, options.movetime, options.seed + number, "XO"[number % 2])

    tally = {1: 0, 0: 0, -1: 0}
    with ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(game, range(options.games)):
            tally[outcome] += 1
    print(f"{options.games} games at {options.movetime} ms: {tally[1]} won, {tally[0]} drawn, {tally[-1]} lost")


if __name__ == "__main__":
    main()
