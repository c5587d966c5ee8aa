"""Matrices, frames and lists of lists given as labels: the message says what to pass instead."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import partita
from partita import InputError

Y, A, B = [0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 1]
P = np.array([[0.9, 0.1], [0.8, 0.2], [0.3, 0.7], [0.1, 0.9]])


def refused(call, *words: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize("kind", [list, np.array, tuple], ids=["lists", "arrays", "tuple of lists"])
def test_a_list_of_labelings(kind):
    given = (A, B) if kind is tuple else [kind(A), kind(B)]
    said = 'is a list of 2 labelings: pass a dict, for example {"a": a, "b": b}'
    refused(lambda: partita.compare(Y, given), f"prediction {said}")
    refused(lambda: partita.sweep(Y, given), f"prediction {said}")
    refused(lambda: partita.agreement(given), f"prediction {said}")
    refused(lambda: partita.rand(Y, given), "prediction is a list of 2 labelings: pass one of them")


def test_tuples_are_labels():
    assert partita.rand(Y, [(0, 1), (0, 1), (2, 3), (2, 3)]) == 1.0
    assert partita.compare(Y, [(0, 1), (0, 1), (2, 3), (2, 3)])["rand"].value == 1.0


def _memberships():
    from scipy.sparse import csr_array

    return {
        "array": P,
        "float32": P.astype(np.float32),
        "rows": P.tolist(),
        "pandas": pd.DataFrame(P, columns=["x", "y"]),
        "pandas, nullable": pd.DataFrame(P, columns=["x", "y"]).astype("Float64"),
        "polars": pl.DataFrame({"x": P[:, 0], "y": P[:, 1]}),
        "sparse": csr_array(P),
    }


@pytest.mark.parametrize("given", _memberships().values(), ids=_memberships())
def test_memberships_name_fuzzy(given):
    for call in (
        lambda: partita.adjusted_rand(Y, given),
        lambda: partita.compare(Y, given),
        lambda: partita.compare(Y, {"gmm": given}),
        lambda: partita.tabulate((Y, given)),
    ):
        refused(call, "partita.Fuzzy(prediction)", "prediction.argmax(axis=1)")


def test_memberships_of_xarray_name_fuzzy():
    xarray = pytest.importorskip("xarray")
    refused(lambda: partita.rand(Y, xarray.DataArray(P)), "partita.Fuzzy(prediction)")


def test_frames_of_clusterings_are_not_memberships():
    """Columns of 0 and 1 that sum to 1 are two clusterings, because no entry is a fraction."""
    frame = pd.DataFrame({"a": [0.0, 0.0, 1.0, 1.0], "b": [1.0, 1.0, 0.0, 0.0]})
    found = partita.compare(Y, frame, measures="rand")
    assert [one.value for one in found.scores] == [1.0, 1.0]


def test_an_arrow_table_is_a_frame_of_clusterings():
    arrow = pytest.importorskip("pyarrow")
    found = partita.compare(Y, arrow.table({"a": A, "b": B}), measures="rand")
    assert found.predictions == ("a", "b")


def _sources():
    import duckdb
    import pyarrow.dataset

    table = pyarrow.table({"t": Y, "p": A})
    return {
        "relation": duckdb.from_arrow(table),
        "connection": duckdb.connect(),
        "lazy frame": pl.LazyFrame({"t": Y, "p": A}),
        "dataset": pyarrow.dataset.dataset(table),
        "reader": table.to_reader(),
    }


@pytest.mark.parametrize("given", _sources().values(), ids=_sources())
def test_sources_name_tabulate(given):
    for call in (
        lambda: partita.compare(given),
        lambda: partita.compare(given, Y),
        lambda: partita.compare(Y, given),
        lambda: partita.rand(Y, given),
        lambda: partita.rand(given, Y),
        lambda: partita.agreement(given),
    ):
        refused(call, "a source of columns", "partita.tabulate(source, ")


def test_frames_of_dask_name_tabulate():
    dask = pytest.importorskip("dask.dataframe")
    frame = dask.from_pandas(pd.DataFrame({"t": Y, "p": A}), npartitions=2)
    refused(lambda: partita.compare(Y, frame), "a DataFrame of dask", "partita.tabulate(source, ")
    assert partita.tabulate(frame, "t", "p") == partita.Contingency.from_labels(Y, A)
    assert partita.compare(Y, frame["p"], measures="rand")["rand"].value == partita.rand(Y, A)


def test_one_frame_alone():
    for given in (pd.DataFrame({"t": Y, "p": A}), "labels.parquet"):
        refused(lambda given=given: partita.compare(given), "table=partita.tabulate(source, ")


def test_a_prediction_alone_is_distinguished_from_a_measure_alone():
    both = partita.compare(Y, {"a": A, "b": B}, measures=["rand", "v_measure"])
    refused(
        lambda: both["a"], "'a' is a prediction: name a measure too, for example c['a', 'rand']"
    )
    refused(lambda: both["rand"], "a measure alone is not enough: name one of the predictions")
    refused(lambda: partita.compare(Y, {"a": A})["a"], "'a' is a prediction: name a measure too")
    named = partita.compare(Y, {"rand": A}, measures="rand")  # the measure has precedence
    assert named["rand"].value == partita.rand(Y, A)


def test_rows_of_numbers_that_are_not_memberships():
    said = "prediction is a list of 3 rows with 2 entries each, but labels are one-dimensional"
    refused(lambda: partita.rand([0, 0, 1], [[1, 2], [1, 2], [3, 4]]), said)
    refused(lambda: partita.rand([0, 1], [[0], [1]]), "which cannot be hashed")
