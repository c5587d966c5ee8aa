"""Drawing worlds: labels or focal sets for the objects that leave a choice, and tables of them.

Means are corrected by control variates, sums over the table whose exact means are known. The
coefficients come from one half of the draws and are used on the other, so that the estimate stays
nearly unbiased. How far off it may be is decided in `concentration`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...arithmetic import whole_from
from ...contingency import Contingency
from ...measure import Measure
from ..problem import SoftSoft
from .closed_forms import Mean, mean_information
from .concentration import Bound, drawn_range_error, is_smooth, mean_error, unseen_error
from .gram import expected_squares
from .matchings import dominant
from .pair import Counts, Floats, Pair
from .picking import Picker
from .tilting import MOVES, draw_tilted, likeliest

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
        sides = [Picker(rows, problem) for rows in (problem.group_first, problem.group_second)]
        for _ in range(draws):
            rows, columns = (side.pick(rng) for side in sides)
            drawn = np.bincount(rows * shape[1] + columns, minlength=cells)
            yield problem.base + drawn.reshape(shape)


def sampled_values(tables: list[Counts], measure: Measure, options: dict[str, Any]) -> Floats:
    """The value of a measure on every table drawn."""
    return np.array([measure.of(Contingency.from_matrix(table), **options) for table in tables])


class Sample(NamedTuple):
    """Numbers whose mean is the one sought, controls whose means are 0, and what was done."""

    values: Floats
    controls: Floats
    text: str


def sampled_mean(pair: Pair, plan: Plan) -> Mean:
    """Mean by draws with control variates whose exact means are known."""
    rare = is_smooth(plan.measure) and pair.cells.restless < MOVES
    drawn = (_tilted_sample if rare else _plain_sample)(pair, plan)
    rest = controlled(drawn.values, drawn.controls)
    found = _error(pair, plan, drawn.values, rest)
    text = f"sampled: {drawn.text} with control variates, 95 % by {found.by}"
    value = float(rest.mean())
    spread = float(rest.std(ddof=1)) / sqrt(len(rest))
    if not is_smooth(plan.measure) and spread > _ROUNDING * (1 + abs(value)):
        text += f" (standard error {spread:.1g})"
    return Mean(value, found.error + _ROUNDING * (1 + abs(value)), text)


def _plain_sample(pair: Pair, plan: Plan) -> Sample:
    count = plan.worlds(pair.effort)
    tables = list(draw_cells(pair.cells, np.random.default_rng(plan.seed), count))
    values = sampled_values(tables, plan.measure, plan.options)
    return Sample(values, _centred_controls(pair, tables), f"{count:,} draws")


def _tilted_sample(pair: Pair, plan: Plan) -> Sample:
    """Draws of a measure where plain ones would show the most probable world only."""
    count = plan.worlds(pair.effort)
    drawn = list(draw_tilted(pair.cells, np.random.default_rng(plan.seed), count))
    tables = [table for table, _ in drawn]
    weight = np.array([weight for _, weight in drawn])
    values = sampled_values(tables, plan.measure, plan.options)
    usual = sampled_values([likeliest(pair.cells)], plan.measure, plan.options)[0]
    controls = np.column_stack((weight - 1, _centred_controls(pair, tables) * weight[:, None]))
    text = f"{count:,} draws, rare worlds more often,"
    return Sample(usual + weight * (values - usual), controls, text)


def _centred_controls(pair: Pair, tables: list[Counts]) -> Floats:
    logs = pair.shape[0] * pair.shape[1] <= _CELLS
    controls = _controls(np.array(tables), dominant(pair)[1], logs=logs)
    return controls - _control_means(pair, logs=logs)


def _error(pair: Pair, plan: Plan, values: Floats, rest: Floats) -> Bound:
    """How far the corrected mean may be off.

    What the controls leave of a smooth measure has no range that is known beforehand and useful;
    that of the draws serves. Where a maximum can jump to another cell in a world that was not
    drawn, the plain mean has an error that holds, and the corrected mean is as far off as that
    and its distance from the plain one.
    """
    if not is_smooth(plan.measure):
        plain = mean_error(plan, pair.cells, values)
        return plain._replace(error=plain.error + abs(float(rest.mean() - values.mean())))
    if np.ptp(values) > 0:
        return drawn_range_error(rest, plan.doubt)
    return unseen_error(plan, pair.cells, len(values))


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
