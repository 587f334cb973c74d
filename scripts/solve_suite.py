#!/usr/bin/env python3
"""Solves suites of positions with recorded scores and prints nodes and time of each, and what differs.

usage: scripts/solve_suite.py [--threads 1] [--hash 512] [--skip N] [--engine PATH] FILE.obf...

One line a position: its number, empties, score, the best moves found, nodes, seconds, and `WRONG` where the recorded
score is another. Each position is solved from an empty table. A node is a position visited by the search, those of the
searches before the proof included. At the end: positions, nodes, seconds, nodes a second, the mean logarithm of the nodes
(where a few hard positions do not drown the rest), and how many are wrong; the exit status is 1 if any is.
"""

import argparse
import json
import math
import os
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash", type=int, default=512)
    parser.add_argument("--skip", type=int, default=0)
    parser.add_argument("--engine", default=os.path.join(os.path.dirname(__file__), "../target/release/outflank"))
    arguments = parser.parse_args()
    lines = []
    for name in arguments.files:
        with open(name, encoding="ascii") as file:
            lines += [line for line in file if line.strip()]
    lines = lines[arguments.skip :]
    command = [arguments.engine, "solve", "--json", "--threads", str(arguments.threads), "--hash", str(arguments.hash)]
    solver = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    count = nodes = milliseconds = wrong = 0
    logarithms = 0.0
    for line in lines:
        solver.stdin.write(line)
        solver.stdin.flush()
        found = json.loads(solver.stdout.readline())
        if "error" in found:
            sys.exit(f"{line.strip()}: {found['error']}")
        is_wrong = found.get("recorded", found["score"]) != found["score"]
        count, wrong = count + 1, wrong + is_wrong
        nodes, milliseconds = nodes + found["nodes"], milliseconds + found["ms"]
        logarithms += math.log(max(found["nodes"], 1))
        print(
            f"{arguments.skip + count:4} {found['empties']:3} {found['score']:+3} {' '.join(found['best']):8} "
            f"{found['nodes']:14,} {found['ms'] / 1000:9.3f} s{'  WRONG' if is_wrong else ''}",
            flush=True,
        )
    solver.stdin.close()
    solver.wait()
    seconds = max(milliseconds / 1000, 1e-9)
    print(
        f"{count} positions, {nodes:,} nodes, {seconds:.2f} s, {nodes / seconds / 1e6:.1f} M nodes/s, "
        f"mean ln nodes {logarithms / max(count, 1):.3f}, {wrong} wrong"
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
