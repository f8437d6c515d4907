#!/usr/bin/env bash
# Compares forward passes of bertscope and ONNX Runtime Web with the same weights in interleaved rounds: one thread, in Node and
# Chromium.
#
#   npm install --prefix PEERS onnxruntime-web puppeteer-core
#   pip install onnx numpy safetensors
#   PYTHON=venv/bin/python benches/web/run.sh PEERS [ROUNDS]
#
# Requires Node and the Rust target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`). CHROMIUM sets the
# browser (default /usr/bin/chromium); an empty value measures in Node only.
set -euo pipefail
peers=${1:?"run.sh: name the folder into which npm installed onnxruntime-web and puppeteer-core"}
rounds=${2:-25}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
manifest=$here/Cargo.toml
target=wasm32-unknown-unknown
python=${PYTHON:-python3}

RUSTFLAGS='-C target-feature=+simd128 --cfg getrandom_backend="wasm_js"' cargo build --release --locked \
    --manifest-path "$manifest" --target $target >&2
folder=$(cargo metadata --no-deps --format-version 1 --manifest-path "$manifest" |
    "$python" -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')

model=$folder/minilm.onnx
"$python" "$here/export.py" "$here/../../assets/minilm" "$model"
exec node "$here/run.mjs" "$folder/$target/release/bertscope_bench_web.wasm" "$model" "$peers/node_modules" "$rounds" \
    "${CHROMIUM-/usr/bin/chromium}"
