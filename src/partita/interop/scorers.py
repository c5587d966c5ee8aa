"""Measures as scorers for scikit-learn: called with an estimator, data and the true labels."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .. import soft
from ..base.errors import InputError, UndefinedError
from ..measures.measure import Measure, measure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_EXAMPLE = [0, 0, 1], [0, 1, 1]  # the options are tried on it, to refuse wrong ones early


class Scorer:
    """How well an estimator clusters data whose classes are known; greater is better.

    Call it as ``scorer(estimator, X, y)``, or pass it as ``scoring`` to `GridSearchCV`,
    `cross_validate` and similar functions. Distances are negated, as scikit-learn does it.

    Parameters
    ----------
    measure
        The measure.
    options
        Its options, and policies for labels.
    """

    def __init__(self, measure: Measure, options: Mapping[str, Any]) -> None:
        self.measure = measure
        self.options = MappingProxyType(dict(options))
        if "weights" in self.options:
            raise InputError(
                "weights belong to objects, and every split has other objects: omit weights"
            )
        self._try_options()

    @property
    def sign(self) -> int:
        """-1 for a measure that is better when lower: the value is negated."""
        return -1 if self.measure.better == "lower" else 1

    def __call__(self, estimator: Any, X: Any, y: Any) -> float:  # noqa: N803 - their name
        """Score the clusters that the estimator finds in X against the classes y.

        Parameters
        ----------
        estimator
            A clustering estimator.
        X
            The objects.
        y
            The class of each object.

        Returns
        -------
        float
            The value, negated if lower is better.

        Raises
        ------
        InputError
            If the labels cannot be used.
        """
        return self.sign * self._value(estimator, X, y)

    def _value(self, estimator: Any, data: Any, truth: Any) -> float:
        return self.measure(_by_position(truth), clusters_of(estimator, data), **self.options)

    def _try_options(self) -> None:
        try:
            self.measure(*_EXAMPLE, **self.options)
        except UndefinedError:
            return  # the options are right, and the example has no value

    def __reduce__(self) -> tuple[Callable[..., Scorer], tuple[Any, ...]]:
        return type(self), (self.measure, dict(self.options))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"{type(self).__name__}({self.measure.name!r}{options})"


class SoftScorer(Scorer):
    """The expected score of an estimator that gives probabilities of the clusters.

    Its ``predict_proba(X)`` is a fuzzy clustering. The value is the mean over the hard clusterings
    that it allows, with every object drawn by its own probabilities.
    """

    def _value(self, estimator: Any, data: Any, truth: Any) -> float:
        if not hasattr(estimator, "predict_proba"):
            raise InputError(
                f"{type(estimator).__name__} has no predict_proba, which soft_scorer reads; "
                "use scorer for estimators that give labels"
            )
        memberships = soft.Fuzzy(estimator.predict_proba(data))
        found = soft.expectation(self.measure, _by_position(truth), memberships, **self.options)
        return found.value

    def _try_options(self) -> None:
        try:
            soft.expectation(self.measure, *_EXAMPLE, **self.options)
        except UndefinedError:
            return


def scorer(name: str | Measure, **options: Any) -> Scorer:
    """A scorer by the name of a measure.

    Parameters
    ----------
    name
        A measure or its name, also as scikit-learn spells it.
    **options
        Options of the measure (``beta=0.5``) and policies for labels (``missing="drop"`` for
        objects without a known class, ``noise={"prediction": -1}`` for HDBSCAN).

    Returns
    -------
    Scorer
        To be called as ``scorer(estimator, X, y)``, or passed as ``scoring=``.

    Raises
    ------
    InputError
        If the measure or an option is not known, or weights are given.

    Notes
    -----
    The clusters are ``estimator.predict(X)``. If an estimator cannot predict (hierarchical
    clustering, DBSCAN), a copy is fitted to the scored objects, because labels of an earlier fit
    may belong to other objects.

    Examples
    --------
    >>> scorer("v_measure", beta=0.5)
    Scorer('v_measure', beta=0.5)
    >>> scorer("variation_of_information").sign
    -1
    """
    return Scorer(measure(name), options)


def soft_scorer(name: str | Measure, **options: Any) -> SoftScorer:
    """A scorer for estimators with ``predict_proba``, such as Gaussian mixtures.

    Parameters
    ----------
    name
        A measure or its name, also as scikit-learn spells it.
    **options
        Options of the measure and of `partita.expectation`; not policies for labels.

    Returns
    -------
    SoftScorer
        To be called as ``scorer(estimator, X, y)``, or passed as ``scoring=``.

    Raises
    ------
    InputError
        If the measure or an option is not known.

    Examples
    --------
    >>> soft_scorer("adjusted_rand")
    SoftScorer('adjusted_rand')
    """
    return SoftScorer(measure(name), options)


def clusters_of(estimator: Any, data: Any) -> Any:
    """Cluster labels of the objects in `data`, by any method of the estimator."""
    if hasattr(estimator, "predict"):
        return estimator.predict(data)
    from sklearn.base import clone

    fresh = clone(estimator, safe=False)  # the fitted estimator stays as it is
    if hasattr(fresh, "fit_predict"):
        return fresh.fit_predict(data)
    fitted = fresh.fit(data)
    if not hasattr(fitted, "labels_"):
        raise InputError(
            f"{type(estimator).__name__} has no predict, no fit_predict and no labels_ after "
            "fit: pass an estimator that gives cluster labels"
        )
    return fitted.labels_


def _by_position(truth: Any) -> Any:
    """Drop the index of the truth: predictions have none, so the order decides."""
    if truth is None:
        raise InputError("y is missing: an external measure needs the true classes; pass them as y")
    return truth.reset_index(drop=True) if hasattr(truth, "reset_index") else truth
