"""Checks of rows; the error for a bad row states its number, its contents and the remedy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn

import numpy as np

from ...base.arrays import Array, Floats, Index, Mask
from ...base.errors import InputError
from ...labels.alignment import check_order
from .grouping import Grouped, regrouped

TOLERANCE = 1e-9  # of a row sum, for each entry of the row
ROUNDING = 1e-12  # of a mass computed as a difference of numbers up to 1
SINGLE = float(np.finfo(np.float32).eps)  # the same for entries in single precision


def check_entries(grouped: Grouped, name: str, *, most: float | None = None) -> None:
    """Refuse entries that are not numbers, infinite, negative, or above `most`."""
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


def clipped(grouped: Grouped) -> Grouped:
    """Replace entries that rounding made negative, such as 1 - Σ m for the empty set, by 0."""
    if not ((grouped.rows < 0) & (grouped.rows >= -ROUNDING)).any():
        return grouped
    rows = np.where(grouped.rows >= -ROUNDING, np.maximum(grouped.rows, 0.0), grouped.rows)
    return replace(regrouped(grouped.with_rows(rows)), rounding=grouped.rounding)


def check_sums(grouped: Grouped, name: str, remedy: str) -> Grouped:
    """Refuse a row that does not sum to 1 within rounding.

    Rows in floats of fewer than 64 bits may be off by their rounding. They are divided by their
    sums, so that the rounding does not reach a result.
    """
    sums = grouped.rows.sum(axis=1)
    allowed = max(TOLERANCE * grouped.rows.shape[1], grouped.rounding)
    bad = np.flatnonzero(np.abs(sums - 1) > allowed)
    if bad.size:
        row = bad[0]
        raise InputError(
            f"sums to {sums[row]}, not 1: {remedy}",
            place=f"{name} row {grouped.places[row]}",
            hint="normalize",
        )
    return regrouped(scaled(grouped, sums, name)) if grouped.rounding else grouped


def check_not_empty(grouped: Grouped, name: str) -> None:
    """Refuse an object for which no cluster is possible."""
    bad = np.flatnonzero(~grouped.rows.any(axis=1))
    if bad.size:
        raise InputError(
            f"{name} row {grouped.places[bad[0]]} allows no cluster: name at least one, "
            "or all of them if nothing is known about the object"
        )


def check_normal(grouped: Grouped, name: str) -> None:
    """Refuse a row of possibilities whose largest entry is not 1."""
    peaks = grouped.rows.max(axis=1)
    bad = np.flatnonzero(peaks != 1)
    if bad.size:
        row = bad[0]
        raise InputError(
            f'has the maximum {peaks[row]}, not 1: pass subnormal="rescale" to divide by it, or '
            'subnormal="empty" to keep the rest as mass on the empty set',
            place=f"{name} row {grouped.places[row]}",
            hint="normalize",
        )


def scaled(grouped: Grouped, divisor: Floats, name: str) -> Grouped:
    """Divide each row by its divisor, which must not be 0."""
    bad = np.flatnonzero(divisor == 0)
    if bad.size:
        raise InputError(
            f"{name} row {grouped.places[bad[0]]} is all zeros: "
            "give the object a cluster, or drop it on both sides"
        )
    return grouped.with_rows(grouped.rows / divisor[:, None])


def check_distinct_sets(focal: Mask) -> None:
    """Refuse focal sets that are listed twice."""
    seen: dict[bytes, int] = {}
    for at, row in enumerate(focal):
        first = seen.setdefault(row.tobytes(), at)
        if first != at:
            raise InputError(
                f"focal_sets[{at}] repeats focal_sets[{first}]: add their columns of masses"
            )


def refuse_uncertain(certain: Mask, places: Array, kind: str) -> NoReturn:
    """Raise the error that names the first uncertain object."""
    at = places[int(np.argmin(certain))]
    raise InputError(
        f"object {at} of the {kind} clustering has several possible clusters, so it has no label: "
        "choose a rule, for example partita.soft.maximum_membership"
    )


def refuse_ties(best: Mask, index: Index, what: str, remedy: str) -> None:
    """Refuse an object whose row has several maxima."""
    tied = best.sum(axis=1) > 1
    if tied.any():
        at = int(tied[index].argmax())
        raise InputError(f"object {at} has {what} that tie for the maximum: {remedy}")


def check_same_objects(one: Any, other: Any) -> None:
    """Refuse two sides of different length, or whose indices differ."""
    if len(one) != len(other):
        raise InputError(
            f"one side has {len(one)} objects and the other {len(other)}: "
            "describe the same objects on both sides, in the same order"
        )
    check_order({"one side": one, "the other": other})
