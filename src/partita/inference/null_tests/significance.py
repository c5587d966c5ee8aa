"""Is there more agreement than chance? A score compared with the scores of random labelings."""

from __future__ import annotations

from math import ceil, sqrt
from sys import float_info
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.checks import inner_share, thread_count, whole_from
from ...base.draws import P_VALUE
from ...base.keywords import explain_keywords
from ...base.progress import long_work
from ...base.seeds import seed_of
from ...chance.batch import CHUNK, Tables, scores
from ...chance.exact import is_forced
from ...chance.levels import CANTELLI, ChanceSpread, spread_of
from ...chance.models import model_of
from ...chance.null_values import (
    TIE,
    Null,
    all_values,
    drawn_values,
    moments_of_all,
    moments_of_drawn,
    sampled_moments,
    values_for_p,
)
from ...chance.sampling import table_cells
from ...labels import read_policies
from ...measures.chosen import Chosen, choose
from ...results import Significance
from ..sampling.given_tables import table_from

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ...base.arrays import Floats
    from ...measures.measure import Measure
    from ...table.contingency import Contingency
    from ...table.table import Table

_LEAST = float_info.min  # the observed table is possible, so p is not 0 even if it rounds to 0


class PValue(NamedTuple):
    """How often random labelings agree at least as well."""

    p: float
    tables: str  # which tables were evaluated
    draws: int
    at_floor: bool  # p is the smallest possible result, so an upper bound
    error: float | None = None  # standard error of a sampled p that is not a bound


@long_work("testing against chance")
@explain_keywords
def significance(
    measure: Measure | str,
    truth: Any = None,
    prediction: Any = None,
    *,
    table: Table | Mapping[Any, Table] | None = None,
    null: str = "permutation",
    draws: int | None = None,
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
    """Compare a score with the scores of random labelings.

    Parameters
    ----------
    measure
        The measure, or its name.
    truth, prediction
        Labels of the same objects.
    table
        A contingency table in place of labels. Tables by group are added, because chance shuffles
        all objects.
    null
        The null model, as in `partita.adjusted`: "permutation" (both sides keep their group
        sizes and are paired at random), "fixed_number" (any partitions with the same numbers of
        groups), "all_partitions", or "fixed_number_one_sided" and "all_partitions_one_sided",
        which keep the truth. If few tables or few values of N11 are possible, all of them are
        evaluated and p is exact.
    draws
        Number of random tables. By default 9999 tables give p, and the first 999 of them the mean
        and the deviation, as in `partita.chance.chance` and `standardized`. Large tables are drawn
        less often, 199 times at least: 499 times with 100,000 cells. If none of them agrees as
        well, Cantelli's inequality may give a smaller upper bound on p than 1/(draws + 1).
    rng
        Seed of the random numbers: an integer, a Generator, a SeedSequence, or None for a new seed.
    error
        Wanted relative error of p, such as 0.1: sampling stops once 1/error² tables agree as
        well (Besag and Clifford 1991). p remains valid, and needs few draws if it is large.
    weights, missing, noise, noise_as, align
        As for every measure.
    threads
        Number of threads; it changes the time and not the result.
    **options
        Options of the measure.

    Returns
    -------
    Significance
        The value, its mean and deviation under the null model, z and p.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for these labels.

    Examples
    --------
    >>> print(significance("rand", [0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 1]))
    rand is 1.0000; chance gives 0.5200 ± 0.1600, z = 3.00, p = 0.1 (permutation: all 4 tables)
    """
    s, model = choose((measure, options)), model_of(null)
    policies = read_policies(missing, noise, noise_as, align)
    counted = table_from(truth, prediction, table, weights, policies)
    size = None if draws is None else whole_from("draws", draws, 1)
    sampled = Null(model, size, seed_of(rng), thread_count(threads))
    hits = _wanted(error)
    if hits is None:
        return significances([s], counted, sampled)[0]
    return _until(hits, s, counted, sampled)


def significances(chosen: Sequence[Chosen], table: Contingency, null: Null) -> list[Significance]:
    """Test several scores of one table against the same tables: all of them, or drawn ones."""
    if is_forced(table, null.model):
        return [_of_one_table(s, table, null) for s in chosen]
    observed = _observed(chosen, table, null.threads)
    known = all_values(chosen, table, null)
    places = [k for k, found in enumerate(known) if found is None]
    rest = [chosen[k] for k in places]
    columns = dict(zip(places, values_for_p(rest, table, null).T, strict=True)) if rest else {}
    records = []
    for k, s in enumerate(chosen):
        found = known[k]
        if found is None:
            values = np.ascontiguousarray(columns[k])
            hits = int(_as_extreme(s, values, observed[k]).sum())
            level = spread_of(s, table, null, moments_of_drawn(s, values, table, null))
            p = _sampled_p(hits, len(values), stopped=False)
            if p.at_floor and null.draws is None and p.draws < P_VALUE:
                p = _bounded_p(p, level.bound_p(s.of(table), s.sign))
        else:
            extreme = _as_extreme(s, found.values, observed[k])
            level = spread_of(s, table, null, moments_of_all(found))
            p = _exact_p(found.probabilities[extreme], found.method)
        records.append(_record(s, table, null, level, p))
    return records


def _of_one_table(s: Chosen, table: Contingency, null: Null) -> Significance:
    only = ChanceSpread(s.of(table), 0.0, 0.0, "one table")
    return _record(s, table, null, only, PValue(1.0, "one table", 0, at_floor=False))


def _until(wanted: int, s: Chosen, table: Contingency, null: Null) -> Significance:
    """Test one score; sampling stops once the wanted number of tables agree as well."""
    if is_forced(table, null.model) or all_values([s], table, null)[0] is not None:
        return significances([s], table, null)[0]
    observed = float(_observed([s], table, null.threads)[0])
    hits = size = 0
    # small portions, so that few tables are drawn in vain
    portion = min(4 * wanted * table_cells(table, null.model), CHUNK)
    most = P_VALUE if null.draws is None else null.draws  # the wanted error says how many
    for values in drawn_values([s], table, null, stop=most, most=portion):
        extreme = np.flatnonzero(_as_extreme(s, values[:, 0], observed))
        if hits + len(extreme) >= wanted:
            size += int(extreme[wanted - hits - 1]) + 1
            hits = wanted
            break
        hits, size = hits + len(extreme), size + len(values)
    p = _sampled_p(hits, size, stopped=hits == wanted)
    (moments,) = sampled_moments([s], table, null)
    return _record(s, table, null, spread_of(s, table, null, moments), p)


def _record(
    s: Chosen, table: Contingency, null: Null, level: ChanceSpread, p: PValue
) -> Significance:
    value = s.of(table)
    return Significance(
        measure=s.label,
        value=value,
        expected=level.expected,
        standard_error=level.deviation,
        z=level.z(value),
        p_value=p.p,
        method=null.model.name,
        notes=(p.tables,),
        draws=p.draws,
        rng=null.seed if p.draws else None,
        at_floor=p.at_floor,
        p_error=p.error,
    )


def _exact_p(hits: Floats, tables: str) -> PValue:
    """Add the probabilities of all values that are as extreme."""
    p = min(1.0, max(_LEAST, float(hits.sum())))
    return PValue(p, tables, 0, p <= _LEAST)


def _sampled_p(hits: int, size: int, *, stopped: bool) -> PValue:
    """Estimate p from drawn tables; `stopped` if sampling ended at the wanted number of hits."""
    p = hits / size if stopped else (hits + 1) / (size + 1)
    spread = p / sqrt(hits) if stopped else sqrt(p * (1 - p) / size)
    error = spread if hits else None
    return PValue(min(1.0, p), f"{size} sampled tables", size, hits == 0, error)


def _bounded_p(sampled: PValue, bound: float) -> PValue:
    """Take the bound of an inequality if it is below that of few tables."""
    if bound >= sampled.p:
        return sampled
    return sampled._replace(p=bound, tables=f"{sampled.tables}, p by {CANTELLI}")


def _as_extreme(s: Chosen, values: Floats, observed: float) -> NDArray[np.bool_]:
    """Mark the values that show at least the observed agreement."""
    slack = TIE * max(1.0, abs(observed))
    if s.measure.better == "higher":
        return values >= observed - slack
    return values <= observed + slack


def _observed(chosen: Sequence[Chosen], table: Contingency, threads: int) -> Floats:
    """Score the table as the random ones are scored, so that equal tables have equal scores."""
    one = Tables(table.rows, table.cols, table.counts[np.newaxis], table.shape)
    return np.asarray(scores(chosen, one, threads)[0])


def _wanted(error: Any) -> int | None:
    """Return the number of hits that reduces the relative error of p to `error`."""
    if error is None:
        return None
    return ceil(1 / inner_share("error", error, 0.1) ** 2)
