"""Completes what autodoc shows: every parameter with its type, options of all measures in full.

Docstrings say what a parameter means and annotations which type it has. Here both come together:
in the signature, and in the sections of the docstring, whose entries need no types of their own.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from inspect import Parameter
from typing import TYPE_CHECKING, Any

from partita import Measure
from partita.report.formats.docstrings import section

from .api_pages import documented
from .conventions import CONVENTIONS
from .types import OUTSIDE, Text, shown, type_of, words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_PAGE = "../../conventions.html"  # from the pages of the reference
_UNDERLINE = re.compile(r"-{3,}")
_NAME = re.compile(r"(?<![\w.~'\"])[A-Za-z_]\w*(?![\w.'\"])")

Entry = tuple[str, list[str]]  # the line that names something, and the lines below it


def signature_of(obj: Any) -> inspect.Signature | None:
    """The signature with types as text, without self; None where there is none to show."""
    try:
        found = inspect.signature(obj)
    except (TypeError, ValueError):
        return None
    parameters = list(found.parameters.values())
    if parameters and parameters[0].name in {"self", "cls"}:
        parameters = parameters[1:]
    return found.replace(parameters=parameters)


def linked(expression: str) -> str:
    """A type with the full names of what is documented, here or elsewhere."""
    targets = {**documented(), **OUTSIDE}

    def full(match: re.Match[str]) -> str:
        target = targets.get(match[0], "")
        return f"~{target}" if target else match[0]

    return _NAME.sub(full, expression)


def typed(obj: Any, owner: str = "") -> tuple[str, str] | None:
    """Parameters and return type of a function as Sphinx reads them."""
    found = signature_of(obj)
    if found is None:
        return None
    told = _told(obj)
    parameters = [
        one.replace(annotation=Text(linked(text)) if (text := _kind(one, told)) else one.empty)
        for one in found.parameters.values()
    ]
    returned = shown(found.return_annotation)
    return str(inspect.Signature(parameters)), linked(owner if returned == "Self" else returned)


def _told(obj: Any) -> dict[str, str]:
    """Types that the docstring states itself, as Python expressions."""
    found = {}
    for line, _ in section(inspect.getdoc(obj), "Parameters"):
        names, _, kind = line.partition(" : ")
        kind = re.sub(r"\{.*?\}", "str", kind).split(", default")[0].split(", optional")[0]
        kind = re.sub(r"list of (\w+)", r"list[\1]", kind.replace(" of numbers", ""))
        expression = " | ".join(re.split(r", | or ", kind))
        found.update(dict.fromkeys(names.split(", "), expression) if kind else {})
    return found


def _kind(parameter: Parameter, told: dict[str, str]) -> str:
    """The type of a parameter; where it is annotated Any, what the docstring states."""
    if "Any" not in str(parameter.annotation) or parameter.name not in told:
        return type_of(parameter)
    return told[parameter.name] + (" | None" if parameter.default is None else "")


def completed(lines: list[str], obj: Any) -> list[str]:
    """A docstring whose parameters and attributes have types."""
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
    """Parameters by name; fields of a class where its attributes are listed."""
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
        return [line, *text]
    kinds = [words(known[name]) for name in names if name in known]
    if len(kinds) != len(names) or not all(kinds):
        return [line, *text]
    return [f"{line} : {'; '.join(dict.fromkeys(kinds))}", *text]


def _common(name: str) -> list[str]:
    """An option of all measures, as their call documents it, with a link to the conventions."""
    for line, text in section(Measure.__call__.__doc__, "Parameters"):
        if line.startswith(f"{name} :"):
            page = f"`conventions <{_PAGE}#{CONVENTIONS[name]}>`__"
            return [line, f"    {text} See {page}."]
    raise KeyError(name)


def _docstring(
    _app: Sphinx, _what: str, _name: str, obj: Any, _options: Any, lines: list[str]
) -> None:
    lines[:] = completed(lines, obj)


def _signature(
    _app: Sphinx, what: str, name: str, obj: Any, _options: Any, *_signature: Any
) -> tuple[str, str] | None:
    if what == "class" and not section(obj.__doc__, "Parameters"):
        return "", ""  # nobody calls it: functions or class methods make it
    owner = name.rpartition(".")[0].rpartition(".")[2]
    found = typed(obj, owner)
    return (found[0], "") if found and what == "class" else found


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _docstring, priority=110)
    app.connect("autodoc-process-signature", _signature)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
