"""The answer of a plan: the size that a pilot needs, its range, and the curve around it."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, exp, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...base.draws import draws_of_objects
from ..widening.rule_of_three import unseen
from .populations import population_of, with_errors
from .reaches import AT_GUESS, AT_PILOT, Curve, Simulation, curve_for, smallest

if TYPE_CHECKING:
    from ...base.arrays import Floats
    from ..sampling.pairing import Sample
    from .reaches import Question

_POINTS = 9  # of the curve
_MOST = {"objects": 10**9, "groups": 2_000}  # of a simulated sample; beyond, widths fall as 1/√n


class Answer(NamedTuple):
    """The answer: the number of units and its range, and what it comes from."""

    n: int
    low: int
    high: int
    own: float  # reach of the pilot's own interval
    start: float  # reach at the size of the pilot
    curve: Curve
    notes: tuple[str, ...]

    def points(self, pilot: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return the sizes of the curve, with that of the pilot, and the reach at each."""
        low, high = self.curve.low, self.curve.high
        found = {round(size): self.curve.at(size) for size in np.geomspace(low, high, _POINTS)}
        if not low <= pilot <= high:
            found[pilot] = self.start
        sizes = sorted(found)
        return tuple(sizes), tuple(found[size] for size in sizes)


def answer(question: Question, pilot: Sample, target: float) -> Answer:
    """Answer the question from the pilot."""
    unit, most = pilot.unit, _MOST[pilot.unit]
    level, seed = question.settings.level, question.settings.seed
    own = question.reach(pilot, draws_of_objects(pilot.cells, level), seed)
    # Streams of the seed from the end: populations have the last, posteriors the one before.
    random = np.random.Generator(np.random.Philox(key=np.array([seed, 2**64 - 3], dtype=np.uint64)))
    source = population_of(question.chosen, pilot)
    simulation = Simulation(question, source, pilot.cells, random)
    again = simulation.lengths(pilot.size, AT_PILOT, fewest=3)
    mean = float(again.mean())
    scale = sqrt(own.length / mean) if min(own.length, mean) > 0 else 1.0
    curve = curve_for(simulation, target, (pilot.size, mean * scale), scale, most)
    size, notes = curve.size(target), []
    if own.constant:
        low, high, note = size, *_with_unseen_errors(simulation, pilot, target, most, level)
        notes.append(note)
    else:
        factor = exp(_uncertainty(again, scale, level))
        low, high = curve.size(target * factor), curve.size(target / factor)
    least = smallest(pilot.size)
    if size < least:
        notes.append(f"a tenth of the pilot or 10 {unit} at least")
    if size > most:
        notes.append(f"beyond {most:,} {unit}, widths are assumed to fall as 1/√n")
    if size <= pilot.size:
        notes.append("the pilot is enough")
    n, low, high = (max(least, ceil(one)) for one in (size, low, max(size, high)))
    return Answer(n, low, high, own.length, mean * scale, curve, tuple(notes))


def _with_unseen_errors(
    simulation: Simulation, pilot: Sample, target: float, most: int, level: float
) -> tuple[float, str]:
    """Return the size that is needed if a pilot without errors missed as many as it may, a note."""
    text = "rule of three: no draw of the pilot differs"
    source = with_errors(pilot, level)
    if source is None:
        return 0.0, text
    other = replace(simulation, source=source)
    start = float(other.lengths(pilot.size, AT_GUESS).mean())
    size = curve_for(other, target, (pilot.size, start), 1.0, most).size(target)
    moved = unseen(pilot.size, pilot.size, level)
    return size, f"{text}; the upper end allows for {moved} errors in {pilot.size}"


def _uncertainty(again: Floats, scale: float, level: float) -> float:
    """Return how far the logarithm of a reach may be off.

    It is off because pilots vary, and because the population of the pilot has other reaches than
    the pilot itself; `scale` is half of that difference.
    """
    from scipy.special import stdtrit

    freedom = len(again) - 1
    variation = float(again.std(ddof=1) / again.mean())
    deviation = sqrt(variation**2 * (1 + 1 / len(again)) + log(scale) ** 2)
    return float(stdtrit(freedom, (1 + level) / 2)) * deviation
