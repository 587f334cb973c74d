#!/usr/bin/env bash
# Builds executables for other x86-64 processors than this one.
#
#   scripts/build-portable.sh             both: x86-64-v2 (from 2009 on) and x86-64-v3 (AVX2, from 2013 on)
#   scripts/build-portable.sh x86-64-v2   one of them
#
# They are put in target/portable/LEVEL/release/outflank.
set -euo pipefail
cd "$(dirname "$0")/.."

levels=("$@")
[ ${#levels[@]} -gt 0 ] || levels=(x86-64-v2 x86-64-v3)
for level in "${levels[@]}"; do
    RUSTFLAGS="-C target-cpu=$level" cargo build --release --target-dir "target/portable/$level"
    echo "target/portable/$level/release/outflank"
done
