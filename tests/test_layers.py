"""Imports flow one way: a module imports only from its own layer or from lower ones."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import partita

ROOT = Path(partita.__file__).parent
LAYERS = [
    {"errors", "late", "locks", "room", "_kernel", "_soft", "_resample"},
    {"arithmetic"},
    {"statistics", "further_statistics"},
    {"log_sums", "moments", "table_counts"},
    {"labels", "device"},
    {"cells", "groups"},
    {"table_values"},
    {"table"},
    {"moments_table", "further_table"},
    {"contingency"},
    {"formula", "declared"},
    {"measure"},
    {"measures"},
    {"request"},
    {"results"},
    {"chance"},
    {"adjust"},
    {"soft", "covers", "hierarchies", "inference", "engines", "peers"},
    {"compare", "comparison", "advice"},
    {"report", "integrations"},
    {"cli", "__main__"},
]
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}
PUBLIC = {"__init__"}  # the face of the package names everything
LATE = {
    "comparison": {"report"},  # inside a method: a result that is printed or drawn asks how
    "soft": {"report"},  # the same
    "measure": {"contingency", "report"},  # called on labels it counts them; shown, it asks how
    "table": {"report"},
    "results": {"report"},
}
LIGHT = {
    "errors",
    "late",
    "locks",
    "room",
    "arithmetic",
    "statistics",
    "further_statistics",
    "moments",
    "log_sums",
    "table_counts",
    "formula",
    "measure",
    "measures",
    "request",
    "cli",
}
MODULES = sorted(p for p in ROOT.rglob("*.py") if p.relative_to(ROOT).parts[0] != "data")


def part(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[0]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> list[ast.Import | ast.ImportFrom]:
    nodes = ast.walk(parsed(path))
    return [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]


def imported_parts(path: Path) -> set[str]:
    """The parts of partita that a module imports anywhere, also late or for type checking only."""
    package = ("partita", *path.relative_to(ROOT).parent.parts)
    found: set[str] = set()
    for node in imports(path):
        if isinstance(node, ast.Import):
            names = [alias.name.split(".") for alias in node.names]
        elif node.level:
            base = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
            base = [name for name in base if name]
            names = [[*base, alias.name] for alias in node.names]
        else:
            names = [[*(node.module or "").split("."), alias.name] for alias in node.names]
        found |= {name[1] for name in names if name[0] == "partita" and len(name) > 1}
    return found & set(HEIGHT)


def for_types_only(path: Path) -> set[str]:
    """Parts imported under `if TYPE_CHECKING` alone; annotations may look up."""
    blocks = [
        n
        for n in ast.walk(parsed(path))
        if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n.test)
    ]
    return {
        name
        for block in blocks
        for node in ast.walk(block)
        if isinstance(node, ast.ImportFrom) and node.module
        for name in node.module.split(".")
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_look_down(path):
    if part(path) in PUBLIC:
        return
    assert part(path) in HEIGHT, f"{part(path)} has no layer yet"
    allowed = for_types_only(path) | LATE.get(part(path), set())
    above = {name for name in imported_parts(path) if HEIGHT[name] > HEIGHT[part(path)]}
    assert above <= allowed


def test_the_library_does_not_know_the_packages_beside_it():
    known = re.compile(r"partita_studies|partita reproduce|partita study")
    assert [path for path in MODULES if known.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "path", [p for p in MODULES if part(p) in LIGHT], ids=lambda p: str(p.relative_to(ROOT))
)
def test_light_modules_do_not_import_numpy_at_the_top(path):
    top = [node for node in parsed(path).body if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {a.name for n in top if isinstance(n, ast.Import) for a in n.names}
    names |= {n.module or "" for n in top if isinstance(n, ast.ImportFrom) and not n.level}
    assert not {name.split(".")[0] for name in names} & {"numpy", "scipy", "pandas", "polars"}
