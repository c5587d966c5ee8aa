"""Turns names in code style into links: `adjusted_rand` to its page, `compare` to the reference.

Pages stay plain Markdown, which any code host shows; only the site adds the links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from partita import MEASURES

from .api_pages import documented

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NOT_INSIDE = (nodes.reference, nodes.title, addnodes.pending_xref, addnodes.desc_signature)


def _link(app: Sphinx, doctree: nodes.document) -> None:
    targets = documented()
    here = app.env.docname
    for literal in list(doctree.findall(nodes.literal)):
        if _enclosed(literal):
            continue
        name = literal.astext().removeprefix("partita.").removesuffix("()")
        if name in MEASURES and here != f"generated/measures/{name}":
            _wrap(literal, here, "std", "doc", f"/generated/measures/{name}")
        elif name in targets and not here.startswith("generated/api"):
            _wrap(literal, here, "py", "obj", targets[name])


def _enclosed(node: nodes.Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, NOT_INSIDE):
            return True
    return False


def _wrap(literal: nodes.literal, here: str, domain: str, kind: str, target: str) -> None:
    link = addnodes.pending_xref(
        "",
        refdoc=here,
        refdomain=domain,
        reftype=kind,
        reftarget=target,
        refexplicit=True,
        refwarn=True,
    )
    literal.replace_self(link)
    link += literal


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("doctree-read", _link)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
