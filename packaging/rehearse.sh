#!/usr/bin/env bash
# Rehearses a release on one Linux x86-64 machine: builds what would be published, installs each artifact in an empty place and
# asks it for one score. Prints a line for each, also for those that this machine cannot build or run. Publishes nothing.
#
#     packaging/rehearse.sh FOLDER [PART…]      # parts: x86_64 aarch64 windows sdist npm crates; default: all
#
# A wheel that FOLDER has already is used, not built again. Requires maturin 1.9 and ziglang (`pip install "maturin[zig]>=1.9,<2"`) and
# Python 3.11. For aarch64 and Windows also the standard library of the target (`rustup target add TARGET`; CARGO and RUSTC may name
# another compiler that has it), qemu-aarch64 with the C library of Debian's libc6-arm64-cross, and for Windows mingw-w64 and wine64.
# For npm also what web/build.sh requires (PAGE=FOLDER uses a page that is built), and Node.
set -uo pipefail
folder=$(realpath -m "${1:?packaging/rehearse.sh: name a folder}")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
parts=${*:-x86_64 aarch64 windows sdist npm crates}
cargo=${CARGO:-cargo}
export RUSTC=${RUSTC:-rustc}
version=$(sed -nE '/^\[workspace.package\]/,/^$/s/^version = "(.*)"/\1/p' Cargo.toml)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
reference="the weather is cold today" candidate="it is freezing today" failed=0

say() { printf '%-48s %s\n' "$1" "$2"; }
fail() { say "$1" "FAILED: $2" && failed=1; }
has_target() { ls "$("$RUSTC" --print sysroot)/lib/rustlib/$1/lib/"libstd-*.rlib >/dev/null 2>&1; }

# A program gives the score that bert_score gives. The rest of the line runs it with the environment of a new user.
scores() {
    local name=$1 printed
    shift
    printed=$(env -i PATH=/usr/bin:/bin HOME="$work" "$@" score -r "$reference" -c "$candidate" 2>&1)
    case $printed in *"F1 0.6692"*) say "$name" "scores: $(grep -m 1 "F1 0.6692" <<<"$printed")" ;; *) fail "$name" "$printed" ;; esac
}

# The wheel for a target at glibc 2.17, as the workflow builds it, and the archive of what the wheel has; the other words are an emulator.
linux() {
    local machine=$1 target=$1-unknown-linux-gnu wheel unpacked=$work/$1
    shift
    wheel=$(ls "$folder"/bertscope-"$version"-*"$machine".whl 2>/dev/null)
    if [ -z "$wheel" ]; then
        has_target "$target" || { fail "wheel $machine" "the compiler lacks $target; run: rustup target add $target"; return; }
        packaging/wheel.sh "$folder" --target "$target" --zig --compatibility manylinux2014 >"$work/log" 2>&1 ||
            { fail "wheel $machine" "$(tail -n 5 "$work/log")"; return; }
        wheel=$(ls "$folder"/bertscope-"$version"-*"$machine".whl)
    fi
    size=$(stat -c %s "$wheel")
    [ "$size" -le 58000000 ] || fail "wheel $machine" "$size bytes are $((size - 58000000)) more than 58 MB"
    python3 -m zipfile -e "$wheel" "$unpacked"
    local program=$unpacked/bertscope-$version.data/scripts/bertscope
    chmod +x "$program"
    if [ -n "$*" ] && ! command -v "$1" >/dev/null; then
        say "wheel $machine ($size bytes)" "built, not run: $1 is missing"
        return
    fi
    scores "program of the wheel $machine ($size bytes)" "$@" "$program"
    if [ -z "$*" ]; then
        python3 -m venv "$work/venv" && "$work/venv/bin/pip" -q install --no-index "$wheel" 2>/dev/null
        scores "wheel $machine, installed" "$work/venv/bin/bertscope"
        scores "wheel $machine, python -m bertscope" "$work/venv/bin/python" -m bertscope
    fi
    packaging/archive.sh "$program" "$target" "$folder" "$unpacked/bertscope-$version.data/data" >/dev/null 2>"$work/log" ||
        { fail "archive $machine" "$(cat "$work/log")"; return; }
    mkdir "$work/archive-$machine"
    tar -xzf "$folder/bertscope-$version-$target.tar.gz" -C "$work/archive-$machine"
    scores "archive $machine" "$@" "$work/archive-$machine/bertscope-$version-$target/bin/bertscope"
}

windows() {
    local target=x86_64-pc-windows-gnu program wine
    has_target $target || { say "program for Windows" "not built: the compiler lacks $target; run: rustup target add $target"; return; }
    command -v x86_64-w64-mingw32-gcc >/dev/null || { say "program for Windows" "not built: mingw-w64 is missing"; return; }
    CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc "$cargo" build --release --locked --target $target >"$work/log" 2>&1 ||
        { fail "program for Windows" "$(tail -n 5 "$work/log")"; return; }
    program=$(realpath "${CARGO_TARGET_DIR:-target}/$target/release/bertscope.exe")
    # Debian's wine64 is not on the path.
    wine=$(PATH=$PATH:/usr/lib/wine command -v wine64) || { say "program for Windows" "built, not run: wine64 is missing"; return; }
    scores "program for Windows, under Wine" WINEDEBUG=-all "$wine" "$program"
}

sdist() {
    maturin sdist --out "$folder" >"$work/log" 2>&1 && python3 -m venv "$work/sdist" &&
        "$work/sdist/bin/pip" -q install "$folder/bertscope-$version.tar.gz" >"$work/log" 2>&1 || { fail sdist "$(tail -n 5 "$work/log")"; return; }
    scores "sdist, built by pip" "$work/sdist/bin/bertscope"
}

npm_tarball() {
    local tarball
    tarball=$(packaging/npm.sh "$folder" 2>"$work/log" | tail -n 1)
    [ -f "$tarball" ] || { fail npm "$(tail -n 5 "$work/log")"; return; }
    mkdir "$work/npm" && cd "$work/npm" && npm install --silent --offline "$tarball" >"$work/log" 2>&1
    cat >score.mjs <<JS
import { Scorer } from 'bertscope'
console.log((await Scorer.bundled()).score({ reference: '$reference', candidate: '$candidate' }).f1)
JS
    local printed
    printed=$(node score.mjs 2>&1)
    cd - >/dev/null || exit 1
    case $printed in *0.669*) say "npm tarball" "scores" ;; *) fail "npm tarball" "${printed:0:200}" ;; esac
}

# The crates, and the program installed from their packages only. No registry has them yet, so a patch says where they are unpacked.
crates() {
    local packages=$work/registry/target/package unpacked=$work/crates crate name
    packaging/registry.py "$work/registry" &&
        "$cargo" package --workspace --no-verify --allow-dirty --manifest-path "$work/registry/Cargo.toml" --target-dir "$work/registry/target" >"$work/log" 2>&1 ||
        { fail crates "$(tail -n 5 "$work/log")"; return; }
    largest=$(find "$packages" -name '*.crate' -size +10000k | wc -l)
    [ "$largest" = 0 ] || fail crates "$largest are above 10 MB"
    mkdir -p "$unpacked/.cargo"
    for crate in "$packages"/*.crate; do tar -xzf "$crate" -C "$unpacked"; done
    echo "[patch.crates-io]" >"$unpacked/.cargo/config.toml"
    for crate in "$unpacked"/bertscope-*-"$version"; do
        name=$(basename "$crate" "-$version")
        echo "$name = { path = \"$crate\" }" >>"$unpacked/.cargo/config.toml"
    done
    (cd "$unpacked" && "$cargo" install --path "bertscope-$version" --root "$work/installed") >"$work/log" 2>&1 ||
        { fail crates "$(tail -n 5 "$work/log")"; return; }
    scores "crates" "$work/installed/bin/bertscope"
}

for part in $parts; do
    case $part in
        x86_64) linux x86_64 ;;
        aarch64) linux aarch64 qemu-aarch64 -L /usr/aarch64-linux-gnu ;;
        windows | sdist | crates) $part ;;
        npm) npm_tarball ;;
        *) fail "$part" "unknown part; choose from x86_64, aarch64, windows, sdist, npm, crates" ;;
    esac
done
for name in repository homepage; do packaging/address.py $name >/dev/null 2>"$work/log" || say "address: $name" "$(cat "$work/log")"; done
say "macOS" "never run: no machine, no emulator"
exit $failed
