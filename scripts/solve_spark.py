#!/usr/bin/env python3
"""Solves a file of positions (OBF or bare boards) on the machines of a Spark cluster.

usage: scripts/solve_spark.py FILE [--parts N] [--master URL] [--outflank PATH] [-- OPTION ...]

Prints what `outflank solve --threads 1 --json FILE` prints, in the same order and with the same numbers; only the times in `ms`
differ. Needs pyspark and Java; the executable must have the same path on every machine. OPTIONs go to `outflank solve`.
Under spark-submit its own --master counts. The status is 1 where a line of the file is bad.

How the order is kept: Spark cuts the file into N parts of neighbouring lines and collects them in the order of the
file. Each part goes through one `outflank solve`, which numbers lines from 1; the lines before the part are added.
"""

import argparse
import json
import shlex
import sys
from itertools import accumulate

from pyspark.sql import SparkSession


def arguments():
    own, options = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, options = own[:at], own[at + 1 :]
    parser = argparse.ArgumentParser(description="Solves positions on a Spark cluster.")
    parser.add_argument("file", help="positions, one a line, where every machine can read them")
    parser.add_argument("--parts", type=int, default=8, help="parts to cut the file into, at least (8)")
    parser.add_argument("--master", help="the cluster, such as local[2] or spark://host:7077")
    parser.add_argument("--outflank", default="outflank", help="the executable (outflank)")
    return parser.parse_args(own), options


def numbered_from(before):
    """Adds the number of the lines before a part to the numbers of its results."""

    def renumber(part, results):
        for result in map(json.loads, results):
            result["line"] += before[part]
            yield json.dumps(result, separators=(",", ":"), ensure_ascii=False)

    return renumber


def main():
    own, options = arguments()
    builder = SparkSession.builder.appName("outflank solve")
    if own.master:
        builder = builder.master(own.master)
    context = builder.getOrCreate().sparkContext
    context.setLogLevel("ERROR")
    lines = context.textFile(own.file, own.parts)
    counts = lines.mapPartitions(lambda part: [sum(1 for _ in part)]).collect()
    before = [0, *accumulate(counts)]
    # Status 1 says that a line is bad, and so does its result; any other is a fault of the whole part.
    script = '"$@"; [ $? -le 1 ]'
    command = shlex.join(["sh", "-c", script, "sh", own.outflank, "solve", "--threads", "1", "--json", *options])
    results = lines.pipe(command, checkCode=True).mapPartitionsWithIndex(numbered_from(before)).collect()
    for result in results:
        print(result)
    return 1 if any("error" in json.loads(result) for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
