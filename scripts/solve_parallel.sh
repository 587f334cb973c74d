#!/usr/bin/env bash
# Solves a file of positions (OBF or bare boards) with GNU parallel, on this machine's cores or on many machines.
#
# usage: scripts/solve_parallel.sh FILE [OPTION OF parallel ...]
#
# Each process has one thread, and parallel starts one for each core. Prints what `outflank solve --threads 1 --json FILE`
# prints, in the same order; only the times in `ms` differ. Over many machines:
#
#   scripts/solve_parallel.sh FILE --sshloginfile machines
#
# LINES_A_PART (16) lines go to each process; OUTFLANK names the executable (outflank), by the same path on every machine.
# The status is 1 where a line of the file is bad.
set -euo pipefail

file=${1:?usage: solve_parallel.sh FILE [OPTION OF parallel ...]}
shift
lines=${LINES_A_PART:-16}
outflank=${OUTFLANK:-outflank}

# The parts come back in their order (--keep-order), and each numbers its lines from where it begins in the file.
first="{= \$_ = $lines * (seq() - 1) + 1 =}"
parallel --keep-order --pipe -N "$lines" "$@" "$outflank" solve --threads 1 --json --first-line "$first" < "$file" || exit 1
