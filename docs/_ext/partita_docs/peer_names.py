"""What other packages call our measures: a table for each, which the page on migration shows."""

from __future__ import annotations

from partita.interop.conventions import PACKAGES, compat

from .markdown import page, table


def pages() -> dict[str, str]:
    """The tables, from the conventions that `partita.compat` computes with."""
    return {f"peers/{name}.md": page("<!-- table -->", _table(name)) for name in PACKAGES}


def _table(package: str) -> str:
    rows = [
        (f"`{one.name}`", f"`{one.call}`", one.differs)
        for one in compat(package).conventions.values()
    ]
    return table((package, "partita", "difference"), rows)
