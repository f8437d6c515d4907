#!/usr/bin/env bash
# Compares forward passes of bertscope, PyTorch and ONNX Runtime in interleaved rounds; prints a Markdown table.
#
#   PYTHON=venv/bin/python benches/peers.sh [--rounds 15] [--threads 1 2] [--minilm FOLDER] ...
#
# benches/peers.py --help lists the options and the required Python packages.
set -euo pipefail

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
python="${PYTHON:-python3}"
command -v "$python" >/dev/null || {
    echo "peers.sh: $python is missing; set PYTHON to an interpreter with torch, transformers, onnx and onnxruntime" >&2
    exit 1
}

manifest="$root/Cargo.toml"
cargo build --release --locked --manifest-path "$manifest" --example forward >&2
target="$(cargo metadata --no-deps --format-version 1 --manifest-path "$manifest" |
    "$python" -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')"

exec "$python" "$root/benches/peers.py" --ours "$target/release/examples/forward" "$@"
