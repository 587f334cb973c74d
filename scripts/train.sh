#!/usr/bin/env bash
# The weights of the evaluation from raw games: every step and every parameter.
#
# usage: scripts/train.sh GAMES WORK [OPENINGS]
#
#   GAMES     folder of WTHOR files (WTH_*.wtb)
#   WORK      folder for samples and weights; a run that was stopped goes on from what is there
#   OPENINGS  file of openings for games of the engine against itself, one transcript a line
#
# The result is WORK/sweep2.bin; copied to src/eval/weights.bin it goes into the next build. OUTFLANK names the executable
# (target/release/outflank), THREADS the threads to use (1). UNITS lowers the games of each step for a trial run.
set -euo pipefail

games=(${1:?usage: train.sh GAMES WORK [OPENINGS]}/*.wtb)
work=${2:?usage: train.sh GAMES WORK [OPENINGS]}
openings=${3:-}
outflank=${OUTFLANK:-target/release/outflank}
threads=${THREADS:-1}
units=${UNITS:-1000000}

mkdir -p "$work"

# fit NAME DATA...: weights NAME.bin and their errors NAME.txt, unless they are there.
fit() {
    local name=$1
    shift
    [ -s "$work/$name.bin" ] && return
    "$outflank" train fit "${@/#/$work/}" --out "$work/$name.new" --threads "$threads" "${fit_options[@]}" > "$work/$name.txt"
    mv "$work/$name.new" "$work/$name.bin"
}

# label NAME WEIGHTS OPTION...: samples NAME.dat of recorded games, searched with WEIGHTS.bin.
label() {
    local name=$1 weights=$2
    shift 2
    "$outflank" train generate --games "${games[@]}" --units "$units" --threads "$threads" \
        --eval "$work/$weights.bin" --out "$work/$name.dat" "$@"
}

# play NAME WEIGHTS OPTION...: samples NAME.dat of games against itself.
play() {
    local name=$1 weights=$2
    shift 2
    "$outflank" train generate ${openings:+--openings "$openings"} --threads "$threads" \
        --eval "$work/$weights.bin" --out "$work/$name.dat" "$@"
}

# Round 0: outcomes of recorded games, and their exact scores at 24 empties.
[ -s "$work/games.dat" ] || "$outflank" train games "${games[@]}" --out "$work/games.dat"
fit_options=(--shrink 20 --smooth 100 --outcome 1 --steps 25 --clear 1000)
fit round0 games.dat

# The end of the game, solved.
label exact14 round0 --solve-from 14 --most-empties 14 --disturbed 2 --seed 1
label exact16 round0 --solve-from 16 --least-empties 15 --most-empties 16 --disturbed 1 --seed 2
fit exact games.dat exact14.dat exact16.dat

# Two sweeps from the end to the beginning, each stage on the weights of the one before: leaves of its searches lie in
# phases that are fitted already.
before=exact
for sweep in 1 2; do
    data=(games.dat exact14.dat exact16.dat)
    stages=("17 20 4 100" "21 26 5 45" "27 33 5 60" "34 44 5 45")
    for stage in "${stages[@]}"; do
        read -r least most depth share <<< "$stage"
        label "sweep$sweep-$least" "$before" --solve-from 14 --least-empties "$least" --most-empties "$most" \
            --depth "$depth" --share "$share" --disturbed 1 --seed $((10 * sweep + least % 10))
        data+=("sweep$sweep-$least.dat")
        fit "sweep$sweep-$least" "${data[@]}"
        before=sweep$sweep-$least
    done
    play "sweep$sweep-40" "$before" --units "$((units < 24000 ? units : 24000))" --solve-from 14 --least-empties 42 \
        --most-empties 59 --depth 5 --random-plies 12 --disturbed 1 --seed $((10 * sweep + 9))
    fit "sweep$sweep" "${data[@]}" "sweep$sweep-40.dat"
    before=sweep$sweep
done
