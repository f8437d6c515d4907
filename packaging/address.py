#!/usr/bin/env python3
"""Prints the address of the repository or of the site, which Cargo.toml has in one place.

    packaging/address.py repository|homepage

Fails if `[workspace.package]` in Cargo.toml does not set it: nothing is published that points nowhere.
"""

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def address(name):
    """The address, or None."""
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    return cargo["workspace"]["package"].get(name)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("repository", "homepage"):
        sys.exit(__doc__)
    found = address(sys.argv[1])
    if not found:
        sys.exit(f'Cargo.toml does not set `{sys.argv[1]}` in [workspace.package]; set it before a release, as in {sys.argv[1]} = "https://…"')
    print(found.rstrip("/"))
