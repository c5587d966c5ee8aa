"""Means estimated by draws.

Means are corrected by control variates, sums over the table whose exact means are known. Their
coefficients are fitted on one half of the draws and used on the other, so that the estimate stays
nearly unbiased. `concentration` bounds its error.
"""

from __future__ import annotations

from math import isfinite, log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from ...base.arrays import Counts, Floats
from ..kinds.results import Method
from ..two_sides.fuzzy_pair import FuzzyPair
from .cell_laws import mean_information
from .closed_forms import Mean
from .concentration import known_error, mean_error, range_error, range_of, spread_error
from .draws import draw_cells, drawn_values
from .matching_means import dominant
from .unlisted_worlds import UnlistedWorlds, unlisted_worlds_of

if TYPE_CHECKING:
    from .plan import Plan

_DRAWS_PER_CONTROL = 15
_CELLS = 1000  # with more of them the means of t log t cost more than they are worth
_ROUNDING = 1e-13  # of the means of the controls


def sampled_mean(pair: FuzzyPair, plan: Plan) -> Mean:
    """Return the mean by draws, with control variates whose exact means are known."""
    count = plan.worlds(pair.effort)
    ends = range_of(plan.chosen, pair.n, pair.shape)
    rest = _worth_listing(pair, plan, count, ends)
    rng = np.random.default_rng(plan.seed)
    tables = list(draw_cells(pair.groups, rng, count) if rest is None else rest.draw(rng, count))
    values = drawn_values(tables, plan.chosen)
    corrected = controlled(values, _centered_controls(pair, tables, rest))
    value, plain = float(corrected.mean()), float(values.mean())
    if rest is None:
        found, share, text = mean_error(plan, pair.groups, values, ends), 1.0, f"{count:,} draws"
    else:
        found, share = spread_error(plan, values, ends), rest.probability
        text = f"{count:,} draws and {len(rest.listed.weight):,} listed tables"
        listed = float(rest.listed.weight @ rest.listed.read(plan.chosen))
        value = listed + share * (value - listed)
    text = f"{text}, seed {plan.seed}, with control variates, {found.by}"
    spread = share * float(corrected.std(ddof=1)) / sqrt(count)
    rounding = _ROUNDING * (1 + abs(value))
    if spread > rounding:
        text += f" (standard error {spread:.1g})"
    # the error is valid for the plain mean; the corrected one may be off by their distance more
    error = share * (found.error + abs(float(corrected.mean()) - plain))
    return Mean(value, error + rounding, Method("sampled", text))


def _worth_listing(
    pair: FuzzyPair, plan: Plan, count: int, ends: tuple[float, float]
) -> UnlistedWorlds | None:
    """The worlds to draw after listing the others, if listing makes the error smaller."""
    rest = unlisted_worlds_of(pair.groups, count)
    if rest is None:
        return None
    known = known_error(plan, pair.groups, count).error
    drawn = rest.probability * range_error(plan, count, ends)
    return rest if not isfinite(known) or drawn < known else None


def _centered_controls(
    pair: FuzzyPair, tables: list[Counts], rest: UnlistedWorlds | None
) -> Floats:
    """The controls of tables, minus their means over the worlds that were drawn from."""
    logs = pair.shape[0] * pair.shape[1] <= _CELLS
    best = dominant(pair)[1]
    means = _control_means(pair, logs=logs)
    if rest is not None:
        likely = rest.listed.weight @ _controls(rest.listed.tables, best, logs=logs)
        means = likely + (means - likely) / rest.probability
    return _controls(np.array(tables), best, logs=logs) - means


def controlled(values: Floats, controls: Floats) -> Floats:
    """Return the values without the part that the controls, of mean 0, explain.

    Each half of the draws is corrected with coefficients fitted on the other half. The same draws
    decide whether the controls are left out because they do not help, so the mean is unbiased up
    to a part that vanishes faster than its standard error.
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


def _controls(tables: Counts, best: Floats, *, logs: bool) -> Floats:
    """Σ a², Σ b², Σ n², the agreement under one matching, and the sums of t log t."""
    parts = tables.sum(axis=2), tables.sum(axis=1), tables.reshape(len(tables), -1)
    columns = [(part.astype(float) ** 2).sum(axis=1) for part in parts]
    columns.append((tables * best).sum(axis=(1, 2)))
    if logs:
        columns += [(part * np.log(np.maximum(part, 1))).sum(axis=1) for part in parts]
    return np.column_stack(columns)


def _control_means(pair: FuzzyPair, *, logs: bool) -> Floats:
    sums = [*pair.gram_sums.squares, dominant(pair)[0]]
    if logs:
        h, _ = mean_information(pair)
        entropies = h.truth_entropy, h.prediction_entropy, h.mutual + h.variation
        sums += [pair.n * (log(pair.n) - entropy) for entropy in entropies]
    return np.array(sums)


def _coefficients(values: Floats, controls: Floats) -> Floats:
    """Least squares on the controls that vary, the most correlated first.

    There is at most one control for every 15 draws: with fewer draws the coefficients are so noisy
    that the standard error of the remainder understates the error.
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
