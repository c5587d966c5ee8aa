"""What a valid row is; a bad one is refused by its number, with what it holds and the way out."""

from __future__ import annotations

from typing import NoReturn

import numpy as np

from ...base.arrays import Array, Floats, Mask
from ...base.errors import InputError
from .grouping import Grouped, regrouped

TOLERANCE = 1e-9  # of a row sum, for each entry of the row
SINGLE = float(np.finfo(np.float32).eps)  # the same for entries in single precision


def check_entries(grouped: Grouped, name: str, *, most: float | None = None) -> None:
    """Refuse entries that are not numbers, infinite, negative, or above the most allowed."""
    rows = grouped.rows
    bad = ~np.isfinite(rows) | (rows < 0)
    if most is not None:
        bad |= rows > most
    if not bad.any():
        return
    row, column = np.argwhere(bad)[0]
    value = rows[row, column]
    if np.isnan(value):
        remedy = "fill the missing entry, or drop the object on both sides"
    elif value < 0:
        remedy = "entries are never negative; round small negative errors to 0"
    else:
        remedy = "entries are at most 1" if most is not None else "entries are finite"
    raise InputError(f"{name} row {grouped.places[row]} holds {value} in column {column}: {remedy}")


def check_sums(grouped: Grouped, name: str, remedy: str) -> Grouped:
    """Refuse a row that does not sum to 1 within rounding.

    Rows in floats of fewer than 64 bits may be off by what their rounding explains; they are
    divided by their sums, so that nothing of it reaches a result.
    """
    sums = grouped.rows.sum(axis=1)
    allowed = max(TOLERANCE * grouped.rows.shape[1], grouped.rounding)
    bad = np.flatnonzero(np.abs(sums - 1) > allowed)
    if bad.size:
        row = bad[0]
        said = f"sums to {sums[row]}, not 1: {remedy}"
        raise InputError(said, place=f"{name} row {grouped.places[row]}", hint="normalize")
    return regrouped(scaled(grouped, sums, name)) if grouped.rounding else grouped


def check_not_empty(grouped: Grouped, name: str) -> None:
    """Refuse an object for which no cluster is possible."""
    bad = np.flatnonzero(~grouped.rows.any(axis=1))
    if bad.size:
        raise InputError(
            f"{name} row {grouped.places[bad[0]]} allows no cluster: name at least one, "
            "or all of them if nothing is known of the object"
        )


def check_normal(grouped: Grouped, name: str) -> None:
    """Refuse a row of possibilities whose largest entry is not 1."""
    peaks = grouped.rows.max(axis=1)
    bad = np.flatnonzero(peaks != 1)
    if bad.size:
        row = bad[0]
        raise InputError(
            f'has the maximum {peaks[row]}, not 1: pass subnormal="rescale" to divide by it, or '
            'subnormal="empty" to keep the rest as doubt',
            place=f"{name} row {grouped.places[row]}",
            hint="normalize",
        )


def scaled(grouped: Grouped, divisor: Floats, name: str) -> Grouped:
    """Divide each row by its own number, which must not be 0."""
    bad = np.flatnonzero(divisor == 0)
    if bad.size:
        raise InputError(
            f"{name} row {grouped.places[bad[0]]} is all zeros: it says nothing of the object; "
            "give it a cluster, or drop it on both sides"
        )
    return grouped.with_rows(grouped.rows / divisor[:, None])


def check_distinct_sets(focal: Mask) -> None:
    """Refuse a table of focal sets that names a set twice."""
    seen: dict[bytes, int] = {}
    for at, row in enumerate(focal):
        first = seen.setdefault(row.tobytes(), at)
        if first != at:
            raise InputError(
                f"focal_sets[{at}] repeats focal_sets[{first}]: add their columns of masses"
            )


def refuse_uncertain(certain: Mask, places: Array, kind: str) -> NoReturn:
    """Say which object keeps a clustering from being hard."""
    at = places[int(np.argmin(certain))]
    raise InputError(
        f"object {at} of the {kind} clustering has several possible clusters, so there are no "
        "labels: choose a rule, e.g. partita.soft.maximum_membership"
    )
