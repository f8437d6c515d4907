#!/usr/bin/env bash
# Packs a program for a release: bertscope-VERSION-TARGET.tar.gz (.zip for Windows), with licences, completions and manual
# pages.
#
#     packaging/archive.sh PROGRAM TARGET FOLDER [SHARE]
#
# SHARE is a folder with manual pages and completions (from packaging/share.sh PROGRAM FOLDER). Without SHARE, PROGRAM
# generates them, so it must run on this machine.
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
        # Reproducible archive: no timestamps, no users, a fixed order.
        # Only GNU tar has these options; on macOS, archives differ in their timestamps.
        # Never an empty list, which is an error in the Bash of macOS.
        options=(-c)
        case $(tar --version) in *GNU*) options+=(--sort=name --owner=0 --group=0 --numeric-owner --mtime=@0) ;; esac
        tar "${options[@]}" -f - "$name" | gzip -9n >"$folder/$archive"
        ;;
esac
echo "$folder/$archive"
