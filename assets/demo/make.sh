#!/bin/sh
# Plays script.tsv in real time and writes bertscope.cast (for `asciinema play`) and bertscope.svg (for README.md) beside it.
set -eu
cd "$(dirname "$0")/../.."
cargo build --release --locked --bin bertscope --example record
"${CARGO_TARGET_DIR:-target}/release/examples/record" demo assets/demo
ls -l assets/demo/bertscope.cast assets/demo/bertscope.svg
