"""Containers: what they accept, what they store, and the errors for anything else."""

from __future__ import annotations

import copy
import pickle
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import random_soft
from patience import PATIENCE
from scipy import sparse

import partita
from partita import InputError
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough

HALF = [[1.0, 0.0], [0.25, 0.75], [1.0, 0.0]]


@pytest.mark.parametrize(
    "given",
    [
        HALF,
        np.array(HALF),
        np.asfortranarray(HALF),
        np.array(HALF, dtype=np.float32),
        sparse.csr_array(HALF),
        sparse.coo_matrix(HALF),
        pd.DataFrame(HALF),
        pl.DataFrame({"0": [1.0, 0.25, 1.0], "1": [0.0, 0.75, 0.0]}),
        pa.table({"0": [1.0, 0.25, 1.0], "1": [0.0, 0.75, 0.0]}),
    ],
)
def test_memberships_are_read_from_every_container(given):
    fuzzy = Fuzzy(given)
    assert fuzzy.memberships.tolist() == HALF
    assert (fuzzy.n, fuzzy.k, len(fuzzy)) == (3, 2, 3)
    assert fuzzy.certain.tolist() == [True, False, True]


def test_an_array_that_only_converts_is_read():
    """Arrays of zarr have neither a length nor rows to iterate over."""

    class Stored:
        def __array__(self, dtype=None, copy=None):
            return np.array(HALF)

    assert Fuzzy(Stored()).memberships.tolist() == HALF


def test_equal_rows_are_stored_once():
    fuzzy = Fuzzy(HALF)
    assert fuzzy.rows.tolist() == HALF[:2]
    assert fuzzy.index.tolist() == [0, 1, 0]
    assert fuzzy.counts.tolist() == [2, 1]
    assert len(Fuzzy([[-0.0, 1.0], [0.0, 1.0]]).rows) == 1


def test_column_names_name_the_clusters():
    assert Fuzzy(pd.DataFrame({"u": [0.5], "v": [0.5]})).clusters.tolist() == ["u", "v"]
    assert Fuzzy(pl.DataFrame({"u": [0.5], "v": [0.5]})).clusters.tolist() == ["u", "v"]
    assert Fuzzy([[0.5, 0.5]], clusters=["x", "y"]).clusters.tolist() == ["x", "y"]
    assert Fuzzy([[0.5, 0.5]]).clusters.tolist() == [0, 1]


def test_sets_and_flags_make_the_same_rough_clustering():
    named = Rough([{"a"}, {"a", "b"}, frozenset({"b"})])
    assert named == Rough([[1, 0], [1, 1], [0, 1]], clusters=["a", "b"])
    assert named == Rough(np.array([[True, False], [True, True], [False, True]]), clusters="ab")
    assert named.labels is not None
    assert named.sets.tolist() == [[True, False], [True, True], [False, True]]
    assert Rough([{2}, {1, 2}], clusters=[2, 1]).clusters.tolist() == [2, 1]
    assert Rough([{10}, {9}]).clusters.tolist() == [9, 10]


def test_masses_with_a_table_or_with_sets():
    table = Evidential([[0.5, 0.25, 0.25]], [[1, 0], [0, 1], [1, 1]])
    named = Evidential([[0.5, 0.25, 0.25]], [{0}, {1}, {0, 1}])
    assert table == named
    assert table.possible.tolist() == [[True, True]]
    assert not table.certain.any()
    assert Evidential([[1.0, 0.0]], [{0}, {0, 1}]).certain.all()


@pytest.mark.parametrize("kind", [Fuzzy, Rough, Possibilistic, Evidential])
def test_hard_labels_come_back(kind):
    labels = ["b", "a", "c", "a"]
    soft = kind.from_labels(labels)
    assert soft.labels().tolist() == labels
    assert soft.clusters.tolist() == ["a", "b", "c"]
    assert soft.certain.all()


def test_uncertain_objects_have_no_labels():
    with pytest.raises(InputError, match="object 1 of the Fuzzy clustering has several"):
        Fuzzy(HALF).labels()


@pytest.mark.parametrize("kind", ["fuzzy", "rough", "possibilistic", "evidential"])
def test_pickles_copies_and_equality(kind):
    soft = random_soft.clustering(kind, random_soft.generator(1), 9, 3)
    other = random_soft.clustering(kind, random_soft.generator(2), 9, 3)
    for twin in (pickle.loads(pickle.dumps(soft)), copy.deepcopy(soft)):
        assert twin == soft
        assert not twin.rows.flags.writeable
    assert soft != other
    assert soft != "something else"


def test_nothing_can_be_changed():
    fuzzy = Fuzzy(HALF)
    with pytest.raises(AttributeError, match="immutable"):
        fuzzy.rows = None
    with pytest.raises(ValueError, match="read-only"):
        fuzzy.rows[0, 0] = 0.5


def test_the_given_array_can_still_be_changed():
    given = np.array([[0.5, 0.5], [0.25, 0.75]])
    fuzzy = Fuzzy(given)
    given[0] = [1.0, 0.0]
    assert fuzzy.memberships.tolist() == [[0.5, 0.5], [0.25, 0.75]]
    assert given.flags.writeable


def test_repr_states_the_number_of_uncertain_objects():
    assert repr(Fuzzy(HALF)) == "<Fuzzy: 3 objects, 2 clusters, 1 uncertain>"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Fuzzy([[1, 0], [0.5, 0.4]]), r"row 1 sums to 0\.9, not 1: use Fuzzy\.normalized"),
        (lambda: Fuzzy([[1, 0], [1, 0], [1.5, -0.5]]), r"row 2 holds -0\.5 in column 1"),
        (lambda: Fuzzy([[1, 0], [np.nan, 1]]), "row 1 holds nan in column 0: fill the missing"),
        (lambda: Fuzzy([[np.inf, 0]]), "row 0 holds inf"),
        (lambda: Fuzzy(pd.DataFrame({"u": [1, None], "v": [0, 1]})), "row 1 holds nan"),
        (lambda: Fuzzy(pl.DataFrame({"u": [1, None], "v": [0, 1]})), "row 1 holds nan"),
        (lambda: Fuzzy(pl.DataFrame({"u": ["x"]})), "column 'u' does not hold numbers"),
        (lambda: Fuzzy(np.ma.masked_array([[1.0]], mask=[[True]])), "row 0 holds a masked entry"),
        (lambda: Fuzzy([0, 1, 1]), "1-dimensional.*from_labels"),
        (lambda: Fuzzy([]), "one row for each object"),
        (lambda: Fuzzy(np.empty((0, 3))), r"empty, of shape \(0, 3\)"),
        (lambda: Fuzzy([[1, 0], [1]]), "row 1 has 1 entries but row 0 has 2"),
        (lambda: Fuzzy([["a"]]), "not of numbers"),
        (lambda: Fuzzy("ab"), "memberships is a str"),
        (lambda: Fuzzy([[0.5, 0.5]], clusters=["a"]), "1 names for 2 clusters"),
        (lambda: Fuzzy([[0.5, 0.5]], clusters=["a", "a"]), r"clusters\[1\] is 'a', already"),
        (lambda: Fuzzy.normalized([[1, 1], [0, 0]]), "row 1 is all zeros"),
        (lambda: Rough([{1}, set()]), "row 1 allows no cluster"),
        (lambda: Rough([[1, 0], [0, 0]]), "row 1 allows no cluster"),
        (lambda: Rough([[1, 0], [0.3, 0.7]]), r"row 1 holds 0\.3 in column 0"),
        (lambda: Rough([{1}, [1, 2]]), r"sets\[1\] is \[1, 2\], not a set"),
        (lambda: Rough([{1}, {3}], clusters=[1, 2]), r"sets\[1\] holds 3, which is not among"),
        (lambda: Possibilistic([[1, 0], [0.9, 0.5]]), 'row 1 has the maximum 0.9.*"rescale"'),
        (lambda: Possibilistic([[1.5, 0]]), "row 0 holds 1.5 in column 0: entries are at most 1"),
        (lambda: Possibilistic([[0.0, 0.0]], subnormal="empty"), "row 0 allows no cluster"),
        (lambda: Possibilistic([[1.0]], coupling="other"), "coupling must be one of"),
        (lambda: Evidential([[0.2, 0.8]], [set(), {1}]), r"row 0 puts 0\.2 on the empty set"),
        (lambda: Evidential([[0.5, 0.5]], [{1}, {1}]), r"focal_sets\[1\] repeats focal_sets\[0\]"),
        (lambda: Evidential([[0.5, 0.5]], [{1}]), "2 columns for 1 focal_sets"),
        (lambda: Evidential([[0.5, 0.4]], [{1}, {2}]), r"row 0 sums to 0\.9"),
        (lambda: Evidential([[1.0]], [{1}], empty="drop"), "empty must be one of"),
        (
            lambda: Evidential([[1.0, 0.0]], [set(), {1}], empty="condition"),
            "row 0 is all on the empty set",
        ),
        (lambda: Fuzzy.from_labels([0, None]), r"labels\[1\] has no label"),
        (lambda: Fuzzy.from_labels(np.eye(2)), "labels is two-dimensional"),
    ],
)
def test_bad_input_is_refused_with_its_row_and_the_remedy(make, message):
    with pytest.raises(InputError, match=message):
        make()


def test_rounding_is_accepted_and_kept():
    row = [0.1] * 10
    assert Fuzzy([row]).memberships.tolist() == [row]
    assert Fuzzy.normalized([[2, 6]]).memberships.tolist() == [[0.25, 0.75]]


def test_policies_for_subnormal_rows():
    given = [[0.5, 0.25], [1.0, 0.5]]
    rescaled = Possibilistic(given, subnormal="rescale")
    assert rescaled.possibilities.tolist() == [[1.0, 0.5], [1.0, 0.5]]
    assert len(rescaled.rows) == 1
    assert Possibilistic(given, subnormal="empty").possibilities.tolist() == given


def test_policies_for_the_empty_set():
    given = [[0.5, 0.25, 0.25], [0.0, 0.5, 0.5]], [set(), {"a"}, {"b"}]
    conditioned = Evidential(*given, empty="condition")
    assert conditioned.masses.tolist() == [[0.5, 0.5], [0.5, 0.5]]
    assert len(conditioned.rows) == 1
    spread = Evidential(*given, empty="omega")
    assert spread.masses.tolist() == [[0.25, 0.25, 0.5], [0.5, 0.5, 0.0]]
    assert spread.focal_sets[2].all()
    alone = Evidential(*given, empty="noise_singleton")
    assert alone.masses.tolist() == [[0.25, 0.25, 0.5], [0.5, 0.5, 0.0]]
    assert alone.focal_sets.tolist() == np.eye(3, dtype=bool).tolist()
    assert alone.k == 3
    assert repr(alone.clusters[2]) == "<unlabeled>"
    unused = Evidential([[0.0, 1.0]], [set(), {"a"}])
    assert unused.focal_sets.tolist() == [[True]]


def test_sparse_rows_are_never_made_dense_all_at_once():
    n, k = 60_000, 2_000  # 120 million numbers when dense
    codes = np.arange(n) % 50
    matrix = sparse.csr_array((np.ones(n), (np.arange(n), codes)), shape=(n, k))
    fuzzy = Fuzzy(matrix)
    assert fuzzy.rows.shape == (50, k)
    assert np.array_equal(fuzzy.codes(), codes)


def test_sparse_with_too_many_distinct_rows_is_refused(monkeypatch):
    monkeypatch.setattr("partita.soft.kinds.grouping.LARGEST", 50_000)
    n, k = 60, 1_000
    matrix = sparse.csr_array((np.ones(n), (np.arange(n), np.arange(n))), shape=(n, k))
    with pytest.raises(InputError, match="distinct rows of 1000 numbers"):
        Rough(matrix)


def test_sparse_rows_are_grouped_across_slices(monkeypatch):
    monkeypatch.setattr("partita.soft.kinds.grouping._CHUNK", 8)  # two rows at a time
    dense = np.eye(4)[[0, 1, 1, 0, 2, 0, 1, 3, 3]]
    slices, whole = Fuzzy(sparse.csr_array(dense)), Fuzzy(dense)
    assert np.array_equal(slices.rows, whole.rows)
    assert np.array_equal(slices.index, whole.index)
    dense[6] = [0.5, 0.6, 0, 0]
    with pytest.raises(InputError, match="row 6 sums"):
        Fuzzy(sparse.csr_array(dense))


def test_a_million_certain_objects_cost_little():
    labels = np.arange(1_000_000) % 7
    start = time.process_time()
    soft = Fuzzy.from_labels(labels)
    assert time.process_time() - start < 2.0 * PATIENCE
    assert soft.rows.shape == (7, 7)


def single_precision(rows=200, columns=7):
    """The softmax of a network in 32 bits, whose rows are off 1 by about 1e-7."""
    scores = np.random.default_rng(0).normal(size=(rows, columns)).astype(np.float32) * 3
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True, dtype=np.float32)


@pytest.mark.parametrize("library", ["numpy", "pandas", "nullable", "polars", "arrow", "sparse"])
def test_rows_of_32_bit_floats_may_be_off_by_their_rounding(library):
    rows = single_precision()
    assert np.abs(rows.astype(float).sum(axis=1) - 1).max() > 1e-8
    given = in_library(rows, library)
    memberships = Fuzzy(given).memberships
    assert np.abs(memberships.sum(axis=1) - 1).max() < 1e-15
    assert np.abs(memberships - rows).max() < 1e-6


def in_library(rows, library):
    names = [f"c{j}" for j in range(rows.shape[1])]
    makers = {
        "numpy": lambda: rows,
        "sparse": lambda: sparse.csr_array(rows),
        "pandas": lambda: pd.DataFrame(rows, columns=names),
        "nullable": lambda: pd.DataFrame(rows, columns=names).astype("Float32"),
        "polars": lambda: pl.DataFrame(rows, schema=names),
        "arrow": lambda: pa.table(dict(zip(names, rows.T, strict=True))),
    }
    return makers[library]()


def test_64_bit_rows_and_rows_that_are_further_off_are_refused():
    rows = single_precision()
    for bad in (rows.astype(np.float64), rows * np.float32(1.00001)):
        with pytest.raises(partita.InputError, match="sums to"):
            Fuzzy(bad)


@pytest.mark.parametrize("maker", [pd.DataFrame, pl.LazyFrame, pa.table])
def test_soft_tables_take_32_bit_columns(maker):
    rows = single_precision(60, 4)
    truth = np.arange(60) % 3
    names = [f"c{j}" for j in range(4)]
    source = maker({"truth": truth, **dict(zip(names, rows.T, strict=True))})
    found = partita.soft_table(source, truth="truth", prediction=names)
    want = partita.expectation("rand", truth, Fuzzy(rows)).value
    assert found.expectation("rand").value == pytest.approx(want, abs=1e-14)
