#!/usr/bin/env bash
# Builds the wheel of this machine, with completions and manual pages that the program itself writes.
#
#     packaging/wheel.sh FOLDER [OPTIONS OF maturin build]
#
# It needs maturin on the path. With --target the program of another platform is built, and that of this machine writes the pages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$1
shift

cargo build --release --locked
rm -rf bertscope.data
packaging/share.sh "${CARGO_TARGET_DIR:-target}/release/bertscope" bertscope.data/data
maturin build --release --locked --out "$folder" "$@"
