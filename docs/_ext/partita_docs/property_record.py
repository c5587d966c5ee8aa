"""The recorded properties of all measures, which `property_matrix` writes."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

RECORD = Path(__file__).resolve().parents[2] / "property_matrix.csv"


def recorded() -> list[list[str]]:
    """Return the answers: a row per measure, below a row with the names of the properties."""
    with RECORD.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


@cache
def answer(measure: str, name: str) -> str:
    """Return one answer; for "no" it is the share of the trials in which the property held."""
    header, *rows = recorded()
    (row,) = (row for row in rows if row[0] == measure)
    return row[header.index(name)]
