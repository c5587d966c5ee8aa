"""The functions of `sklearn.metrics` with values of partita, and scorers for scikit-learn.

Names, arguments and conventions are the same as in `sklearn.metrics`, so one import changes: labels
are compared by position, whatever the index of a pandas Series; two empty labelings agree
perfectly; labels that look continuous give a warning. The values are those of partita, so nothing
overflows or cancels, and limit cases follow its rule: identical labelings score 1 in
`fowlkes_mallows_score` even if every object is a group of its own. For the limits of scikit-learn
see `partita.compat("scikit-learn")`. Only scorers import scikit-learn, if they need it.

>>> from partita.interop.sklearn import adjusted_rand_score, scorer
>>> adjusted_rand_score([0, 0, 1, 1], ["a", "a", "b", "b"])
1.0
>>> from sklearn.cluster import KMeans
>>> from sklearn.model_selection import GridSearchCV
>>> search = GridSearchCV(KMeans(random_state=0), {"n_clusters": [2, 3]}, scoring=scorer("ARI"))
>>> search.fit([[0], [1], [10], [11]] * 5, [0, 0, 1, 1] * 5).best_params_
{'n_clusters': 2}
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any

from .. import measures as ours
from ..base.errors import InputError
from ..measures.formula import options_of
from ..table.contingency import Contingency
from .conventions.scikit_learn import PACKAGE
from .matrices import contingency_matrix, pair_confusion_matrix
from .positions import count_by_position
from .scorers import Scorer, SoftScorer, scorer, soft_scorer

__all__ = [
    "Scorer", "SoftScorer", "adjusted_mutual_info_score", "adjusted_rand_score",
    "completeness_score", "contingency_matrix", "entropy", "expected_mutual_information",
    "fowlkes_mallows_score", "homogeneity_completeness_v_measure", "homogeneity_score",
    "mutual_info_score", "normalized_mutual_info_score", "pair_confusion_matrix", "rand_score",
    "scorer", "soft_scorer", "v_measure_score",
]  # fmt: skip


def _drop_in(name: str) -> Callable[..., float]:
    """Make the function with this name from its convention, with the limits of partita."""
    convention = PACKAGE.conventions[name]

    def score(labels_true: Any, labels_pred: Any, **options: Any) -> float:
        convention.check(options)
        table = count_by_position(labels_true, labels_pred)
        return 1.0 if table is None else convention.read(table, **options)

    score.__name__ = score.__qualname__ = name
    measure = convention.measure
    sides = list(signature(score).parameters.values())[:2]
    own = [
        Parameter(option, Parameter.KEYWORD_ONLY, default=value)
        for option, value in options_of(convention.read).items()
    ]
    vars(score)["__signature__"] = Signature([*sides, *own], return_annotation="float")
    score.__doc__ = _DOCSTRING.format(
        reading=measure.reading,
        measure=measure.name,
        name=name,
        options="".join(map(_OPTIONS.__getitem__, (one.name for one in own))),
    )
    return score


_DOCSTRING = """{reading}

The value is the same as of `partita.{measure}`.

Parameters
----------
labels_true, labels_pred : array_like
    The class and the cluster of each object, by position.
{options}
Returns
-------
float
    The value.

Raises
------
InputError
    If the labels cannot be used. The message says what to write instead.

Examples
--------
>>> {name}([0, 0, 1, 1], ["b", "b", "a", "a"])
1.0
"""
_OPTIONS = {
    "average_method": 'average_method : {"arithmetic", "geometric", "min", "max"}\n'
    "    The average of the two entropies.\n",
    "beta": "beta : float\n    Weight of completeness against homogeneity.\n",
}


rand_score = _drop_in("rand_score")
adjusted_rand_score = _drop_in("adjusted_rand_score")
fowlkes_mallows_score = _drop_in("fowlkes_mallows_score")
normalized_mutual_info_score = _drop_in("normalized_mutual_info_score")
adjusted_mutual_info_score = _drop_in("adjusted_mutual_info_score")
homogeneity_score = _drop_in("homogeneity_score")
completeness_score = _drop_in("completeness_score")
v_measure_score = _drop_in("v_measure_score")


def homogeneity_completeness_v_measure(
    labels_true: Any, labels_pred: Any, *, beta: float = 1.0
) -> tuple[float, float, float]:
    """All three, counted once.

    Parameters
    ----------
    labels_true, labels_pred
        The class and the cluster of each object, by position.
    beta
        Weight of completeness against homogeneity.

    Returns
    -------
    tuple of float
        Homogeneity, completeness and V-measure.

    Raises
    ------
    InputError
        If the labels cannot be used.

    Examples
    --------
    >>> homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 1, 2, 3])
    (1.0, 0.5, 0.6666666666666667)
    """
    table = count_by_position(labels_true, labels_pred)
    if table is None:
        return 1.0, 1.0, 1.0
    return (
        ours.homogeneity.of(table),
        ours.completeness.of(table),
        ours.v_measure.of(table, beta=beta),
    )


def mutual_info_score(labels_true: Any, labels_pred: Any, *, contingency: Any = None) -> float:
    """Information that the labelings share, in nats: `partita.mutual_information`.

    A `contingency` table, dense or sparse, replaces the labels, which may then be None.

    Parameters
    ----------
    labels_true, labels_pred
        The class and the cluster of each object, by position; None if a table is given.
    contingency
        A contingency table, dense or sparse.

    Returns
    -------
    float
        The value in nats.

    Raises
    ------
    InputError
        If there are no labels, or labels or table cannot be used.

    Examples
    --------
    >>> mutual_info_score([0, 0, 1, 1], [0, 0, 1, 1])
    0.6931471805599453
    """
    if contingency is not None:
        return ours.mutual_information.of(Contingency.from_matrix(contingency))
    table = count_by_position(labels_true, labels_pred)
    if table is None:
        raise InputError("labels_true and labels_pred are empty: nothing tells about nothing")
    return ours.mutual_information.of(table)


def expected_mutual_information(contingency: Any, n_samples: int) -> float:
    """Mean of the mutual information over all tables with these margins, in nats.

    `n_samples` says nothing that the table does not say; a number that contradicts it is refused.

    Parameters
    ----------
    contingency
        A contingency table, dense or sparse.
    n_samples
        Number of objects, which the table also has.

    Returns
    -------
    float
        The mean in nats.

    Raises
    ------
    InputError
        If `n_samples` is not the sum of the table.

    Examples
    --------
    >>> round(expected_mutual_information([[2, 0], [0, 2]], 4), 4)
    0.231
    """
    table = Contingency.from_matrix(contingency)
    if int(n_samples) != table.n:
        raise InputError(
            f"n_samples is {n_samples}, but the cells of contingency hold {table.n} objects; "
            "pass their sum"
        )
    return ours.expected_mutual_information.of(table)


def entropy(labels: Any) -> float:
    """Entropy of one labeling in nats; 1 for no labels, as scikit-learn has it.

    Parameters
    ----------
    labels
        The group of each object.

    Returns
    -------
    float
        The entropy in nats.

    Raises
    ------
    InputError
        If the labels cannot be used.

    Examples
    --------
    >>> entropy([0, 0, 1, 1])
    0.6931471805599453
    """
    table = count_by_position(labels, labels)
    return 1.0 if table is None else table.information.truth_entropy
