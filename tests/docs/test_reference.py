"""The reference is complete: every public name says what it takes, returns and raises.

``python tests/docs/test_reference.py`` prints what is missing, by module. numpydoc reads the
docstrings; it comes with the tools that build the site.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

if __name__ == "__main__":
    sys.path[:0] = [
        str(Path(__file__).parents[2] / "docs" / "_ext"),
        str(Path(__file__).parents[1] / "support"),
    ]

pytest.importorskip("numpydoc")

from bad_inputs import catalog
from numpydoc.docscrape import get_doc_object
from numpydoc.validate import Validator, validate
from partita_docs import api_pages, types
from sphinx.pycode import ModuleAnalyzer

import partita
from partita.report.formats.docstrings import section

CODES = {  # of numpydoc, that hold for every docstring
    "GL06", "GL07", "GL08",  # sections: known, in order; a docstring
    "PR07", "RT03",  # what a parameter means, what is returned
    "SS01", "SS02",  # a summary
    "YD01",
}  # fmt: skip
PARAMETERS = {"PR01", "PR02"}  # all of them are documented, and no others
ERRORS = {
    "InputError": "InputError",
    "OptionError": "InputError",
    "UndefinedError": "UndefinedError",
}
PROPERTIES = (property, *(type(vars(partita.Contingency)[name]) for name in ("class_sizes",)))


def documented() -> Iterator[tuple[str, Any, type | None]]:
    """Every public name with its object, members with their class."""
    listed = [full for page in api_pages.GROUPS for full in api_pages._names(page)]
    for full in [*listed, *(f"partita.{name}" for name in partita.measures.__all__)]:
        module, _, name = full.rpartition(".")
        value = getattr(import_module(module), name)
        if not callable(value):
            continue
        yield full, value, None
        if inspect.isclass(value) and not issubclass(value, BaseException):
            yield from ((f"{full}.{name}", one, value) for name, one in members(value))


def members(cls: type) -> Iterator[tuple[str, Any]]:
    """Methods and properties that a class of ours defines or inherits from one of ours."""
    for name in dir(cls):
        home = next((base for base in cls.__mro__ if name in vars(base)), object)
        if name in api_pages.INTERNAL or name.startswith("_"):
            continue
        if home.__module__.startswith("partita"):
            value = vars(home)[name]
            yield name, value.__func__ if isinstance(value, classmethod | staticmethod) else value


def problems(full: str, value: Any, owner: type | None) -> list[str]:
    """What is missing in one docstring."""
    if isinstance(value, PROPERTIES) or type(value).__name__ == "cached_property":
        return [] if value.__doc__ else ["no docstring"]
    if owner is not None and not inspect.isfunction(value):
        return []  # a field: `fields` asks for it
    function = not inspect.isclass(value)
    codes = CODES | (PARAMETERS if function or section(value.__doc__, "Parameters") else set())
    found = [f"{code} {text}" for code, text in complaints(value) if code in codes]
    if function:
        return (
            found
            + untyped(value)
            + unreturned(value)
            + unraised(full, value, owner)
            + (unexampled(value) if owner is None else [])
        )
    return found + fields(value) + untyped(value)


def complaints(value: Any) -> list[tuple[str, str]]:
    """What numpydoc says."""

    def read(**_: object) -> Validator:  # not by a name: members are functions of a class
        return Validator(get_doc_object(value))

    errors: list[tuple[str, str]] = validate("", validator_cls=read)["errors"]
    return errors


def untyped(value: Any) -> list[str]:
    """Parameters without a type, and entries whose names have different types."""
    known = types.signature_of(value)
    if known is None:
        return []
    found = []
    for line, text in section(value.__doc__, "Parameters"):
        names = line.partition(" : ")[0].split(", ")
        if " : " in line or line[0] == "*" or text.startswith("As for every measure"):
            continue
        kinds = {types.words(known.parameters[name]) for name in names if name in known.parameters}
        if len(kinds) != 1 or "" in kinds:
            found.append(f"{line}: {len(kinds)} types")
    return found


def unreturned(value: Any) -> list[str]:
    """A function that returns something and has no section about it."""
    annotation = str(getattr(inspect.signature(value), "return_annotation", ""))
    sections = section(value.__doc__, "Returns") or section(value.__doc__, "Yields")
    return [] if sections or annotation in {"None", "NoReturn"} else ["no Returns"]


def unraised(full: str, value: Any, owner: type | None) -> list[str]:
    """Undocumented errors: raised in its body, or promised in the catalog of bad inputs."""
    told = {name for name, _ in section(value.__doc__, "Raises")}
    raised = own_errors(value) | (
        promised().get(full.rpartition(".")[2], set()) if owner is None else set()
    )
    return [f"no Raises of {name}" for name in sorted(raised - told)]


def own_errors(value: Any) -> set[str]:
    """Errors that the body of a function raises."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(value))))
    except (TypeError, OSError):
        return set()
    raised = (node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc)
    calls = (node.func if isinstance(node, ast.Call) else node for node in raised)
    names = {getattr(call, "id", "") for call in calls}
    return {ERRORS[name] for name in names if name in ERRORS}


@cache
def promised() -> dict[str, set[str]]:
    """Errors by function, as the catalog of bad inputs promises them."""
    found: dict[str, set[str]] = defaultdict(set)
    for cases in catalog().values():
        for case in cases:
            error = re.match(r"(\w+): ", case.promise)
            if case.call.startswith(">>> ") and error and error[1] in ERRORS:
                call = re.match(r">>> ([a-z_]+)\(", case.call)
                if call:
                    found[call[1]].add(ERRORS[error[1]])
    return found


def unexampled(value: Any) -> list[str]:
    return [] if ">>>" in (value.__doc__ or "") else ["no example"]


def fields(cls: type) -> list[str]:
    """Fields of a record that neither a section nor a comment ``#:`` documents."""
    told = {
        name
        for base in cls.__mro__
        for title in ("Parameters", "Attributes")
        for line, _ in section(base.__doc__, title)
        for name in line.partition(" : ")[0].split(", ")
    }
    missing = []
    for base in cls.__mro__:
        if not base.__module__.startswith("partita"):
            continue
        comments = ModuleAnalyzer.for_module(base.__module__).find_attr_docs()
        told |= {name for owner, name in comments if owner == base.__qualname__}
        named = [
            n
            for n, kind in vars(base).get("__annotations__", {}).items()
            if "ClassVar" not in str(kind)
        ]
        named = [n for n in named if not computed(cls, n)]
        missing += [n for n in named if not n.startswith("_") and n not in told]
    return [f"field {name} without documentation" for name in missing]


def computed(cls: type, name: str) -> bool:
    """Whether an annotated name is a statistic, which its function documents."""
    return isinstance(inspect.getattr_static(cls, name, None), PROPERTIES)


def by_module() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for full, value, owner in documented():
        for problem in problems(full, value, owner):
            module = getattr(value, "__module__", None) or getattr(owner, "__module__", "")
            found[str(module)].append(f"{full}: {problem}")
    return dict(sorted(found.items()))


def test_every_public_name_says_what_it_takes_returns_and_raises() -> None:
    lines = [f"{module}\n  " + "\n  ".join(found) for module, found in by_module().items()]
    assert not lines, "\n".join(["", *lines])


if __name__ == "__main__":
    listed = by_module()
    for module, found in listed.items():
        print(module, *found, sep="\n  ")
    print(sum(map(len, listed.values())), "in all")
