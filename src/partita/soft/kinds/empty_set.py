"""Policies for mass on the empty set: refuse it, condition on the rest, spread or isolate it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from ...base.arrays import Array, Mask
from ...base.checks import one_of
from ...base.errors import InputError
from ...labels.records import Unlabeled, object_names
from .checks import scaled
from .grouping import LARGEST, Grouped, by_appearance, regrouped

Masses: TypeAlias = tuple[Grouped, Mask, Array]  # masses, focal sets, names of the clusters


def settle_empty(grouped: Grouped, focal: Mask, names: Array, policy: str) -> Masses:
    """Remove the empty set from the focal sets by a policy."""
    one_of("empty", policy, tuple(_POLICIES))
    void = ~focal.any(axis=1)
    if not void.any():
        return grouped, focal, names
    if void.all():
        raise InputError("focal_sets has only the empty set: add the sets of clusters")
    lost = grouped.rows[:, void].sum(axis=1)
    kept = grouped.with_rows(grouped.rows[:, ~void])
    if not lost.any():
        return kept, focal[~void], names
    return _POLICIES[policy](kept, lost, focal[~void], names)


def _refuse(grouped: Grouped, lost: Array, *_: Array) -> Masses:
    row = int(np.flatnonzero(lost)[0])
    raise InputError(
        f"masses row {grouped.places[row]} puts {lost[row]} on the empty set: choose "
        'empty="condition" (Dempster), "omega" (Yager) or "noise_singleton"'
    )


def _condition(grouped: Grouped, _: Array, focal: Mask, names: Array) -> Masses:
    left = grouped.rows.sum(axis=1)
    if (left == 0).any():
        place = grouped.places[int(np.argmin(left))]
        raise InputError(
            f"masses row {place} is all on the empty set, so nothing is left to condition on: "
            'choose empty="omega" or "noise_singleton"'
        )
    return regrouped(scaled(grouped, left, "masses")), focal, names


def _spread(grouped: Grouped, lost: Array, focal: Mask, names: Array) -> Masses:
    rows = grouped.rows
    if not focal.all(axis=1).any():
        focal = np.vstack((focal, np.ones((1, focal.shape[1]), np.bool_)))
        rows = np.column_stack((rows, np.zeros(len(rows))))
    rows = rows + lost[:, None] * focal.all(axis=1)
    return regrouped(grouped.with_rows(rows)), focal, names


def _own_cluster(grouped: Grouped, lost: Array, focal: Mask, names: Array) -> Masses:
    """Give each object with mass on the empty set a cluster that no other object can join."""
    sets, clusters = focal.shape
    noisy = np.flatnonzero(lost[grouped.index] > 0)
    added = len(noisy)
    clean = len(grouped.rows)
    if (clean + added) * (sets + added) > LARGEST:
        raise InputError(
            f'empty="noise_singleton" makes {added} clusters of one object and a table of more '
            f'than {LARGEST} masses: choose empty="condition" or "omega"'
        )
    rows = np.zeros((clean + added, sets + added))
    rows[:clean, :sets] = grouped.rows
    rows[clean:, :sets] = grouped.rows[grouped.index[noisy]]
    rows[clean + np.arange(added), sets + np.arange(added)] = lost[grouped.index[noisy]]
    number = grouped.index.astype(np.int64)
    number[noisy] = clean + np.arange(added)
    index, old, places = by_appearance(number)
    table = np.zeros((sets + added, clusters + added), dtype=np.bool_)
    table[:sets, :clusters] = focal
    table[sets:, clusters:] = np.eye(added, dtype=np.bool_)
    titles = object_names([*names.tolist(), *(Unlabeled() for _ in range(added))])
    return Grouped(rows[old], index, places), table, titles


_POLICIES: dict[str, Callable[[Grouped, Array, Mask, Array], Masses]] = {
    "error": _refuse,
    "condition": _condition,
    "omega": _spread,
    "noise_singleton": _own_cluster,
}
