#!/usr/bin/env bash
# The weights of the evaluation from raw games: every step and every parameter.
#
# usage: scripts/train.sh GAMES WORK OPENINGS
#
#   GAMES     folder of WTHOR files (WTH_*.wtb)
#   WORK      folder for samples and weights; a run that was stopped goes on from what is there
#   OPENINGS  file of openings for games of the engine against itself, one transcript a line
#
# The result is WORK/sweep3.bin; copied to src/eval/weights.bin it goes into the next build. OUTFLANK names the
# executable (target/release/outflank), THREADS the threads to use (1). UNITS lowers the games of each step for a trial
# run, best with a folder of few games.
set -euo pipefail

usage='usage: train.sh GAMES WORK OPENINGS'
games=("${1:?$usage}"/*.wtb)
work=${2:?$usage}
openings=${3:?$usage}
outflank=${OUTFLANK:-target/release/outflank}
threads=${THREADS:-1}
units=${UNITS:-1000000}

mkdir -p "$work"

# fit NAME OPTIONS DATA...: weights NAME.bin and their errors NAME.txt, unless they are there.
fit() {
    local name=$1 options=$2
    shift 2
    [ -s "$work/$name.bin" ] && return
    # The options are words of this script, never names of files.
    # shellcheck disable=SC2086
    "$outflank" train fit "${@/#/$work/}" --out "$work/$name.new" --threads "$threads" \
        --shrink 20 --smooth 100 --steps 25 $options > "$work/$name.txt"
    mv "$work/$name.new" "$work/$name.bin"
}

# label NAME WEIGHTS GAMES OPTION...: samples NAME.dat of that many recorded games, searched with WEIGHTS.bin.
label() {
    local name=$1 weights=$2 count=$3
    shift 3
    "$outflank" train generate --games "${games[@]}" --units "$((units < count ? units : count))" \
        --threads "$threads" --eval "$work/$weights.bin" --out "$work/$name.dat" "$@"
}

# play NAME WEIGHTS GAMES OPTION...: samples NAME.dat of that many games against itself.
play() {
    local name=$1 weights=$2 count=$3
    shift 3
    "$outflank" train generate --openings "$openings" --units "$((units < count ? units : count))" \
        --threads "$threads" --eval "$work/$weights.bin" --out "$work/$name.dat" "$@"
}

# Round 0: outcomes of recorded games, and their exact scores at 24 empties.
[ -s "$work/games.dat" ] || "$outflank" train games "${games[@]}" --out "$work/games.dat"
fit round0 '' games.dat

# The end of the game, solved.
label exact14 round0 200000 --solve-from 14 --most-empties 14 --disturbed 2 --seed 1
label exact16 round0 200000 --solve-from 16 --least-empties 15 --most-empties 16 --disturbed 1 --seed 2
solved=(games.dat exact14.dat exact16.dat)
fit solved '' "${solved[@]}"

# The first sweep goes from the end to the beginning, each stage on the weights of the one before: the leaves of its
# searches lie in phases that are fitted already.
before=solved
searched=()
stages=("17 20 4 100 2 11" "21 26 5 45 1 12" "27 33 5 60 1 13" "34 44 5 45 1 14")
for stage in "${stages[@]}"; do
    read -r least most depth share disturbed seed <<< "$stage"
    label "sweep1-$least" "$before" 60000 --solve-from 14 --least-empties "$least" --most-empties "$most" \
        --depth "$depth" --share "$share" --disturbed "$disturbed" --seed "$seed"
    searched+=("sweep1-$least.dat")
    fit "sweep1-$least" '' "${solved[@]}" "${searched[@]}"
    before=sweep1-$least
done
play sweep1-45 "$before" 20000 --solve-from 14 --least-empties 42 --depth 5 --random-plies 12 --disturbed 1 --seed 15
searched+=(sweep1-45.dat)
fit sweep1 '' "${solved[@]}" "${searched[@]}"

# The second sweep searches more positions with the weights of the first: of all recorded games, of games against
# itself, and far more disturbed ones.
label sweep2-21 sweep1 200000 --solve-from 14 --least-empties 21 --most-empties 33 --depth 5 --share 40 --disturbed 2 --seed 22
label sweep2-34 sweep1 200000 --solve-from 14 --least-empties 34 --most-empties 50 --depth 5 --share 40 --disturbed 2 --seed 23
label sweep2-17 sweep1 200000 --solve-from 14 --least-empties 17 --most-empties 20 --depth 5 --share 50 --disturbed 2 --seed 21
play sweep2-own sweep1 29824 --solve-from 14 --depth 5 --random-plies 24 --disturbed 4 --seed 31
label sweep2-12 sweep1 24384 --solve-from 14 --least-empties 12 --most-empties 14 --disturbed 8 --seed 33
label sweep2-10 sweep1 42432 --solve-from 12 --least-empties 10 --most-empties 12 --disturbed 6 --seed 34
# On recorded positions with an even number of empties from 24 on, where both sides have as many moves to the exact
# score at 24, labels of 5 plies say 1.3 to 2.2 discs more than that score for the side to move. At odd numbers 0.6 is
# an estimate.
shared=("${solved[@]}" sweep2-{17,21,34,own,12}.dat)
fit sweep2 '--outcome 0.1 --excess 1.6,0.6' "${shared[@]}" "${searched[@]}"

# The third sweep searches some positions twice as deep, selectively, and solves more of the late ones. The labels of the
# first sweep have served their turn: without them 1,000 games gain 20 Elo.
deep=(--solve-from 14 --depth 10 --selectivity 73 --disturbed 2)
label sweep3-17 sweep2 28096 "${deep[@]}" --least-empties 17 --most-empties 33 --share 10 --seed 41
play sweep3-own sweep2 2752 "${deep[@]}" --random-plies 24 --least-empties 15 --most-empties 50 --share 40 --seed 42
label sweep3-11 sweep2 21120 --solve-from 13 --least-empties 11 --most-empties 13 --disturbed 6 --seed 43
label sweep3-14 sweep2 3136 --solve-from 17 --least-empties 14 --most-empties 17 --disturbed 3 --seed 44
fit sweep3 '--outcome 0.1 --excess 1.6,0.6' "${shared[@]}" sweep2-10.dat sweep3-{17,own,11,14}.dat
