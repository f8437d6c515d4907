#!/usr/bin/env bash
# Builds the wheel, installs it into a fresh environment without cargo on PATH, and tests the module: scores against
# bert_score's, bad input, explanations, the notebook, the inspector in a terminal, types.
#
#     python/test.sh [WHEEL]        # tests an existing wheel instead of building one
#
# Requires Python 3.10 or newer and a package index; to build, also Rust. PYTHON sets the interpreter.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=$(command -v "${PYTHON:-python3}") || { echo "python/test.sh: ${PYTHON:-python3} is missing; install Python 3.10 or newer" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/env"
environment=$folder/env/bin
"$environment/pip" install --quiet --disable-pip-version-check mypy nbclient ipykernel numpy pandas pandas-stubs pytest

wheel=${1:-}
if [ -z "$wheel" ]; then
    "$python" -m venv "$folder/build"
    "$folder/build/bin/pip" install --quiet --disable-pip-version-check "maturin>=1.9,<2"
    PATH=$folder/build/bin:$PATH packaging/wheel.sh "$folder"
    wheel=("$folder"/*.whl)
fi
"$environment/pip" install --quiet --disable-pip-version-check --no-index "${wheel[@]}"

"$environment/python" -m mypy --strict python/bertscope
# Only the environment is on PATH, and the module under test is the installed one.
cd "$folder"
PATH=$environment "$environment/python" -m pytest -q -p no:cacheprovider "$OLDPWD/python/tests"
