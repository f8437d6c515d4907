#!/usr/bin/env bash
# What a build costs, beside an earlier commit on the same machine: a cold release build (processor and wall time, crates,
# size of the program), and how long the tests answer after one changed line.
#
#   benches/build.sh [BASE]        # BASE: the commit to compare with, 64acb4d unless another is given
#
# Each side is cloned and built in a folder of its own, with the crates of cargo's cache, so fetch them first on a machine
# without a network. Nothing else should run meanwhile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
base=${1:-64acb4d}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%R %U %S'

# Seconds of wall time and of the processor that a command takes.
seconds() {
    local times
    times=$({ time "$@" >>"$work/log" 2>&1; } 2>&1) || { tail -20 "$work/log" >&2; exit 1; }
    awk '{printf "%.0f %.0f", $1, $2 + $3}' <<<"$times"
}

row() {
    printf '| %-44s | %12s | %12s | %6s |\n' "$1" "$2" "$3" "${4:-}"
}

ratio() {
    awk -v a="$1" -v b="$2" 'BEGIN {printf "%.2f", b / a}'
}

# Builds the commit $1 in the folder $2 and prints: wall, processor, crates, bytes of the program.
cold() {
    git clone --quiet --no-hardlinks . "$2"
    git -C "$2" checkout --quiet "$1"
    (
        cd "$2"
        cargo fetch --locked >>"$work/log" 2>&1
        printf '%s ' "$(seconds cargo build --release --locked)"
        cargo tree --locked -e normal,build --prefix none | sed 's/ (\*)$//' | sort -u | wc -l | tr '\n' ' '
        stat -c %s target/release/bertscope 2>/dev/null || stat -f %z target/release/bertscope
    )
}

# Seconds until the tests named by the other arguments answer after a line was added to the file $2 in the folder $1.
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
panel=$(changed "$work/here" src/tui/view/panel.rs --test program tui::)
kernel=$(changed "$work/here" crates/encoder/src/kernel/tile.rs --test encoder)

row "" "$base" "HEAD" "ratio"
row "---" "---" "---" "---"
row "cold build, wall time, s" "$wall_a" "$wall_b" "$(ratio "$wall_a" "$wall_b")"
row "cold build, processor time, s" "$user_a" "$user_b" "$(ratio "$user_a" "$user_b")"
row "crates (normal and build)" "$crates_a" "$crates_b" "$(ratio "$crates_a" "$crates_b")"
row "program, MB" "$((bytes_a / 1000000))" "$((bytes_b / 1000000))" "$(ratio "$bytes_a" "$bytes_b")"
row "one line of a panel to its tests' answer, s" "" "$panel"
row "one line of the kernel to its tests' answer, s" "" "$kernel"
