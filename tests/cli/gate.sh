#!/usr/bin/env bash
# A job that releases new outputs unless they are worse than those of the last release:
#
#   gate.sh REFERENCES OUTPUTS LAST_SCORES NEW_SCORES
#
# BERTSCOPE is the program, MODEL the model.
set -euo pipefail

"$BERTSCOPE" score -r "$1" -c "$2" -m "$MODEL" --json --texts -o "$4" > /dev/null
"$BERTSCOPE" compare --scores "$3" --scores "$4" --names last,new --fail-on loss,drop=0.005 > /dev/null
echo "released"
