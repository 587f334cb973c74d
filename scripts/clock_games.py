#!/usr/bin/env python3
"""Plays whole games of the engine against itself on clocks and prints what is left of them, ply by ply.

usage: scripts/clock_games.py [--minutes 1,5,15] [--games 100] [--scale 20] [--threads 1] [--engine PATH]

Each side has its own process and a clock of so many minutes for the whole game, without increment. With `--scale N`
all times, of the clocks and of the thinking, are an N-th in reality and N-fold in the table: the engine then searches
less than it would, so that the end is solved later and more of the clock is spent than on the real one. Games begin
with eight random plies. For each clock: the least, median and largest time left (s) after every fifth ply of the
mover, the ply from which on the scores were proven, and the flags that fell.
"""

import argparse
import os
import random
import statistics
import subprocess
import sys
import time

RANDOM_PLIES = 8


class Engine:
    """The executable, spoken to in the native protocol."""

    def __init__(self, path, threads):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send(f"setoption name Threads value {threads}")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, word):
        """The line that begins with this word, and the last one before it."""
        before = ""
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split(), before
            before = line
        sys.exit("the engine ended")

    def close(self):
        self.send("quit")
        self.process.wait()


def opening(engine, chance):
    moves = []
    for _ in range(RANDOM_PLIES):
        engine.send("position startpos moves " + " ".join(moves))
        engine.send("legal")
        moves.append(chance.choice(engine.until("legal")[0][1:]))
    return moves


def game(engines, chance, seconds, scale, left, solved):
    """One game; what was left after each ply goes into `left`, the first proven ply into `solved`. Flags fallen."""
    moves = opening(engines[0], chance)
    clocks, proven, flags = [float(seconds)] * 2, None, 0
    for engine in engines:
        engine.send("newgame")
        engine.send("isready")
        engine.until("readyok")
    while True:
        # Forced passes are written out, so that the number of moves says who is to move.
        side = len(moves) % 2
        engine = engines[side]
        engine.send("position startpos moves " + " ".join(moves))
        milliseconds = [int(1000 * clock / scale) for clock in clocks]
        start = time.monotonic()
        engine.send(f"go btime {milliseconds[0]} wtime {milliseconds[1]}")
        (_, move, *_), info = engine.until("bestmove")
        clocks[side] -= scale * (time.monotonic() - start)
        if move == "none":
            solved.append(60 if proven is None else proven)
            return flags
        if clocks[side] < 0:
            flags += 1
            clocks[side] = 0.0
        ply = len([move for move in moves if move != "pass"]) + 1
        if proven is None and " exact " in info:
            proven = ply
        if proven is not None and " exact " not in info and move != "pass":
            proven = None
        moves.append(move)
        left.setdefault(ply, []).append(clocks[side])


def run(arguments, minutes):
    seconds = 60 * minutes
    engines = [Engine(arguments.engine, arguments.threads) for _ in range(2)]
    chance, left, solved, flags = random.Random(minutes), {}, [], 0
    for _ in range(arguments.games):
        flags += game(engines, chance, seconds, arguments.scale, left, solved)
    for engine in engines:
        engine.close()
    print(f"{minutes} min, {arguments.games} games, scale {arguments.scale}: {flags} flags fell; proven from ply", end=" ")
    print(f"{min(solved)} at the earliest, {statistics.median(solved):.0f} in the middle, {max(solved)} at the latest")
    for ply in sorted(left):
        if ply % 5 == 0 or ply == max(left):
            times = left[ply]
            print(f"  ply {ply:2}: {min(times):6.1f} {statistics.median(times):6.1f} {max(times):6.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", default="1,5,15")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--scale", type=float, default=20)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--engine", default=os.path.join(os.path.dirname(__file__), "../target/release/outflank"))
    arguments = parser.parse_args()
    for minutes in arguments.minutes.split(","):
        run(arguments, int(minutes))


if __name__ == "__main__":
    main()
