"""Real producers on real data: every public result keeps its promises, or is an error message."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("sklearn")
import partita
from producers.hard import HARD as MADE
from producers.hard_checks import Case, held, of_difference
from producers.indexed import CALLS
from producers.ledger import Ledger, number
from producers.most import most
from producers.plan import BRIEF, Job, NothingMade, made, run
from producers.points import data
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
    "linnerud": ("dbscan 0.01",),  # only noise
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
# The least number of combinations with a result, and all that are rejected.
LEAST = {"hard": 266, "fuzzy": 32, "other": 14, "tree": 11, "cover": 11, "command": 8, "index": 14}
FRACTIONS = {"weights": 28}  # measures that count objects reject fractional weights
REFUSED = {
    "hard": FRACTIONS,
    "fuzzy": {"relational": 5},  # measures that compare sets
    "index": {f"index of {name}": 1 for name in CALLS},
    "hard: dbscan 0.5 on iris": {
        **{f"weights, noise as {policy}": 1 for policy in ("drop", "cluster")},
        **FRACTIONS,
    },
    "hard: dbscan 0.01 on linnerud": {"measure": 1, "weights, noise as cluster": 2, **FRACTIONS},
    "rough": {"relational": 18},  # measures that compare memberships
    "neighborhoods": {"relational": 18},
    "typical": {"relational": 17},
    "strengths": {"relational": 17},
    "masses": {"relational": 23},
}
FILES = [name for name in installed() if not name.startswith("spark")]  # Java starts slowly


@pytest.mark.parametrize("job", JOBS, ids=str)
def test_every_result_keeps_its_promises(job, tmp_path):
    ledger = run(job, BRIEF, tmp_path)
    names = str(job), job.producer.split()[0], job.kind
    refused = next((REFUSED[name] for name in names if name in REFUSED), {})
    assert [str(fault) for fault in ledger.faults] == []
    assert ledger.refusals == Counter(refused), ledger.refused
    assert len(ledger.held) >= LEAST[job.kind]


@pytest.mark.parametrize("name", FILES)
def test_what_libraries_write_gives_the_bits_of_lists(name, tmp_path):
    ledger = run(Job("file", name, "iris"), BRIEF, tmp_path)
    assert [str(fault) for fault in ledger.faults] == []
    assert ledger.refused == {}
    assert len(ledger.held) == 1 + len(partita.MEASURES)


def test_there_are_two_thousand_combinations():
    assert sum(LEAST[job.kind] for job in JOBS) >= 2000  # in addition to files


def test_every_writer_with_an_installed_library_runs():
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
    assert ledger.refusals == {"function": 1}
    assert len(ledger.held) == 4


@pytest.fixture(scope="module")
def flowers():
    given = data("iris").part(60)
    one, other = (MADE[name](given) for name in ("kmeans 3", "kmeans 5"))
    return Case(given.truth, one), other


def test_measures_that_count_objects_stay_below_their_maximum(flowers):
    case, other = flowers
    ledger = Ledger("kmeans 3", "iris")
    chosen = [partita.measure(name) for name in most(60, 3, 3)]
    held(ledger, case, measures=(), deep=chosen, other=other)
    assert [str(fault) for fault in ledger.faults] == []
    assert len(ledger.held) == 7 * len(chosen)


def _refused(*_, **__):
    raise partita.InputError("everything is rejected")


MUTATIONS = {
    "nan": lambda found: found._replace(low=float("nan")),
    "turned": lambda found: found._replace(low=found.high, high=found.low),
    "beyond": lambda found: found._replace(high=found.high + 4.0),
    "one-sided": lambda found: found._replace(high=found.high + 1e-9),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_wrong_difference_is_noticed(name, flowers, monkeypatch):
    right, (case, other) = partita.difference, flowers
    monkeypatch.setattr(partita, "difference", lambda *a, **o: MUTATIONS[name](right(*a, **o)))
    ledger = Ledger("kmeans 3", "iris")
    ledger.hold("difference", "rand", of_difference, case, other, partita.rand)
    assert ledger.faults


def test_a_version_that_rejects_everything_has_no_results(monkeypatch, tmp_path):
    monkeypatch.setattr(type(partita.rand), "__call__", _refused)
    monkeypatch.setattr(type(partita.rand), "of", _refused)
    ledger = run(Job("file", "mapping", "iris"), BRIEF, tmp_path)
    assert ledger.held == {("tabulate", "table")}


def test_a_producer_that_returns_nan_makes_no_combination():
    with pytest.raises(NothingMade, match="NaN"):
        made(lambda given: given.points * float("nan"), data("iris"))
