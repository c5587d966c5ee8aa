"""Values of measures over many clusterings, and their rank correlations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from math import nan
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from partita import MEASURES, Contingency, UndefinedError, measure, uniform_effect
from partita.base.arrays import Floats, Int64

from ..frame import Entry

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAMES = tuple(
    name for name, one in MEASURES.items() if one.ours and name != "expected_mutual_information"
)
"""Every measure of partita except the mean of MI over random labels, which compares nothing."""


@dataclass(frozen=True, eq=False)
class Designs:
    """The tables of several designs, with some draws of each."""

    tables: tuple[tuple[Contingency, ...], ...]

    def all(self) -> list[Contingency]:
        """The tables of all designs."""
        return [one for draws in self.tables for one in draws]

    def means(self, name: str) -> Floats:
        """The mean of a measure (more is better) over the draws of each design.

        Draws on which the measure has no value are left out; nan if a design has no others.
        """
        return np.array([_mean(name, draws) for draws in self.tables])

    @cached_property
    def dcv_of_draws(self) -> tuple[Floats, ...]:
        """The DCV of every draw of each design."""
        return tuple(uniform_effect(draws).table["dcv"] for draws in self.tables)

    def dcv(self) -> Floats:
        """The mean DCV over the draws of each design."""
        return np.array([found.mean() for found in self.dcv_of_draws])


def symbol(name: str) -> str:
    """The symbol of a measure in the paper."""
    return "R_n" if name == "adjusted_rand" else measure(name).symbol


def reasoned(entries: Iterable[Entry], reason: str) -> tuple[Entry, ...]:
    """The entries, with this reason for those that do not agree and have no note."""
    return tuple(
        one if one.note or one.verdict in ("reproduced", "holds") else replace(one, note=reason)
        for one in entries
    )


def column(name: str, tables: Iterable[Contingency]) -> Floats:
    """The value of a measure on every table, with its sign turned so that more is better."""
    return np.array([oriented(name, one) for one in tables])


def oriented(name: str, table: Contingency) -> float:
    """The value of a measure, with its sign turned so that more is better."""
    own = measure(name)
    return own.of(table) if own.better == "higher" else -own.of(table)


def _mean(name: str, tables: Iterable[Contingency]) -> float:
    """The mean over the tables on which the measure has a value; nan if there are none."""
    known = []
    for one in tables:
        with suppress(UndefinedError):  # such as N11 / (N10 + N01) of a perfect clustering
            known.append(oriented(name, one))
    return float(np.mean(known)) if known else nan


def crossed(truth: Any, labels: Any) -> Contingency:
    """The table of a clustering; objects have no weights in this study."""
    return cast("Contingency", Contingency.from_labels(truth, labels))


def packed(tables: Sequence[Contingency]) -> dict[str, Int64]:
    """Tables of any shape as two arrays, to keep in a file."""
    cells = [one.to_scipy().toarray().astype(np.int64) for one in tables]
    return {
        "shapes": np.array([one.shape for one in cells]),
        "cells": np.concatenate([one.ravel() for one in cells]),
    }


def unpacked(kept: dict[str, NDArray[Any]]) -> list[Contingency]:
    """The tables of `packed` arrays.

    >>> table = Contingency.from_matrix([[3, 1, 0], [0, 0, 2]])
    >>> unpacked(packed([table, table.T]))[1].shape
    (3, 2)
    """
    ends = np.cumsum([int(np.prod(shape)) for shape in kept["shapes"]])[:-1]
    parts = np.split(kept["cells"], ends)
    return [
        Contingency.from_matrix(part.reshape(shape))
        for part, shape in zip(parts, kept["shapes"], strict=True)
    ]
