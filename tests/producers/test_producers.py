"""Real producers on real data: every public result keeps its promises, or is refused in words."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("sklearn")
import partita
from producers.ledger import Ledger, number
from producers.plan import BRIEF, Job, run
from producers.writers import WRITERS, installed

HARD = {
    "iris": ("kmeans 3", "dbscan 0.5", "gmm full 10"),
    "wine": ("gmm tied 5", "affinity"),
    "digits": ("nearest",),
    "s_curve": ("bayes 3",),
    "circles": ("hdbscan 5",),
    "swiss_roll": ("optics 5",),
    "breast_cancer": ("fcluster ward 5",),
    "diabetes": ("bins uniform 4",),
    "linnerud": ("dbscan 0.01",),  # nothing but noise
    "many_blobs": ("minibatch 50",),
    "constant": ("birch 3",),
    "one_class": ("mean shift",),
}
FUZZY = {
    "iris": ("gmm full 3", "softmax float16 3", "cmeans 3"),
    "wine": ("gmm tied 20", "logistic float32", "naive bayes"),
    "digits": ("gmm diag 10",),
    "far_blobs": ("gmm spherical 2",),
    "blobs": ("network float32", "spread"),
    "moons": ("bayes 5",),
    "classification": ("forest",),
    "circles": ("weighted neighbors",),
}
OTHER = {
    "iris": ("rough 3", "typical 2", "strengths 5", "masses condition 2"),
    "blobs": ("rough wide 3", "typical independent 2"),
    "wine": ("neighborhoods",),
}
JOBS = [
    *(Job("hard", producer, data) for data, names in HARD.items() for producer in names),
    *(Job("fuzzy", producer, data) for data, names in FUZZY.items() for producer in names),
    *(Job("other", producer, data) for data, names in OTHER.items() for producer in names),
    Job("tree", "linkage ward", "iris"),
    Job("tree", "agglomerative complete", "wine"),
    *(Job("cover", one, "digits") for one in ("multilabel", "multilabel sparse", "topics")),
    Job("command", "kmeans 5", "wine"),
    Job("command", "dbscan 0.5", "iris"),
    Job("index", "kmeans 5", "iris"),
]
LEAST = {"hard": 290, "fuzzy": 37, "other": 35, "tree": 11, "cover": 11, "command": 8, "index": 14}
FILES = [name for name in installed() if not name.startswith("spark")]  # Java starts slowly


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_every_result_keeps_its_promises(job, tmp_path):
    ledger = run(job, BRIEF, tmp_path)
    assert [str(fault) for fault in ledger.faults] == []
    assert len(ledger.tried) >= LEAST[job.kind]


@pytest.mark.parametrize("name", FILES)
def test_what_libraries_write_gives_the_bits_of_lists(name, tmp_path):
    ledger = run(Job("file", name, "iris"), BRIEF, tmp_path)
    assert [str(fault) for fault in ledger.faults] == []
    assert len(ledger.tried) == 1 + len(partita.MEASURES)


def test_two_thousand_combinations_are_held_to_the_promises():
    assert sum(LEAST[job.kind] for job in JOBS) >= 2000  # files come on top


def test_every_writer_is_tried_where_its_library_is_installed():
    assert {name.partition(" ")[0] for name in WRITERS} == {
        *("mapping", "pandas", "polars", "arrow", "duckdb", "delta", "anndata", "spark")
    }


def test_a_fault_is_noticed():
    ledger = Ledger("producer", "data")
    ledger.hold("function", "nan", lambda: number("value", float("nan")))
    ledger.hold("function", "out", lambda: number("value", 1.5, (0.0, 1.0)))
    ledger.hold("function", "minus", lambda: number("value", -0.0))
    ledger.hold("function", "raised", lambda: iter([1 / 0]))
    ledger.hold("function", "refused", partita.rand, [0], [0, 1])
    assert Counter(one.measure for one in ledger.faults) == Counter(
        ["nan", "out", "minus", "raised"]
    )
    assert len(ledger.tried) == 5
    assert len(ledger.refused) == 1
