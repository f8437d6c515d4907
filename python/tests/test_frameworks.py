"""The snippets of docs/frameworks.md: each runs, if its framework is installed, and prints what the page shows.

BERTSCOPE_WRITE_DOCS=1 writes what they print into the page.
"""

import contextlib
import io
import os
import re
import socket
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import bertscope
from conftest import why_no_spark

PAGE = Path(__file__).parents[2] / "docs" / "frameworks.md"
BLOCK = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.S)
BLOCKS = list(BLOCK.finditer(PAGE.read_text(encoding="utf-8")))
TELEMETRY_OFF = dict(re.findall(r"^export (\w+)=(\S+)$", PAGE.read_text(encoding="utf-8"), re.M))
"""What the page tells a user to set."""
CONTEXT = {"vars": {"expected": "The ferry leaves at noon."}}


def packages(source):
    """The packages that a snippet needs beside bertscope: those that it imports, and those of the adapters that it imports."""
    adapters = set(re.findall(r"^from bertscope\.integrations\.(\w+)", source, re.M)) - {"spark"}
    return set(re.findall(r"^(?:from|import) (\w+)", source, re.M)) - {"bertscope"} | adapters


@pytest.fixture
def called(monkeypatch):
    """The addresses beyond this machine that a snippet looks up or connects to, all of them in vain."""
    found, (look_up, connect) = [], (socket.getaddrinfo, socket.socket.connect)

    def check(address):
        if not (isinstance(address, (str, bytes)) or address[0] in ("localhost", "127.0.0.1", "::1", None)):
            found.append(address)
            raise OSError(f"no network in a test: {address}")

    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: check(a[:2]) or look_up(*a, **k))
    monkeypatch.setattr(socket.socket, "connect", lambda self, address: check(address) or connect(self, address))
    return found


def title(block):
    heading = PAGE.read_text(encoding="utf-8")[: block.start()].rpartition("\n## ")[2].partition("\n")[0]
    return heading if not heading.startswith("#") else "reason"


@pytest.mark.parametrize("block", BLOCKS, ids=title)
def test_a_snippet_runs_without_network_and_prints_what_the_page_shows(block, called, monkeypatch, tmp_path):
    source, shown = block.groups()
    for package in sorted(packages(source)):
        if find_spec(package) is None:
            pytest.skip(f"needs the package {package}")
    if "pyspark" in source and (reason := why_no_spark()):
        pytest.skip(reason)
    for variable, value in TELEMETRY_OFF.items():
        monkeypatch.setenv(variable, value)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_MODULES_CACHE", str(tmp_path))
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    printed, space = io.StringIO(), {"__name__": "snippet"}
    with contextlib.redirect_stdout(printed):
        exec(compile(source, f"{PAGE.name}: {title(block)}", "exec"), space)
    assert not called
    if shown is None:
        # Functions that a framework calls.
        if "get_assert" in space:
            verdict = space["get_assert"]("The boat departs at midday.", CONTEXT)
            assert verdict["pass"] and verdict["score"] > 0.7 and verdict["reason"].startswith("cost in recall: ")
        else:
            expected = bertscope.score(["a boat"], ["a ferry"])[2][0]
            assert space["process_results"]({"reference": "a ferry"}, ["a boat"]) == {"bertscope_f1": expected}
    elif os.environ.get("BERTSCOPE_WRITE_DOCS"):
        written = f"```python\n{source}```\n\n```text\n{printed.getvalue()}```"
        PAGE.write_text(PAGE.read_text(encoding="utf-8").replace(block[0], written), encoding="utf-8")
    else:
        assert printed.getvalue() == shown
