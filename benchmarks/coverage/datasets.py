"""Methods over several data sets: letters that separate equal methods, and Friedman's test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from counting import REJECTED, Case, Key

from partita import rank_datasets

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Datasets(Case):
    """Equally good methods with random scores on every data set."""

    datasets: int
    methods: int
    samples: int = 1000

    part = "datasets"

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"{self.methods} methods on {self.datasets} data sets"

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Check whether all methods share a letter, and whether Friedman's test rejects."""
        values = random.random((self.datasets, self.methods)).tolist()
        results = {str(k): {str(j): x for j, x in enumerate(row)} for k, row in enumerate(values)}
        held: dict[Key, bool] = {}
        for method in ("nemenyi", "wilcoxon"):
            found = rank_datasets(results, method=method)
            common = set.intersection(*map(set, found.table["group"]))
            held[method, "ranks", "all share a letter"] = bool(common)
        held["Friedman", "ranks", REJECTED] = found.p_value <= 0.05
        return held


def cases() -> Iterator[Datasets]:
    """Few and many data sets."""
    for datasets, methods in ((4, 3), (10, 3), (10, 5), (20, 5), (30, 10)):
        yield Datasets(datasets, methods)
