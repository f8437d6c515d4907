#!/bin/sh
# Regenerates the screenshots of README.md and docs/: plays screens.tsv and writes a picture of each screen beside it.
set -eu
cd "$(dirname "$0")/../.."
cargo build --release --locked --bin bertscope --example record
"${CARGO_TARGET_DIR:-target}/release/examples/record" screens assets/pictures
ls -l assets/pictures/*.svg
