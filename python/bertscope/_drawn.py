"""Objects with a display form: HTML in a notebook, text in a terminal and with ``print``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class Drawn:
    """Has ``__str__``, and ``_repr_html_`` for notebooks."""

    def _repr_html_(self) -> str:
        raise NotImplementedError

    def _repr_mimebundle_(
        self, include: Iterable[str] | None = None, exclude: Iterable[str] | None = None
    ) -> dict[str, str]:
        forms = {"text/plain": self.__str__, "text/html": self._repr_html_}
        wanted = set(include or forms) - set(exclude or ())
        return {name: form() for name, form in forms.items() if name in wanted}


class Section(Drawn, dict[str, Any]):
    """One topic of an explanation: plain data, displayed as the table that the inspector shows."""

    def __init__(self, section: dict[str, Any]) -> None:
        super().__init__(section["data"])
        self.title: str = section["title"]
        """The heading."""
        self.lead: str = section["lead"]
        """The finding, in a sentence or two."""
        self.rows: list[dict[str, Any]] = section["rows"]
        """For display: the ``text`` of each row, and ``how`` its numbers were computed, if it has any."""

    def __str__(self) -> str:
        return "\n".join([self.title, self.lead, "", *(row["text"] for row in self.rows)])

    def _repr_html_(self) -> str:
        import html  # Takes longer to import than the rest of the module.

        spans = []
        for row in self.rows:
            how = html.escape("\n".join(row.get("how", ())))
            spans.append(f'<span title="{how}">{html.escape(row["text"])}</span>')
        rows = "\n".join(spans)
        # Notebooks apply their own styles to text in HTML.
        style = "overflow-x:auto;white-space:pre;line-height:1.35;font-family:ui-monospace,'DejaVu Sans Mono',monospace"
        head = f"<strong>{html.escape(self.title)}</strong><br>{html.escape(self.lead)}"
        return f'<div>{head}<pre style="{style}">{rows}</pre></div>'


def frame(page: str, height: int) -> str:
    """An HTML page in a frame, which isolates its names, styles and scripts from other frames in the notebook.

    The page reports its height, and the frame adapts. ``height`` is used where scripts do not run.
    """
    say = (
        "<script>new ResizeObserver(()=>parent.postMessage({bertscope:"
        'document.documentElement.offsetHeight},"*")).observe(document.documentElement)</script>'
    )
    hear = (
        '<script>(f=>f&&addEventListener("message",e=>{if(e.source===f.contentWindow&&e.data.bertscope)'
        'f.style.height=e.data.bertscope+"px"}))(document.currentScript?.parentElement.querySelector("iframe"))</script>'
    )
    # In single quotes, because a page contains many double quotes.
    source = (page + say).replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    return (
        f"<div><iframe srcdoc='{source}' sandbox=\"allow-scripts\" title=\"BERTScore, token by token\" "
        f'style="width:100%;height:{height}px;border:0;resize:vertical;overflow:auto"></iframe>{hear}</div>'
    )
