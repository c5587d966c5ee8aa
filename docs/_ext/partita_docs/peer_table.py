"""Degenerate cases: a table per measure with our value and the values of other packages."""

from __future__ import annotations

from typing import Any

from .limits import CASES, ours
from .markdown import number, page, table
from .peers import PEERS, measured, recorded

SHOWN = (
    "adjusted_rand",
    "rand",
    "fowlkes_mallows",
    "jaccard",
    "normalized_mutual_information",
    "adjusted_mutual_information",
    "homogeneity",
    "completeness",
    "v_measure",
)


def pages() -> dict[str, str]:
    """The tables, for the page on other packages."""
    found = results()
    parts = [_versions(found), *(_table(name, found) for name in SHOWN)]
    return {"limit_cases.md": page("<!-- tables -->", *parts)}


def results() -> dict[str, dict[str, Any]]:
    """The results of each package: computed if it is installed, otherwise as recorded."""
    record = recorded()
    found = {package: measured(package, CASES) or record.get(package) for package in PEERS}
    return {package: result for package, result in found.items() if result}


def _versions(found: dict[str, dict[str, Any]]) -> str:
    versions = ", ".join(f"{package} {result['version']}" for package, result in found.items())
    return (
        f"Versions: {versions}. Values that differ from ours are **bold**; *error* means that the "
        "call failed. Values of other packages are rounded to six digits."
    )


def _table(name: str, found: dict[str, dict[str, Any]]) -> str:
    having = {p: result["values"][name] for p, result in found.items() if name in result["values"]}
    rows = [
        (
            case,
            number(ours(name, case)),
            *(_shown(values[case], ours(name, case)) for values in having.values()),
        )
        for case in CASES
    ]
    return page(f"## {name}", table(("case", "partita", *having), rows))


def _shown(value: float | str, reference: float | None) -> str:
    if isinstance(value, str):
        return f"**{value}**" if value == "NaN" else f"*{value}*"
    same = reference is not None and abs(value - reference) < 1e-5
    return number(value) if same else f"**{number(value)}**"
