"""The uniform effect on your own data: numbers, sentences and the figure's choice of axes."""

import numpy as np
import pytest

import partita
from partita import InputError, figures
from partita.behavior.criterion import TABLE_3, table_3

TRUTH = ["a"] * 80 + ["b"] * 20


def cuts(*sizes):
    return np.repeat(np.arange(len(sizes)), sizes)


def test_the_clusterings_of_table_3():
    # printed: CV₀ 1.166, CV₁ 0 and 1.125
    found = partita.uniform_effect({name: table_3(name) for name in TABLE_3})
    assert found.table["dataset"].tolist() == ["I", "II"]
    assert found.table["cv0"] == pytest.approx([1.166] * 2, abs=5e-4)
    assert found.table["cv1"] == pytest.approx([0, 1.125], abs=5e-4)
    assert found.table["dcv"] == pytest.approx([-1.166, -0.041], abs=1e-3)


def test_numbers_of_clusters_against_one_truth():
    predictions = {k: cuts(*sizes) for k, sizes in ((2, [50, 50]), (3, [40, 30, 30]))}
    found = partita.uniform_effect(partita.compare(TRUTH, predictions))
    assert (found.datasets, found.trend) == (1, None)
    assert found.table["clusters"].tolist() == [2, 3]
    assert found.table["cv1"][0] == 0.0
    assert found.table["cv0"] == pytest.approx([0.6 * 2**0.5] * 2)
    assert found.summary[0].startswith(
        "Cluster sizes vary less than class sizes (DCV below 0) in 2 of 2 clusterings, in 2 by more"
    )
    assert figures.uniform_effect(found).x.label == "number of clusters"
    assert list(found.to_frame().columns) == list(found.table)


def test_the_effect_grows_with_imbalance():
    halves = cuts(50, 50)
    tables = {
        str(a): partita.Contingency.from_labels(cuts(a, 100 - a), halves) for a in (50, 60, 70, 80)
    }
    found = partita.uniform_effect(tables)
    assert found.trend == -1.0
    assert found.summary[1] == "Kendall's τ of CV₀ and DCV over 4 data sets: -1.00."
    drawn = figures.uniform_effect(found)
    assert (drawn.x.label, drawn.y.label) == ("CV₀ of the class sizes", "CV₁ of the cluster sizes")
    assert found.to_dict()["clusterings"][0] == {
        "dataset": "50", "prediction": "prediction", "objects": 100, "classes": 2, "clusters": 2,
        "cv0": 0.0, "cv1": 0.0, "dcv": 0.0, "error": found.table["error"][0],
    }  # fmt: skip


def test_what_is_not_known_is_stated():
    found = partita.uniform_effect(partita.compare([0, 0, 1], [0, 0, 0]))
    assert found.summary == ("No DCV: a side has a single group.",)
    assert found.to_dict()["clusterings"][0]["dcv"] is None
    assert not figures.uniform_effect(found).marks
    assert "single group" in str(found)


def test_soft_clusterings_and_other_things_are_refused():
    soft = partita.Fuzzy([[0.5, 0.5], [1, 0], [0, 1]])
    with pytest.raises(InputError, match="it has no single table"):
        partita.uniform_effect(partita.compare([0, 0, 1], soft, measures="rand"))
    with pytest.raises(InputError, match="results must be a Comparison, or map data sets to"):
        partita.uniform_effect([])
    with pytest.raises(InputError, match="data set '1' must hold a Comparison or a table; found"):
        partita.uniform_effect([[0, 1]])
