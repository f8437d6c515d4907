#!/usr/bin/env bash
# Builds the page, serves it on loopback and tests it in Chromium.
#
#   web/tests/run.sh                    # fails if a requirement is missing
#   web/tests/run.sh --if-possible      # reports what is missing and succeeds, for .ci/run
#
# Requires a compiler as for web/build.sh, Node 20 or newer, `npm ci --prefix web/tests`, and Chromium (CHROMIUM, or the first one on
# PATH). FOLDER=folder tests a page that is already built; SHOTS=folder saves screenshots.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

lacks() {
    echo "web/tests/run.sh: $1" >&2
    [ "${optional:-}" = yes ] || exit 1
    echo "web/tests/run.sh: the page was not tested" >&2
    exit 0
}

[ "${1:-}" != --if-possible ] || optional=yes
command -v node >/dev/null || lacks "node is missing; install Node 20 or newer"
[ -d node_modules/playwright-core ] || lacks "the packages are missing; run: npm ci --prefix web/tests"
node --input-type=module -e 'import { find } from "./browser.mjs"; process.exit(find() ? 0 : 1)' || lacks "Chromium is not on PATH; install it, or set CHROMIUM"
if [ -z "${FOLDER:-}" ]; then
    ../build.sh --check >/dev/null 2>&1 || lacks "no Rust compiler has the target; run: rustup target add wasm32-unknown-unknown"
    FOLDER=$(../build.sh | tail -n 1)
fi
export FOLDER
# One test file at a time, because a forward pass uses a whole core.
node --test --test-concurrency=1 .
