"""Rows of the summary in benches/README.md. `benches/all.sh` names the file that collects them; otherwise they go nowhere."""
import os


def row(what, ratio, ours, compared):
    """A row: what was measured, bertscope's share of the closest peer's time (or of another quantity), and both measurements."""
    name = os.environ.get("BENCH_ROWS")
    if not name:
        return
    with open(name, "a", encoding="utf-8") as file:
        print(f"| {what} | {ratio} | {ours} | {compared} |", file=file)
