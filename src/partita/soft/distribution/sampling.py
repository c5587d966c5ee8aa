"""Drawing worlds: labels or focal sets for the objects that leave a choice, and tables of them.

Means are corrected by control variates, sums over the table whose exact means are known. The
coefficients come from one half of the draws and are used on the other, so that the estimate stays
nearly unbiased. Where one of m objects can change a value by at most c,
McDiarmid's inequality bounds the error of a plain mean of s draws:
Pr(error >= ε) <= 2 exp(-2 s ε² / (m c²)).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, inf, isfinite, log, sqrt
from typing import Any

import numpy as np

from ...contingency import Contingency
from ...errors import InputError
from ...measure import Measure
from ..problem import SoftSoft
from .closed_forms import Mean, mean_information
from .gram import expected_squares
from .matchings import dominant
from .pair import Counts, Floats, Pair

DOUBT = 0.05  # errors hold with probability 95 %
FEWEST = 100
_FEWEST_OF_PART = 30  # of each level of a mixture
_DRAWS = 1000
_DRAWS_PER_CONTROL = 15
_CELLS = 1000  # with more of them the means of t log t cost more than they are worth
_WORK = 30_000_000  # objects drawn in all


def draw_cells(problem: SoftSoft, rng: np.random.Generator, draws: int) -> Iterator[Counts]:
    """Draw tables: every object picks a cell, independently, by the two rows of its group."""
    shape, cells = problem.base.shape, problem.base.size
    if not problem.uncertain:
        yield from (problem.base for _ in range(draws))
    elif len(problem.group_size) * cells <= problem.uncertain:  # few groups: count, do not list
        odds = problem.joint()
        odds /= odds.sum(axis=1, keepdims=True)
        for _ in range(draws):
            drawn = rng.multinomial(problem.group_size, odds).sum(axis=0)
            yield problem.base + drawn.reshape(shape)
    else:
        sides = [_Picker(rows, problem) for rows in (problem.group_first, problem.group_second)]
        for _ in range(draws):
            rows, columns = (side.pick(rng) for side in sides)
            drawn = np.bincount(rows * shape[1] + columns, minlength=cells)
            yield problem.base + drawn.reshape(shape)


def sampled_values(tables: list[Counts], measure: Measure, options: dict[str, Any]) -> Floats:
    """The value of a measure on every table drawn."""
    return np.array([measure.of(Contingency.from_matrix(table), **options) for table in tables])


def sampled_mean(
    pair: Pair, measure: Measure, options: dict[str, Any], seed: Any, count: int
) -> Mean:
    """Mean by draws with control variates whose exact means are known."""
    tables = list(draw_cells(pair.cells, np.random.default_rng(seed), count))
    values = sampled_values(tables, measure, options)
    logs = pair.shape[0] * pair.shape[1] <= _CELLS
    controls = _controls(np.array(tables), dominant(pair)[1], logs=logs)
    controls -= _control_means(pair, logs=logs)
    value, deviation = controlled(values, controls)
    text = f"sampled: {count:,} draws with control variates, 95 % by normal approximation"
    return Mean(value, wide(count) * deviation, text)


def wide(draws: int) -> float:
    """Standard errors that hold a mean with 95 %: 1.96, and more for few draws.

    Student's quantile 1.96 + 2.4/d with a quarter of the draws as degrees of freedom, since the
    spread is estimated beside coefficients fitted on half of them.
    """
    return 1.96 + 2.4 / max(1.0, draws / 4)


def controlled(values: Floats, controls: Floats) -> tuple[float, float]:
    """Mean and standard error after subtracting what the controls, of mean 0, explain.

    Each half of the draws is corrected with coefficients fitted on the other half. That the
    controls are left out where they do not help is decided by the same draws, so the mean is
    unbiased up to a part that vanishes faster than its standard error.
    """
    half = len(values) // 2
    parts = slice(0, half), slice(half, None)
    rest = np.concatenate(
        [
            values[mine] - controls[mine] @ _coefficients(values[other], controls[other])
            for mine, other in (parts, parts[::-1])
        ]
    )
    plain = values.std(ddof=1)
    if rest.std(ddof=1) > plain:  # the fit did not carry over: leave the controls out
        rest = values
    return float(rest.mean()), float(rest.std(ddof=1)) / sqrt(len(rest))


def number_of_draws(draws: int | None, n: int, parts: int = 1) -> int:
    """Check the number of draws, or choose it by the number of objects and of levels to share."""
    if draws is None:
        return max(_FEWEST_OF_PART if parts > 1 else FEWEST, min(_DRAWS, _WORK // n) // parts)
    return check_draws(draws)


def check_draws(draws: Any) -> int:
    """Check a number of draws that was given: with fewer the stated errors would not hold."""
    return whole("draws", draws, FEWEST)


def whole(name: str, value: Any, least: int) -> int:
    """Check a whole number that was given."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{name} must be a whole number from {least}; got {value!r}")
    return int(value)


def effect_of_one(measure: Measure, n: int, options: dict[str, Any]) -> float | None:
    """How much one object, moved anywhere on both sides, can change the measure; None: unknown."""
    if measure.name == "partition_distance":
        return {"n-1": 1 / max(1, n - 1), "n": 1 / n, "count": 1.0}[options.get("normalize", "n-1")]
    known = {
        "rand": 2 / n,  # it is in n - 1 of the n(n-1)/2 pairs
        "hubert_gamma_prime": 4 / n,
        "mirkin": 2.0 * (n - 1),
        "normalized_mirkin": 2 * (n - 1) / (n * n),
        "split_join": 2.0,
    }
    shares = (  # sums of largest overlaps change by at most 1
        "classification_error",
        "goodman_kruskal",
        "inverse_purity",
        "maximum_matching",
        "micro_averaged_precision",
        "purity",
        "van_dongen",
    )
    known.update(dict.fromkeys(shares, 1 / n))
    return known.get(measure.name)


def mean_error(
    measure: Measure, options: dict[str, Any], n: int, moving: int, values: Floats
) -> tuple[float, str]:
    """How far the plain mean of draws may be off, and in which sense.

    `moving` objects are drawn independently. Without a bound on the effect of one object the
    bounds of the measure serve (Hoeffding), and without those the normal approximation.
    """
    draws = len(values)
    effect = effect_of_one(measure, n, options)
    width = measure.bounds[1] - measure.bounds[0]
    if effect is not None:
        return mcdiarmid_error(draws, moving, effect), "McDiarmid 95 %"
    deviation = float(values.std(ddof=1)) / sqrt(draws)
    if isfinite(width):
        error = mcdiarmid_error(draws, 1, width)
        return error, f"Hoeffding 95 % (standard error {deviation:.1g})"
    return wide(draws) * deviation, "95 % by normal approximation"


def mcdiarmid_error(draws: int, moving: int, effect: float) -> float:
    """ε with 2 exp(-2 s ε² / (m c²)) = 5 %."""
    return effect * sqrt(moving * log(2 / DOUBT) / (2 * draws))


def mcdiarmid_draws(error: float, moving: int, effect: float) -> int:
    """Draws that keep the error of the mean within `error` with probability 95 %.

    >>> mcdiarmid_draws(0.01, 150, 2 / 150)
    492
    """
    if not 0 < error < inf:
        raise InputError(f"error must be a positive number; got {error!r}")
    return max(1, ceil(moving * effect * effect * log(2 / DOUBT) / (2 * error * error)))


def _controls(tables: Counts, best: Floats, *, logs: bool) -> Floats:
    """Σ a², Σ b², Σ n², the agreement under one matching, and the sums of t log t."""
    parts = tables.sum(axis=2), tables.sum(axis=1), tables.reshape(len(tables), -1)
    columns = [(part.astype(float) ** 2).sum(axis=1) for part in parts]
    columns.append((tables * best).sum(axis=(1, 2)))
    if logs:
        columns += [(part * np.log(np.maximum(part, 1))).sum(axis=1) for part in parts]
    return np.column_stack(columns)


def _control_means(pair: Pair, *, logs: bool) -> Floats:
    squares = expected_squares(pair)
    sums = [float(s.sum()) for s in (squares.classes, squares.clusters, squares.cells)]
    sums.append(dominant(pair)[0])
    if logs:
        h, _ = mean_information(pair)
        entropies = h.truth_entropy, h.prediction_entropy, h.mutual + h.variation
        sums += [pair.n * (log(pair.n) - entropy) for entropy in entropies]
    return np.array(sums)


def _coefficients(values: Floats, controls: Floats) -> Floats:
    """Least squares on the controls that vary, the most correlated first.

    One control for every 15 draws at most: fitted on fewer, the coefficients are so noisy that
    the standard error of what is left understates the error.
    """
    scale = controls.std(axis=0)
    live = np.flatnonzero(scale > 1e-12 * (1 + np.abs(controls).max(axis=0)))
    standard = (controls[:, live] - controls[:, live].mean(axis=0)) / scale[live]
    strength = np.abs(standard.T @ (values - values.mean()))
    kept = np.argsort(-strength, kind="stable")[: len(values) // _DRAWS_PER_CONTROL]
    found = np.zeros(controls.shape[1])
    if len(kept):
        design = np.column_stack((np.ones(len(values)), standard[:, kept]))
        fitted = np.linalg.lstsq(design, values, rcond=1e-10)[0]
        found[live[kept]] = fitted[1:] / scale[live[kept]]
    return found


class _Picker:
    """Draws a group for each undecided object by the cumulated probabilities of its row."""

    def __init__(self, rows: Floats, problem: SoftSoft) -> None:
        group = np.repeat(np.arange(len(rows)), problem.group_size)
        self.fixed: Counts = rows.argmax(axis=1)[group]
        self.sure = bool(((rows > 0).sum(axis=1) == 1).all())
        reached = np.cumsum(rows, axis=1)
        later = np.cumsum(rows[:, ::-1], axis=1)[:, ::-1] - rows > 0
        steps = np.where(later, reached / reached[:, -1:], inf)  # beyond every random number
        self.steps = [np.ascontiguousarray(column[group]) for column in steps.T[:-1]]

    def pick(self, rng: np.random.Generator) -> Counts:
        """One group for each object."""
        if self.sure:
            return self.fixed
        drawn = rng.random(len(self.fixed))
        picked = np.zeros(len(drawn), dtype=np.int64)
        for step in self.steps:
            picked += drawn >= step
        return picked
