"""`score_levels`: any measure, level by level."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..base.checks import whole_numbers
from ..base.errors import InputError
from ..labels.alignment import check_order
from ..measures.measure import Measure, measure
from .hierarchy import Hierarchy, same_elements


def score_levels(
    asked: str | Measure,
    truth: Hierarchy,
    prediction: Any,
    *,
    ks: Iterable[int] | None = None,
    **options: Any,
) -> dict[int, float]:
    """Score a clustering against each level of a hierarchical truth, by any measure.

    Parameters
    ----------
    asked
        A measure of `partita.MEASURES` or its name.
    truth
        The hierarchy whose cuts are the truth.
    prediction
        Labels in the order of the truth's elements, or a hierarchy, which is cut at the same
        number of clusters as the truth.
    ks
        Numbers of clusters of the truth; by default all its cuts, at most 100.
    **options
        Options of the measure, and of all measures, such as `weights`.

    Returns
    -------
    dict
        The score by the number of clusters of the truth.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.
    UndefinedError
        If the measure has no value at a level.

    Examples
    --------
    >>> from partita import Hierarchy
    >>> kinds, breeds = [0, 0, 0, 0, 1, 1], ["a", "a", "b", "b", "c", "d"]
    >>> truth = Hierarchy.from_levels([kinds, breeds])
    >>> found = score_levels("v_measure", truth, [0, 0, 1, 1, 2, 2])
    >>> {k: round(value, 4) for k, value in found.items()}
    {2: 0.7337, 4: 0.9049}
    """
    chosen = measure(asked)
    if not isinstance(truth, Hierarchy):
        raise InputError("truth must be a Hierarchy; for labels on both sides call the measure")
    if isinstance(prediction, Hierarchy):
        truth, prediction = same_elements(truth, prediction)
    check_order({"truth": truth, "prediction": prediction, "weights": options.get("weights")})
    counts = truth.counts.tolist() if ks is None else whole_numbers("ks", ks, 1)
    if len(counts) > 100 and ks is None:
        raise InputError(f"the truth has {len(counts)} cuts: choose some by ks")
    found = {}
    for k in counts:
        other = prediction.cut(k=k) if isinstance(prediction, Hierarchy) else prediction
        found[k] = chosen(truth.cut(k=k), other, **options)
    return found
