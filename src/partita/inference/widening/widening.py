"""Which intervals must be wider than the draws show, and why: near ties, unseen cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...base.draws import samples_of_population
from ..sampling.samples import GroupSample, ObjectSample
from .near_ties import tied
from .resampled_measures import has_limit, is_smooth, reads_entropies
from .unseen_cells import filled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...base.arrays import Floats
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency
    from ..sampling.populations import Population


class Widening(NamedTuple):
    """Errors of samples from a population close to this one, and what distinguishes it."""

    errors: Floats
    reason: str


NEAR_TIES = "near ties"
_REASONS: dict[str, tuple[Callable[[Contingency], Population | None], str]] = {
    "ties": (tied, NEAR_TIES),
    "unseen": (filled, "unseen cells"),
}


def widenings(
    chosen: Sequence[Chosen],
    sample: ObjectSample | GroupSample,
    draws: int,
    seed: int,
    threads: int,
) -> list[Widening | None]:
    """Return the widening of each measure; all measures of a kind share the samples."""
    found: list[Widening | None] = [None] * len(chosen)
    if isinstance(sample, GroupSample):  # how groups would share an unseen cell is not known
        return found
    kinds = [_kind(s) for s in chosen]
    for kind, (build, reason) in _REASONS.items():
        places = [place for place, own in enumerate(kinds) if own == kind]
        population = build(sample.table) if places else None
        if population is None:
            continue
        own = [chosen[place] for place in places]
        size = min(draws, samples_of_population(len(population.shares)))
        errors = population.errors(own, sample.size, size, seed, threads)
        for column, place in enumerate(places):
            found[place] = Widening(errors[:, column], reason)
    return found


def _kind(s: Chosen) -> str:
    """Return what the draws cannot show of a measure; empty if nothing, or if it is not defined."""
    if not has_limit(s.measure):
        return ""
    if not is_smooth(s.measure):
        return "ties"
    return "unseen" if reads_entropies(s.measure) else ""
