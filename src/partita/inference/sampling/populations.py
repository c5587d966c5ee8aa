"""Populations close to the sample, and how far samples drawn from them score from them.

The bootstrap draws from the sample's own cells, and there some facts of the population cannot be
true: two overlaps that tie in the population never tie in a sample, and a cell that the sample
missed stays empty. Where such a fact matters, samples are drawn from a population that is close
to the sample and has it. Their errors are those of the score, and the interval takes them off:

    score - quantiles of (score of a sample - score of the population)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ...base.arrays import Int64
from .batch import Float64, Scorer, Tables, scores
from .ends import Ends, quantiles
from .resampling import CHUNK

if TYPE_CHECKING:
    from numpy.typing import NDArray

DRAWS = 499  # samples of a population at most: its errors widen an interval, they do not shape it
_WHOLE = 1 << 31  # objects of the population itself: many, and their squares fit in 64 bits


class Sampled(ABC):
    """Kinds of objects with their shares, and what is scored on a sample of them."""

    shares: Float64

    @abstractmethod
    def scores(self, scorers: Sequence[Scorer], counts: Int64, threads: int) -> Float64:
        """Return every measure on samples, given as one row of counts of kinds for each."""

    def errors(
        self, scorers: Sequence[Scorer], objects: int, draws: int, seed: int, threads: int
    ) -> Float64:
        """Return score of a sample minus score of the population: one row for each sample."""
        whole = np.round(self.shares * _WHOLE).astype(np.int64)
        found = self.scores(scorers, whole[np.newaxis], threads)[0]
        truth = [
            s.at_size(one, whole.sum(), objects) for s, one in zip(scorers, found, strict=True)
        ]
        samples = self._samples(objects, draws, seed)
        return np.concatenate([self.scores(scorers, one, threads) for one in samples]) - truth

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
    shares: Float64
    shape: tuple[int, int]

    def scores(self, scorers: Sequence[Scorer], counts: Int64, threads: int) -> Float64:
        """Return every measure on the table of each sample."""
        return scores(scorers, Tables(self.rows, self.cols, counts, self.shape), threads)


def without_error(value: float, errors: Float64, level: float) -> Ends:
    """Take the middle share of the errors off a score."""
    low, high = quantiles(errors, (1 - level) / 2, (1 + level) / 2)
    return value - high, value - low
