"""Writes the caller's texts for IDF weights to a file for the program."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from ._errors import BertscopeError

_folders: dict[int, str] = {}
"""The temporary folder of each process: a forked child has its own, because the parent's ends with the parent."""


class Corpus(os.PathLike[str]):
    """Texts as a file, one per line. Equal texts share a file, so that one running program serves them."""

    _file = "references.txt"

    def __init__(self, texts: Sequence[str]) -> None:
        self._fill(as_lines(texts))

    def _fill(self, lines: bytes) -> None:
        import hashlib  # With tempfile it takes longer to import than the rest of the module.

        self._lines, self._name = lines, hashlib.sha256(lines).hexdigest()[:16]

    def __fspath__(self) -> str:
        import tempfile

        try:
            # Exports show the file name as the source of the weights.
            path = os.path.join(_folder(), self._name, self._file)
            # It may have been removed, as system services do with old temporary files.
            if not os.path.exists(path):
                os.makedirs(os.path.dirname(path), exist_ok=True)
                file, unfinished = tempfile.mkstemp(dir=os.path.dirname(path))
                with open(file, "wb") as lines:
                    lines.write(self._lines)
                os.replace(unfinished, path)
        except OSError as error:
            raise BertscopeError(
                f"cannot write the texts for idf to a temporary file: {error}; set TMPDIR to a folder with enough space"
            ) from error
        return path


def as_lines(texts: Iterable[str]) -> bytes:
    """Texts, one per line. A line break would split a text; most tokenizers treat it like any other whitespace."""
    return "".join(text.replace("\r", " ").replace("\n", " ") + "\n" for text in texts).encode()


def _folder() -> str:
    import atexit
    import tempfile

    process = os.getpid()
    if process not in _folders:
        _folders[process] = tempfile.mkdtemp(prefix="bertscope-")
        atexit.register(_remove, process)
    return _folders[process]


def _remove(process: int) -> None:
    import shutil

    if process == os.getpid():
        shutil.rmtree(_folders[process], ignore_errors=True)
