"""From the rows of sums that an engine returns to a soft table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import InputError
from ...labels.containers import read
from ...labels.records import Reading, from_zero
from ...soft.sums.integer_sums import Integers, zeros
from ...soft.sums.soft_table import SoftTable
from .sums import STEP, Sides, quantities

_MOST = 1 << 35  # objects whose sums fit into 64 bits
_KINDS = "totals", "gram", "squares"


def assembled(rows: Sequence[Sequence[Any]], sides: Sides) -> SoftTable:
    """The table of one row of sums, or of one row per label of a hard side, label first."""
    keyed = len(sides.key)
    rows = [row for row in rows if row[keyed]]
    n = sum(int(row[keyed]) for row in rows)
    if n == 0:
        raise InputError("the source is empty: there are no objects to compare")
    if n >= _MOST:
        raise InputError(
            f"the source has {n} objects, but sums are exact for fewer than 2**35: sum parts of it "
            "and add the tables"
        )
    bad = n - sum(int(row[keyed + 1]) for row in rows)
    if bad:
        raise InputError(
            f"{bad} of {n} objects have memberships that are missing, negative or do not sum to 1: "
            'fill them, divide each row by its sum, or pass missing="drop" where they are missing'
        )
    open_ = {s: any(row[keyed + 2 + k] for row in rows) for k, s in enumerate(sides.soft)}
    start = keyed + 2 + len(sides.soft)
    found = [_tables(row[start:], sides) for row in rows]
    if sides.hard is None:
        u, v = (
            _Side(_names(own), not open_[s], *(found[0][f"{s} {kind}"] for kind in _KINDS))
            for s, own in sides.soft.items()
        )
        return _joined(n, u, v, found[0]["joint"])
    (side,) = sides.soft
    labels = [row[0] for row in rows]
    sizes = [int(row[keyed]) for row in rows]
    return _hard_soft(labels, sizes, found, side, sides.soft[side], hard=not open_[side])


def _tables(values: Sequence[Any], sides: Sides) -> dict[str, Integers]:
    """Combine the two parts of every sum, in units of 2^-56."""
    sizes = {s: len(own) for s, own in sides.soft.items()}
    found: dict[str, Integers] = {}
    for side, size in sizes.items():
        found[f"{side} totals"] = zeros(size)
        found[f"{side} gram"] = zeros(size, size)
        found[f"{side} squares"] = zeros(size)
        found[f"{side} norms"] = zeros(1)
    found["joint"] = zeros(*sizes.values())
    for at, (table, place, _) in enumerate(quantities(sides)):
        whole = int(values[2 * at]) * STEP + int(values[2 * at + 1])
        found[table][place] = whole
        if table.endswith("gram"):
            found[table][place[::-1]] = whole
    return found


def _hard_soft(
    labels: list[Any],
    sizes: list[int],
    found: list[dict[str, Integers]],
    side: str,
    columns: tuple[Any, ...],
    *,
    hard: bool,
) -> SoftTable:
    """The table of a side with labels: the sums of each label are a row."""
    groups = _read_labels(labels, sizes, "truth" if side == "v" else "prediction")
    order = np.argsort(from_zero(groups), kind="stable").tolist()
    parts = [found[at] for at in order]
    cells = np.array([part[f"{side} totals"] for part in parts], dtype=object)
    gram = sum(part[f"{side} gram"] for part in parts)
    counts = zeros(len(order))
    counts[:] = [sizes[at] * STEP * STEP for at in order]
    diagonal = zeros(len(order), len(order))
    np.fill_diagonal(diagonal, counts)
    norms = np.array([part[f"{side} norms"][0] for part in parts], dtype=object)
    squares = np.array(np.diagonal(gram), dtype=object)
    own = _Side(groups.names, True, counts, diagonal, norms)
    other = _Side(_names(columns), hard, cells.sum(axis=0), gram, squares)
    if side == "v":
        return _joined(sum(sizes), own, other, cells)
    return _joined(sum(sizes), other, own, cells.T)


def _read_labels(labels: list[Any], sizes: list[int], noun: str) -> Reading:
    groups = read(labels, noun)
    if groups.missing is not None:
        gone = sum(size for size, empty in zip(sizes, groups.missing, strict=True) if empty)
        raise InputError(
            f'{noun} is missing for {gone} of {sum(sizes)} objects: pass missing="drop" to leave '
            "such objects out"
        )
    return groups


class _Side(NamedTuple):
    """The sums of the truth or of the prediction."""

    names: Any
    hard: bool
    totals: Integers
    gram: Integers
    squares: Integers


def _joined(n: int, u: _Side, v: _Side, joint: Integers) -> SoftTable:
    return SoftTable(
        n, u.names, v.names, (u.hard, v.hard), joint,
        (u.totals, v.totals), (u.gram, v.gram), (u.squares, v.squares),
    )  # fmt: skip


def _names(columns: tuple[Any, ...]) -> Any:
    names = np.empty(len(columns), dtype=object)
    names[:] = columns
    return names
