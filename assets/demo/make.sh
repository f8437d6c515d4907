#!/bin/sh
# Plays script.tsv in real time and writes bertscope.cast (for `asciinema play`) and bertscope.svg (for README.md) beside it.
set -eu
cd "$(dirname "$0")/../.."
BERTSCOPE_RECORD=$PWD/assets/demo cargo test --release --locked --test program -- --exact pty::demo::the_demo_shows_what_its_script_says
ls -l assets/demo/bertscope.cast assets/demo/bertscope.svg
