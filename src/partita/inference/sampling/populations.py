"""Populations close to the sample, and how far samples drawn from them score from them.

The bootstrap draws from the sample's own cells, and there some facts of the population cannot be
true: two overlaps that tie in the population never tie in a sample, and a cell that the sample
missed stays empty. Where such a fact matters, samples are drawn from a population that is close
to the sample and has it. Their errors are those of the score, and the interval takes them off:

    score - quantiles of (score of a sample - score of the population)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...chance.batch import Tables, at_size, scores
from .ends import Ends, quantiles
from .resampling import CHUNK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...measures.chosen import Chosen

_WHOLE = 1 << 31  # objects of the population itself: many, and their squares fit in 64 bits


class Sampled(ABC):
    """Kinds of objects with their shares, and what is scored on a sample of them."""

    shares: Floats

    @abstractmethod
    def scores(self, chosen: Sequence[Chosen], counts: Int64, threads: int) -> Floats:
        """Return every measure on samples, given as one row of counts of kinds for each."""

    def errors(
        self, chosen: Sequence[Chosen], objects: int, draws: int, seed: int, threads: int
    ) -> Floats:
        """Return score of a sample minus score of the population: one row for each sample."""
        whole = np.round(self.shares * _WHOLE).astype(np.int64)
        found = self.scores(chosen, whole[np.newaxis], threads)[0]
        truth = [
            at_size(s, one, whole.sum(), objects) for s, one in zip(chosen, found, strict=True)
        ]
        samples = self._samples(objects, draws, seed)
        drawn = np.concatenate([self.scores(chosen, one, threads) for one in samples])
        return np.asarray(drawn - truth)

    def _samples(self, objects: int, draws: int, seed: int) -> Iterator[Int64]:
        # The last stream of the seed: the kernel uses twice the number of the draw, and the next.
        key = np.array([seed, 2**64 - 1], dtype=np.uint64)
        random = np.random.Generator(np.random.Philox(key=key))
        step = max(1, CHUNK // len(self.shares))
        for start in range(0, draws, step):
            yield random.multinomial(objects, self.shares, size=min(step, draws - start))


@dataclass(frozen=True)
class Population(Sampled):
    """Cells of one table with their shares of the objects."""

    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    shares: Floats
    shape: tuple[int, int]

    def scores(self, chosen: Sequence[Chosen], counts: Int64, threads: int) -> Floats:
        """Return every measure on the table of each sample."""
        return scores(chosen, Tables(self.rows, self.cols, counts, self.shape), threads)


def without_error(value: float, errors: Floats, level: float) -> Ends:
    """Take the middle share of the errors off a score."""
    low, high = quantiles(errors, (1 - level) / 2, (1 + level) / 2)
    return value - high, value - low
