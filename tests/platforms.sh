#!/usr/bin/env bash
# Runs the tests for other processors in an emulator, and the encoder's tests in WebAssembly.
#
#   tests/platforms.sh [haswell] [nehalem] [aarch64] [wasm]        # default: all four
#
# haswell, nehalem: qemu-x86_64 (Debian's package qemu-user); x86-64 with AVX2 but without AVX-512, and with neither.
# aarch64: qemu-aarch64, the linker aarch64-linux-gnu-gcc, and `rustup target add aarch64-unknown-linux-gnu`.
# wasm: Node, and `rustup target add wasm32-unknown-unknown`. Checks that the library compiles for the browser without relaxed
# SIMD, and runs the encoder's unit tests, which compare the kernel's WebAssembly vectors with f64.
#
# TESTS lists the crates to test (default "metric encoder analysis"): the mathematics; the kernel against f64 and every model
# family against its golden file; whole scores. Emulation is ten to fifty times slower than the processor itself.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
read -ra tests <<<"${TESTS:-metric encoder analysis}"
read -ra platforms <<<"${*:-haswell nehalem aarch64 wasm}"

needs() {
    command -v "$1" >/dev/null || { echo "tests/platforms.sh: $1 is missing; see the first lines of this file" >&2; exit 1; }
}

# Runs the test binaries of the target $1 ("" for this machine) in the emulator given by the other arguments.
emulated() {
    local target=$1 binary
    shift
    local build=(cargo test --release --locked --no-run ${target:+--target "$target"})
    local built
    built=$("${build[@]}" 2>&1) || { echo "$built" >&2; return 1; }
    for test in "${tests[@]}"; do
        # The crate's unit tests and its integration tests.
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
            # Keep function names, for the backtrace of a failure, and the list of target features.
            cargo test --release --locked --target wasm32-unknown-unknown -p bertscope-encoder --lib \
                --config profile.release.strip=false
            ;;
        *)
            echo "tests/platforms.sh: unknown platform $platform; choose from haswell, nehalem, aarch64, wasm" >&2
            exit 2
            ;;
    esac
done
