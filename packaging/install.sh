#!/bin/sh
# Installs bertscope from a release: the program into ~/.local/bin, completions and manual pages into ~/.local/share.
#
#     sh install.sh [--to FOLDER]         # installs into FOLDER instead of ~/.local
#
# Changes nothing unless the archive matches the checksum published with this script.
set -eu

version='@VERSION@'
address=${BERTSCOPE_RELEASES:-'@ADDRESS@'}
checksums='@CHECKSUMS@'

fail() {
    echo "install.sh: $1" >&2
    exit 1
}

to=$HOME/.local
case ${1:-} in
    '') ;;
    --to) to=${2:?install.sh: --to needs a folder} ;;
    *) fail "unknown option $1 (the only option is --to FOLDER)" ;;
esac

case $(uname -s) in
    Linux) system=unknown-linux-gnu ;;
    Darwin) system=apple-darwin ;;
    *) fail "no binary for $(uname -s); on Windows use Scoop, on any system pip install bertscope or cargo install" ;;
esac
case $(uname -m) in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) fail "no binary for $(uname -m); build from source with Rust" ;;
esac
name=bertscope-$version-$machine-$system
expected=$(echo "$checksums" | sed -n "s/  $name.tar.gz\$//p")
[ -n "$expected" ] || fail "this release has no binary for $machine-$system; build from source with Rust"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
archive=$work/$name.tar.gz
if command -v curl >/dev/null; then
    curl --fail --silent --show-error --location "$address/$name.tar.gz" -o "$archive" || fail "cannot download $address/$name.tar.gz"
elif command -v wget >/dev/null; then
    wget -q "$address/$name.tar.gz" -O "$archive" || fail "cannot download $address/$name.tar.gz"
else
    fail "curl or wget is required; install one of them"
fi
if command -v sha256sum >/dev/null; then
    found=$(sha256sum "$archive")
else
    found=$(shasum -a 256 "$archive")
fi
[ "${found%% *}" = "$expected" ] || fail "checksum mismatch for $name.tar.gz (its SHA-256 is ${found%% *}); nothing was installed"

tar -xzf "$archive" -C "$work"
mkdir -p "$to/bin" "$to/share"
# Copy next to the target, then rename, so that a running program is not overwritten.
cp "$work/$name/bin/bertscope" "$to/bin/bertscope.new"
mv "$to/bin/bertscope.new" "$to/bin/bertscope"
cp -R "$work/$name/share/." "$to/share/"
"$to/bin/bertscope" --version
case :$PATH: in
    *:"$to/bin":*) ;;
    *) echo "$to/bin is not on your PATH; add it, or run $to/bin/bertscope" ;;
esac
