#!/usr/bin/env bash
# Runs the tests on processors that this machine does not have, in an emulator, and the encoder's in WebAssembly.
#
#   tests/platforms.sh [haswell] [nehalem] [aarch64] [wasm]        # all four unless some are named
#
# haswell, nehalem: qemu-x86_64 (Debian's package qemu-user); x86-64 with AVX2 but without AVX-512, and with neither.
# aarch64: qemu-aarch64, the linker aarch64-linux-gnu-gcc, and `rustup target add aarch64-unknown-linux-gnu`.
# wasm: Node, and `rustup target add wasm32-unknown-unknown`. The floors below the program compile for the browser, without
# instructions of relaxed SIMD, and the encoder's unit tests run: the kernel with the vectors of WebAssembly against f64.
#
# TESTS names the crates whose tests run, "metric encoder analysis" unless it is set: the mathematics, the kernel against f64
# and every family against its golden, and whole scores. Emulation takes ten to fifty times as long as the processor itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
read -ra tests <<<"${TESTS:-metric encoder analysis}"
read -ra platforms <<<"${*:-haswell nehalem aarch64 wasm}"

needs() {
    command -v "$1" >/dev/null || { echo "tests/platforms.sh: $1 is missing; see the first lines of this file" >&2; exit 1; }
}

# Runs the test binaries of the target $1 ("" for this machine) by the emulator that the other arguments name.
emulated() {
    local target=$1 binary
    shift
    local build=(cargo test --release --locked --no-run ${target:+--target "$target"})
    local built
    built=$("${build[@]}" 2>&1) || { echo "$built" >&2; return 1; }
    for test in "${tests[@]}"; do
        # Its unit tests, and the tests beside it.
        for binary in $(sed -nE "s#.*Executable .*\((.*/deps/(bertscope_)?$test-[0-9a-f]+)\)#\1#p" <<<"$built"); do
            echo "-- $(basename "$binary")"
            (cd "crates/$test" && "$@" "$(cd "$OLDPWD" && realpath "$binary")" 2> >(grep -v "^qemu.*TCG doesn't support" >&2)) |
                grep '^test result\|FAILED\|panicked'
        done
    done
}

for platform in "${platforms[@]}"; do
    echo "== $platform"
    case $platform in
        haswell | nehalem)
            needs qemu-x86_64
            emulated "" qemu-x86_64 -cpu "${platform^}"
            ;;
        aarch64)
            needs qemu-aarch64
            needs aarch64-linux-gnu-gcc
            export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
            emulated aarch64-unknown-linux-gnu qemu-aarch64 -L /usr/aarch64-linux-gnu
            ;;
        wasm)
            needs node
            export RUSTFLAGS='-C target-feature=+simd128 --cfg getrandom_backend="wasm_js"'
            export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER="node $PWD/tests/wasm.mjs"
            cargo check --release --locked --target wasm32-unknown-unknown -p bertscope --lib --no-default-features
            # With the names of functions, which the stack of a failure shows, and the list of features.
            cargo test --release --locked --target wasm32-unknown-unknown -p bertscope-encoder --lib \
                --config profile.release.strip=false
            ;;
        *)
            echo "tests/platforms.sh: unknown platform $platform; choose from haswell, nehalem, aarch64, wasm" >&2
            exit 2
            ;;
    esac
done
