"""`partita sweep`: the parameter of each clustering, chance, and the preferred parameter."""

import json

import pytest
from cells_file import CELLS, THREE, TRUTH

import partita
from partita.cli.sweep import columns_by_parameter


def test_sweep_has_chance_and_the_preferred_k(run, columns, three):
    arguments = ("sweep", CELLS, *TRUTH, *THREE, "--measure", "V", "--draws", "49")
    status, out, err = run(*arguments, "--format", "json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    found = partita.sweep(
        columns["cell_line"],
        {int(name.rpartition("_")[2]): labels for name, labels in three.items()},
        measures="V",
        draws=49,
    )
    assert [r["parameter"] for r in document["results"]] == [2, 5, 10]
    assert [r["prediction"] for r in document["results"]] == list(THREE[1:])
    for key in ("value", "expected", "p_preferred"):
        assert [r[key] for r in document["results"]] == list(found.table[key])
    assert document["preferred"] == [
        {"measure": "v_measure", "parameter": 5, "prediction": "kmeans_5"}
    ]
    shown = run(*arguments)[1]
    assert "v_measure prefers 5, which is significantly better than every other." in shown
    assert "≤ 3e-09" in shown  # the smallest p, 1e-9, for 3 comparisons: a bound


def test_sweep_without_chance_and_draws_has_neither_column(run):
    arguments = ("sweep", CELLS, *TRUTH, *THREE, "--measure", "V", "--draws", "0")
    _, out, _ = run(*arguments, "--null", "none", "--format", "csv")
    assert out.splitlines()[0] == "parameter,prediction,clusters,measure,value"
    assert "p_preferred" not in run(*arguments, "--null", "none")[1]


def test_the_parameter_is_the_last_number_of_the_name_or_is_given():
    assert columns_by_parameter(["kmeans_10", "pca50_k5", "ward=3", "leiden_0.25"]) == {
        0.25: "leiden_0.25",
        3: "ward",
        5: "pca50_k5",
        10: "kmeans_10",
    }


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("hdbscan",), "there is no number in 'hdbscan'; write hdbscan=K with its parameter K"),
        (("kmeans_5", "mixture_5"), "'kmeans_5' and 'mixture_5' both stand for 5"),
        (("kmeans_5", "kmeans_5=7"), "names a column twice"),
    ],
)
def test_columns_without_a_clear_parameter_are_refused(run, names, message):
    status, out, err = run("sweep", CELLS, *TRUTH, "--prediction", *names)
    assert (status, out) == (2, "")
    assert message in err
