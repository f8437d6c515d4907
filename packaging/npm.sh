#!/usr/bin/env bash
# Packs the module and the model of the web page as an npm package. The last line of output is the path of the tarball.
#
#     packaging/npm.sh [FOLDER]        # default: the current folder
#
# Requires npm, and what web/build.sh requires; PAGE=FOLDER uses a page that is already built.
set -euo pipefail
folder=$(realpath -m "${1:-.}")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v npm >/dev/null || { echo "packaging/npm.sh: npm is missing; install Node 20 or newer" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
page=${PAGE:-$(web/build.sh "$work/page" | tail -n 1)}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)

mkdir "$work/package"
cp web/npm/* LICENSE NOTICE "$work/package/"
cp "$page"/{bertscope_web.js,bertscope_web_bg.wasm,minilm.safetensors} "$work/package/"
cat >"$work/package/package.json" <<JSON
{
  "name": "bertscope",
  "version": "$version",
  "description": "BERTScore in Node and in browsers, and why a score is what it is",
  "license": "Apache-2.0",
  "type": "module",
  "main": "index.js",
  "types": "index.d.ts",
  "exports": { ".": { "types": "./index.d.ts", "default": "./index.js" } },
  "sideEffects": false,
  "engines": { "node": ">=20" },
  "keywords": ["bertscore", "nlp", "evaluation", "machine translation", "summarization"]
}
JSON
mkdir -p "$folder"
tarball=$(cd "$work/package" && npm pack --silent --pack-destination "$folder")
echo "$folder/$tarball"
