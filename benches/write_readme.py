#!/usr/bin/env python3
"""Writes what `benches/all.sh` measured into benches/README.md: write_readme.py RESULTS

RESULTS/NAME.md replaces what stands between `<!-- NAME -->` and `<!-- end -->`; a name that the README lacks is an error.
"""
import pathlib
import re
import sys

README = pathlib.Path(__file__).resolve().parent / "README.md"


def main():
    text = README.read_text(encoding="utf-8")
    for result in sorted(pathlib.Path(sys.argv[1]).glob("*.md")):
        block = re.compile(rf"(<!-- {re.escape(result.stem)} -->\n).*?(<!-- end -->)", re.DOTALL)
        measured = result.read_text(encoding="utf-8").strip()
        text, count = block.subn(lambda found: f"{found[1]}{measured}\n{found[2]}", text)
        if count != 1:
            sys.exit(f"write_readme.py: {README} has {count} places for {result.stem}")
    README.write_text(text, encoding="utf-8")


main()
