"""Headers of the kernel include only what the table in kernel/include/partita/README.md allows."""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

KERNEL = Path(__file__).parents[2] / "kernel"
HEADERS = KERNEL / "include/partita"
OWN = re.compile(r'#include "partita/([\w/]+\.hpp)"')


def listed() -> dict[str, set[str]]:
    """The folders that each folder may include, in the order of the table."""
    table = (HEADERS / "README.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| `(\w+)` \|[^|]+\|([^|]*)\|$", table)
    return {folder: set(re.findall(r"`(\w+)`", allowed)) for folder, allowed in rows}


def included() -> dict[str, list[str]]:
    """The headers that each header includes, by path."""
    paths = sorted(HEADERS.rglob("*.hpp"))
    return {p.relative_to(HEADERS).as_posix(): OWN.findall(p.read_text("utf-8")) for p in paths}


def test_every_header_is_in_a_listed_folder():
    assert {Path(header).parent.as_posix() for header in included()} == set(listed())


def test_a_folder_may_include_only_folders_above_it_in_the_table():
    known: set[str] = set()
    for folder, allowed in listed().items():
        assert allowed <= known, folder
        known.add(folder)


def test_headers_include_what_their_folder_may_and_the_table_allows_no_more():
    unused = listed()
    for header, others in included().items():
        folder = Path(header).parent.as_posix()
        found = {Path(other).parent.as_posix() for other in others} - {folder}
        assert found <= listed()[folder], header
        unused[folder] -= found
    assert not any(unused.values()), unused


def test_includes_have_no_cycle():
    headers = included()
    assert set(TopologicalSorter(headers).static_order()) == set(headers)


def test_headers_do_not_know_python():
    for path in HEADERS.rglob("*.hpp"):
        assert not re.search(r'#include ["<](nanobind|Python\.h)', path.read_text("utf-8")), path


def test_every_header_is_included():
    files = [path for path in KERNEL.rglob("*.[hc]pp") if path.parent.name != "tests"]
    found = {name for path in files for name in OWN.findall(path.read_text("utf-8"))}
    assert set(included()) <= found
