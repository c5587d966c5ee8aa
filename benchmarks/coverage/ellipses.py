"""Confidence ellipses of homogeneity and completeness: do they cover both true values?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from counting import Case, Key
from scores import QUALITIES, cells_of, population

from partita import MEASURES
from partita.comparison.plane import inside, plane
from partita.table.contingency import Contingency

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Ellipses(Case):
    """One population and one sample size."""

    groups: int
    n: int
    shape: str
    quality: str
    samples: int = 2000

    part = "ellipses"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"K {self.groups}; n {self.n}; {self.shape}; {self.quality}"

    @cached_property
    def truth(self) -> tuple[float, float]:
        """Return both true values."""
        whole = population(cells_of(self.groups, self.shape, QUALITIES[self.quality]))
        return MEASURES["homogeneity"].of(whole), MEASURES["completeness"].of(whole)

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check whether the ellipse covers both values."""
        cells = cells_of(self.groups, self.shape, QUALITIES[self.quality])
        counts = random.multinomial(self.n, cells.ravel()).reshape(cells.shape)
        (row,) = plane({"sample": Contingency.from_matrix(counts)}, draws=199).rows()
        return {("h and c", "jackknife", "region holds"): inside(row, *self.truth)}


def cases() -> Iterator[Ellipses]:
    """Few and many objects for each cell."""
    for groups, n in ((3, 300), (5, 500), (10, 500), (10, 1000), (10, 2000), (10, 20_000)):
        for quality in ("good", "fair", "poor"):
            yield Ellipses(groups, n, "balanced", quality)
    yield Ellipses(10, 2000, "skewed", "fair")
