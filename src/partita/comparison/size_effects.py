"""`uniform_effect`: do the sizes of clusters vary less than those of classes?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .given_results import read_clusterings
from .sizes.uniform_effect_record import UniformEffect, effect_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..table.contingency import AnyTable
    from .comparison import Comparison


def uniform_effect(
    results: Comparison | Mapping[str, Comparison | AnyTable] | Sequence[Comparison | AnyTable],
) -> UniformEffect:
    """Find out whether cluster sizes vary less than class sizes, as k-means makes them.

    The coefficient of variation of sizes is their standard deviation (n - 1) over their mean: CV₀
    of the classes, CV₁ of the clusters. DCV = CV₁ - CV₀ below 0 is the uniform effect (Wu, Xiong
    and Chen 2009). Noise and objects without a label are no groups here.

    Parameters
    ----------
    results : Comparison, Mapping or list
        A comparison, such as of one algorithm with several numbers of clusters; or a comparison or
        a contingency table for each data set.

    Returns
    -------
    UniformEffect
        A row per clustering; `plot` draws CV₁ over the number of clusters, or over CV₀.

    Raises
    ------
    InputError
        If there is no clustering, or one is soft.

    Examples
    --------
    >>> import partita
    >>> truth = ["a"] * 8 + ["b"] * 2
    >>> halves, thirds = [0] * 5 + [1] * 5, [0] * 3 + [1] * 3 + [2] * 4
    >>> found = partita.uniform_effect(partita.compare(truth, {"halves": halves, "thirds": thirds}))
    >>> print(found.table)
    prediction  objects  classes  clusters     cv0     cv1      dcv   error
    halves           10        2         2  0.8485  0.0000  -0.8485  0.3771
    thirds           10        2         3  0.8485  0.1732  -0.6753  0.7801
    """
    every = read_clusterings(results)
    return effect_of((one.dataset, one.prediction, one.get_counted()) for one in every)
