"""Is the agreement more than chance? The test of the adjusted Rand index, and what it says."""

from __future__ import annotations

from collections.abc import Sequence

from ..chance import MODELS
from ..contingency import Contingency
from ..inference.null import deviation_by_formula, mean_by_formula
from ..inference.scores import scorer
from ..measure import MEASURES
from ..request import Request
from ..results import Significance
from .certainty import Inference, significances
from .counting import AnyTable
from .grades import GRADED
from .score import Score
from .verdict import Verdict
from .wording import brief, three

ALPHA = 0.05  # p above this is not told apart from chance
TABLES = 199  # random tables for the test: p down to 0.005
COSTLY = 5_000_000  # cells to be drawn; beyond, p is bounded by the exact mean and deviation
BOUND = "Cantelli's inequality"

_ARI = Request(MEASURES[GRADED])


def against_chance(table: AnyTable, scores: Sequence[Score], seed: int) -> Significance | None:
    """The adjusted Rand index beside chance: as asked for, from few tables, or by its moments."""
    for one in scores:
        if one.measure == GRADED and one.significance is not None:
            return one.significance
    if not isinstance(table, Contingency) or 1 in table.shape or table.n in table.shape:
        return None  # weights cannot be paired anew; or the group sizes leave one table only
    cells = min(table.n, table.shape[0] * table.shape[1])
    if cells * TABLES > COSTLY:
        return _by_moments(table)
    return significances(table, [_ARI], Inference(None, "permutation", "", TABLES, seed, None))[0]


def _by_moments(table: Contingency) -> Significance | None:
    """A bound on p without drawing: Cantelli's inequality on the exact mean and deviation."""
    own = scorer((_ARI.measure, {}))
    mean, deviation = mean_by_formula(own, table), deviation_by_formula(own, table)
    if mean is None or not deviation:
        return None
    value = own.of(table)
    z = (value - mean) / deviation
    bound = 1 / (1 + z * z) if z > 0 else 1.0
    return Significance(GRADED, value, mean, deviation, z, bound, BOUND, 0, None)


def chance_verdict(name: str, table: AnyTable, found: Significance) -> Verdict:
    """What the test says, with its numbers."""
    evidence = {"expected": found.expected, "deviation": found.standard_error, "p": found.p_value}
    spread = ""
    if found.z is not None:
        evidence["z"] = found.z
        spread = f", z = {found.z:,.1f}"
    bounded = found.method == BOUND
    p = f"p {'≤' if bounded else '='} {found.p_value:.2g}{f' by {BOUND}' if bounded else ''}"
    numbers = (
        f"{_random_labels(found)} reach {GRADED} = {three(found.expected)} ± "
        f"{_deviation(found.standard_error)}{spread}, {p}"
    )
    if found.p_value <= ALPHA:
        text = f"This is more than chance: {numbers}."
    else:
        text = f"{brief(name)} cannot be told apart from chance: {numbers}."
    if found.draws:
        evidence["tables"] = float(found.draws)
    return Verdict(name, "chance", text, {**evidence, "n": float(table.n)}, ("hubert1985",))


def _random_labels(found: Significance) -> str:
    """Which random labels were compared with: the record's method begins with the null model."""
    null = found.method.partition(":")[0]
    return MODELS[null if null in MODELS else "permutation"].reading


def _deviation(value: float) -> str:
    return three(value) if value >= 0.0005 else f"{value:.1g}"
