"""`consistency`: which measures rank clusterings alike, by Kendall's rank correlation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .correlation.measure_ranks import consistency_in
from .given_results import read_clusterings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..measures.chosen import Asked
    from ..table.contingency import AnyTable
    from .comparison import Comparison
    from .correlation.consistency_record import Consistency


def consistency(
    results: Comparison | Mapping[str, Comparison | AnyTable] | Sequence[Comparison | AnyTable],
    measures: Asked | Iterable[Asked] | None = None,
    *,
    within: bool = False,
) -> Consistency:
    """Find out which measures rank clusterings alike, by Kendall's τ_b.

    Distances change sign, so that more is better for every measure. Values that differ only by
    rounding are ties. A measure that has no value for some clustering, or the same value for all
    of them, is left out, with the reason.

    Parameters
    ----------
    results : Comparison, Mapping or list
        A comparison of several clusterings; or a comparison or a contingency table for each data
        set. Wu, Xiong and Chen (2009) take one clustering of each of 29 data sets.
    measures : str, Measure, or list of them, optional
        The measures as `compare` takes them; ``"all"`` for every one. Those of the comparisons if
        left out, or the main measures for tables.
    within : bool, default False
        Compare only clusterings of the same data set. Otherwise a pair of clusterings may come
        from two data sets, and measures whose range depends on the data rank these differently.

    Returns
    -------
    Consistency
        The correlation of every two measures, and the tree of the measures.

    Raises
    ------
    InputError
        If there are no two clusterings to compare, or fewer than two measures can rank them.

    Examples
    --------
    >>> import partita
    >>> truth = [0, 0, 0, 1, 1, 1]
    >>> labels = {"a": [0, 0, 0, 1, 1, 1], "b": [0, 0, 1, 1, 1, 1], "c": [0, 1, 2, 3, 4, 5]}
    >>> found = partita.consistency(partita.compare(truth, labels), ["rand", "mirkin", "purity"])
    >>> found["rand", "mirkin"], round(found["rand", "purity"], 3)
    (1.0, 0.0)
    >>> found.groups(0.9)
    (('purity',), ('mirkin', 'rand'))
    """
    return consistency_in(read_clusterings(results), measures, within=within)
