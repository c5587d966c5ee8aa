"""Writes the pages that are generated from the code, before Sphinx looks for pages.

Each writer returns pages by their path below ``docs/generated``. A file is touched only if its text
changed, so a second build reads again only what is new.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import (
    api_pages,
    bad_inputs,
    example_pages,
    figure_style,
    inventories,
    measure_pages,
    measure_table,
    peer_names,
    peer_table,
    project_pages,
    property_matrix,
    reference_page,
    sample_report,
)

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config

WRITERS = (
    measure_pages.pages,
    measure_table.pages,
    property_matrix.pages,
    reference_page.pages,
    api_pages.pages,
    peer_names.pages,
    peer_table.pages,
    bad_inputs.pages,
    project_pages.pages,
    example_pages.pages,
    inventories.pages,
    figure_style.pages,
)


def write(folder: Path) -> set[Path]:
    """Write every generated page into a folder, and remove pages of older builds."""
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


def _as_read(_app: Sphinx, docname: str, source: list[str]) -> None:
    # Doctest needs a blank line before the closing fence; readers do not.
    source[0] = re.sub(r"\n\n( *```)$", r"\n\1", source[0], flags=re.MULTILINE)
    if not docname.startswith("generated/"):
        source[0] = project_pages.led_inside(source[0], docname)


def _as_documented(_app: Sphinx, _what: str, _name: str, *rest: Any) -> None:
    """Rewrite the parts of a docstring, which is plain text, that Sphinx would misread."""
    lines: list[str] = rest[-1]
    # In our docstrings, a bar means a size or a condition, not a substitution.
    lines[:] = [line if ">>>" in line else line.replace("|", "\\|") for line in lines]
    # After a section, examples without a heading would be read as a parameter.
    first = next((k for k, line in enumerate(lines) if line.startswith(">>>")), None)
    sections = any(line.startswith("---") for line in lines[:first])
    if first is not None and sections and "Examples" not in lines[:first]:
        lines[first:first] = ["Examples", "--------"]


def _as_shown(_app: Sphinx, _page: str, _template: str, context: dict[str, Any], *_: Any) -> None:
    """Replace what assistive technology cannot read in the body of a page.

    Sphinx writes the parameters of a long signature as a list of definitions without terms.
    """
    if "body" in context:
        context["body"] = _PARAMETERS.sub(_as_lines, context["body"])


def _as_lines(found: re.Match[str]) -> str:
    lines = found[0].replace("<dd>", '<span class="sig-line">').replace("</dd>", "</span>")
    return lines.removeprefix("<dl>").removesuffix("</dl>")


_PARAMETERS = re.compile(r"<dl>\s*(?:<dd>(?:(?!</?d[dlt]\b).)*</dd>\s*)+</dl>", re.DOTALL)


def _at_end(app: Sphinx, exception: Exception | None) -> None:
    if exception is None and app.builder.format == "html":
        sample_report.write(Path(app.outdir))


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("config-inited", _at_start)
    app.connect("build-finished", _at_end)
    app.connect("source-read", _as_read)
    app.connect("html-page-context", _as_shown)
    app.connect("autodoc-process-docstring", _as_documented, priority=100)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
