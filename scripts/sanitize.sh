#!/usr/bin/env bash
# Runs the tests of the search and the engine under a sanitizer: scripts/sanitize.sh [thread|address] [FILTER...]
#
# The sanitizers are opened by RUSTC_BOOTSTRAP, which belongs here and nowhere in the normal build. The standard
# library is not instrumented, so that what its channels and once-cells order is not seen: reports with their frames
# are left out, and so are those of the fence in the drop of an `Arc`, which a sanitizer does not know. A table that
# the system refuses is a case of the tests, hence the allocator's option. The model checker switches stacks in a way
# that a sanitizer cannot follow, and under it nothing happens within milliseconds, so those tests are skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

sanitizer=${1:-thread}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- search:: engine::

host=$(rustc -vV | sed -n 's/^host: //p')
export RUSTC_BOOTSTRAP=1
# Without -Cunsafe-allow-abi-mismatch the prebuilt standard library is refused.
export RUSTFLAGS="-Zsanitizer=$sanitizer -Cunsafe-allow-abi-mismatch=sanitizer -Ctarget-cpu=native"
export CARGO_PROFILE_RELEASE_LTO=off
suppressions=$(mktemp)
trap 'rm -f "$suppressions"' EXIT
printf 'race:std::sync::mpmc\nrace:std::sync::once\nrace:test::run_test\nrace:alloc::sync::Arc\n' > "$suppressions"
export TSAN_OPTIONS="suppressions=$suppressions allocator_may_return_null=1"
export ASAN_OPTIONS="allocator_may_return_null=1"
cargo test --release --target "$host" --target-dir "target/sanitize-$sanitizer" --lib -- --skip in_no_order_of_events --skip within_milliseconds "$@"
