#!/usr/bin/env bash
# Packs a program for a release: bertscope-VERSION-TARGET.tar.gz (.zip for Windows), with licences, completions and manual pages.
#
#     packaging/archive.sh PROGRAM TARGET FOLDER [SHARE]
#
# SHARE has the pages and completions (packaging/share.sh PROGRAM FOLDER writes them); without it PROGRAM writes them, which only a
# program of this machine can.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=$1 target=$2 folder=$3 share=${4:-}

version=$(sed -nE '/^\[workspace.package\]/,/^$/s/^version = "(.*)"/\1/p' Cargo.toml)
name=bertscope-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name/bin" "$folder"
cp "$program" "$work/$name/bin/"
if [ -n "$share" ]; then cp -r "$share/share" "$work/$name/"; else packaging/share.sh "$program" "$work/$name"; fi
cp README.md LICENSE NOTICE CHANGELOG.md "$work/$name/"
cp assets/fonts/OFL.txt "$work/$name/OFL-Inter.txt"

folder=$(cd "$folder" && pwd)
cd "$work"
case $target in
    *windows*) archive=$name.zip && 7z a -bd -mx=9 "$folder/$archive" "$name" >/dev/null ;;
    *)
        archive=$name.tar.gz
        # The same bytes from the same files: no times, no users, an order.
        # GNU's tar has these options; that of macOS does without, and the archive differs by its times.
        options=(--sort=name --owner=0 --group=0 --numeric-owner --mtime=@0)
        tar --version | grep -q GNU || options=()
        tar "${options[@]}" -cf - "$name" | gzip -9n >"$folder/$archive"
        ;;
esac
echo "$folder/$archive"
