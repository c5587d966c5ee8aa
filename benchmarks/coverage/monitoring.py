"""Intervals that hold at all looks: objects arrive from the populations of other parts."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import differences
import numpy as np
import scores
from counting import DECIDED, TOGETHER, Case, Key

from partita.inference.monitoring.boundary import Boundary
from partita.inference.monitoring.looks import look_at
from partita.inference.sampling.objects import Objects
from partita.inference.sampling.pairing import pair_of_objects
from partita.inference.sampling.samples import ObjectSample, grouped
from partita.measures.chosen import choose
from partita.table.contingency import Contingency

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from partita.inference.monitoring.tally import Sample

MEASURES = {
    "ARI": "adjusted_rand", "V, NMI": "v_measure", "AMI": "adjusted_mutual_information",
    "purity": "purity", "F": "f_measure", "B³": "b_cubed_f", "VI": "variation_of_information",
}  # fmt: skip
FEWER = ("ARI", "V, NMI", "purity", "F")  # of differences
MOST = 5000  # objects of the last look
FEWER_OBJECTS = 2000  # of pairs and groups
GROWTH = 1.2  # from look to look


def looks(start: int, most: int) -> list[int]:
    """Return the numbers of units of all looks."""
    found = [start]
    while found[-1] < most:
        found.append(min(most, int(np.ceil(found[-1] * GROWTH))))
    return found


@dataclass(frozen=True)
class Monitored(Case):
    """One population, from which objects arrive."""

    samples: int

    part = "monitoring"
    sharpest_at = 500
    compares = False

    @abstractmethod
    def seen(self, random: np.random.Generator) -> Iterator[Sample]:
        """Return everything so far, at each look."""

    @property
    @abstractmethod
    def truth(self) -> Mapping[str, float]:
        """Return the true values."""

    def one(self, random: np.random.Generator) -> Mapping[Key, bool]:
        """Watch one stream to its end; return which measures had no false interval."""
        boundary = Boundary(0.05, self.sharpest_at)
        held = {(symbol, "monitor", TOGETHER): True for symbol in self.truth}
        for sample in self.seen(random):
            for symbol, true in self.truth.items():
                low, high = look_at(choose(MEASURES[symbol]), sample, boundary).ends
                if not low - 1e-9 <= true <= high + 1e-9:
                    held[symbol, "monitor", TOGETHER] = False
        decided = {
            (symbol, "monitor", DECIDED): not held[symbol, "monitor", TOGETHER]
            for symbol, true in self.truth.items()
            if self.compares and abs(true) < 1e-9
        }
        return held | decided


@dataclass(frozen=True)
class OfScore(Monitored):
    """One clustering."""

    groups: int
    shape: str
    quality: str

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"K {self.groups}; {self.shape}; {self.quality}; up to {MOST:,} objects"

    @cached_property
    def truth(self) -> Mapping[str, float]:
        """Return the true scores."""
        cells = scores.cells_of(self.groups, self.shape, scores.QUALITIES[self.quality])
        whole = scores.population(cells)
        return {symbol: choose(name).of(whole) for symbol, name in MEASURES.items()}

    def seen(self, random: np.random.Generator) -> Iterator[Sample]:
        """Return everything so far, at each look."""
        cells = scores.cells_of(self.groups, self.shape, scores.QUALITIES[self.quality])
        total, before = np.zeros(cells.shape, dtype=np.int64), 0
        for n in looks(50, MOST):
            total += random.multinomial(n - before, cells.ravel()).reshape(cells.shape)
            before = n
            yield ObjectSample(Contingency.from_matrix(total))


@dataclass(frozen=True)
class OfDifference(Monitored):
    """Two clusterings."""

    known: differences.Differences

    compares = True

    @property
    def name(self) -> str:
        """A short name of the case."""
        rare = "per 300 objects" if self.known.kind == "rare" else ""
        text = self.known.name.replace(f"; n {self.known.n}", "").replace("on average", rare)
        return f"{text}; up to {FEWER_OBJECTS:,} objects"

    @cached_property
    def truth(self) -> Mapping[str, float]:
        """Return the true differences."""
        sides = [scores.population(self.known.cells.sum(axis=axis)) for axis in (2, 1)]
        own = {symbol: choose(MEASURES[symbol]) for symbol in FEWER}
        return {symbol: s.of(sides[0]) - s.of(sides[1]) for symbol, s in own.items()}

    def seen(self, random: np.random.Generator) -> Iterator[Sample]:
        """Return everything so far, at each look."""
        cells = self.known.cells
        chosen = random.choice(cells.size, FEWER_OBJECTS, p=cells.ravel() / cells.sum())
        labels = [x.astype(np.int64) for x in np.unravel_index(chosen, cells.shape)]
        names = [np.arange(size) for size in cells.shape]
        for n in looks(50, FEWER_OBJECTS):
            truth, *clusterings = (x[:n] for x in labels)
            sides = [
                Objects(truth, names[0], one, own, None, np.arange(n))
                for one, own in zip(clusterings, names[1:], strict=True)
            ]
            yield pair_of_objects(sides[0], sides[1], None)


@dataclass(frozen=True)
class OfGroups(Monitored):
    """One clustering of groups of 30 objects of varying quality."""

    sharpest_at = 50
    count = 200  # groups at the last look

    @property
    def name(self) -> str:
        """A short name of the case."""
        return f"groups of 30 objects; K 4; up to {self.count} groups"

    @cached_property
    def truth(self) -> Mapping[str, float]:
        """Return the true scores."""
        own = {symbol: choose(MEASURES[symbol]) for symbol in FEWER}
        found = scores.population(scores.cells_of(4, "balanced", 0.75))
        return {symbol: s.of(found) for symbol, s in own.items()}

    def seen(self, random: np.random.Generator) -> Iterator[Sample]:
        """Return everything so far, at each look."""
        quality = np.repeat(random.uniform(0.5, 1.0, self.count), 30)
        truth, other = random.integers(0, 4, (2, self.count * 30))
        placed = np.where(random.random(len(truth)) < quality, truth, other)
        unit = np.repeat(np.arange(self.count), 30)
        names = np.arange(4)
        for number in looks(10, self.count):
            n = 30 * number
            objects = Objects(truth[:n], names, placed[:n], names, None, np.arange(n))
            yield grouped(*objects.table(), unit[:n], None)


def cases() -> Iterator[Monitored]:
    """Scores, equal and different pairs, and groups."""
    for size in (2, 5, 10):
        for quality in scores.QUALITIES:
            yield OfScore(120 if size < 10 else 60, size, "balanced", quality)
    yield OfScore(120, 5, "skewed", "good")
    for known in (
        differences.Differences("independent", 3, 300, 0.7, 0.7),
        differences.Differences("independent", 3, 300, 0.95, 0.95),
        differences.Differences("independent", 10, 300, 0.95, 0.95),
        differences.Differences("independent", 5, 500, 0.85, 0.75),
        differences.Differences("cut", 5, 300),
        differences.Differences("rare", 5, 300, 1, 1),
        differences.Differences("rare", 5, 300, 3, 3),
        differences.Differences("rare", 5, 300, 2, 0),
    ):
        yield OfDifference(120, known)
    yield OfGroups(200)
