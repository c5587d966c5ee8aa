"""Profile of a measure: desirable properties, Criterion 1, mathematical properties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from partita.measures.chosen import Asked, choose

from .kmeans.tables import TABLES
from .properties import MATHEMATICAL, Property
from .trials import value_of
from .vmeasure.desirable import rates
from .vmeasure.grid import FULL, Grid, values


@dataclass(frozen=True, slots=True)
class Criterion:
    """Wu, Xiong and Chen's Criterion 1 on their Table 3."""

    first: float | None  # the value of clustering I, whose sizes k-means made equal
    second: float | None  # the value of clustering II, in which every class is recognizable
    holds: bool  # whether the measure prefers II


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything found for one measure."""

    measure: str  # with its options
    desirable: dict[str, float]  # rates of P1 to P7
    criterion: Criterion
    mathematical: tuple[Property, ...]


def profiles(measures: Sequence[Asked], *, seed: int = 0, grid: Grid = FULL) -> list[Profile]:
    """Try each measure on Dom's clusterings, on two clusterings by size, and on random tables.

    >>> from partita_studies.vmeasure.grid import COARSE
    >>> [profile] = profiles(["purity"], grid=COARSE)
    >>> profile.desirable["P2"], profile.criterion.holds, profile.mathematical[0].holds
    (0.0, False, False)
    """
    asked = [choose(one) for one in measures]
    scored = values(asked, grid)
    return [
        Profile(
            one.label,
            rates(found, grid),
            criterion(one),
            tuple(tried(one, seed=seed) for tried in MATHEMATICAL),
        )
        for one, found in zip(asked, scored, strict=True)
    ]


def criterion(measure: Asked) -> Criterion:
    """Criterion 1: a measure for k-means must see that clusters were made equal in size."""
    asked = choose(measure)
    first, second = (value_of(asked, one) for one in TABLES.values())
    if first is None or second is None:
        return Criterion(first, second, holds=False)
    return Criterion(first, second, holds=asked.sign * second > asked.sign * first)
