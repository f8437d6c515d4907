#!/usr/bin/env bash
# Packs the web page, for any static host: bertscope-VERSION-page.tar.gz. The last line of output is the path of the archive.
#
#     packaging/page.sh [FOLDER]        # default: the current folder
#
# Requires what web/build.sh requires; PAGE=FOLDER uses a page that is already built.
set -euo pipefail
folder=$(realpath -m "${1:-.}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
version=$(sed -nE '/^\[workspace.package\]/,/^$/s/^version = "(.*)"/\1/p' Cargo.toml)
name=bertscope-$version-page
if [ -n "${PAGE:-}" ]; then cp -r "$PAGE" "$work/$name"; else web/build.sh "$work/$name" >/dev/null; fi
mkdir -p "$folder"
# Reproducible archive: no timestamps, no users, a fixed order.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -C "$work" -c "$name" | gzip -9n >"$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
