#!/bin/sh
# Draws the screens of README and docs/tour.md again, from the program itself: cargo build --release && assets/pictures/make.sh
set -eu
cd "$(dirname "$0")/../.."

# screen NAME SIZE KEYS [COMMAND AND OPTIONS]
screen() {
    name=$1 size=$2 keys=$3
    shift 3
    target/release/bertscope "$@" --no-session --screenshot "assets/pictures/$name.svg" --size "$size" --keys "$keys"
}

pairs=$(mktemp -d)
trap 'rm -r "$pairs"' EXIT
cat > "$pairs/museum.tsv" <<'PAIRS'
id	reference	candidate
opening	The museum opens at nine.	The museum is open from nine o'clock.
ticket	The ticket costs 15 euros.	The ticket costs 50 euros.
guide	Our guide speaks three languages.	Three languages are spoken by our guide.
closed	The museum is closed on Mondays.	On Mondays you can not visit the museum.
garden	The garden behind the house is free.	You do not pay for the garden.
dogs	Dogs must stay outside.	Please leave your dog at the door.
cafe	The café sells fresh bread.	Our satellite lost its signal.
PAIRS

screen inspector 110x34 ""
screen idf-rescaled 110x34 "F2 F3"
screen ledger 110x34 "Alt-2 Esc Tab Down Down Ctrl-f"
screen ruler 130x34 "Alt-8"
screen walk 110x34 "Alt-w Alt-. Alt-. Alt-. Alt-. Alt-. Alt-."
screen projector 100x30 "Alt-p" --theme light
screen gallery 110x34 "" lesson gallery
screen question 110x34 "Alt-. Alt-." lesson gallery
screen pairs 110x34 "Tab" open "$pairs/museum.tsv"
