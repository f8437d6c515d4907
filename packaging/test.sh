#!/usr/bin/env bash
# Packs the program for this machine as for a release, serves the archive locally, and runs install.sh twice: with the intact
# archive, and with a damaged one, which must change nothing.
#
#     packaging/test.sh PROGRAM
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=$1
target=$(rustc -vV | sed -n 's/^host: //p')
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT

archive=$(packaging/archive.sh "$program" "$target" "$work/release")
(cd "$work/release" && exec python3 -u -m http.server --bind 127.0.0.1 0 >"$work/server" 2>&1) &
server=$!
until port=$(sed -nE 's/.* port ([0-9]+) .*/\1/p' "$work/server") && [ -n "$port" ]; do sleep 0.1; done
packaging/manifests.py "http://127.0.0.1:$port" "$work/release" >/dev/null
(cd "$work/release" && sha256sum --check --quiet SHA256SUMS)

export HOME=$work/home
mkdir "$HOME"
sh "$work/release/install.sh"
"$HOME/.local/bin/bertscope" score -r "the weather is cold today" -c "it is freezing today" --json | grep -q '"f1":0\.'
for file in man/man1/bertscope-score.1 bash-completion/completions/bertscope zsh/site-functions/_bertscope; do
    [ -s "$HOME/.local/share/$file" ] || { echo "packaging/test.sh: $file was not installed" >&2; exit 1; }
done

printf x >>"$archive"
if sh "$work/release/install.sh" --to "$work/elsewhere" 2>"$work/refusal"; then
    echo "packaging/test.sh: a damaged archive was installed" >&2
    exit 1
fi
grep -q "checksum mismatch" "$work/refusal" && [ ! -e "$work/elsewhere" ]
if command -v ruby >/dev/null; then ruby -c "$work/release/bertscope.rb"; fi
[ -z "${KEEP:-}" ] || cp -r "$work/release" "$KEEP"
echo "packaging/test.sh: installed the intact archive, rejected the damaged one"
