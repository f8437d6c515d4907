#!/usr/bin/env bash
# Builds the wheel, installs it into a fresh environment without cargo on PATH, and tests the module: scores against
# bert_score's, bad input, explanations, the notebook, the inspector in a terminal, types.
#
#     python/test.sh [WHEEL]                            # tests an existing wheel instead of building one
#     FRAMEWORKS="deepeval mlflow" python/test.sh       # also the snippets of docs/frameworks.md, each framework in an environment of its own
#
# Requires Python 3.10 or newer and a package index; to build, also Rust. PYTHON sets the interpreter. The frameworks are deepeval,
# evaluate, mlflow, opik, ragas, torchmetrics (with PyTorch) and pyspark (with Java); "all" means all of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=$(command -v "${PYTHON:-python3}") || { echo "python/test.sh: ${PYTHON:-python3} is missing; install Python 3.10 or newer" >&2; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/env"
environment=$folder/env/bin
"$environment/pip" install --quiet --disable-pip-version-check mypy pyright nbclient ipykernel numpy pandas pandas-stubs polars pyarrow pytest

wheel=${1:+$(realpath "$1")}
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

[ "${FRAMEWORKS:-}" != all ] || FRAMEWORKS="deepeval evaluate mlflow opik ragas torchmetrics pyspark"
for framework in ${FRAMEWORKS:-}; do
    environment=$folder/$framework/bin
    "$python" -m venv "$folder/$framework"
    needs=$framework
    [ "$framework" != ragas ] || needs="ragas langchain-community<0.4"
    [ "$framework" != pyspark ] || needs="pyspark pyarrow pandas<3"
    # shellcheck disable=SC2086  # A list of packages.
    "$environment/pip" install --quiet --disable-pip-version-check pytest $needs
    "$environment/pip" install --quiet --disable-pip-version-check --no-index "${wheel[@]}"
    echo "$framework:"
    "$environment/python" -m pytest -q -p no:cacheprovider "$OLDPWD"/python/tests/test_{frameworks,integrations,spark}.py
    rm -rf "${folder:?}/$framework"
done
