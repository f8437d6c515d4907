"""The version of the module."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, version as installed_version
from pathlib import Path


def version() -> str:
    """The version in Cargo.toml for a module in a clone, where another version may be installed as well; otherwise the installed one."""
    manifest = Path(__file__).resolve().parents[2] / "Cargo.toml"
    try:
        text = manifest.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        text = ""
    found = re.search(r'^\[workspace\.package\]\s+version = "([^"]+)"', text, re.MULTILINE)
    if found and 'name = "bertscope"' in text:
        return found[1]
    try:
        return installed_version("bertscope")
    except PackageNotFoundError:  # A copied folder.
        return "0+unknown"
