"""The listed faults that change no result can still be planted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.fixture(scope="module")
def mutate():
    sys.path.insert(0, str(TOOLS))
    try:
        import mutate
    finally:
        sys.path.remove(str(TOOLS))
    return mutate


@pytest.mark.parametrize("kind", ["python", "kernel"])
def test_a_planted_fault_changes_the_text_at_its_place(mutate, kind):
    sources = {}
    for mutant in mutate.every_mutant(kind):
        path = mutate.ROOT / mutant.path
        source = sources.setdefault(mutant.path, path.read_bytes())
        planted = mutant.planted(source)
        assert planted != source, mutant
        assert planted[: mutant.start].count(b"\n") == mutant.line - 1, mutant


def test_every_known_survivor_is_a_fault_with_a_reason(mutate):
    planted = {mutate.key_of(m) for kind in ("python", "kernel") for m in mutate.every_mutant(kind)}
    known = mutate.equivalents()
    assert set(known) <= planted
    assert all(len(reason) > 20 for reason in known.values())


def test_strings_and_annotations_get_no_faults(mutate):
    source = b'''
"""One + two."""
__all__ = ["classes"]
def width(rows: int = 3, other: "1 + 1" = None) -> 1:
    """Rows + 1."""
    if rows <= 0:
        raise ValueError(f"rows must be above {0 + 0}")
    return rows + 1
'''
    found = mutate.python_faults.mutants_of("width.py", source)
    assert sorted(m.change for m in found) == sorted(
        ["3 -> 4", "3 -> 2", "<= -> <", "0 -> 1", "0 -> (-1)", "+ -> -", "1 -> 2", "1 -> 0"]
    )
