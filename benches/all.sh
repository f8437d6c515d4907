#!/usr/bin/env bash
# Runs the benchmarks one after the other and writes benches/README.md: its summary, the machine, and the table of each section.
#
#   PYTHON=venv/bin/python benches/all.sh MODEL PAIRS.tsv PEERS [NAME…]
#
# MODEL is the published all-MiniLM-L6-v2, PAIRS.tsv has the columns `reference` and `hypothesis`, and PEERS is the folder into
# which npm installed onnxruntime-web and puppeteer-core (see benches/web/run.sh). PYTHON needs torch, transformers==4.46.3,
# onnx, onnxruntime, bert-score==0.3.13, sacrebleu and pyte. NAMEs run these benchmarks only, and leave the rest of the README;
# SKIP leaves out others, as in SKIP="growth build".
#
# Takes most of an hour. Run nothing else at the same time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
model=${1:?"all.sh: name the folder of the published model"}
pairs=${2:?"all.sh: name a table of pairs"}
peers=${3:?"all.sh: name the folder with onnxruntime-web"}
shift 3
export PYTHON=${PYTHON:-python3}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
results=$work/results
mkdir "$results"
load=$(uptime | sed 's/.*load average: //; s/,.*//')

# Runs the benchmark $1, which is the rest of the line, if it is asked for. What it prints becomes the table of its section.
measure() {
    local name=$1
    shift
    [[ -z $asked || " $asked " == *" $name "* ]] || return 0
    [[ " ${SKIP:-} " != *" $name "* ]] || return 0
    echo "== $name" >&2
    BENCH_ROWS=$work/$name.rows "$@" >"$results/$name.md"
}

# A benchmark of cargo's, whose table is fixed text.
bench() {
    echo '```text'
    cargo bench --locked --bench "$1" 2>/dev/null | grep -v '^$'
    echo '```'
}

# Rows for the summary, in the order of the benchmarks.
rows() {
    echo "| what | ratio | bertscope | compared with |"
    echo "|---|---|---|---|"
    for name in latency keystroke peers web throughput long_texts compare match opening startup build; do
        if [[ -e $work/$name.rows ]]; then cat "$work/$name.rows"; fi
    done
}

machine() {
    "$PYTHON" -c 'import os, platform
lines = open("/proc/cpuinfo").read().splitlines() if os.path.exists("/proc/cpuinfo") else []
names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
flags = [line for line in lines if line.startswith("flags")]
sets = "AVX-512" if flags and "avx512f" in flags[0] else "AVX2" if flags and "avx2" in flags[0] else platform.machine()
print(f"{names[0] if names else platform.processor()}, {os.cpu_count()} logical processors, {sets}", end="")'
    echo "; commit $(git rev-parse --short HEAD), $(date -u +%Y-%m-%d), a load of $load before the start."
}

asked=$*
cargo build --release --locked >&2
PYTHON_RUN=("$PYTHON" -W ignore)
"$PYTHON" - "$pairs" "$work" <<'PY'
import csv, pathlib, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8", newline=""), delimiter="\t", quoting=csv.QUOTE_NONE))
folder = pathlib.Path(sys.argv[2])
# The second system is the first one without every fifth word.
shorter = [" ".join(word for i, word in enumerate(row["hypothesis"].split(), 1) if i % 5) or "-" for row in rows]
for name, lines in (("refs", [row["reference"] for row in rows]), ("a", [row["hypothesis"] for row in rows]), ("b", shorter)):
    (folder / f"{name}.txt").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
PY

measure latency "${PYTHON_RUN[@]}" benches/latency.py "$model" --rounds 10
measure keystroke "${PYTHON_RUN[@]}" benches/keystroke.py 100
measure peers benches/peers.sh --rounds 3 --minilm "$model"
measure web benches/web/run.sh "$peers" 10
measure throughput "${PYTHON_RUN[@]}" benches/throughput.py "$pairs" "$model" --rounds 3
measure long_texts "${PYTHON_RUN[@]}" benches/long_texts.py
measure compare "${PYTHON_RUN[@]}" benches/compare.py "$work/refs.txt" "$work/a.txt" "$work/b.txt" --rounds 2 --peer "$model"
measure match "${PYTHON_RUN[@]}" benches/match.py --rounds 2 --peer "$model" --part 40
measure opening "${PYTHON_RUN[@]}" benches/opening.py
measure startup "${PYTHON_RUN[@]}" benches/startup.py 30
measure screen bench screen
measure pairs bench pairs
measure report bench report
measure growth "${PYTHON_RUN[@]}" benches/growth.py
measure build benches/build.sh

# A part of the benchmarks says nothing of the others, which may be of another machine or commit.
if [[ -z $asked ]]; then
    rows >"$results/summary.md"
    machine >"$results/machine.md"
fi
"$PYTHON" benches/write_readme.py "$results"
