#!/bin/sh
# Regenerates the screenshots of README.md and docs/: plays screens.tsv and writes a picture of each screen beside it.
set -eu
cd "$(dirname "$0")/../.."
BERTSCOPE_RECORD=$PWD/assets/pictures cargo test --release --locked --test program -- --exact pty::pictures::each_screen_of_the_docs_shows_what_its_row_says
ls -l assets/pictures/*.svg
