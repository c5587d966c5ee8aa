"""Writes the pages that follow from the code, before Sphinx looks for pages.

Each writer returns pages by their path below ``docs/generated``. A file is touched only if its text
changed, so a second build reads again only what is new.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import api_pages
import gallery
import measure_pages
import measure_table
import peer_table
import project_pages
import reference_page

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

DOCS = Path(__file__).resolve().parents[1]
WRITERS = (
    measure_pages.pages,
    measure_table.pages,
    reference_page.pages,
    api_pages.pages,
    peer_table.pages,
    project_pages.pages,
    gallery.pages,
)


def write(folder: Path) -> set[Path]:
    """Write every generated page into a folder, remove what is left of older builds."""
    kept = set()
    for writer in WRITERS:
        for name, content in writer().items():
            path = folder / name
            kept.add(path)
            data = content if isinstance(content, bytes) else content.encode("utf-8")
            if not path.is_file() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
    for path in folder.rglob("*"):
        if path.is_file() and path not in kept:
            path.unlink()
    return kept


def _at_start(app: Sphinx, _config: Config) -> None:
    write(Path(app.srcdir) / "generated")


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("config-inited", _at_start)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
