"""What the studies say about one measure: desirable properties, Criterion 1, mathematics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from partita.measures.chosen import Asked, request

from .kmeans.tables import table
from .properties import MATHEMATICAL, Property
from .trials import value_of
from .vmeasure.desirable import rates
from .vmeasure.grid import FULL, Grid, values


@dataclass(frozen=True, slots=True)
class Criterion:
    """Wu, Xiong and Chen's Criterion 1 on their Table 3."""

    first: float | None  # clustering I, where k-means has evened out the sizes
    second: float | None  # clustering II, where every class can be recognized
    holds: bool  # whether the measure prefers II


@dataclass(frozen=True, slots=True)
class Profile:
    """What came out for one measure."""

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
    asked = [request(one) for one in measures]
    pairs = [(one.measure, one.options) for one in asked]
    scored = values(pairs, grid)
    return [
        Profile(
            one.label,
            rates(found, grid),
            criterion(pair),
            tuple(tried(pair, seed=seed) for tried in MATHEMATICAL),
        )
        for one, pair, found in zip(asked, pairs, scored, strict=True)
    ]


def criterion(measure: Asked) -> Criterion:
    """Criterion 1: a measure for k-means must see that it makes clusters of equal size."""
    asked = request(measure)
    first, second = (value_of(asked, table(name)) for name in ("I", "II"))
    if first is None or second is None:
        return Criterion(first, second, holds=False)
    return Criterion(first, second, holds=asked.sign * second > asked.sign * first)
