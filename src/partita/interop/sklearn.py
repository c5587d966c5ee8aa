"""partita in scikit-learn's terms: change one import, or score a model selection.

Names, arguments and conventions of the functions are those of `sklearn.metrics`: labels are
compared by position, whatever index a pandas Series carries; two empty labelings agree perfectly;
labels that look continuous are warned about. Values are partita's, so that limit cases follow its
one rule and nothing overflows or cancels. scikit-learn is imported only by scorers that need it.

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

from typing import TYPE_CHECKING, Any

from .. import measures as ours
from ..base.checks import one_of
from ..base.errors import InputError
from ..table.contingency import Contingency
from .matrices import contingency_matrix, pair_confusion_matrix
from .positions import counted
from .scorers import Scorer, SoftScorer, scorer, soft_scorer

if TYPE_CHECKING:
    from ..measures.measure import Measure

__all__ = [
    "Scorer",
    "SoftScorer",
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "completeness_score",
    "contingency_matrix",
    "entropy",
    "expected_mutual_information",
    "fowlkes_mallows_score",
    "homogeneity_completeness_v_measure",
    "homogeneity_score",
    "mutual_info_score",
    "normalized_mutual_info_score",
    "pair_confusion_matrix",
    "rand_score",
    "scorer",
    "soft_scorer",
    "v_measure_score",
]

_AVERAGES = ("arithmetic", "geometric", "min", "max")


def rand_score(labels_true: Any, labels_pred: Any) -> float:
    """Share of the pairs of objects on which both labelings agree: `partita.rand`.

    >>> rand_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.8333333333333334
    """
    return _score(ours.rand, counted(labels_true, labels_pred))


def adjusted_rand_score(labels_true: Any, labels_pred: Any) -> float:
    """Rand index beyond chance, 1 for identical labelings: `partita.adjusted_rand`.

    >>> adjusted_rand_score([0, 0, 1, 1], [0, 0, 1, 2])
    0.5714285714285714
    """
    return _score(ours.adjusted_rand, counted(labels_true, labels_pred))


def fowlkes_mallows_score(labels_true: Any, labels_pred: Any) -> float:
    """Geometric mean of pair precision and pair recall: `partita.fowlkes_mallows`.

    Identical labelings score 1 also where every object stands alone.
    """
    return _score(ours.fowlkes_mallows, counted(labels_true, labels_pred))


def homogeneity_score(labels_true: Any, labels_pred: Any) -> float:
    """How pure the clusters are: `partita.homogeneity`."""
    return _score(ours.homogeneity, counted(labels_true, labels_pred))


def completeness_score(labels_true: Any, labels_pred: Any) -> float:
    """How whole the classes stay: `partita.completeness`."""
    return _score(ours.completeness, counted(labels_true, labels_pred))


def v_measure_score(labels_true: Any, labels_pred: Any, *, beta: float = 1.0) -> float:
    """Weighted harmonic mean of homogeneity and completeness: `partita.v_measure`."""
    return _score(ours.v_measure, counted(labels_true, labels_pred), beta=beta)


def homogeneity_completeness_v_measure(
    labels_true: Any, labels_pred: Any, *, beta: float = 1.0
) -> tuple[float, float, float]:
    """All three, counted once.

    >>> homogeneity_completeness_v_measure([0, 0, 1, 1], [0, 1, 2, 3])
    (1.0, 0.5, 0.6666666666666667)
    """
    table = counted(labels_true, labels_pred)
    if table is None:
        return 1.0, 1.0, 1.0
    return (
        ours.homogeneity.of(table),
        ours.completeness.of(table),
        ours.v_measure.of(table, beta=beta),
    )


def mutual_info_score(labels_true: Any, labels_pred: Any, *, contingency: Any = None) -> float:
    """Information that the labelings share, in nats: `partita.mutual_information`.

    A ready `contingency` table, dense or sparse, stands in for the labels, which may be None.
    """
    if contingency is not None:
        return ours.mutual_information.of(Contingency.from_matrix(contingency))
    table = counted(labels_true, labels_pred)
    if table is None:
        raise InputError("labels_true and labels_pred are empty: nothing tells about nothing")
    return ours.mutual_information.of(table)


def normalized_mutual_info_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic"
) -> float:
    """Mutual information as a share of a mean entropy: `partita.normalized_mutual_information`."""
    one_of("average_method", average_method, _AVERAGES)
    measure = ours.normalized_mutual_information
    return _score(measure, counted(labels_true, labels_pred), average=average_method)


def adjusted_mutual_info_score(
    labels_true: Any, labels_pred: Any, *, average_method: str = "arithmetic"
) -> float:
    """Mutual information beyond chance: `partita.adjusted_mutual_information`."""
    one_of("average_method", average_method, _AVERAGES)
    measure = ours.adjusted_mutual_information
    return _score(measure, counted(labels_true, labels_pred), average=average_method)


def expected_mutual_information(contingency: Any, n_samples: int) -> float:
    """Mean of the mutual information over all tables with these margins, in nats.

    `n_samples` says nothing that the table does not say; a number that contradicts it is refused.
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

    >>> entropy([0, 0, 1, 1])
    0.6931471805599453
    """
    table = counted(labels, labels)
    return 1.0 if table is None else table.information.truth_entropy


def _score(measure: Measure, table: Contingency | None, **options: Any) -> float:
    return 1.0 if table is None else measure.of(table, **options)
