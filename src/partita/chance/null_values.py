"""The values of measures under a null model: of all its tables, by the law of N11, or drawn.

Mean, standard deviation and p of a score are readings of these values, so one question has one
answer, whoever asks: `chance`, `adjusted`, `significance`, a comparison, a sweep, or a report.
"""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..base.arithmetic import weighted_sum
from ..base.draws import CHANCE_LEVEL, P_VALUE
from .batch import scores
from .enumeration import all_tables
from .law import together_law
from .sampling import CHUNK, random_tables, table_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..base.arrays import Floats
    from ..measures.chosen import Chosen
    from ..table.contingency import Contingency
    from .models import Model

TIE = 1e-12  # scores closer than this are equal: they differ by rounding
FEWEST = 100  # tables of a sampled level: its deviation is then known to 7%
_CHEAP = 1 << 18  # cells of random tables that are drawn before asking whether they suffice
_SETTLED = 1e-4  # standard error, as a share of the room between chance and perfection


class Null(NamedTuple):
    """A null model, and how it is sampled where it must be."""

    model: Model
    draws: int | None = None  # None: as many as the question takes
    seed: int = 0
    threads: int = 0

    @property
    def level_draws(self) -> int:
        """Tables for mean and deviation, at most."""
        return CHANCE_LEVEL if self.draws is None else self.draws

    @property
    def p_draws(self) -> int:
        """Tables for p, the first of which are those for mean and deviation."""
        return P_VALUE if self.draws is None else self.draws


class NullValues(NamedTuple):
    """All that one measure may give under a null model."""

    values: Floats
    probabilities: Floats
    method: str


class Moments(NamedTuple):
    """Mean and standard deviation of values, and how well these are known."""

    mean: float
    deviation: float
    error: float  # standard error of the mean; 0 where it is exact
    deviation_error: float  # relative standard error of the deviation; 0 where it is exact
    method: str


def all_values(chosen: Sequence[Chosen], table: Contingency, null: Null) -> list[NullValues | None]:
    """Return all values that the null model allows; None where these are too many to list."""
    listed = all_tables(table, null.model)
    if listed is not None:
        found = scores(chosen, listed.tables, null.threads)
        method = f"all {len(found)} tables"
        # a column apart: strides would change the last digit
        columns = (np.ascontiguousarray(found[:, k]) for k in range(len(chosen)))
        return [NullValues(column, listed.probabilities, method) for column in columns]
    of_pairs = [null.model.keeps_sizes and s.statistic == "pairs" for s in chosen]
    law = together_law(table) if any(of_pairs) else None
    if law is None:
        return [None] * len(chosen)
    method = f"all {len(law.together)} values of N11"
    return [
        NullValues(_of_together(s, table, law.together.tolist()), law.probabilities, method)
        if by_law
        else None
        for s, by_law in zip(chosen, of_pairs, strict=True)
    ]


def _of_together(s: Chosen, table: Contingency, together: list[int]) -> Floats:
    """Return a pair measure for each N11 that tables with these margins may have."""
    p = table.pairs
    same = p.truth_pairs == p.prediction_pairs
    read = (
        s.read(p.with_together(both), perfect=same and both == p.truth_pairs) for both in together
    )
    return np.fromiter(read, dtype=np.float64, count=len(together))


def drawn_values(
    chosen: Sequence[Chosen],
    table: Contingency,
    null: Null,
    *,
    start: int = 0,
    stop: int,
    most: int = CHUNK,
) -> Iterator[Floats]:
    """Score random tables from number `start` to before `stop`: a row each, in pieces."""
    drawn = random_tables(table, null.model, stop, null.seed, null.threads, start=start, most=most)
    return (scores(chosen, piece, null.threads) for piece in drawn)


def sampled_moments(chosen: Sequence[Chosen], table: Contingency, null: Null) -> list[Moments]:
    """Draw tables until mean and deviation are known well enough, and return them."""
    step = _step(table, null)
    pieces: list[Floats] = []
    for start in range(0, null.level_draws, step):
        stop = min(start + step, null.level_draws)
        pieces += drawn_values(chosen, table, null, start=start, stop=stop)
        values = np.concatenate(pieces)
        columns = [np.ascontiguousarray(values[:, k]) for k in range(len(chosen))]
        pairs = list(zip(chosen, columns, strict=True))
        if all(_settled_size(s, column, step) is not None for s, column in pairs):
            break
    return [moments_of_drawn(s, column, table, null) for s, column in pairs]


def moments_of_drawn(s: Chosen, values: Floats, table: Contingency, null: Null) -> Moments:
    """Read mean and deviation from the first drawn values, as many as these take."""
    values = values[: null.level_draws]
    size = _settled_size(s, values, _step(table, null)) or len(values)
    mean, deviation = _moments(values[:size])
    relative = 1 / sqrt(2 * max(1, size - 1))
    method = f"{size} sampled tables, seed {null.seed}"
    return Moments(mean, deviation, deviation / sqrt(size), relative, method)


def moments_of_all(known: NullValues) -> Moments:
    """Read mean and deviation from all values and their probabilities."""
    values, mass, method = known
    mean = weighted_sum(mass, values)
    mean = mean if abs(mean) > TIE * float(abs(values).max()) else 0.0  # rounding
    return Moments(mean, sqrt(weighted_sum(mass, (values - mean) ** 2)), 0.0, 0.0, method)


def _step(table: Contingency, null: Null) -> int:
    """Return after how many tables to ask whether they suffice: all of them if cheap."""
    return max(FEWEST, _CHEAP // table_cells(table, null.model))


def _settled_size(s: Chosen, values: Floats, step: int) -> int | None:
    """Return how many values the mean takes, a multiple of the step; None if more than these."""
    sizes = range(step, len(values) + 1, step)
    return next((size for size in sizes if _settled(s, values[:size])), None)


def _settled(s: Chosen, values: Floats) -> bool:
    mean, deviation = _moments(values)
    perfect = s.measure.perfect
    room = abs(mean if perfect is None else perfect - mean)
    return deviation <= _SETTLED * room * sqrt(len(values))


def _moments(values: Floats) -> tuple[float, float]:
    """Return mean and standard deviation of a sample; the sums are exact, so any CPU agrees."""
    mean = fsum(values.tolist()) / len(values)
    squares = fsum(((values - mean) ** 2).tolist())
    return mean, sqrt(squares / max(1, len(values) - 1))
