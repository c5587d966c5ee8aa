"""From the rows of all predictions to a joint table: the policies hold for all sides together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

import numpy as np

from ...base.arrays import Mask
from ...base.errors import InputError, about, prediction_of
from ...base.wording import UNNAMED
from ...gpu import on_device
from ...labels import Labeling, Policies, Sides
from ...labels.policies import frequencies, settle, stand_alone, stay
from ...labels.records import from_zero, union
from ...table.joint import JointTable, joint_table
from .job import Job
from .rows import Rows, parse, read_groups, refuse_missing


def count_jointly(rows: Mapping[Any, Rows], job: Job) -> JointTable:
    """Count the kinds of objects of rows that all predictions share."""
    found = kinds(rows, job.policies, job.threads)
    if found is None:
        raise InputError(
            "nothing is left to compare: all objects were dropped, because a label is missing or "
            'noise, or their weights are zero; use "singletons" instead of "drop"'
        )
    return found


def kinds(
    rows: Mapping[Any, Rows], policies: Policies, threads: int | None = None
) -> JointTable | None:
    """The joint table of rows; None if the policies leave none of them.

    An object that one side drops is dropped from all, so that all clusterings label the same
    objects.
    """
    every: dict[Any, Sides] = {}
    for name, own in rows.items():
        with about(prediction_of(name, many=len(rows) > 1)):
            _refuse_device(own)
            sides = parse(own, threads)
            if sides.n is not None:
                refuse_missing(sides, policies)
            every[name] = sides
            stay(sides, policies)  # refuses missing labels with their position
    first, group = next(iter(every.values())), next(iter(rows.values())).group
    _refuse_fractions(first)
    units = None if group is None else read_groups(group, len(first.truth.codes))
    places = _kept(every, policies)
    if not len(places):
        return None
    if first.n is not None:
        places = _spread(every, _by_content(every, units, places), policies)
    pairs = {
        name: settle(sides.take(places)._replace(weights=None, n=None), policies)
        for name, sides in every.items()
    }
    found = joint_table(
        next(iter(pairs.values())).truth,
        {UNNAMED if name is None else name: pair.prediction for name, pair in pairs.items()},
        _counts(every, places, policies),
        None if units is None else Labeling(from_zero(units)[places], 0, units.names),
    )
    return replace(found, guessed=first.guessed, policies=policies)


def _kept(every: Mapping[Any, Sides], policies: Policies) -> Any:
    """The rows that all sides keep and that have any weight."""
    first = next(iter(every.values()))
    keep = np.ones(len(first.truth.codes), np.bool_)
    if first.weights is not None:
        keep &= first.weights > 0
    for sides in every.values():
        own = stay(sides, policies)
        if own is not None:
            keep &= own
    return np.flatnonzero(keep)


def _by_content(every: Mapping[Any, Sides], units: Labeling | None, places: Any) -> Any:
    """Rows in the order of their labels, groups and weights; engines return them in any order."""
    first = next(iter(every.values()))
    columns = [] if units is None else [from_zero(units)]
    columns += [] if first.weights is None else [first.weights]
    for reading in (first.truth, *(sides.prediction for sides in every.values())):
        codes = from_zero(reading)
        columns.append(codes if reading.missing is None else np.where(reading.missing, -1, codes))
    return places[np.lexsort([column[places] for column in columns])]


def _alone(every: Mapping[Any, Sides], policies: Policies) -> Mask | None:
    """Rows whose objects become groups of their own on any side; each is a kind of its own."""
    return reduce(union, (stand_alone(sides, policies) for sides in every.values()))


def _spread(every: Mapping[Any, Sides], places: Any, policies: Policies) -> Any:
    """Rows with a place for each object that becomes a group of its own."""
    n, alone = next(iter(every.values())).n, _alone(every, policies)
    if n is None or alone is None:
        return places
    return np.repeat(places, np.where(alone, n, 1)[places])


def _counts(every: Mapping[Any, Sides], places: Any, policies: Policies) -> Any:
    """The number of objects at each place: those of its row, times its weight."""
    first = next(iter(every.values()))
    if first.n is not None:
        alone = _alone(every, policies)
        first = first._replace(n=first.n if alone is None else np.where(alone, 1, first.n))
    counts = frequencies(first)
    return np.ones(len(places), np.int64) if counts is None else counts[places]


def _refuse_fractions(sides: Sides) -> None:
    if sides.weights is not None and sides.weights.dtype != np.int64:
        raise InputError(
            "joint=True counts objects, and fractional weights are no counts: use integer weights, "
            "or count the tables alone, without joint"
        )


def _refuse_device(rows: Rows) -> None:
    if on_device(rows.truth) or on_device(rows.prediction):
        raise InputError(
            "joint=True counts labels in the memory of the CPU: copy them there, e.g. with .cpu()"
        )
