"""Populations close to the sample, and the errors of the scores of samples drawn from them.

The bootstrap draws from the cells of the sample, which cannot show some facts of the population:
overlaps that tie in the population rarely tie in a sample, and a cell that the sample missed stays
empty. Where such a fact matters, samples are drawn from a population close to the sample that has
it. The interval subtracts their errors from the score:

    score - quantiles of (score of a sample - score of the population)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ... import _resample
from ...base.progress import portions
from ...chance.batch import CHUNK, Tables, at_size, scores
from .bootstrap_intervals import Ends, quantiles

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats, Int64
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency

_STREAMS = 1 << 62  # draws of a bootstrap are fewer, so samples have random numbers of their own
WHOLE = 1 << 31  # objects of the population: many, but their squares fit in 64 bits


class Sampled(ABC):
    """Kinds of objects with their shares, and the score of a sample of them."""

    shares: Floats

    @abstractmethod
    def scores(self, chosen: Sequence[Chosen], counts: Int64, threads: int) -> Floats:
        """Return every measure on samples; a sample is a row of counts of kinds."""

    def errors(
        self, chosen: Sequence[Chosen], objects: int, draws: int, seed: int, threads: int
    ) -> Floats:
        """Return score of a sample minus score of the population, one row per sample."""
        whole = np.round(self.shares * WHOLE).astype(np.int64)
        found = self.scores(chosen, whole[np.newaxis], threads)[0]
        truth = [
            at_size(s, one, whole.sum(), objects) for s, one in zip(chosen, found, strict=True)
        ]
        samples = self.samples(objects, draws, seed, threads)
        drawn = np.concatenate([self.scores(chosen, one, threads) for one in samples])
        return np.asarray(drawn - truth)

    def samples(self, objects: int, draws: int, seed: int, threads: int = 0) -> Iterator[Int64]:
        """Return samples of this many objects, in pieces: a row of counts of kinds for each."""
        step = max(1, CHUNK // len(self.shares))
        pieces = portions(draws, step, "samples")
        if len(self.shares) > _resample.SMALL_TABLE:
            weights = np.round(self.shares * WHOLE).astype(np.int64)
            for start, size in pieces:
                first = _STREAMS + start
                yield _resample.sample_counts(weights, objects, size, seed, first, threads)
            return
        # The last stream of the seed: draw d of the kernel uses the streams 2d and 2d + 1.
        key = np.array([seed, 2**64 - 1], dtype=np.uint64)
        random = np.random.Generator(np.random.Philox(key=key))
        for _, size in pieces:
            yield random.multinomial(objects, self.shares, size=size)


@dataclass(frozen=True)
class Population(Sampled):
    """The cells of one table with their shares of the objects."""

    rows: NDArray[np.int32]
    cols: NDArray[np.int32]
    shares: Floats
    shape: tuple[int, int]

    @classmethod
    def of(cls, table: Contingency) -> Population:
        """Return the population in which the cells have the shares of the table."""
        return cls(table.rows, table.cols, table.counts / table.n, table.shape)

    @classmethod
    def of_all_cells(cls, shares: Floats) -> Population:
        """Return the population in which every cell has the share that a matrix gives it."""
        classes, clusters = shares.shape
        return cls(*all_cells(classes, clusters), shares.ravel(), (classes, clusters))

    def scores(self, chosen: Sequence[Chosen], counts: Int64, threads: int) -> Floats:
        """Return every measure on the table of each sample."""
        return scores(chosen, Tables(self.rows, self.cols, counts, self.shape), threads)


def all_cells(classes: int, clusters: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the class and the cluster of every cell, row by row."""
    rows, cols = np.indices((classes, clusters), dtype=np.int32).reshape(2, -1)
    return rows, cols


def bias_between(errors: Floats) -> float:
    """Return the bias of a maximum whose cells may be less equal than in a sample, or more.

    If the cells tie, samples are drawn from ties and show the whole bias. If not, the bias lies
    between 0 and that of draws from the sample, whose errors these are. So take half of it.
    """
    return float(errors.mean()) / 2


def without_error(value: float, errors: Floats, level: float) -> Ends:
    """Subtract the central share of the errors from a score."""
    low, high = quantiles(errors, (1 - level) / 2, (1 + level) / 2)
    return value - high, value - low
