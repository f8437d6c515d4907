#!/usr/bin/env bash
# Measures the cost of a build, compared with an earlier commit on the same machine: a cold release build (CPU and wall time,
# crates, size of the program), and the time from one changed line to the test result.
#
#   benches/build.sh [BASE]        # BASE: the commit to compare with (default 87d1d63)
#
# Each commit is cloned and built in its own folder, with the crates in cargo's cache. Without a network, fetch them first.
# Run nothing else at the same time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
base=${1:-87d1d63}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%R %U %S'

# Prints the wall time and the CPU time of a command, in seconds.
seconds() {
    local times
    times=$({ time "$@" >>"$work/log" 2>&1; } 2>&1) || { tail -20 "$work/log" >&2; exit 1; }
    awk '{printf "%.0f %.0f", $1, $2 + $3}' <<<"$times"
}

row() {
    printf '| %-52s | %12s | %12s | %6s |\n' "$1" "$2" "$3" "${4:-}"
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f", b / a}'
}

# Builds the commit $1 in the folder $2 and prints: wall time, CPU time, crates, bytes of the program.
cold() {
    git clone --quiet --no-hardlinks . "$2"
    git -C "$2" checkout --quiet "$1"
    (
        cd "$2"
        cargo fetch --locked >>"$work/log" 2>&1
        printf '%s ' "$(seconds cargo build --release --locked)"
        cargo tree --locked -e normal,build --prefix none | sed 's/ (\*)$//' | sort -u | grep -c . | tr '\n' ' '
        stat -c %s target/release/bertscope 2>/dev/null || stat -f %z target/release/bertscope
    )
}

# Adds a line to the file $2 in the folder $1, runs the tests named by the other arguments, and prints the seconds to their result.
changed() {
    local folder=$1 file=$2
    shift 2
    (
        cd "$folder"
        cargo test --release --locked --no-run "$@" >>"$work/log" 2>&1
        echo "// One changed line." >>"$file"
        local result
        result=$(seconds cargo test --release --locked "$@")
        echo "${result%% *}"
    )
}

read -r wall_a user_a crates_a bytes_a <<<"$(cold "$base" "$work/base")"
read -r wall_b user_b crates_b bytes_b <<<"$(cold HEAD "$work/here")"
panel=$(changed "$work/here" src/tui/parts/panel/view.rs --test program tui::)
kernel=$(changed "$work/here" crates/encoder/src/kernel/tile.rs --test encoder)

row "" "$base" "HEAD" "ratio"
row "---" "---" "---" "---"
if [[ -n ${BENCH_ROWS:-} ]]; then
    echo "| [cold build](#build-time), CPU time | $(ratio "$user_a" "$user_b") | $user_b s | $user_a s at commit $base |" >>"$BENCH_ROWS"
fi
row "cold build, wall time, s" "$wall_a" "$wall_b" "$(ratio "$wall_a" "$wall_b")"
row "cold build, CPU time, s" "$user_a" "$user_b" "$(ratio "$user_a" "$user_b")"
row "crates (normal and build)" "$crates_a" "$crates_b" "$(ratio "$crates_a" "$crates_b")"
row "program, MB" "$((bytes_a / 1000000))" "$((bytes_b / 1000000))" "$(ratio "$bytes_a" "$bytes_b")"
row "one changed line in a panel to its test result, s" "" "$panel"
row "one changed line in the kernel to its test result, s" "" "$kernel"
