"""Things that draw themselves: as HTML in a notebook, as text in a terminal and with ``print``."""

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
    """The answer to a question: plain data, which draws itself as the table that the inspector shows."""

    def __init__(self, section: dict[str, Any]) -> None:
        super().__init__(section["data"])
        self.title: str = section["title"]
        """The heading."""
        self.lead: str = section["lead"]
        """What it says, in a sentence or two."""
        self.rows: list[dict[str, Any]] = section["rows"]
        """For people: the ``text`` of each row, and ``how`` its numbers were computed, where there are any."""

    def __str__(self) -> str:
        return "\n".join([self.title, self.lead, "", *(row["text"] for row in self.rows)])

    def _repr_html_(self) -> str:
        import html  # Takes longer to import than the rest of the module.

        def row(row: dict[str, Any]) -> str:
            how = html.escape("\n".join(row.get("how", ())))
            return f'<span title="{how}">{html.escape(row["text"])}</span>'

        rows = "\n".join(map(row, self.rows))
        # Notebooks have styles of their own for text in HTML.
        style = "overflow-x:auto;white-space:pre;line-height:1.35;font-family:ui-monospace,'DejaVu Sans Mono',monospace"
        head = f"<strong>{html.escape(self.title)}</strong><br>{html.escape(self.lead)}"
        return f'<div>{head}<pre style="{style}">{rows}</pre></div>'


def frame(page: str, height: int) -> str:
    """A page in a frame: its names, styles and scripts are its own, however many stand in one notebook.

    The page says how high it is, and the frame follows. ``height`` is for where scripts do not run.
    """
    say = (
        "<script>new ResizeObserver(()=>parent.postMessage({bertscope:"
        'document.documentElement.offsetHeight},"*")).observe(document.documentElement)</script>'
    )
    hear = (
        '<script>(f=>f&&addEventListener("message",e=>{if(e.source===f.contentWindow&&e.data.bertscope)'
        'f.style.height=e.data.bertscope+"px"}))(document.currentScript?.parentElement.querySelector("iframe"))</script>'
    )
    # In single quotes, because a page has many double ones.
    source = (page + say).replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;")
    return (
        f"<div><iframe srcdoc='{source}' sandbox=\"allow-scripts\" title=\"BERTScore, token by token\" "
        f'style="width:100%;height:{height}px;border:0;resize:vertical;overflow:auto"></iframe>{hear}</div>'
    )
