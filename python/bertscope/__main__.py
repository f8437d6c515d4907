"""``python -m bertscope`` runs the program."""

from __future__ import annotations

import os
import subprocess
import sys

from ._errors import BertscopeError
from ._program import cannot_start, find_program


def main() -> int:
    try:
        program = find_program()
    except BertscopeError as error:
        print(f"bertscope: {error}", file=sys.stderr)
        return 1
    if "doctor" in sys.argv:
        import platform

        from ._version import version

        os.environ["BERTSCOPE_PYTHON"] = f"{version()} {platform.python_version()}"
    try:
        if os.name == "posix":
            # Replaces the Python process, so that the program owns the terminal and receives signals.
            os.execv(program, [program, *sys.argv[1:]])
        return subprocess.call([program, *sys.argv[1:]])
    except OSError as error:
        print(f"bertscope: {cannot_start(program, error)}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
