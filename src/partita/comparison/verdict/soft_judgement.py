"""What the scores of a soft clustering say: the mean, and how much it leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...base.wording import brief, three
from ..counting.score import Score
from .grades import GRADED, graded
from .verdict import Verdict

_PREFERRED = (GRADED, "adjusted_mutual_information", "v_measure")


def open_judged(name: str, truth: str, scores: Sequence[Score]) -> Iterator[Verdict]:
    """The verdicts on a soft clustering, or on one compared with a soft truth."""
    from .judgement import undefined

    valued = {one.measure: one for one in scores if one.value is not None}
    chosen = next((valued[each] for each in (*_PREFERRED, *valued) if each in valued), None)
    if chosen is not None and chosen.value is not None:
        yield _agreement(name, truth, chosen, chosen.value)
    yield from undefined(name, scores)


def _agreement(name: str, truth: str, score: Score, value: float) -> Verdict:
    evidence = {score.measure: value}
    low, high = score.interval or (value, value)
    numbers = f"{score.measure} = {three(value)} on average over the hard clusterings left open"
    if score.interval is not None:
        evidence |= {"low": low, "high": high}
        numbers += f", {three(low)} to {three(high)} depending on where open objects belong"
    if score.expectation is not None and score.expectation.variance is not None:
        deviation = score.expectation.variance**0.5
        evidence["deviation"] = deviation
        numbers += f", standard deviation {three(deviation)}"
    if score.measure == GRADED:
        text = f"{brief(name)} agrees with {brief(truth)} {graded(low, high)} ({numbers})."
        return Verdict(name, "agreement", text, evidence, ("steinley2004",))
    better = f"{score.better} is better"
    return Verdict(name, "agreement", f"{brief(name)} scores {numbers}; {better}.", evidence)
