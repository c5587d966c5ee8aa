"""Which intervals reach further than the draws, and why: near ties, cells never seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...base.draws import POPULATION
from ..sampling.samples import GroupSample, ObjectSample
from .doubts import has_limit, is_smooth
from .missed import filled
from .ties import tied

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...measures.measure import Measure
    from ...table.contingency import Contingency
    from ..sampling.populations import Population


class Widening(NamedTuple):
    """Errors of samples from a population close to this one, and what it has that this lacks."""

    errors: Floats
    reason: str


_REASONS: dict[str, tuple[Callable[[Contingency], Population | None], str]] = {
    "ties": (tied, "near ties"),
    "missed": (filled, "cells never seen"),
}


def widenings(
    chosen: Sequence[Chosen],
    sample: ObjectSample | GroupSample,
    draws: int,
    seed: int,
    threads: int,
) -> list[Widening | None]:
    """Return for each measure what its interval must reach; all of a kind share the samples."""
    found: list[Widening | None] = [None] * len(chosen)
    if isinstance(sample, GroupSample):  # how groups would share a cell never seen is not known
        return found
    kinds = [_kind(s) for s in chosen]
    for kind, (build, reason) in _REASONS.items():
        places = [place for place, own in enumerate(kinds) if own == kind]
        population = build(sample.table) if places else None
        if population is None:
            continue
        own, size = [chosen[place] for place in places], min(draws, POPULATION)
        errors = population.errors(own, sample.size, size, seed, threads)
        for column, place in enumerate(places):
            found[place] = Widening(errors[:, column], reason)
    return found


def _kind(s: Chosen) -> str:
    """Name what the draws cannot show of a measure; empty where nothing or where it cannot be."""
    if not has_limit(s.measure):
        return ""
    if not is_smooth(s.measure):
        return "ties"
    return "missed" if reads_entropies(s.measure) else ""


def reads_entropies(measure: Measure) -> bool:
    """Whether rare cells weigh as much as in an entropy, so that those never seen matter."""
    return measure.smooth and measure.family in {"information", "overlap", "records"}
