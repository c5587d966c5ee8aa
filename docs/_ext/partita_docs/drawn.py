"""Generated HTML, such as formulas and curves, that the search does not index."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class drawn(nodes.General, nodes.Element):  # noqa: N801 - nodes are named so
    """A piece of HTML. Sphinx would index the words of a raw node."""


class _Directive(SphinxDirective):
    has_content = True

    def run(self) -> list[nodes.Node]:
        return [drawn(html="\n".join(self.content))]


def _visit(translator: Any, node: drawn) -> None:
    translator.body.append(node["html"])
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_node(drawn, html=(_visit, None))
    app.add_directive("drawn", _Directive)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
