#!/usr/bin/env bash
# The opening book that is carried along, from games: the positions played in 50 games and more, up to 20 plies, and 500
# that their best moves lead to, each searched 10 plies. Minutes on one core; a run that was stopped goes on.
#
# usage: scripts/book.sh GAMES [OUT]
#   GAMES  folder of WTHOR files (WTH_*.wtb)
#   OUT    the book [src/book/book.bin, which the next build carries]
#
# OUTFLANK names the executable (target/release/outflank). To be made again when search or weights change.
set -euo pipefail

games=(${1:?usage: book.sh GAMES [OUT]}/*.wtb)
out=${2:-$(dirname "$0")/../src/book/book.bin}
outflank=${OUTFLANK:-$(dirname "$0")/../target/release/outflank}

"$outflank" book build "${games[@]}" --out "$out" --games 50 --plies 20 --depth 10 --expand 500
