"""Is the agreement more than chance? The test of the adjusted Rand index, and what it says."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from ...base.draws import P_VALUE, ROUGH_P_VALUE
from ...base.wording import brief, p_text, three
from ...chance import MODELS, exact_deviation, exact_mean
from ...measures.chosen import Chosen
from ...measures.measure import MEASURES
from ...results import Significance
from ..counting.counting import can_be_drawn
from ..draws.score_intervals import Inference, significances
from .grades import GRADED
from .verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...table.contingency import AnyTable, Contingency
    from ..counting.score import Score

ALPHA = 0.05  # p above this is not told apart from chance
COSTLY = 5_000_000  # cells to be drawn; beyond, p is bounded by the exact mean and deviation
BOUND = "Cantelli's inequality"

_ARI = Chosen(MEASURES[GRADED], {})


def against_chance(
    table: AnyTable, scores: Sequence[Score], seed: int, tests: int = 1
) -> Significance | None:
    """The adjusted Rand index beside chance: as asked for, drawn as by `score`, or by moments.

    Of several `tests`, p is drawn finely enough to be judged after correction for all of them.
    """
    for one in scores:
        made = one.significance if one.measure == GRADED else None
        if made is not None and _fine_enough(made, tests):
            return made
    if not can_be_drawn(table) or 1 in table.shape or table.n in table.shape:
        return None  # weights cannot be paired anew; or the group sizes leave one table only
    cells = min(table.n, table.shape[0] * table.shape[1])
    cheap = cells * P_VALUE * tests <= COSTLY
    tables = P_VALUE if cheap else max(ROUGH_P_VALUE, ceil(2 * tests / ALPHA) - 1)
    if cells * tables > COSTLY:
        return _by_moments(table)
    return significances(table, [_ARI], Inference(None, "permutation", "", tables, seed, None))[0]


def _by_moments(table: Contingency) -> Significance | None:
    """A bound on p without drawing: Cantelli's inequality on the exact mean and deviation."""
    mean, deviation = exact_mean(_ARI, table), exact_deviation(_ARI, table)
    if mean is None or not deviation:
        return None
    value = _ARI.of(table)
    z = (value - mean) / deviation
    bound = 1 / (1 + z * z) if z > 0 else 1.0
    return Significance(GRADED, value, mean, deviation, z, bound, BOUND, (), 0, None, at_floor=True)


def _fine_enough(found: Significance, tests: int) -> bool:
    """Whether p can fall below the limit after correction; other nulls are not tested anew here."""
    coarse = found.draws > 0 and tests > ALPHA * (found.draws + 1)
    return not coarse or tests == 1 or found.method != "permutation"


def corrected(found: Significance, tests: int) -> float:
    """Return p after Bonferroni's correction, so that one of many random ones seldom stands out."""
    return min(1.0, tests * found.p_value)


def chance_verdict(name: str, table: AnyTable, found: Significance, tests: int = 1) -> Verdict:
    """What the test says, with its numbers; p is corrected for as many tests as were made."""
    p_value = corrected(found, tests)
    evidence = {"expected": found.expected, "deviation": found.standard_error, "p": p_value}
    spread = ""
    if found.z is not None:
        evidence["z"] = found.z
        spread = f", z = {found.z:,.1f}"
    bounded = found.method == BOUND
    p = f"{p_text(p_value, at_floor=found.at_floor)}{f' by {BOUND}' if bounded else ''}"
    if found.draws:
        evidence["tables"] = float(found.draws)
        p += f" from {found.draws:,} random tables"
    if tests > 1:
        evidence["tests"] = float(tests)
        p += f", corrected for {tests} clusterings"
    numbers = (
        f"{_random_labels(found)} reach {GRADED} = {three(found.expected)} ± "
        f"{three(found.standard_error)}{spread}, {p}"
    )
    if p_value <= ALPHA:
        text = f"This is more than chance: {numbers}."
    elif bounded and found.value > found.expected:  # a bound that is not met proves nothing
        text = (
            f"{brief(name)} cannot be told apart from chance by a bound alone: {numbers}; "
            "significance() gives p itself."
        )
    else:
        text = f"{brief(name)} cannot be told apart from chance: {numbers}."
    return Verdict(name, "chance", text, {**evidence, "n": float(table.n)}, ("hubert1985",))


def _random_labels(found: Significance) -> str:
    """Which random labels were compared with; the inequality is about permutations."""
    return MODELS["permutation" if found.method == BOUND else found.method].reading
