"""Completes docstrings for autodoc: every parameter gets its type, and shared options their text.

Annotations give the types and docstrings the meanings. This module puts the types into the
signatures and into the sections of the docstrings, so that nobody writes them twice.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from inspect import Parameter
from typing import TYPE_CHECKING, Any

from partita import Measure
from partita.measures.declared import Declared
from partita.report.formats.docstrings import section
from partita.report.formats.formulas import mathml

from .api_pages import documented
from .conventions import CONVENTIONS
from .types import NAMES, OUTSIDE, signature_of, typed, words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_PAGE = "../../conventions.html"  # from the pages of the reference
_UNDERLINE = re.compile(r"-{3,}")
_NAME = re.compile(r"(?<![\w.~'\"])[A-Za-z_]\w*(?![\w.'\"])")

Entry = tuple[str, list[str]]  # the line that names something, and the lines below it


def linked(expression: str) -> str:
    """A type in which every documented name is a full name, so that Sphinx links it."""
    targets = {**documented(), **OUTSIDE}

    def full(match: re.Match[str]) -> str:
        target = targets.get(match[0], "")
        return f"~{target}" if target else match[0]

    return _NAME.sub(full, expression)


def completed(lines: list[str], obj: Any) -> list[str]:
    """Add types to the parameters and attributes of a docstring."""
    found: list[str] = []
    for heading, lines_below in _sections(lines):
        body = lines_below
        if heading in {"Parameters", "Attributes", "Other Parameters"}:
            known = _known(obj, heading)
            body = [line for entry in _entries(body) for line in _full(entry, known)]
        found += ([heading, "-" * len(heading)] if heading else []) + body
    return found


def _sections(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    heading, body = "", []
    for place, line in enumerate(lines):
        if _UNDERLINE.fullmatch(line):
            continue
        if place + 1 < len(lines) and _UNDERLINE.fullmatch(lines[place + 1]):
            yield heading, body
            heading, body = line, []
        else:
            body.append(line)
    yield heading, body


def _entries(body: list[str]) -> list[Entry]:
    entries: list[Entry] = []
    for line in body:
        if line and not line.startswith(" "):
            entries.append((line, []))
        elif entries:
            entries[-1][1].append(line)
    return entries


def _known(obj: Any, heading: str) -> dict[str, Parameter]:
    """Parameters by name, or for a section of attributes the fields of the class."""
    if heading == "Attributes" and inspect.isclass(obj):
        kind = Parameter.KEYWORD_ONLY
        return {
            name: Parameter(name, kind, annotation=annotation)
            for cls in reversed(obj.__mro__)
            for name, annotation in vars(cls).get("__annotations__", {}).items()
        }
    found = signature_of(obj)
    return dict(found.parameters) if found is not None else {}


def _full(entry: Entry, known: dict[str, Parameter]) -> list[str]:
    line, text = entry
    names = line.split(", ")
    if len(names) > 1 and set(names) <= set(CONVENTIONS) and "every measure" in " ".join(text):
        return [line for name in names for line in _common(name)]
    if " : " in line:
        shared = names[0].partition(" : ")[0] in CONVENTIONS
        known = shared and line in dict(section(Measure.__call__.__doc__, "Parameters"))
        return _common(line.partition(" : ")[0]) if known else [_typed_as_is(line), *text]
    kinds = {words(known[name]) if name in known else "" for name in names}
    if len(kinds) > 1 or "" in kinds:
        return [line, *text]
    return [_typed_as_is(f"{line} : {kinds.pop()}"), *text]


def _typed_as_is(line: str) -> str:
    """Write choices and strings as code, so that their quotes stay straight."""
    return re.sub(r'(\{.*?\}|"[^"]*")', r"``\1``", line)


def _common(name: str) -> list[str]:
    """The entry of an option that all measures share, with a link to the conventions."""
    for line, text in section(Measure.__call__.__doc__, "Parameters"):
        if line.startswith(f"{name} :"):
            page = f"`conventions <{_PAGE}#{CONVENTIONS[name]}>`__"
            return [_typed_as_is(line), f"    {text} See {page}."]
    raise KeyError(name)


def _docstring(
    _app: Sphinx, _what: str, _name: str, obj: Any, _options: Any, lines: list[str]
) -> None:
    lines[:] = completed(lines, obj)
    if isinstance(obj, Declared) and obj.formula:
        formula = f'.. drawn::\n\n   <div class="formula">{mathml(obj.formula)}</div>\n'
        stated = re.compile(r"Formula: ``.+?``$", re.DOTALL | re.MULTILINE)
        lines[:] = stated.sub(lambda _: formula, "\n".join(lines)).split("\n")


def _signature(
    _app: Sphinx, what: str, name: str, obj: Any, _options: Any, *_signature: Any
) -> tuple[str, str] | None:
    if what == "class" and not section(obj.__doc__, "Parameters"):
        return "", ""  # functions or class methods make it, not users
    owner = name.rpartition(".")[0].rpartition(".")[2]
    found = typed(obj, owner, linked)
    return (found[0], "") if found and what == "class" else found


def _rename(_app: Sphinx, doctree: Any) -> None:
    """Rename the types of fields, which autodoc shows as they are annotated."""
    from docutils.nodes import Text as Words
    from sphinx.addnodes import pending_xref

    for link in doctree.findall(pending_xref):
        known = NAMES.get(link.astext(), link.astext())
        if link.get("reftype") == "class" and known in {*NAMES.values(), *OUTSIDE}:
            link["reftarget"] = OUTSIDE.get(known, known)
            link.children = [Words(known)]


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _docstring, priority=110)
    app.connect("autodoc-process-signature", _signature)
    app.connect("doctree-read", _rename)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
