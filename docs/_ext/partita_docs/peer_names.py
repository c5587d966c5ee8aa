"""The names of our measures in other packages: a table per package, for the migration page."""

from __future__ import annotations

from partita.interop.conventions import PACKAGES, compat

from .markdown import page, table


def pages() -> dict[str, str]:
    """The tables, from the conventions of `partita.compat`."""
    return {f"peers/{name}.md": page("<!-- table -->", _table(name)) for name in PACKAGES}


def _table(package: str) -> str:
    rows = [
        (f"`{one.name}`", f"`{one.call}`", one.differs)
        for one in compat(package).conventions.values()
    ]
    return table((package, "partita", "difference"), rows)
