"""The API reference: every public name of the package, by topic, documented by autodoc."""

from __future__ import annotations

import inspect
import re
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import partita
from partita.report.formats.docstrings import section

from .measure_pages import FAMILIES, measures

GROUPS = {  # page: title, names of partita in reading order, modules whose names follow
    "comparing": (
        "Compare clusterings",
        (
            *("compare", "sweep", "agreement", "compare_runs", "rank_datasets"),
            "pool_datasets",
            *("uniform_effect", "consistency"),
            "Comparison",
            "progress",
        ),
        ("partita.comparison",),
    ),
    "inference": (
        "Intervals and tests",
        (
            *("confidence_interval", "significance", "difference", "posterior", "plan"),
            *("score_at", "monitor"),
        ),
        ("partita.inference", "partita.results"),
    ),
    "measures": (
        "Find and define measures",
        ("measure", "MEASURES", "Measure", "register"),
        ("partita.measures.claims",),
    ),
    "properties": (
        "Properties of measures",
        ("properties", "property_matrix", "parametric_clustering"),
        ("partita.behavior.results", "partita.behavior.finding"),
    ),
    "chance": (
        "Correct for chance",
        ("adjusted", "standardized", "scaled"),
        ("partita.chance",),
    ),
    "tables": (
        "Contingency tables",
        ("Contingency", "WeightedContingency"),
        ("partita.table.joint",),
    ),
    "sources": (
        "Count labels in files and databases",
        ("tabulate", "Stream", "sql", "soft_table", "match_ids", "Alignment"),
        (),
    ),
    "soft": (
        "Soft clusterings",
        (
            *("expectation", "law", "extremes"),
            *("Fuzzy", "Rough", "Possibilistic", "Evidential", "SoftTable"),
        ),
        ("partita.soft",),
    ),
    "relational": (
        "Compare soft clusterings directly",
        (),
        ("partita.soft.relational",),
    ),
    "covers": ("Overlapping clusterings", ("Cover",), ("partita.covers",)),
    "hierarchies": ("Hierarchies", ("Hierarchy",), ("partita.hierarchies",)),
    "integrations": (
        "Other libraries",
        ("compat",),
        (
            "partita.interop.sklearn",
            "partita.interop.anndata",
            "partita.interop.loggers",
        ),
    ),
    "statistics": (
        "Statistics that measures read",
        (),
        ("partita.statistics",),
    ),
    "errors": ("Errors and warnings", ("InputError", "UndefinedError", "WeightsWarning"), ()),
}


def pages() -> dict[str, str]:
    """The pages of the reference and their index."""
    written = {f"api/{page}.rst": _page(page) for page in GROUPS if _names(page)}
    index = [_title("API reference"), INDEX]
    for page in GROUPS:
        if _names(page):
            heading = f":doc:`{GROUPS[page][0]} <{page}>`"
            index += [f"{heading}\n{'-' * len(heading)}", _listed(_names(page))]
    heading = ":doc:`All measures </generated/measures/index>`"
    index.append(f"{heading}\n{'-' * len(heading)}")
    for family, title in FAMILIES.items():
        members = tuple(f"partita.{m.name}" for m in measures() if m.family == family)
        index += [f"{title}\n{'~' * len(title)}", _listed(members)]
    index.append(_tree([path.removeprefix("api/").removesuffix(".rst") for path in written]))
    return {"api/index.rst": "\n\n".join(index) + "\n", **written}


INDEX = (
    "The truth comes first, the prediction second, everywhere. Options are keywords, and\n"
    "results are records of plain numbers. A measure is called like a function."
)


def _listed(names: tuple[str, ...]) -> str:
    """A line for each name: what it is, in the first sentence of its docstring."""
    rows = [f"   * - :py:obj:`~{full}`\n     - {summary(full)}" for full in names]
    return ".. list-table::\n   :class: names\n\n" + "\n".join(rows)


def summary(full: str) -> str:
    """The first sentence of the docstring of a name, as reStructuredText."""
    module, _, name = full.rpartition(".")
    value = getattr(import_module(module), name)
    if callable(value):
        text = " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())
    else:
        text = _comment(module, name)
    return re.sub(r"([|*])", r"\\\1", text.replace("``", "`").replace("`", "``"))


def _comment(module: str, name: str) -> str:
    """The string below the definition of a name that is not a function or class."""
    for where in (module, *(one for one in sys.modules if one.startswith(f"{module}."))):
        found = inspect.getsource(sys.modules[where])
        text = re.search(rf'^{name}\b[^\n]*\n"""(.*?)"""', found, re.MULTILINE | re.DOTALL)
        if text is not None:
            return text[1]
    raise ValueError(f"{module}.{name} is not documented")


def public() -> list[str]:
    """Names in ``__all__`` that the package defines, without modules."""
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
    """The link targets of names in code style, by short and by dotted name."""
    targets: dict[str, str] = {}
    for page in GROUPS:
        for full in _names(page):
            if page != "integrations":  # other packages use the same short names
                targets.setdefault(full.rpartition(".")[2], full)
            targets[full.removeprefix("partita.")] = full
    return targets


def _page(page: str) -> str:
    parts = [_title(GROUPS[page][0])]
    if page == "measures":
        parts.append("Each measure has :doc:`a page of its own </generated/measures/index>`.")
    parts += [_directive(full) for full in _names(page)]
    return "\n\n".join(parts) + "\n"


@cache
def _names(page: str) -> tuple[str, ...]:
    """Full names of a page; each object is on one page."""
    _, first, modules = GROUPS[page]
    listed = [f"partita.{name}" for name in first]
    if page == "errors":  # the last page lists all names that are on no other
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
    """Whether a module and the libraries that it needs are installed."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _directive(full: str) -> str:
    module, _, name = full.rpartition(".")
    value = getattr(import_module(module), name)
    if inspect.isclass(value):
        if issubclass(value, BaseException):
            return f".. autoexception:: {full}"
        called = section(getattr(vars(value).get("__call__"), "__doc__", ""), "Parameters")
        options = MEMBERS + ("\n   :special-members: __call__" if called else "")
        return f".. autoclass:: {full}\n{options}"
    if callable(value):
        return f".. autofunction:: {full}"
    return f".. autodata:: {full}\n   :no-value:\n\n   {summary(full)}"


INTERNAL = ("count", "index")  # methods of tuples
INTERNAL += ("marked", "of_pair", "taken", "under", "warn_of_guess")  # called by other modules
MEMBERS = """   :members:
   :inherited-members: tuple, Mapping, Generic, object
   :exclude-members: """ + ", ".join(INTERNAL)


def _title(text: str) -> str:
    return f"{text}\n{'=' * len(text)}"


def _tree(names: list[str]) -> str:
    return ".. toctree::\n   :hidden:\n   :maxdepth: 2\n\n" + "\n".join(
        f"   {name}" for name in names
    )
