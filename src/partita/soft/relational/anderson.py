"""Anderson's indices: a hard formula on the soft contingency table N = UᵀV."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.arrays import Floats
from ...measures.measure import Measure, measure
from ...measures.pairs import adjusted_rand, jaccard, rand
from ...table.weighted import WeightedContingency
from ..kinds.arguments import as_degrees
from ..kinds.possibilistic import Possibilistic
from .registry import relational
from .row_pairs import row_pairs

_LEAST = 2.0**-400  # the least that a weighted table takes; less does not change a sum


def soft_contingency(a: Any, b: Any) -> Floats:
    """Return N = UᵀV, the soft number of objects in each pair of clusters.

    Possibilistic memberships are scaled so that the table sums to the number of objects.

    Parameters
    ----------
    a, b : Soft or array_like
        Soft clusterings or hard labels of the same objects.

    Returns
    -------
    ndarray
        The table, with clusters of `a` as rows and of `b` as columns.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import soft_contingency
    >>> soft_contingency([0, 0, 1, 1], Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])).tolist()
    [[1.8, 0.2], [0.0, 2.0]]
    """
    groups = row_pairs(as_degrees(a, "a"), as_degrees(b, "b"))
    table: Floats = groups.first.T @ (groups.weight[:, None] * groups.second)
    if isinstance(a, Possibilistic) or isinstance(b, Possibilistic):
        table *= groups.n / table.sum()
    return table


def contingency_form(which: str | Measure, a: Any, b: Any, **options: Any) -> float:
    """Apply any hard measure to the soft table N = UᵀV.

    Pair counts follow Hubert and Arabie, N11 = Σ n_ij(n_ij - 1)/2 and so on, with fractional cells.

    Beware: this is the measure of the mean table, not the mean of the measure over the hard
    clusterings that the memberships allow.

    Parameters
    ----------
    which
        The measure, or its name.
    a, b : Soft or array_like
        Soft clusterings or hard labels of the same objects.
    **options
        Options of the measure.

    Returns
    -------
    float
        The value of the measure on the soft table.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value for this table.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import contingency_form
    >>> b = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(contingency_form("purity", [0, 0, 1, 1], b), 4)
    0.95
    """
    return measure_of_cells(which, soft_contingency(a, b), **options)


def measure_of_cells(which: str | Measure, table: Floats, **options: Any) -> float:
    """Apply a hard measure to a table of soft numbers of objects."""
    rows, cols = (places.astype(np.int32) for places in np.nonzero(table >= _LEAST))
    cells = table[rows, cols]
    names = (np.arange(size) for size in table.shape)
    soft = WeightedContingency._build((rows, cols, cells, cells * (cells - 1) / 2), *names)
    return measure(which).of(soft, **options)


@relational(
    symbol="R_A", hard="rand", identity=False, references=("anderson2010",), bounds=(-1.0, 1.0)
)
def anderson_rand(a: Any, b: Any) -> float:
    """Rand's formula on the soft contingency table UᵀV.

    Beware: cells below 1 give negative pair counts, so very soft clusterings get values outside
    the range of a share of pairs. Against itself a clustering scores 1 only if it is hard.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import anderson_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(anderson_rand([0, 0, 1, 1], soft), 4)
    0.8733
    """
    return contingency_form(rand, a, b)


@relational(
    symbol="ARI_A",
    hard="adjusted_rand",
    identity=False,
    references=("anderson2010",),
    bounds=(-np.inf, np.inf),
)
def anderson_adjusted_rand(a: Any, b: Any) -> float:
    """Hubert and Arabie's formula on the soft contingency table UᵀV.

    Beware: a table of soft counts looks closer to independence than the clusterings are, so values
    shrink with fuzziness. Against itself a clustering scores 1 only if it is hard. Cells below 1
    give negative pair counts, and the denominator may come close to 0, so with few objects the
    value can be of any size and sign.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import anderson_adjusted_rand
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(anderson_adjusted_rand([0, 0, 1, 1], soft), 4)
    0.7164
    """
    return contingency_form(adjusted_rand, a, b)


@relational(
    symbol="J_A",
    hard="jaccard",
    identity=False,
    references=("anderson2010",),
    bounds=(-np.inf, np.inf),
)
def anderson_jaccard(a: Any, b: Any) -> float:
    """Jaccard's formula on the soft contingency table UᵀV.

    Beware: not corrected for chance. Negative pair counts of very soft clusterings can push it out
    of the range from 0 to 1, and with few objects to values of any size.

    Examples
    --------
    >>> from partita import Fuzzy
    >>> from partita.soft.relational import anderson_jaccard
    >>> soft = Fuzzy([[1, 0], [0.8, 0.2], [0, 1], [0, 1]])
    >>> round(anderson_jaccard([0, 0, 1, 1], soft), 4)
    0.6833
    """
    return contingency_form(jaccard, a, b)
