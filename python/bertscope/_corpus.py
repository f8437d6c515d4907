"""Gives the caller's texts for IDF weights to the program, as a file that leaves nothing behind."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import IO

from ._errors import BertscopeError

_HAS_DESCRIPTORS = os.path.isdir("/dev/fd")
"""Whether a file that has no name can be opened by its number."""


class Corpus:
    """Texts, one per line. Equal texts are equal, so that one running program serves them."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._fill(as_lines(texts))

    def _fill(self, lines: bytes) -> None:
        import hashlib  # Takes longer to import than the rest of the module.

        self._lines, self._digest = lines, hashlib.sha256(lines).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Corpus) and self._digest == other._digest

    def __hash__(self) -> int:
        return hash(self._digest)

    def open(self) -> IO[bytes]:
        """A file with the texts, which has no name where the system allows it: no text stays on the disk, however Python ends."""
        import tempfile  # Takes longer to import than the rest of the module.

        try:
            # A named file is deleted by the system when Python closes it or ends: so it is on Windows.
            file = tempfile.TemporaryFile() if _HAS_DESCRIPTORS else tempfile.NamedTemporaryFile(prefix="bertscope-")
            file.write(self._lines)
            file.flush()
            # On macOS, the program shares the position.
            file.seek(0)
        except OSError as error:
            raise BertscopeError(
                f"cannot write the texts for idf to a temporary file: {error}; set TMPDIR to a folder with enough space"
            ) from error
        return file


def path_of(file: IO[bytes]) -> str:
    """The path at which a program that inherits the file can open it."""
    return f"/dev/fd/{file.fileno()}" if _HAS_DESCRIPTORS else file.name


def as_lines(texts: Iterable[str]) -> bytes:
    """Texts, one per line. A line break would split a text; most tokenizers treat it like any other whitespace."""
    return "".join(text.replace("\r", " ").replace("\n", " ") + "\n" for text in texts).encode()
