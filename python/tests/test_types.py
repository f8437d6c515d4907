"""Type checkers accept the docs' own code, and the idioms of scripts."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import bertscope

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["docs/python.md", "README.md", "python/README.md", "docs/differences.md", "docs/scores.md", "docs/statistics.md"]

GIVEN = """
import bertscope
import pandas
reference = candidate = ""
cands: list[str] = []
refs: list[str] = []
df = pandas.DataFrame()
"""

IDIOMS = """
import bertscope
from bertscope import BERTScorer, score
P, R, F = score(["a"], ["b"])
mean: float = F.mean()
first: float = F.mean(dim=0).item()
print(f"{F.mean():.3f} {F.std():.3f} {F.median():.3f} {F.quantile(.5):.3f} {max(F)} {sum(F) / len(F)}")
listed: list[float] = F.tolist()
plain = F.cpu().numpy().round(3).tolist()
values, indices = F.sort(descending=True)
best = F.topk(3).values.tolist(), F.argmax().item(), F[0].item(), F[:2].mean(), F[F > 0.5].mean()
share: float = (F > 0.5).float().mean().item()
shapes = F.size(), F.size(0), F.shape, F.dim(), F.numel(), F.view(-1), F.unsqueeze(0), F.clamp(0, 1), F.detach().to("cpu")
harmonic = (2 * P * R / (P + R)).mean(dim=0)
(P, R, F), signature = score(["a"], ["b"], return_hash=True)
signature.upper()
T = score(["a"], ["b"], return_tensors="pt")
scorer = BERTScorer(lang="en")
print(scorer.score(["a"], ["b"])[2].mean(), scorer.score(["a"], ["b"], return_hash=True)[1].upper())
"""

SCRIPT = """# mypy: allow-untyped-defs, allow-untyped-calls
import os
MODEL, LAYERS = "", 2
cands: list[str] = []
refs: list[str] = []
"""

WRONG = """
import bertscope
P, R, F = bertscope.score(["a"], ["b"])
F.maen()
signature: str = bertscope.score(["a"], ["b"])
"""


def code_of(page):
    """The Python in a page, as one program."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    # Without the signatures of the API reference.
    return "".join(block for block in blocks if not re.match(r"\w+\([^)]*=(None|\"\"|\d)", block) and "(…" not in block)


@pytest.fixture(params=["mypy", "pyright"])
def check(request, tmp_path, monkeypatch):
    """The complaints of a type checker about a program."""
    if find_spec(request.param) is None:
        pytest.skip(f"needs the package {request.param}")
    (tmp_path / "pyproject.toml").write_text("[tool.pyright]\nreportMissingImports = false\nreportMissingModuleSource = false\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MYPYPATH", str(Path(bertscope.__file__).parents[1]) if "site-packages" not in bertscope.__file__ else "")

    def check(programs):
        for name, code in programs.items():
            (tmp_path / f"program_{name}.py").write_text(code, encoding="utf-8")
        files = [path.name for path in tmp_path.glob("*.py")]
        options = ["--strict", "--ignore-missing-imports"] if request.param == "mypy" else ["--pythonpath", sys.executable]
        done = subprocess.run([sys.executable, "-m", request.param, *options, *files], capture_output=True, text=True)
        lines = re.findall(r"program_.*error.*", done.stdout)
        assert lines or done.returncode == 0, done.stdout + done.stderr
        return lines

    return check


def test_the_code_of_docs_and_scripts_is_accepted(check):
    programs = {re.sub(r"\W", "_", page): GIVEN + code_of(page) for page in PAGES}
    programs["idioms"] = IDIOMS
    for script in (ROOT / "python" / "tests" / "drop_in").glob("*.py"):
        programs[script.stem] = SCRIPT + script.read_text(encoding="utf-8").replace("bert_score", "bertscope")
    assert len(programs) > 15
    assert check(programs) == []


def test_mistakes_are_reported(check):
    assert len(check({"mistakes": WRONG})) == 2
