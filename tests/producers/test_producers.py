"""Real producers on real data: every public result keeps its promises, or is refused in words."""

from __future__ import annotations

import pytest

pytest.importorskip("sklearn")
from producers.plan import BRIEF, Job, run

JOBS = [
    *(Job("hard", *one) for one in (
        ("kmeans 3", "iris"),
        ("gmm tied 5", "wine"),
        ("bayes 10", "blobs"),
        ("agglomerative single 3", "moons"),
        ("fcluster ward 5", "breast_cancer"),
        ("dbscan 0.5", "iris"),
        ("dbscan 0.01", "linnerud"),
        ("hdbscan 5", "circles"),
        ("optics 5", "swiss_roll"),
        ("bins uniform 4", "diabetes"),
        ("nearest", "digits"),
        ("kmeans 50", "many_blobs"),
        ("birch 3", "constant"),
        ("mean shift", "one_class"),
    )),
    *(Job("fuzzy", *one) for one in (
        ("gmm full 3", "iris"),
        ("gmm diag 10", "digits"),
        ("gmm spherical 2", "far_blobs"),
        ("gmm tied 20", "wine"),
        ("bayes 5", "moons"),
        ("topics 3", "breast_cancer"),
        ("naive bayes", "iris"),
        ("logistic float32", "wine"),
        ("network float32", "blobs"),
        ("forest", "classification"),
        ("weighted neighbors", "circles"),
        ("softmax float16 3", "iris"),
        ("cmeans 3", "iris"),
        ("spread", "blobs"),
    )),
    *(Job("other", *one) for one in (
        ("rough 3", "iris"),
        ("rough wide 3", "blobs"),
        ("neighborhoods", "wine"),
        ("typical 2", "iris"),
        ("typical independent 2", "blobs"),
        ("strengths 5", "iris"),
        ("masses condition 2", "iris"),
        ("masses omega 2", "moons"),
        ("masses noise_singleton 2", "blobs"),
    )),
    Job("tree", "linkage ward", "iris"),
    Job("tree", "agglomerative complete", "wine"),
    *(Job("cover", name, "digits") for name in ("multilabel", "multilabel sparse", "topics", "classes")),
    *(Job("file", name, "iris") for name in WRITTEN),
    *(Job("command", *one) for one in (("kmeans 5", "wine"), ("dbscan 0.5", "iris"))),
    Job("index", "kmeans 5", "iris"),
]  # fmt: skip
