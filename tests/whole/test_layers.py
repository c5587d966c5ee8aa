"""Imports flow one way: docs/how_it_works.md lists the rooms, and what each may import."""

from __future__ import annotations

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import partita

ROOT = Path(partita.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "how_it_works.md"
ROW = re.compile(r"^\| `([a-z_/]+)` \| (.+) \| (.*) \|$", re.MULTILINE)
ROWS = ROW.findall(PAGE.read_text())
ROOMS = {room: set(re.findall(r"`([a-z_/]+)`", may)) for room, _, may in ROWS}
LIGHT = {"base", "statistics", "measures", "cli"}  # rooms that need no NumPy until labels come
DOOR = "__init__"  # the face of the package, which names everything


def name_of(path: Path) -> str:
    """A module as in the list: ``labels/names``; a package goes by the name of its folder."""
    return path.relative_to(ROOT).with_suffix("").as_posix().removesuffix(f"/{DOOR}")


MODULES = {name_of(path): path for path in sorted(ROOT.rglob("*.py"))}


def room_of(module: str) -> str:
    """The room of a module, or of a package: the longest row of the list that holds it."""
    parts = module.split("/")
    paths = ["/".join(parts[:length]) for length in range(len(parts), 0, -1)]
    return next((path for path in paths if path in ROOMS), "")


def target(path: Path, node: ast.ImportFrom, name: str) -> str | None:
    """The module of partita that an import statement reads a name from."""
    package = ["partita", *path.relative_to(ROOT).parent.parts]
    base = package[: len(package) - node.level + 1] if node.level else []
    parts = [*base, *(node.module or "").split("."), name]
    parts = [part for part in parts if part]
    if parts[0] != "partita":
        return None
    module = "/".join(parts[1:])
    return module if module in MODULES else "/".join(parts[1:-1]) or DOOR


def for_types(tree: ast.Module) -> set[ast.AST]:
    """The imports under `if TYPE_CHECKING`, which may be of any room."""
    blocks = (n for n in ast.walk(tree) if isinstance(n, ast.If))
    typing = (n for n in blocks if "TYPE_CHECKING" in ast.dump(n.test))
    return {inner for block in typing for part in block.body for inner in ast.walk(part)}


def imported(path: Path) -> set[str]:
    """Modules of partita that a module imports at run time, at its top or inside a function."""
    tree = ast.parse(path.read_text("utf-8"))
    unused = for_types(tree)
    nodes = (n for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n not in unused)
    found = {target(path, node, alias.name) for node in nodes for alias in node.names}
    return {module for module in found if module is not None and not module.startswith("_")}


IMPORTS = {module: imported(path) for module, path in MODULES.items()}


def test_every_module_has_a_room():
    rootless = {"__init__", "__main__"}
    assert [module for module in MODULES if not room_of(module) and module not in rootless] == []


def test_every_room_is_there():
    assert [room for room in ROOMS if room not in MODULES] == []


@pytest.mark.parametrize(("room", "purpose"), [row[:2] for row in ROWS])
def test_the_list_and_the_package_state_the_same_purpose(room, purpose):
    docstring = ast.get_docstring(ast.parse(MODULES[room].read_text("utf-8")))
    assert str(docstring).splitlines()[0] == purpose


def test_rooms_import_only_rooms_above_them_in_the_list():
    """So no two rooms can import each other, and the list is read from top to bottom."""
    order = list(ROOMS)
    for place, room in enumerate(order):
        assert ROOMS[room] <= set(order[:place]), room


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_what_the_list_says(room):
    needed = set()
    for module, path in MODULES.items():
        if room_of(module) != room:
            continue
        parts = f"{module}/" if path.stem == DOOR else "/"  # a door opens to all its own parts
        others = {other for other in IMPORTS[module] - {DOOR} if not other.startswith(parts)}
        beyond = {other for other in others if room_of(other) not in {room, *ROOMS[room]}}
        assert not beyond, f"{module} imports {sorted(beyond)}"
        needed |= {room_of(other) for other in others}
    assert ROOMS[room] <= needed, f"{room} may import what it does not need"


def test_no_two_modules_import_each_other_in_a_circle():
    """Imports inside functions are counted; the doors of packages only name their parts."""
    doors = {module for module, path in MODULES.items() if path.stem == DOOR}
    graph = {module: IMPORTS[module] - doors for module in MODULES if module not in doors}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_results_ask_for_presentation_in_one_way_only():
    """`base.shown` finds rooms above it by name; nobody else does."""
    named = re.compile(r"""import_module\(f?["']partita""")
    found = [module for module, path in MODULES.items() if named.search(path.read_text("utf-8"))]
    assert found == ["base/shown"]


def test_the_library_does_not_know_other_packages_of_the_project():
    known = re.compile(r"partita_studies|partita reproduce")
    assert [m for m, path in MODULES.items() if known.search(path.read_text("utf-8"))] == []


def test_light_rooms_do_not_import_numpy_at_the_top():
    heavy = {"numpy", "scipy", "pandas", "polars"}
    for module, path in MODULES.items():
        if room_of(module) not in LIGHT:
            continue
        top = ast.parse(path.read_text("utf-8")).body
        names = {alias.name for node in top if isinstance(node, ast.Import) for alias in node.names}
        names |= {node.module or "" for node in top if isinstance(node, ast.ImportFrom)}
        assert not {name.split(".")[0] for name in names} & heavy, module
