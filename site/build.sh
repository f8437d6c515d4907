#!/usr/bin/env bash
# Builds the site: documentation, an example report, the Python reference and the live page. The last line of output is the folder.
#
#   site/build.sh [FOLDER]       # default: site/dist; PAGE=FOLDER uses a page that web/build.sh has built before
#   site/build.sh --deploy [FOLDER]      # for publication: fails unless `repository` and `homepage` are set in Cargo.toml
#
# Requires what web/build.sh requires, and Python 3.11 or newer with `pip install -r site/requirements.txt`.
set -euo pipefail
deploy=
if [ "${1:-}" = --deploy ]; then deploy=yes && shift; fi
folder=$(realpath -m "${1:-$(dirname "${BASH_SOURCE[0]}")/dist}")
page=${PAGE:+$(realpath "$PAGE")}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# Fails before anything is built.
for name in ${deploy:+repository homepage}; do packaging/address.py "$name" >/dev/null; done
if [ -e "$folder" ] && [ -n "$(ls -A "$folder")" ] && [ ! -e "$folder/search.json" ]; then
    echo "site/build.sh: $folder contains other files; choose a new or empty folder" >&2
    exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -n "$page" ] || page=$(web/build.sh "$work/page" | tail -n 1)
program=${BERTSCOPE_PROGRAM:-}
if [ -z "$program" ]; then
    cargo build --release --locked >&2
    program=${CARGO_TARGET_DIR:-target}/release/bertscope
fi
rm -rf "$folder"
mkdir -p "$folder"
cp -r "$page" "$folder/live"
"$program" report examples/systems.tsv --candidate-column draft --candidate-column revised --by kind -o "$folder/report.html" >&2
"${PYTHON:-python3}" site/pages.py "$folder"
echo "$folder"
