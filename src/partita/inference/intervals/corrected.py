"""Intervals around scores of corrected entropies, and the hint that a sparse table needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.checks import one_of
from ...base.draws import samples_of_population
from ...base.errors import InputError
from ...base.wording import number_text
from ...chance.derived_measures import recipe_of
from ...measures.chosen import choose
from ...results import Estimate
from ..entropies.corrected_scores import (
    bias_left,
    corrected,
    ends_of_errors,
    errors,
    reads_information,
)
from ..entropies.corrections import CHAO_WANG_JOST, CORRECTIONS, NONE, alike
from ..entropies.likely_population import likely_population
from ..sampling.samples import ObjectSample
from ..widening.resampled_measures import has_limit
from ..widening.unseen_cells import SPARSE, is_sparse

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ...table.contingency import Contingency
    from ..sampling.bootstrap_intervals import Settings
    from ..sampling.samples import GroupSample

_WORDS = {"miller-madow": "Miller-Madow", "chao-wang-jost": "entropies of Chao, Wang and Jost"}


def corrected_estimate(
    s: Chosen, table: Contingency, name: str, settings: Settings, draws: int | None
) -> Estimate:
    """Return the score of corrected entropies, and its interval from a likely population."""
    one_of("bias_correction", name, tuple(CORRECTIONS))
    _require_entropies(s, name)
    if settings.method != "calibrated":
        raise InputError(
            f"bias_correction has an interval of its own: leave out method={settings.method!r}"
        )
    by = alike(CORRECTIONS[name])
    found, population = corrected(s, table, by), likely_population(table)
    size = draws or samples_of_population(len(population.shares))
    off = errors(
        s, population, by, alike(NONE),
        objects=table.n, scored_as=table.n, draws=size, seed=settings.seed,
    )  # fmt: skip
    low, high = ends_of_errors(s, found.value, off, settings.level)
    notes = [_WORDS[name], f"uncorrected {number_text(s.of(table))}"]
    notes += ["H(C,K) moved between its bounds"] * found.moved
    notes += bias_left(off)
    notes += [f"fewer than {SPARSE} objects per cell"] * is_sparse(table)
    return Estimate(
        measure=s.label,
        value=found.value,
        low=low,
        high=high,
        standard_error=float(off.std(ddof=1)),
        confidence=settings.level,
        method="calibrated",
        notes=tuple(notes),
        draws=size,
        rng=settings.seed,
    )


def hints(s: Chosen, sample: ObjectSample | GroupSample) -> list[str]:
    """Say what the score of a sparse table would be with corrected entropies."""
    table = sample.table
    if not isinstance(sample, ObjectSample) or not is_sparse(table):
        return []
    if reads_information(s) and has_limit(s.measure):
        value = corrected(s, table, alike(CHAO_WANG_JOST)).value
        return [f"pass bias_correction='chao-wang-jost', which gives {number_text(value)}"]
    if s.measure.name == "adjusted_mutual_information":
        # without chance agreement, which very many objects do not have, AMI is NMI
        limit = choose(("normalized_mutual_information", s.options))
        value = corrected(limit, table, alike(CHAO_WANG_JOST)).value
        return [f"AMI of very many objects is about {number_text(value)}, which may be outside"]
    return []


def _require_entropies(s: Chosen, name: str) -> None:
    """Refuse measures that are not functions of the entropies."""
    if reads_information(s):
        return
    if s.measure.family != "information":
        raise InputError(
            f"{name} corrects entropies, and {s.measure.name} reads none; leave it out"
        )
    if s.measure.name == "adjusted_mutual_information" or recipe_of(s.measure) is not None:
        # the expected value is subtracted already: a second correction would be too much
        raise InputError(
            f"{s.measure.name} is corrected for chance already; leave {name} out, or ask for "
            "v_measure, which is the value of AMI for very many objects"
        )
    raise InputError(
        f"{name} corrects entropies, and {s.measure.name} reads more than those; leave it out"
    )
