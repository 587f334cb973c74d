#!/usr/bin/env bash
# Lets Quarry, a GUI that plays Othello over GTP, hold a whole game of the engine against GRhino, on a display
# that nobody sees, and takes a picture of the end.
#
# usage: scripts/quarry_game.sh [ENGINE [SECONDS]]
#   ENGINE   executable [target/release/outflank], which has Black
#   SECONDS  for each side's whole game, 10 to 99 [60]
#
# Needs Debian's quarry, grhino, xvfb, xdotool and imagemagick. It does what a new user would do: Preferences,
# GTP Engines, Add, the command line; New Game, Reversi, the two computers, a time limit, Play. The clicks go
# to where the widgets are without a window manager and in GTK's own theme. Writes quarry_game.png and
# quarry_game.log (both sides of the conversation) in the directory it is run from; status 1 if the engine
# refused a command or the game did not come to its end.
set -euo pipefail

engine=$(realpath "${1:-$(dirname "$0")/../target/release/outflank}")
seconds=${2:-60}
quarry=$(PATH=$PATH:/usr/games command -v quarry)
work=$(mktemp -d)
display=:$((70 + $$ % 900))
log=$PWD/quarry_game.log

Xvfb "$display" -screen 0 1000x700x24 >"$work/xvfb" 2>&1 &
server=$!
gui=
finish() {
    [ -z "$gui" ] || kill "$gui" 2>/dev/null || true
    wait $gui 2>/dev/null || true
    kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
export DISPLAY=$display HOME=$work
sleep 2
"$quarry" >"$work/quarry" 2>&1 &
gui=$!

# window NAME: waits for the window of this name and gives it the keyboard.
window() {
    xdotool windowfocus "$(timeout 20 xdotool search --sync --onlyvisible --name "$1" | head -n 1)"
    sleep 1
}
# click X Y
click() {
    xdotool mousemove "$1" "$2" click 1
    sleep 1
}

window 'Quarry Control Center'
click 96 188 # Preferences
window 'Preferences'
click 112 174 # GTP Engines
click 679 87  # Add
window 'New GTP Engine'
click 250 26 # Command line
# No blank may stand in a path of a command line.
ln -s "$engine" "$work/outflank"
xdotool type --delay 20 "$work/outflank --log $work/log"
click 456 163 # Add
sleep 2
window 'Preferences'
# How wide this window is, and where its Close, hangs on the command line.
eval "$(xdotool getwindowfocus getwindowgeometry --shell | grep WIDTH)"
click $((WIDTH - 55)) 533 # Close
window 'Quarry Control Center'
click 96 26 # New Game
window 'New Game'
click 36 137 # Reversi
click 36 234 # White: Computer, GRhino, which is first in the list
click 36 335 # Black: Computer
click 280 335
click 220 386 # Outflank, third in the list
click 430 422 # Forward
click 320 155 # Time control type
click 320 181 # Limited time for entire game
click 250 194
xdotool key ctrl+a
xdotool type "00:$seconds"
xdotool key Tab
click 433 422 # Play

# GRhino moves at once: when nothing is said any more for longer than a move of ours takes, the game is over.
said=-1
while [ "$(stat -c %s "$work/log")" != "$said" ]; do
    said=$(stat -c %s "$work/log")
    sleep $((seconds / 3 + 5))
done
import -window root quarry_game.png
cp "$work/log" "$log"

refused=$(grep -c '> ?' "$log" || true)
moves=$(grep -c '< genmove' "$log" || true)
left=$(awk '/< time_left black/ { left = $5 } END { print left }' "$log")
echo "$moves moves asked for, $refused commands refused, $left of $seconds s left; see quarry_game.png for the end"
# Black has some 30 turns; a game that stopped early has fewer.
[ "$refused" -eq 0 ] && [ "$moves" -ge 20 ]
