#!/usr/bin/env python3
"""Measures how far behind its limit the caller reads `bestmove`, with idle and with busy processors.

usage: scripts/clock_overshoot.py [--movetimes 1,10,50,200] [--moves 1000] [--load none|cores|both]
                                  [--clock] [--fresh] [--engine PATH]

The time runs from the write of `go movetime T` to the moment at which this script has read `bestmove`; what is
printed is that time less T, in ms, so a negative number is time left. The engine plays itself from random openings;
positions near the end of the game are left out, because they are solved before the limit. `--load cores` keeps as many
spinning processes alive as there are processors; they run at the same priority, so the figures are those of a machine
that has other work to do for every core. `--clock` sends the time as a game clock with one move to go.
`--fresh` starts the engine anew for each move, so that all that it prepares for its first search is in the figure.
"""

import argparse
import os
import random
import subprocess
import sys
import time

PLIES_PER_GAME = 36


class Engine:
    """The executable, spoken to in the native protocol."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.pending = b""

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def line(self):
        while b"\n" not in self.pending:
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                sys.exit("the engine ended")
            self.pending += more
        line, self.pending = self.pending.split(b"\n", 1)
        return line.decode().split()

    def close(self):
        self.send("quit")
        self.process.wait()

    def until(self, word):
        while True:
            words = self.line()
            if words[0] == word:
                return words


def overshoots(path, milliseconds, moves, clock, fresh):
    engine, chance, late = Engine(path), random.Random(milliseconds), []
    go = f"go movetime {milliseconds}"
    if clock:
        go = f"go btime {milliseconds} wtime {milliseconds} movestogo 1"
    ply, played = PLIES_PER_GAME, []
    while len(late) < moves:
        if ply == PLIES_PER_GAME:
            engine.send("newgame")
            ply, played = 0, []
        engine.send("legal")
        legal = engine.until("legal")[1:]
        if legal == ["none"]:
            ply = PLIES_PER_GAME
            continue
        move = chance.choice(legal)
        if ply >= 6:
            if fresh:
                engine.close()
                engine = Engine(path)
                engine.send("position startpos moves " + " ".join(played))
                engine.send("isready")
                engine.until("readyok")
            begin = time.perf_counter()
            engine.send(go)
            best = engine.until("bestmove")[1]
            taken = time.perf_counter() - begin
            if best not in legal:
                sys.exit(f"bestmove {best}, but legal are {legal}")
            move = best
            # A forced move is answered at once and says nothing about the clock.
            if len(legal) > 1:
                late.append(1000 * taken - milliseconds)
        engine.send(f"move {move}")
        played.append(move)
        ply += 1
    engine.close()
    return sorted(late)


def report(title, late):
    def at(share):
        return late[min(len(late) - 1, int(share * len(late)))]

    beyond = {limit: sum(each > limit for each in late) for limit in (0, 3, 10)}
    print(
        f"{title}: {len(late)} moves, ms after the limit: least {late[0]:.2f}, median {at(0.5):.2f}, 90 % {at(0.9):.2f}, "
        f"99 % {at(0.99):.2f}, 99.9 % {at(0.999):.2f}, most {late[-1]:.2f}; "
        + ", ".join(f"{count} beyond {limit} ms" for limit, count in beyond.items()),
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--movetimes", default="1,10,50,200", help="ms, separated by commas")
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--load", choices=["none", "cores", "both"], default="both")
    parser.add_argument("--clock", action="store_true")
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--engine", default="target/release/outflank")
    options = parser.parse_args()
    for load in ["none", "cores"] if options.load == "both" else [options.load]:
        count = len(os.sched_getaffinity(0)) if load == "cores" else 0
        spinning = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
        try:
            for milliseconds in map(int, options.movetimes.split(",")):
                late = overshoots(options.engine, milliseconds, options.moves, options.clock, options.fresh)
                report(f"{milliseconds} ms, load {load}", late)
        finally:
            for process in spinning:
                process.kill()
                process.wait()


if __name__ == "__main__":
    main()
