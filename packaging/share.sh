#!/usr/bin/env bash
# Writes the completions and manual pages of a program below a folder, in the places where Unix systems look for them.
#
#     packaging/share.sh PROGRAM FOLDER
set -euo pipefail
program=$1 share=$2/share
# Without the models on this disk, whose names the completions would contain.
export HF_HUB_CACHE=$share/no-models

mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d" "$share/man/man1"
"$program" completions bash > "$share/bash-completion/completions/bertscope"
"$program" completions zsh > "$share/zsh/site-functions/_bertscope"
"$program" completions fish > "$share/fish/vendor_completions.d/bertscope.fish"
"$program" man --output "$share/man/man1"
