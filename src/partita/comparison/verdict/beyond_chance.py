"""Is the agreement significantly better than chance? The test of the adjusted Rand index."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from ...base.draws import P_VALUE, ROUGH_P_VALUE, affordable
from ...base.wording import brief, p_text, three
from ...chance import MODELS, exact_deviation, exact_mean
from ...chance.levels import CANTELLI, ChanceSpread
from ...measures.chosen import choose
from ...results import Significance, Verdict
from ..counting.counting import can_be_drawn
from ..draws.certainty import Inference, score_tests

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...table.contingency import AnyTable, Contingency
    from ..counting.score import Score

GRADED = "adjusted_rand"  # the measure that verdicts test and grade
ALPHA = 0.05  # level of the test
BOUND = CANTELLI  # the method of a p without random tables
COSTLY = 5_000_000  # cells to be drawn; beyond, p is bounded by the exact mean and deviation


def chance_test(
    table: AnyTable, scores: Sequence[Score], seed: int, tests: int = 1
) -> Significance | None:
    """Test the adjusted Rand index against chance; None if that is impossible.

    A test that `scores` have is used if its p can be significant after correction for all `tests`.
    Otherwise as many tables are drawn as that takes, or p is bounded if this is expensive.
    """
    for one in scores:
        made = one.significance if one.measure == GRADED else None
        if made is not None and _is_fine_enough(made, tests):
            return made
    if not can_be_drawn(table) or 1 in table.shape or table.n in table.shape:
        return None  # fractional weights cannot be permuted, or all random tables are the same
    cells = min(table.n, table.shape[0] * table.shape[1])
    enough = max(ROUGH_P_VALUE, ceil(2 * tests / ALPHA) - 1)
    tables = affordable(P_VALUE, enough, cells * tests, COSTLY)
    if cells * tables > COSTLY:
        return _bound_p(table)
    plan = Inference(None, "permutation", "", tables, seed, None)
    return score_tests(table, [choose(GRADED)], plan)[0]


def _bound_p(table: Contingency) -> Significance | None:
    """Bound p without drawing, by Cantelli's inequality on the exact mean and deviation."""
    graded = choose(GRADED)
    mean, deviation = exact_mean(graded, table), exact_deviation(graded, table)
    if mean is None or not deviation:
        return None
    value, level = graded.of(table), ChanceSpread(mean, deviation, 0.0, "exact")
    z, bound = level.z(value), level.bound_p(value, graded.sign)
    return Significance(GRADED, value, mean, deviation, z, bound, BOUND, (), 0, None, at_floor=True)


def _is_fine_enough(found: Significance, tests: int) -> bool:
    """Whether p can be significant after correction; other null models are not drawn again."""
    coarse = found.draws > 0 and tests > ALPHA * (found.draws + 1)
    return not coarse or tests == 1 or found.method != "permutation"


def adjust_p(found: Significance, tests: int) -> float:
    """Correct p for the number of tests (Bonferroni)."""
    return min(1.0, tests * found.p_value)


def chance_verdict(name: str, table: AnyTable, found: Significance, tests: int = 1) -> Verdict:
    """What the test means, with p corrected for the number of tests."""
    p_value = adjust_p(found, tests)
    evidence = {"expected": found.expected, "deviation": found.standard_error, "p": p_value}
    spread = ""
    if found.z is not None:
        evidence["z"] = found.z
        spread = f", z = {found.z:,.1f}"
    bounded = found.method == BOUND
    p = p_text(p_value, at_floor=found.at_floor)
    if found.draws:
        evidence["tables"] = float(found.draws)
    if bounded or found.p_value * (found.draws + 1) < 1:  # below what the tables can show
        p += f" by {BOUND}"
    elif found.draws:
        p += f" from {found.draws:,} random tables"
    if tests > 1:
        evidence["tests"] = float(tests)
        p += f", corrected for {tests} clusterings"
    random = MODELS["permutation" if bounded else found.method].reading
    numbers = (
        f"{random} reach {GRADED} = {three(found.expected)} ± "
        f"{three(found.standard_error)}{spread}, {p}"
    )
    if p_value <= ALPHA:
        text = f"{brief(name)} is significantly better than chance: {numbers}."
    elif bounded and found.value > found.expected:  # an upper bound on p proves nothing here
        text = (
            f"A bound on p does not show that {brief(name)} is better than chance: {numbers}. "
            "Call significance() for p itself."
        )
    else:
        text = f"{brief(name)} is not significantly better than chance: {numbers}."
    return Verdict(name, "chance", text, {**evidence, "n": float(table.n)}, ("hubert1985",))
