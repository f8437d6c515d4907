#!/bin/sh
# Regenerates the screenshots of README.md and docs/ with the program: cargo build --release && assets/pictures/make.sh
set -eu
cd "$(dirname "$0")/../.."

# screen NAME SIZE KEYS [SUBCOMMAND AND OPTIONS]
screen() {
    name=$1 size=$2 keys=$3
    shift 3
    target/release/bertscope "$@" --no-session --screenshot "assets/pictures/$name.svg" --size "$size" --keys "$keys"
}

# The list of models shows the cache, so it has an empty one.
HF_HUB_CACHE=$(mktemp -d)
export HF_HUB_CACHE
trap 'rm -r "$HF_HUB_CACHE"' EXIT

screen inspector 110x34 ""
screen idf-rescaled 110x34 "F2 F3"
screen ledger 110x34 "Alt-2 Esc Tab Down Down Ctrl-f"
screen ruler 130x34 "Alt-8"
screen walk 110x34 "Alt-w Alt-. Alt-. Alt-. Alt-. Alt-. Alt-."
screen projector 100x30 "Alt-p" --theme light
screen gallery 110x34 "" lesson gallery
screen question 110x34 "Alt-. Alt-." lesson gallery
screen guess 110x34 "Alt-h"
screen answer 100x30 "Alt-. Alt-. Alt-Enter Alt-Enter" lesson gallery --projector --theme light
screen mine 110x34 "Alt-. Alt-Enter Alt-Enter" lesson examples/lesson.toml
screen pairs 110x34 "" open examples/systems.tsv --candidate-column draft --candidate-column revised
screen models 110x34 "Ctrl-o r o b e r t a Down"
