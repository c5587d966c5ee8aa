"""The API reference: every public name, found in the package, grouped and documented by autodoc."""

from __future__ import annotations

import inspect
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import partita

from .measure_pages import measures

GROUPS = {  # page: its title, names of partita in reading order, modules whose names follow
    "comparing": (
        "Comparing clusterings",
        ("compare", "sweep", "agreement", "Comparison"),
        ("partita.comparison",),
    ),
    "measures": ("Measures", ("measure", "register", "adjusted", "Measure", "MEASURES"), ()),
    "tables": (
        "Tables and their statistics",
        ("Contingency", "WeightedContingency"),
        ("partita.statistics",),
    ),
    "inference": (
        "Inference",
        ("confidence_interval", "significance", "difference"),
        ("partita.inference", "partita.results"),
    ),
    "soft": (
        "Soft clusterings",
        (
            "expectation",
            "law",
            "extremes",
            "Fuzzy",
            "Rough",
            "Possibilistic",
            "Evidential",
            "soft_table",
            "SoftTable",
        ),
        ("partita.soft", "partita.soft.relational"),
    ),
    "covers": ("Overlapping clusterings", ("Cover",), ("partita.covers",)),
    "hierarchies": ("Hierarchies", ("Hierarchy",), ("partita.hierarchies",)),
    "sources": (
        "Where labels come from",
        ("tabulate", "Stream", "sql", "match_ids", "Alignment", "compat"),
        (),
    ),
    "integrations": (
        "Integrations",
        (),
        (
            "partita.interop.sklearn",
            "partita.interop.anndata",
            "partita.interop.loggers",
        ),
    ),
    "errors": ("Errors", ("InputError", "UndefinedError"), ()),
}


def pages() -> dict[str, str]:
    """The pages of the reference and their index."""
    written = {f"api/{page}.rst": _page(page) for page in GROUPS if _names(page)}
    index = [_title("API reference"), INDEX]
    index.append(_tree([path.removeprefix("api/").removesuffix(".rst") for path in written]))
    return {"api/index.rst": "\n\n".join(index) + "\n", **written}


INDEX = (
    "Truth first, prediction second, everywhere; options are keywords; results are records with\n"
    "plain numbers. A measure is called like a function; each has :doc:`its own page\n"
    "</generated/measures/index>`."
)


def public() -> list[str]:
    """Names that the package offers: those of ``__all__`` that are its own, and no modules."""
    found = []
    for name in partita.__all__:
        value = getattr(partita, name)
        home = str(getattr(value, "__module__", "partita"))
        own = name == "MEASURES" or home.startswith("partita")
        if own and not isinstance(value, (ModuleType, bool)):
            found.append(name)
    return found


@cache
def documented() -> dict[str, str]:
    """Where a name in code style leads: short and dotted names of the reference, with targets."""
    targets: dict[str, str] = {}
    for page in GROUPS:
        for full in _names(page):
            if page != "integrations":  # their short names are those of other packages
                targets.setdefault(full.rpartition(".")[2], full)
            targets[full.removeprefix("partita.")] = full
    return targets


def _page(page: str) -> str:
    parts = [_title(GROUPS[page][0])]
    if page == "measures":
        links = [f"- :py:obj:`partita.{m.name}`: {_first_line(m)}" for m in measures()]
        parts += ["Every measure of the package:", "\n".join(links)]
    parts += [_directive(full) for full in _names(page)]
    return "\n\n".join(parts) + "\n"


def _first_line(m: partita.Measure) -> str:
    return m.reading.replace("`", "``").replace("|", "\\|").replace("*", "\\*")


@cache
def _names(page: str) -> tuple[str, ...]:
    """Full names of a page, each object once in the whole reference."""
    _, first, modules = GROUPS[page]
    listed = [f"partita.{name}" for name in first]
    if page == "errors":  # the last page takes what no other has
        told = {name for _, names, _ in GROUPS.values() for name in names}
        rest = {*public()} - told - set(partita.MEASURES)
        listed += [f"partita.{name}" for name in sorted(rest)]
    for module in filter(_importable, modules):
        listed += [full for full in _members(module) if full not in listed]
    return tuple(listed)


def _members(module: str) -> list[str]:
    found = import_module(module)
    told = {name for _, names, _ in GROUPS.values() for name in names}
    names = getattr(found, "__all__", None) or [
        name for name, value in vars(found).items() if _own(value, module, name)
    ]
    names = [n for n in names if n not in told and not isinstance(getattr(found, n), ModuleType)]
    return [f"{module}.{name}" for name in names]


def _own(value: Any, module: str, name: str) -> bool:
    defined = getattr(value, "__module__", "") == module and not name.startswith("_")
    return defined and inspect.isclass(value)  # without __all__, records only


def _importable(module: str) -> bool:
    """Whether a module exists; integrations come with their libraries."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _directive(full: str) -> str:
    module, _, name = full.rpartition(".")
    value = getattr(import_module(module), name)
    if inspect.isclass(value):
        options = "   :members:\n   :exclude-members: count, index"
        return (
            f".. autoclass:: {full}\n{options}"
            if not _exception(value)
            else (f".. autoexception:: {full}")
        )
    if callable(value):
        return f".. autofunction:: {full}"
    return f".. autodata:: {full}\n   :no-value:"


def _exception(value: type) -> bool:
    return issubclass(value, BaseException)


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}"


def _tree(names: list[str]) -> str:
    return ".. toctree::\n   :maxdepth: 2\n\n" + "\n".join(f"   {name}" for name in names)
