#!/usr/bin/env bash
# How Cassio starts an engine: it looks for folders with a file of this name in its folder Engines, and runs
# it with the number of processors.
#
# Use: make a folder Outflank in Cassio's Engines, put this file and the executable outflank into it.
#
# usage: engine.sh [PROCESSORS]
set -euo pipefail
cd "$(dirname "$0")"

# Without exec a signal would end the shell and not the engine.
exec ./outflank --protocol cassio
