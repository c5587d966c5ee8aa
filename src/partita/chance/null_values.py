"""The values of measures under a null model: of all tables, of all values of N11, or of samples.

The mean, the standard deviation and p of a score are read from these values everywhere: in
`chance`, `adjusted`, `significance`, a comparison, a sweep and a report. So they agree.
"""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..base.arithmetic import weighted_sum
from ..base.draws import CHANCE_LEVEL, P_VALUE, ROUGH_P_VALUE, affordable
from .batch import CHUNK, scores
from .enumeration import all_tables
from .n11_distribution import n11_distribution
from .sampling import random_tables, table_cells

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..base.arrays import Floats
    from ..measures.chosen import Chosen
    from ..table.contingency import Contingency
    from .models import Model

TIE = 1e-12  # scores closer than this are equal except for rounding
FEWEST = 100  # tables of a sampled level: its deviation then has an error of 7%
_CHEAP = 1 << 18  # cells of random tables that are drawn before checking the precision
_PRECISE = 1e-4  # standard error, as a share of the distance from chance to perfection


class Null(NamedTuple):
    """A null model, and how to sample from it."""

    model: Model
    draws: int | None = None  # None: the default number
    seed: int = 0
    threads: int = 0

    @property
    def level_draws(self) -> int:
        """The largest number of tables for mean and deviation."""
        return CHANCE_LEVEL if self.draws is None else self.draws

    def p_draws(self, table: Contingency) -> int:
        """The number of tables for p; the first of them give mean and deviation."""
        if self.draws is not None:
            return self.draws
        return affordable(P_VALUE, ROUGH_P_VALUE, table_cells(table, self.model))


class NullValues(NamedTuple):
    """All values that one measure can take under a null model."""

    values: Floats
    probabilities: Floats
    method: str


class Moments(NamedTuple):
    """Mean and standard deviation of values, with their errors."""

    mean: float
    deviation: float
    error: float  # standard error of the mean; 0 where it is exact
    deviation_error: float  # relative standard error of the deviation; 0 where it is exact
    method: str


def all_values(chosen: Sequence[Chosen], table: Contingency, null: Null) -> list[NullValues | None]:
    """Return all values that the null model allows; None if there are too many to list."""
    listed = all_tables(table, null.model)
    if listed is not None:
        found = scores(chosen, listed.tables, null.threads)
        method = f"all {len(found)} tables"
        # contiguous columns: strides would change the last digit
        columns = (np.ascontiguousarray(found[:, k]) for k in range(len(chosen)))
        return [NullValues(column, listed.probabilities, method) for column in columns]
    of_pairs = [null.model.keeps_sizes and s.statistic == "pairs" for s in chosen]
    n11 = n11_distribution(table) if any(of_pairs) else None
    if n11 is None:
        return [None] * len(chosen)
    method = f"all {len(n11.values)} values of N11"
    return [
        NullValues(_by_n11(s, table, n11.values.tolist()), n11.probabilities, method)
        if by_n11
        else None
        for s, by_n11 in zip(chosen, of_pairs, strict=True)
    ]


def _by_n11(s: Chosen, table: Contingency, together: list[int]) -> Floats:
    """Return a pair measure for each N11 that is possible with these group sizes."""
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
    """Score the random tables from number `start` to `stop` - 1: a row each, in pieces."""
    drawn = random_tables(table, null.model, stop, null.seed, null.threads, start=start, most=most)
    return (scores(chosen, piece, null.threads) for piece in drawn)


def values_for_p(chosen: Sequence[Chosen], table: Contingency, null: Null) -> Floats:
    """Score the random tables for p, and further ones if mean and deviation need them."""
    size, most = null.p_draws(table), null.level_draws
    values = np.concatenate(list(drawn_values(chosen, table, null, stop=size)))
    step = _step(table, null)
    if size < most and any(
        _sufficient_size(s, values[:, k], step) is None for k, s in enumerate(chosen)
    ):
        more = drawn_values(chosen, table, null, start=size, stop=most)
        values = np.concatenate([values, *more])
    return values


def sampled_moments(chosen: Sequence[Chosen], table: Contingency, null: Null) -> list[Moments]:
    """Draw tables until mean and deviation are precise enough, and return these."""
    step = _step(table, null)
    pieces: list[Floats] = []
    for start in range(0, null.level_draws, step):
        stop = min(start + step, null.level_draws)
        pieces += drawn_values(chosen, table, null, start=start, stop=stop)
        values = np.concatenate(pieces)
        columns = [np.ascontiguousarray(values[:, k]) for k in range(len(chosen))]
        pairs = list(zip(chosen, columns, strict=True))
        if all(_sufficient_size(s, column, step) is not None for s, column in pairs):
            break
    return [moments_of_drawn(s, column, table, null) for s, column in pairs]


def moments_of_drawn(s: Chosen, values: Floats, table: Contingency, null: Null) -> Moments:
    """Read mean and deviation from the first drawn values, as many as suffice."""
    values = values[: null.level_draws]
    size = _sufficient_size(s, values, _step(table, null)) or len(values)
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
    """Return the number of tables between two checks of the precision."""
    return max(FEWEST, _CHEAP // table_cells(table, null.model))


def _sufficient_size(s: Chosen, values: Floats, step: int) -> int | None:
    """Return the number of values that suffice, a multiple of the step; None if all are too few."""
    sizes = range(step, len(values) + 1, step)
    return next((size for size in sizes if _is_precise(s, values[:size])), None)


def _is_precise(s: Chosen, values: Floats) -> bool:
    mean, deviation = _moments(values)
    perfect = s.measure.perfect
    room = abs(mean if perfect is None else perfect - mean)
    return deviation <= _PRECISE * room * sqrt(len(values))


def _moments(values: Floats) -> tuple[float, float]:
    """Return mean and standard deviation of a sample; exact sums are the same on every CPU."""
    mean = fsum(values.tolist()) / len(values)
    squares = fsum(((values - mean) ** 2).tolist())
    return mean, sqrt(squares / max(1, len(values) - 1))
