"""How certain is a score? Objects are a sample; draw them anew and see how the score varies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ...base.checks import confidence_of, one_of, thread_count, whole_from
from ...base.draws import OBJECTS
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.seeds import seed_of
from ...labels import read_policies
from ...measures.chosen import Asked, choose
from ...table.contingency import Contingency
from ..sampling.given_table import table_from
from ..sampling.samples import GroupSample, ObjectSample, evaluate, group_sample, object_sample
from .derived import based, derived
from .estimation import METHODS, estimate, estimate_all

if TYPE_CHECKING:
    from ...measures.measure import Measure
    from ...results import Estimate
    from ...table.table import Table

__all__ = ["METHODS", "confidence_interval", "estimate", "estimates"]


@explain_keywords
def confidence_interval(
    measure: Measure | str,
    truth: Any = None,
    prediction: Any = None,
    *,
    table: Table | Mapping[Any, Table] | None = None,
    confidence: float = 0.95,
    method: str = "calibrated",
    draws: int = OBJECTS,
    rng: Any = 0,
    groups: Any = None,
    bias_correction: str | None = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Estimate:
    """Estimate how far the score would vary, had other objects been drawn.

    The interval is for the score of all objects there are, of which these are a sample. It always
    holds the value too. `notes` of the result say where it was widened for that and where it is not
    to be trusted, `bias` says what bias was removed.

    Parameters
    ----------
    measure, truth, prediction, table
        The measure, and two labelings of the same objects or their table. Tables by group, as
        ``tabulate(..., groups="donor")`` returns them, are drawn by whole groups.
    confidence
        Share of repetitions in which the interval should hold the true score.
    method
        ``"calibrated"``: the shape of the bootstrap with the center and width of the jackknife,
        the method whose coverage holds in the widest range. ``"bca"``, ``"percentile"``,
        ``"basic"``: the textbook bootstrap intervals. ``"jackknife"``: no draws, symmetric.
    draws, rng, threads
        Bootstrap draws, and where their random numbers start: a whole number, or a Generator,
        SeedSequence or None, from which one is drawn. The number of threads changes no digit.
    groups
        Donor, document or patient of each object: whole groups are drawn, not objects.
    bias_correction
        ``"miller-madow"`` for information measures: value and interval are centered at the score
        corrected for the number of cells.
    **options
        Options of the measure.

    >>> print(confidence_interval("rand", [0, 0, 0, 1, 1, 1] * 30, [0, 0, 1, 1, 1, 1] * 30))
    rand is 0.7207, 95% interval 0.6493 to 0.7903 (calibrated, 1999 draws, seed 0)
    """
    s = choose((measure, options))
    policies = read_policies(missing, noise, noise_as, align)
    sample: ObjectSample | GroupSample
    if groups is None:
        counted = table_from(truth, prediction, table, weights, policies)
        sample = table_groups(table) if isinstance(table, Mapping) else object_sample(counted)
    elif table is not None:
        raise InputError(
            "groups needs truth and prediction: a table has forgotten its objects; tables by "
            "group, as tabulate(..., groups=...) returns them, need no groups"
        )
    else:
        sample = group_sample(truth, prediction, groups, weights, policies)
    one_of("method", method, METHODS)
    if bias_correction is None:
        (found,) = estimates(
            [s], sample, confidence=confidence, method=method, draws=draws,
            rng=rng, threads=threads,
        )  # fmt: skip
        return found
    if isinstance(sample, GroupSample):
        raise InputError(
            "bias_correction counts cells of independent objects, and objects of a group are not; "
            "leave it out: with groups the interval removes the bias that leaving out groups shows"
        )
    size = 0 if method == "jackknife" else whole_from("draws", draws, 2)
    workers, share, seeded = thread_count(threads), confidence_of(confidence), seed_of(rng)
    values = evaluate([s], sample, size, seeded, workers)[:, 0] if size else np.empty(0)
    return estimate(
        s, sample, values, method=method, level=share, bias_correction=bias_correction,
        seed=seeded, threads=workers,
    )  # fmt: skip


def table_groups(tables: Mapping[Any, Any]) -> GroupSample:
    """The sample of tables by group."""
    from ..sampling.grouped import group_sample as of_tables

    return of_tables(tables)


@explain_keywords
def estimates(
    measures: Sequence[Asked],
    table: Contingency | ObjectSample | GroupSample,
    *,
    confidence: float = 0.95,
    method: str = "calibrated",
    draws: int = OBJECTS,
    rng: Any = 0,
    threads: int | None = None,
) -> list[Estimate]:
    """Make the intervals of several measures of one table, or of its groups, from the same draws.

    Each is what `confidence_interval` returns for it; the draws are made once.
    """
    sample = object_sample(table) if isinstance(table, Contingency) else table
    one_of("method", method, METHODS)
    size = 0 if method == "jackknife" else whole_from("draws", draws, 2)
    workers, share, seeded = thread_count(threads), confidence_of(confidence), seed_of(rng)
    chosen = [choose(one) for one in measures]
    bases = [based(s, sample.table) for s in chosen]
    own = [s if base is None else base.plain for s, base in zip(chosen, bases, strict=True)]
    values = evaluate(own, sample, size, seeded, workers) if size else np.empty((0, len(own)))
    found = estimate_all(
        own, sample, values, method=method, level=share, seed=seeded, threads=workers,
        widen=[base is None for base in bases],  # a chance level is high by as much as its score
    )  # fmt: skip
    return [
        one if base is None else derived(one, s, base)
        for one, s, base in zip(found, chosen, bases, strict=True)
    ]
