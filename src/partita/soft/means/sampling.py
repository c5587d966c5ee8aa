"""Drawing worlds: labels or focal sets for the objects that leave a choice, and tables of them.

Means are corrected by control variates, sums over the table whose exact means are known. The
coefficients come from one half of the draws and are used on the other, so that the estimate stays
nearly unbiased. How far off it may be is decided in `concentration`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite, log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.arrays import Counts, Floats
from ...base.checks import whole_from
from ...measures.measure import Measure
from ..kinds.results import Method
from ..two_sides.from_sums import table_of
from ..two_sides.pair import Pair
from ..two_sides.problem import SoftSoft
from .closed_forms import Mean, mean_information
from .concentration import known_error, mean_error, range_error, range_of, spread_error
from .gram import sums_of
from .label_draws import LabelDraws
from .matchings import dominant
from .unlisted_worlds import UnlistedWorlds, unlisted_worlds_of

if TYPE_CHECKING:
    from .plan import Plan

FEWEST = 100
_FEWEST_OF_PART = 30  # of each level of a mixture
_DRAWS = 1000
_DRAWS_PER_CONTROL = 15
_CELLS = 1000  # with more of them the means of t log t cost more than they are worth
_WORK = 30_000_000  # objects drawn in all
_ROUNDING = 1e-13  # of the means of the controls


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
        sides = [LabelDraws(rows, problem) for rows in (problem.group_first, problem.group_second)]
        for _ in range(draws):
            rows, columns = (side.draw(rng) for side in sides)
            drawn = np.bincount(rows * shape[1] + columns, minlength=cells)
            yield problem.base + drawn.reshape(shape)


def sampled_values(tables: list[Counts], measure: Measure, options: dict[str, Any]) -> Floats:
    """The value of a measure on every table drawn."""
    return np.array([measure.of(table_of(table), **options) for table in tables])


def sampled_mean(pair: Pair, plan: Plan) -> Mean:
    """Mean by draws with control variates whose exact means are known."""
    count = plan.worlds(pair.effort)
    ends = range_of(plan.measure, pair.n, pair.shape, plan.options)
    rest = _worth_listing(pair, plan, count, ends)
    rng = np.random.default_rng(plan.seed)
    tables = list(draw_cells(pair.cells, rng, count) if rest is None else rest.draw(rng, count))
    values = sampled_values(tables, plan.measure, plan.options)
    corrected = controlled(values, _centered_controls(pair, tables, rest))
    value, plain = float(corrected.mean()), float(values.mean())
    if rest is None:
        found, share, text = mean_error(plan, pair.cells, values, ends), 1.0, f"{count:,} draws"
    else:
        found, share = spread_error(plan, values, ends), rest.probability
        text = f"{count:,} draws beside {len(rest.listed.weight):,} tables listed"
        listed = float(rest.listed.weight @ rest.listed.read(plan.measure, plan.options))
        value = listed + share * (value - listed)
    text = f"{text}, seed {plan.seed}, with control variates, {found.by}"
    spread = share * float(corrected.std(ddof=1)) / sqrt(count)
    rounding = _ROUNDING * (1 + abs(value))
    if spread > rounding:
        text += f" (standard error {spread:.1g})"
    # the plain mean has an error that holds; the corrected one is as far off, and from that
    error = share * (found.error + abs(float(corrected.mean()) - plain))
    return Mean(value, error + rounding, Method("sampled", text))


def _worth_listing(
    pair: Pair, plan: Plan, count: int, ends: tuple[float, float]
) -> UnlistedWorlds | None:
    """The worlds to draw beside those that are listed, where that makes the error smaller."""
    rest = unlisted_worlds_of(pair.cells, count)
    if rest is None:
        return None
    known = known_error(plan, pair.cells, count).error
    drawn = rest.probability * range_error(plan, count, ends)
    return rest if not isfinite(known) or drawn < known else None


def _centered_controls(pair: Pair, tables: list[Counts], rest: UnlistedWorlds | None) -> Floats:
    """The controls of tables, less their means over the worlds that were drawn from."""
    logs = pair.shape[0] * pair.shape[1] <= _CELLS
    best = dominant(pair)[1]
    means = _control_means(pair, logs=logs)
    if rest is not None:
        likely = rest.listed.weight @ _controls(rest.listed.tables, best, logs=logs)
        means = likely + (means - likely) / rest.probability
    return _controls(np.array(tables), best, logs=logs) - means


def controlled(values: Floats, controls: Floats) -> Floats:
    """The values less what the controls, of mean 0, explain.

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
    return values if rest.std(ddof=1) > values.std(ddof=1) else rest  # the fit did not carry over


def number_of_draws(draws: int | None, n: int, parts: int = 1) -> int:
    """Check the number of draws, or choose it by the number of objects and of levels to share."""
    if draws is None:
        return max(_FEWEST_OF_PART if parts > 1 else FEWEST, min(_DRAWS, _WORK // n) // parts)
    return check_draws(draws)


def check_draws(draws: Any) -> int:
    """Check a number of draws that was given: with fewer the stated errors would not hold."""
    return whole_from("draws", draws, FEWEST)


def _controls(tables: Counts, best: Floats, *, logs: bool) -> Floats:
    """Σ a², Σ b², Σ n², the agreement under one matching, and the sums of t log t."""
    parts = tables.sum(axis=2), tables.sum(axis=1), tables.reshape(len(tables), -1)
    columns = [(part.astype(float) ** 2).sum(axis=1) for part in parts]
    columns.append((tables * best).sum(axis=(1, 2)))
    if logs:
        columns += [(part * np.log(np.maximum(part, 1))).sum(axis=1) for part in parts]
    return np.column_stack(columns)


def _control_means(pair: Pair, *, logs: bool) -> Floats:
    sums = [*sums_of(pair).squares, dominant(pair)[0]]
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
