"""Texts of a caller that IDF weights are counted over, in a file for the program."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

_folder: Any = None
"""A temporary folder, which goes when Python ends."""


class Corpus(os.PathLike[str]):
    """Texts as a file, a line each. Equal texts have the same file, so that one running program answers for them."""

    def __init__(self, texts: Sequence[str]) -> None:
        import hashlib  # With tempfile it takes longer to import than the rest of the module.

        # A line break in a text would end it there. To most tokenizers it is a blank like any other.
        self._lines = "".join(text.replace("\r", " ").replace("\n", " ") + "\n" for text in texts).encode()
        self._name = hashlib.sha256(self._lines).hexdigest()[:16]

    def __fspath__(self) -> str:
        global _folder
        if _folder is None:
            import atexit
            import tempfile

            _folder = tempfile.TemporaryDirectory(prefix="bertscope-")
            atexit.register(_folder.cleanup)
        # Pictures name the file as the source of the weights.
        path = os.path.join(_folder.name, self._name, "references.txt")
        # A forked child has the folder too, and may have ended and removed it.
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(self._lines)
        return path
