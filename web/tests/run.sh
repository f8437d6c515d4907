#!/usr/bin/env bash
# Builds the page, serves it on loopback and drives Chromium through it.
#
#   web/tests/run.sh                    # fails where something is missing
#   web/tests/run.sh --if-possible      # says what is missing and succeeds: for .ci/run
#
# Needs what web/build.sh needs, Node 20 or newer, `npm ci --prefix web/tests`, and Chromium (the first one on PATH, or the
# one that CHROMIUM names). FOLDER tests a folder that is already built; SHOTS keeps screenshots there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

lacks() {
    echo "web/tests/run.sh: $1" >&2
    [ "${optional:-}" = yes ] || exit 1
    echo "web/tests/run.sh: the page was not tested" >&2
    exit 0
}

[ "${1:-}" != --if-possible ] || optional=yes
command -v node >/dev/null || lacks "there is no node; install Node 20 or newer"
[ -d node_modules/playwright-core ] || lacks "the packages are missing; run: npm ci --prefix web/tests"
node --input-type=module -e 'import { find } from "./browser.mjs"; process.exit(find() ? 0 : 1)' || lacks "there is no Chromium on PATH"
if [ -z "${FOLDER:-}" ]; then
    ../build.sh --check >/dev/null 2>&1 || lacks "no Rust compiler has the target; run: rustup target add wasm32-unknown-unknown"
    FOLDER=$(../build.sh | tail -n 1)
fi
export FOLDER
# One after the other: a pass of the model takes all of a core.
node --test --test-concurrency=1 .
