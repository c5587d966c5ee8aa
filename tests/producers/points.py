"""The toy data sets of scikit-learn: points and their classes."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from sklearn import datasets


class Data(NamedTuple):
    """Points and classes as the loader returns them."""

    name: str
    points: Any
    truth: Any

    def part(self, most: int) -> Data:
        """At most this many objects, spread evenly over all."""
        places = np.linspace(0, len(self.truth) - 1, min(most, len(self.truth))).astype(int)
        return Data(self.name, self.points[places], self.truth[places])


def _binned(points: Any, target: Any, bins: int = 5) -> tuple[Any, Any]:
    """Classes of equal size from a continuous target."""
    return points, np.digitize(target, np.quantile(target, np.linspace(0, 1, bins + 1)[1:-1]))


LOADERS = {
    "iris": lambda: datasets.load_iris(return_X_y=True),
    "wine": lambda: datasets.load_wine(return_X_y=True),
    "breast_cancer": lambda: datasets.load_breast_cancer(return_X_y=True),
    "digits": lambda: datasets.load_digits(return_X_y=True),
    "diabetes": lambda: _binned(*datasets.load_diabetes(return_X_y=True)),
    "linnerud": lambda: _binned(
        datasets.load_linnerud().data, datasets.load_linnerud().target[:, 0]
    ),
    "blobs": lambda: datasets.make_blobs(200, centers=4, cluster_std=1.5, random_state=0),
    "far_blobs": lambda: datasets.make_blobs(150, centers=3, cluster_std=0.01, random_state=1),
    "many_blobs": lambda: datasets.make_blobs(300, centers=30, random_state=2),
    "moons": lambda: datasets.make_moons(200, noise=0.08, random_state=0),
    "circles": lambda: datasets.make_circles(200, noise=0.05, factor=0.5, random_state=0),
    "swiss_roll": lambda: _binned(*datasets.make_swiss_roll(300, random_state=0)),
    "s_curve": lambda: _binned(*datasets.make_s_curve(200, random_state=0)),
    "quantiles": lambda: datasets.make_gaussian_quantiles(n_samples=200, random_state=0),
    "hastie": lambda: datasets.make_hastie_10_2(200, random_state=0),
    "classification": lambda: datasets.make_classification(
        200, n_classes=4, n_informative=6, weights=[0.85, 0.1, 0.03, 0.02], random_state=0
    ),
    "constant": lambda: (np.zeros((40, 2)), np.arange(40) % 3),  # all points are equal
    "one_class": lambda: (datasets.load_iris().data, np.zeros(150, dtype=int)),
}


@cache
def data(name: str) -> Data:
    """The data set of that name."""
    return Data(name, *LOADERS[name]())
