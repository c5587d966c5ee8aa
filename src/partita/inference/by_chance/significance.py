"""Is there more agreement than chance? A score beside those of random labelings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from ...base.checks import inner_share, thread_count, whole_from
from ...base.keywords import explain_keywords
from ...base.seeds import seed_of
from ...chance.exact import is_forced
from ...chance.models import model_of
from ...labels import read_policies
from ...measures.measure import Measure
from ...results import Significance
from ...table.contingency import Contingency
from ...table.table import Table
from ..sampling.arguments import null_of
from ..sampling.batch import Float64, Scorer, Tables, scorer, scores
from ..sampling.given_table import table_from
from ..sampling.resampling import CHUNK
from .p_values import TIE, NullLaw, as_extreme, exact_law, summary
from .random_tables import all_tables, pair_scores, random_chunks

_ENUMERATED = 2000  # tables listed one by one rather than sampled


@explain_keywords
def significance(
    measure: Measure | str,
    truth: Any = None,
    prediction: Any = None,
    *,
    table: Table | Mapping[Any, Table] | None = None,
    null: str = "permutation",
    draws: int = 9999,
    rng: Any = 0,
    error: float | None = None,
    weights: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    align: str = "error",
    threads: int | None = None,
    **options: Any,
) -> Significance:
    """Compare a score with those of random labelings.

    Parameters
    ----------
    measure, truth, prediction, table
        The measure, and two labelings of the same objects or their table; of tables by group
        their sum, as chance shuffles all objects.
    null
        What random labelings are, the models of `partita.adjusted`: "permutation" (both keep
        their group sizes and are paired at random), "fixed_number" (any partitions with the same
        numbers of groups), "all_partitions", or "fixed_number_one_sided" and
        "all_partitions_one_sided", which keep the truth. When few tables are possible, or few
        values of N11, all of them are weighed and p is exact.
    draws, rng, threads
        Random tables, and where their random numbers start: a whole number, or a Generator,
        SeedSequence or None, from which one is drawn. The number of threads changes no digit.
    error
        Relative error wanted of p, such as 0.1: sampling stops once 1/error² tables agreed as
        well (Besag and Clifford 1991). p remains valid, and needs few draws when it is large.
    **options
        Options of the measure.

    >>> print(significance("rand", [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]))
    rand is 1.0000; chance gives 0.5200 ± 0.1600, z = 3.00, p = 0.1 (permutation: all 4 tables)
    """
    model = null_of(null)
    s = scorer((measure, options))
    policies = read_policies(missing, noise, noise_as, align)
    counted = table_from(truth, prediction, table, weights, policies)
    workers, size, seeded = thread_count(threads), whole_from("draws", draws, 1), seed_of(rng)
    stop = _wanted(error)
    return against_chance(
        s, counted, null=model, draws=size, seed=seeded, stop=stop, threads=workers
    )


def against_chance(
    s: Scorer,
    table: Contingency,
    *,
    null: str = "permutation",
    draws: int,
    seed: int,
    stop: int | None = None,
    threads: int = 0,
) -> Significance:
    """Test one score against a null; `stop` ends sampling after so many hits."""
    test = _Test(null, draws, seed, threads)
    listed = is_forced(table, model_of(null)) or all_tables(table, _ENUMERATED, null) is not None
    if stop is None or listed:
        return all_against_chance([s], table, null=null, draws=draws, seed=seed, threads=threads)[0]
    found = _by_law(s, table, test) or _stopped(s, table, test, stop)
    return _record(s, table, found, test)


def all_against_chance(
    scorers: Sequence[Scorer],
    table: Contingency,
    *,
    null: str = "permutation",
    draws: int,
    seed: int,
    threads: int = 0,
) -> list[Significance]:
    """Test several scores of one table against the same tables, all that there are or drawn."""
    test = _Test(null, draws, seed, threads)
    if is_forced(table, model_of(null)):
        found = [NullLaw(s.of(table), 0.0, 1.0, "one table", 0, False) for s in scorers]
    elif (listed := all_tables(table, _ENUMERATED, null)) is not None:
        found = _by_listing(scorers, table, listed, test)
    else:
        laws = [_by_law(s, table, test) for s in scorers]
        rest = [s for s, known in zip(scorers, laws, strict=True) if known is None]
        sampled = iter(_by_sampling(rest, table, test) if rest else [])
        found = [next(sampled) if known is None else known for known in laws]
    return [_record(s, table, one, test) for s, one in zip(scorers, found, strict=True)]


class _Test(NamedTuple):
    """Which null, and how it is sampled where it must be."""

    null: str
    draws: int
    seed: int
    threads: int


def _record(s: Scorer, table: Contingency, found: NullLaw, test: _Test) -> Significance:
    value = s.of(table)
    z = (value - found.mean) / found.deviation if found.deviation > TIE else None
    return Significance(
        measure=s.label,
        value=value,
        expected=found.mean,
        standard_error=found.deviation,
        z=z,
        p_value=found.p_value,
        method=test.null,
        notes=(found.note,),
        draws=found.draws,
        rng=test.seed if found.draws else None,
        at_floor=found.at_floor,
        p_error=found.p_error,
    )


def _by_listing(
    scorers: Sequence[Scorer], table: Contingency, listed: tuple[Tables, Float64], test: _Test
) -> list[NullLaw]:
    tables, mass = listed
    observed = _observed(scorers, table, test.threads)
    values = scores(scorers, tables, test.threads)
    note = f"all {len(values)} tables"
    return [  # a column apart: strides would change the last digit
        exact_law(s, np.ascontiguousarray(values[:, k]), mass, float(observed[k]), note)
        for k, s in enumerate(scorers)
    ]


def _by_law(s: Scorer, table: Contingency, test: _Test) -> NullLaw | None:
    found = pair_scores(s, table, test.null)
    if found is None:
        return None
    values, mass = found
    return exact_law(s, values, mass, s.of(table), f"all {len(values)} values of N11")


def _by_sampling(scorers: Sequence[Scorer], table: Contingency, test: _Test) -> list[NullLaw]:
    observed = _observed(scorers, table, test.threads)
    chunks = random_chunks(table, test.draws, test.seed, test.threads, null=test.null)
    values = np.concatenate([scores(scorers, chunk, test.threads) for chunk in chunks])
    found = []
    for k, s in enumerate(scorers):
        own = np.ascontiguousarray(values[:, k])
        hits = int(as_extreme(s, own, float(observed[k])).sum())
        found.append(summary(s, table, own, hits, test.null, sequential=False))
    return found


def _stopped(s: Scorer, table: Contingency, test: _Test, stop: int) -> NullLaw:
    observed = float(_observed([s], table, test.threads)[0])
    kept: list[Float64] = []
    hits = 0
    # Tables come in small portions, so that few are made in vain.
    portion = min(4 * stop * min(table.n, table.shape[0] * table.shape[1]), CHUNK)
    for chunk in random_chunks(
        table, test.draws, test.seed, test.threads, null=test.null, most=portion
    ):
        values = scores([s], chunk, test.threads)[:, 0]
        extreme = as_extreme(s, values, observed)
        if hits + int(extreme.sum()) >= stop:
            last = int(np.flatnonzero(extreme)[stop - hits - 1])
            kept.append(values[: last + 1])
            return summary(s, table, np.concatenate(kept), stop, test.null, sequential=True)
        hits += int(extreme.sum())
        kept.append(values)
    return summary(s, table, np.concatenate(kept), hits, test.null, sequential=False)


def _observed(scorers: Sequence[Scorer], table: Contingency, threads: int) -> Float64:
    """Score the table as the replicates are scored, so that equal tables have equal scores."""
    one = Tables(table.rows, table.cols, table.counts[np.newaxis], table.shape)
    return np.asarray(scores(scorers, one, threads)[0])


def _wanted(error: Any) -> int | None:
    """Return the number of hits that brings the relative error of p down to `error`."""
    if error is None:
        return None
    return ceil(1 / inner_share("error", error, 0.1) ** 2)
