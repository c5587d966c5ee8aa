"""Measures as scorers of scikit-learn."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans
from sklearn.datasets import make_blobs
from sklearn.mixture import GaussianMixture
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import partita
from partita.interop.sklearn import scorer, soft_scorer

X, Y = make_blobs(120, centers=[[0, 0], [8, 0], [0, 8]], random_state=3)
FOLDS = StratifiedKFold(3, shuffle=True, random_state=0)


class OnlyLabels(BaseEstimator):
    """Has only fit and labels_, as some estimators of other packages."""

    def fit(self, X, y=None):  # noqa: ARG002, N803 - their signature
        self.labels_ = KMeans(3, n_init=1, random_state=0).fit(X).labels_
        return self


class Silent(BaseEstimator):
    def fit(self, X, y=None):  # noqa: ARG002, N803 - their signature
        return self


def test_grid_search_finds_the_number_of_clusters():
    search = GridSearchCV(
        KMeans(n_init=3, random_state=0),
        {"n_clusters": [2, 3, 5]},
        scoring=scorer("v_measure", beta=0.5),
        cv=FOLDS,
        error_score="raise",
    ).fit(X, Y)
    assert search.best_params_ == {"n_clusters": 3}
    assert search.best_score_ == 1.0


def test_a_distance_is_negated():
    kmeans = KMeans(2, n_init=1, random_state=0).fit(X)
    distance = partita.variation_of_information(Y, kmeans.predict(X))
    assert distance > 0
    assert scorer("variation_of_information")(kmeans, X, Y) == -distance


@pytest.mark.parametrize(
    "estimator",
    [
        KMeans(3, n_init=1, random_state=0),
        AgglomerativeClustering(3),
        DBSCAN(eps=2.0),
        OnlyLabels(),
        make_pipeline(StandardScaler(), AgglomerativeClustering(3)),
        GaussianMixture(3, random_state=0),
    ],
    ids=lambda estimator: type(estimator).__name__,
)
def test_several_scores_in_cross_validation(estimator):
    found = cross_validate(
        estimator,
        X,
        Y,
        scoring={"ari": scorer("adjusted_rand_score"), "vi": scorer("VI")},
        cv=FOLDS,
        error_score="raise",
    )
    assert found["test_ari"].tolist() == pytest.approx([1.0] * 3, abs=0.2)
    assert (found["test_vi"] <= 0).all()


def test_labels_of_an_earlier_fit_are_not_used_for_other_objects():
    """Both halves have 60 objects, so labels_ of the first have the length of the second."""
    first, second = np.split(np.random.default_rng(0).permutation(120), 2)
    for estimator in (AgglomerativeClustering(3), OnlyLabels()):
        fitted = estimator.fit(X[first])
        kept = fitted.labels_.copy()
        assert partita.adjusted_rand(Y[second], kept) < 0.2
        assert scorer("adjusted_rand")(fitted, X[second], Y[second]) == 1.0
        assert (fitted.labels_ == kept).all()


def test_policies_for_labels_are_options():
    truth = pd.Series(Y, dtype="float64", index=range(1000, 1120))
    truth.iloc[:5] = np.nan
    kmeans = KMeans(3, n_init=1, random_state=0).fit(X)
    with pytest.raises(partita.InputError, match="missing"):
        scorer("adjusted_rand")(kmeans, X, truth)
    assert scorer("adjusted_rand", missing="drop")(kmeans, X, truth) == 1.0


def test_noise_is_an_option_of_a_scorer():
    dbscan = DBSCAN(eps=0.5)
    labels = dbscan.fit_predict(X)
    assert (labels == -1).any()
    found = scorer("completeness", noise={"prediction": -1})(dbscan, X, Y)
    assert found == partita.completeness(Y, labels, noise={"prediction": -1})
    assert found < partita.completeness(Y, labels)


@pytest.mark.parametrize("make", [scorer, soft_scorer])
def test_scorers_can_be_pickled_and_printed(make):
    one = make("v_measure", beta=0.5)
    other = pickle.loads(pickle.dumps(one))
    assert repr(other) == repr(one)
    assert "'v_measure', beta=0.5" in repr(one)
    mixture = GaussianMixture(2, random_state=0).fit(X)
    assert other(mixture, X, Y) == one(mixture, X, Y)


@pytest.mark.parametrize("make", [scorer, soft_scorer])
@pytest.mark.parametrize("options", [{"alpha": 1}, {"beta": -1.0}, {"weights": [1, 2]}])
def test_wrong_options_are_refused_when_the_scorer_is_made(make, options):
    with pytest.raises(partita.InputError):
        make("v_measure", **options)


def test_unknown_measures_are_refused():
    with pytest.raises(partita.InputError, match="did you mean"):
        scorer("v_measur")


def test_truth_is_needed():
    with pytest.raises(partita.InputError, match="y is missing"):
        scorer("adjusted_rand")(KMeans(3, n_init=1).fit(X), X, None)


def test_an_estimator_without_labels_is_refused():
    with pytest.raises(partita.InputError, match="Silent has no predict"):
        scorer("adjusted_rand")(Silent(), X, Y)


def test_soft_scores_are_expectations():
    near = X[(X[:, 0] < 7) & (X[:, 0] > -1)]
    mixture = GaussianMixture(2, random_state=0).fit(near)
    truth = (near[:, 1] > 4).astype(int)
    found = soft_scorer("rand")(mixture, near, truth)
    memberships = partita.Fuzzy(mixture.predict_proba(near))
    assert found == partita.expectation("rand", truth, memberships).value
    with pytest.raises(partita.InputError, match="predict_proba"):
        soft_scorer("rand")(KMeans(2), X, Y)
