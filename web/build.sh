#!/usr/bin/env bash
# Builds the web page: a folder of static files for any web server. The last line of output is the folder.
#
#   web/build.sh [FOLDER]        # default: web/dist
#   web/build.sh --check         # checks for a suitable compiler; builds nothing
#
# Requires a Rust compiler with the standard library of wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`);
# uses the first one on PATH that has it. Cargo.lock pins every version.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
target=wasm32-unknown-unknown

fail() {
    echo "web/build.sh: $1" >&2
    exit 1
}

# Prints the folder of a compiler that has the target's standard library.
compiler() {
    local rustc
    while read -r rustc; do
        if ls "$("$rustc" --print sysroot 2>/dev/null)/lib/rustlib/$target/lib/"libstd-*.rlib >/dev/null 2>&1; then
            dirname "$rustc"
            return
        fi
    done < <(type -ap rustc)
    return 1
}
bin=$(compiler) || fail "no Rust compiler on PATH has $target; run: rustup target add $target"
export PATH="$bin:$PATH"

[ "${1:-}" != --check ] || exit 0
folder=$PWD/dist
[ -z "${1:-}" ] || folder=$(cd "$caller" && realpath -m "$1")

# Do not overwrite a folder with other files.
if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ] && [ ! -e "$folder/bertscope_web.js" ]; then
    fail "$folder contains other files; choose a new or empty folder"
fi

build=${CARGO_TARGET_DIR:-../target}
# Panic messages name files relative to the repository or the registry, so that the build is the same on every machine.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
flags="-C target-feature=+simd128 --cfg getrandom_backend=\"wasm_js\""
flags+=" --remap-path-prefix=$(realpath ..)=bertscope --remap-path-prefix=$cargo_home/registry/src=registry"
RUSTFLAGS="$flags" cargo build --quiet --profile page --locked --package bertscope-web --target $target >&2
RUSTFLAGS='' cargo build --quiet --profile glue --locked --package bertscope-web-glue >&2

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/glue/bertscope-web-glue" "$build/$target/page/bertscope_web.wasm" "$work"
cp page/* "$work/"
cp ../crates/report/src/export/picture/html/page.css "$work/picture.css"
cp ../crates/report/src/export/picture/html/picture.js "$work/"
cp ../crates/sheet/src/html/sheet.css "$work/"
cp ../assets/fonts/Inter-Regular.ttf ../assets/fonts/Inter-SemiBold.ttf ../assets/fonts/OFL.txt "$work/"
cp ../LICENSE ../NOTICE "$work/"
cp ../assets/minilm/model.safetensors "$work/minilm.safetensors"
chmod -R u=rwX,go=rX "$work"

# The service worker caches exactly these files. If one of them changes, the cache gets a new name.
cd "$work"
files=$(find . -type f ! -name sw.js ! -name minilm.safetensors ! -name LICENSE ! -name NOTICE ! -name OFL.txt | sed 's#^\./##' | LC_ALL=C sort)
version=$(xargs sha256sum <<<"$files" | cat - sw.js | sha256sum | cut -c1-16)
list=$(sed 's/.*/"&",/' <<<"$files" | tr -d '\n')
sed -i "s#/\* FILES \*/#$list#; s#VERSION#$version#" sw.js
cd - >/dev/null

rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
cp -r "$work" "$folder"
chmod 755 "$folder"
size() { gzip -9 -c "$folder/$1" | wc -c; }
echo "bertscope_web_bg.wasm: $(size bertscope_web_bg.wasm) bytes after gzip; the model: $(stat -c %s "$folder/minilm.safetensors") bytes" >&2
echo "$folder"
