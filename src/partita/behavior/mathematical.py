"""The mathematical properties of Wu, Xiong and Chen (2009), stated bounds, and sensitivity.

Each is tried on random tables. A trial compares two values of the measure that should agree; the
smallest table on which they do not is the proof that the property fails.
"""

from __future__ import annotations

from itertools import chain
from math import inf, isclose, prod
from typing import TYPE_CHECKING, TypeAlias

from .finding import Answer, Example, PropertyFinding, cells
from .trials import (
    doubled_tables,
    exchanges,
    independent_tables,
    perfect_tables,
    random_tables,
    refinements,
    turned_tables,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from ..table.contingency import Contingency
    from .subject import Subject

    Trial: TypeAlias = "tuple[Contingency, float | None, float | None]"
    """A table, the value found, and the value that the property demands; None where undefined."""

TABLES = 400  # random tables for each property
_TIMES = (2, 3, 10)  # integers by which counts are multiplied, in turn
_LARGER = {"table": (100, 100_000), "labels": (5, 50)}  # times more objects
_FADES = -0.4  # like n^-0.4 or faster: 1/n, log n / n and 1/√n fade, 1/log n and constants do not
_SOURCE = "wu2009"


def symmetry(subject: Subject, *, seed: int = 0, tables: int = TABLES) -> PropertyFinding:
    """Property 1: exchanging truth and prediction changes nothing.

    >>> from partita.behavior.subject import subject
    >>> symmetry(subject("van_dongen")).answer, symmetry(subject("purity")).answer
    ('yes', 'no')
    """
    sides = zip(random_tables(seed, tables, 1), turned_tables(seed, tables), strict=True)
    trials = [(table, subject.of(table), subject.of(turned)) for table, turned in sides]
    return _compared("symmetry", "Exchanging truth and prediction changes nothing.", trials)


def n_invariance(subject: Subject, *, seed: int = 0, tables: int = TABLES) -> PropertyFinding:
    """Property 2: multiplying all counts by an integer changes nothing.

    "asymptotically": the change fades as the counts grow.
    """

    def trials(scale: int) -> Iterator[Trial]:
        multiplied = [random_tables(seed, tables, scale * times) for times in _TIMES]
        for place, table in enumerate(random_tables(seed, tables, scale)):
            yield table, subject.of(multiplied[place % len(_TIMES)][place]), subject.of(table)

    return _compared(
        "n-invariance",
        "Multiplying all counts by an integer changes nothing.",
        trials(1),
        (_LARGER[subject.reads], trials),
    )


def convex_additivity(subject: Subject, *, seed: int = 0, tables: int = TABLES) -> PropertyFinding:
    """Property 3: between a partition and its refinement, the values of the parts average.

    The value on the whole is the mean of the values on the single groups of the coarse partition,
    weighted by size. The refinement is tried as the prediction and as the truth.
    """
    trials = (
        (whole, subject.of(whole), _mean([subject.of(block) for block in blocks], blocks))
        for whole, blocks in refinements(seed, tables)
    )
    return _compared(
        "convex additivity",
        "Between a partition and its refinement, the values of the parts average.",
        trials,
    )


def left_domain(subject: Subject, *, seed: int = 0, tables: int = TABLES) -> PropertyFinding:
    """Property 4: independence gets the poorest value, 0 for a similarity and 1 for a distance."""

    def trials(scale: int) -> Iterator[Trial]:
        for table in independent_tables(seed, tables, scale):
            yield table, subject.of(table), subject.poorest

    return _compared(
        "left-domain completeness",
        f"Independent partitions score {subject.poorest:g}.",
        trials(1),
        (_LARGER[subject.reads], trials),
    )


def right_domain(subject: Subject, *, seed: int = 0, tables: int = TABLES) -> PropertyFinding:
    """Property 5: identity gets the best value, 1 for a similarity and 0 for a distance."""
    best = subject.best
    trials = ((table, subject.of(table), best) for table in perfect_tables(seed, tables))
    return _compared("right-domain completeness", f"Identical partitions score {best:g}.", trials)


def within_bounds(subject: Subject, *, seed: int = 0, tables: int = TABLES) -> PropertyFinding:
    """Whether every value is within the bounds that the measure states; none for a function."""
    low, high = subject.chosen.measure.bounds if subject.chosen else (float("-inf"), float("inf"))

    def trials() -> Iterator[Trial]:
        drawn = (random_tables(seed, tables, 1), independent_tables(seed, tables, 1))
        for table in chain(*drawn, perfect_tables(seed, tables)):
            value = subject.of(table)
            yield table, value, None if value is None else min(max(value, low), high)

    stated = f"All values are from {low:g} to {high:g}."
    if -low == high == float("inf"):
        stated = "All values are within the stated bounds, and none are stated."
    return _compared("bounds", stated, trials(), source="")


def copies(subject: Subject, *, seed: int = 0, tables: int = TABLES) -> PropertyFinding:
    """Whether two copies of a clustering, with classes and clusters of their own, score as one.

    A measure with this property does not depend on the number of classes and clusters as such.
    """
    pairs = zip(random_tables(seed, tables, 1), doubled_tables(seed, tables), strict=True)
    return _compared(
        "independence of k",
        "Two copies of a clustering, with twice the classes and clusters, score as one.",
        ((table, subject.of(doubled), subject.of(table)) for table, doubled in pairs),
        source="rosenberg2007",
    )


def sensitivity(subject: Subject, *, seed: int = 0, tables: int = TABLES) -> PropertyFinding:
    """Whether the measure sees objects of two clusters changing places (Tables 10 and 11).

    The sizes of all groups stay the same. `rate` is the share of such changes that it sees.
    """
    seen = trials = 0
    blind: tuple[Contingency, Contingency, float] | None = None
    for before, after in exchanges(seed, tables):
        first, second = subject.of(before), subject.of(after)
        if first is None or second is None:
            continue
        trials += 1
        if not _same(first, second):
            seen += 1
        elif blind is None or _size(before) < _size(blind[0]):
            blind = before, after, first
    example = None
    if blind:
        before, after, value = blind
        example = Example((cells(before), cells(after)), (value, value), f"both {value:.4g}")
    answer: Answer = "no value" if not trials else "no" if blind else "yes"
    statement = "Sees one to three objects of two clusters change places, all sizes kept."
    rate = seen / trials if trials else 0.0
    return PropertyFinding("sensitivity", statement, _SOURCE, answer, rate, trials, False, example)


MATHEMATICAL: tuple[Callable[..., PropertyFinding], ...] = (
    symmetry,
    n_invariance,
    convex_additivity,
    left_domain,
    right_domain,
    within_bounds,
    copies,
    sensitivity,
)
"""All of them: the paper's Table 12 in its order, and what partita adds."""


def _compared(
    name: str,
    statement: str,
    trials: Iterable[Trial],
    at_size: tuple[tuple[int, int], Callable[[int], Iterable[Trial]]] | None = None,
    *,
    source: str = _SOURCE,
) -> PropertyFinding:
    """Compare what was found with what is demanded, where both have a value."""
    known = [(t, value, due) for t, value, due in trials if value is not None and due is not None]
    failed = [trial for trial in known if not _same(trial[1], trial[2])]
    answer: Answer = "yes" if known else "no value"
    example: Example | None = None
    if failed:
        table, value, due = min(failed, key=lambda trial: _size(trial[0]))
        example = Example((cells(table),), (value, due), f"{value:.4g}, not {due:.4g}")
        answer = "asymptotically" if at_size and _fades(*at_size) else "no"
    rate = 1 - len(failed) / len(known) if known else 0.0
    return PropertyFinding(name, statement, source, answer, rate, len(known), False, example)


def _fades(larger: tuple[int, int], trials: Callable[[int], Iterable[Trial]]) -> bool:
    """Whether the largest difference shrinks as the counts of all tables grow."""
    before, after = (
        max(
            (
                abs(value - due) / max(1.0, abs(due))
                for _, value, due in trials(times)
                if not (value is None or due is None)
            ),
            default=inf,
        )
        for times in larger
    )
    return bool(after <= before * (larger[1] / larger[0]) ** _FADES)


def _same(found: float, due: float) -> bool:
    # Rounding is no counterexample, and counts such as Mirkin's grow with n².
    return isclose(found, due, rel_tol=1e-9, abs_tol=1e-9)


def _size(table: Contingency) -> tuple[int, int]:
    return prod(table.shape), int(table.n)


def _mean(values: list[float | None], blocks: list[Contingency]) -> float | None:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    sizes = [block.n for block in blocks]
    return sum(n * value for n, value in zip(sizes, known, strict=True)) / sum(sizes)
