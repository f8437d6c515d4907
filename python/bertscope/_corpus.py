"""Writes the caller's texts for IDF weights to a file for the program."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

_folder: Any = None
"""A temporary folder, deleted when Python exits."""


class Corpus(os.PathLike[str]):
    """Texts as a file, one per line. Equal texts share a file, so that one running program serves them."""

    _file = "references.txt"

    def __init__(self, texts: Sequence[str]) -> None:
        import hashlib  # With tempfile it takes longer to import than the rest of the module.

        # A line break would split the text. Most tokenizers treat it like any other whitespace.
        self._lines = "".join(text.replace("\r", " ").replace("\n", " ") + "\n" for text in texts).encode()
        self._name = hashlib.sha256(self._lines).hexdigest()[:16]

    def __fspath__(self) -> str:
        global _folder
        if _folder is None:
            import atexit
            import tempfile

            _folder = tempfile.TemporaryDirectory(prefix="bertscope-")
            atexit.register(_folder.cleanup)
        # Exports show the file name as the source of the weights.
        path = os.path.join(_folder.name, self._name, self._file)
        # A forked child shares the folder, and may have removed it on exit.
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(self._lines)
        return path
