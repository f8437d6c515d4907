"""The notebook in examples/ runs from top to bottom, and its pairs draw themselves."""

import os
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "explain.ipynb"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_notebook_runs_and_draws_its_pairs(tmp_path):
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "committed without outputs"
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    pages = [page for output in outputs if "<iframe" in (page := output.get("data", {}).get("text/html", ""))]
    texts = [output["data"]["text/plain"] for output in outputs if "<iframe" in output.get("data", {}).get("text/html", "")]
    assert len(pages) == 2 and all("◆" in text for text in texts)
    tables = [output for output in outputs if "dataframe" in output.get("data", {}).get("text/html", "")]
    assert len(tables) == 3
    assert any("Why not 1.0?" in output.get("data", {}).get("text/html", "") for output in outputs), "a question draws itself"
    # For a person who wants to look at it.
    if folder := os.environ.get("NOTEBOOK_OUT"):
        nbformat.write(notebook, Path(folder) / NOTEBOOK.name)
