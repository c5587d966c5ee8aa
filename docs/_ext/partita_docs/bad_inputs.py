"""The catalog of bad inputs as a page: the calls, and the promised outcomes."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import Any

from .markdown import page

TESTS = Path(__file__).resolve().parents[3] / "tests" / "support"
TITLES = {
    "labels": "Labels",
    "weights": "Weights",
    "tables": "Tables and limits",
    "options": "Measures and options",
    "inference": "Intervals, tests, comparisons",
    "soft": "Soft clusterings",
    "covers": "Covers and hierarchies",
    "engines": "Frames, files, databases",
    "files": "Files and the command line",
    "commands": "Every command",
    "studies": "Reproducing the papers",
}


def pages() -> dict[str, str]:
    """One page with every case of the tests, in their order."""
    sys.path.insert(0, str(TESTS))
    try:
        from bad_inputs import catalog
    finally:
        sys.path.remove(str(TESTS))
    found = catalog()
    total = sum(map(len, found.values()))
    head = (
        "---\nnosearch: true\n---\n"  # it contains too many words
        f"# Bad inputs\n\n{total} wrong, odd or hostile inputs, and what partita does with each: "
        "a value, or an error that says what is wrong, where, and what to write instead. Every "
        "line is a test."
    )
    parts = [_part(TITLES[name], found[name]) for name in TITLES if name in found]
    return {"bad_inputs.md": page(head, *parts)}


def _part(title: str, cases: list[Any]) -> str:
    sections = [
        page(f"### {section}", _block(list(group)))
        for section, group in groupby(cases, key=lambda case: case.section)
    ]
    return page(f"## {title}", *sections)


def _block(cases: list[Any]) -> str:
    lines = [f"# {case.words}\n{case.call}\n{case.promise}" for case in cases]
    return "````text\n" + "\n\n".join(lines) + "\n````"
