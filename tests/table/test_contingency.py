"""Contingency tables: construction, refusals, addition and immutability."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction
from time import process_time

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from labelings import labelings, labels_of, tables
from looping import for_each
from oracle import PAIR_FORMULAS, pairs_one_by_one

import partita
from partita import Contingency, InputError, UndefinedError, WeightedContingency
from partita.table.group_names import join_names

MATRIX = [[3, 0, 1], [0, 2, 2]]


@pytest.fixture
def table():
    return Contingency.from_matrix(MATRIX, classes=["a", "b"], clusters=["x", "y", "z"])


def dense(table):
    return table.to_scipy().toarray().tolist()


# --- construction ---------------------------------------------------------------------------------

TOP = 2**63
INTEGERS = {
    "few": ([3, 1, 1, 7], [0, 0, 5, 5]),
    "negative": ([-1, -1, 4, 4], [-128, 127, 0, 0]),
    "a wide range": ([0, 65536, 0, 5], [-(2**62), 2**62, 0, 0]),
    "beyond int64": ([TOP, TOP + 1, TOP, 0], [2 * TOP - 1, 0, 0, 0]),
    "near int64": ([TOP - 1, TOP - 2, TOP - 1, TOP - 2], [-TOP, 0, 0, -TOP]),
}


@pytest.mark.parametrize("sides", INTEGERS.values(), ids=INTEGERS)
@pytest.mark.parametrize("view", [slice(None), slice(None, None, -1), slice(0, None, 2)])
def test_arrays_of_integers_are_counted_like_lists(sides, view):
    """The kernel reads two integer arrays at once; with weights it encodes them as other labels."""
    arrays = [np.array(side, dtype="u8" if max(side) >= TOP else "i8")[view] for side in sides]
    table = Contingency.from_labels(*arrays)
    listed = Contingency.from_labels(*(array.tolist() for array in arrays))
    general = Contingency.from_labels(*arrays, weights=[1] * len(arrays[0]))
    assert table == listed == general
    assert table.classes.dtype == general.classes.dtype
    assert not table.classes.flags.writeable
    assert table.class_sizes.tolist() == listed.class_sizes.tolist()
    assert pickle.loads(pickle.dumps(table)) == table
    assert table == table.T.T


@pytest.mark.parametrize("size", [10, 1000, 30000])
@pytest.mark.parametrize("groups", [3, 300, 40000])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_way_of_counting_gives_the_same_table(size, groups, threads):
    random = np.random.default_rng(size + groups)
    truth, prediction = random.integers(-5, groups, (2, size), dtype=np.int32)
    table = Contingency.from_labels(truth, prediction, threads=threads)
    assert table == Contingency.from_labels(truth.tolist(), prediction, weights=[1] * size)
    assert table.n == size


def test_labels_outside_the_sample_are_counted():
    truth = np.zeros(200000, dtype=np.int16)
    truth[150001] = 300
    table = Contingency.from_labels(truth, truth)
    assert table.perfect
    assert table.classes.tolist() == [0, 300]


def test_the_attributes_of_a_table(table):
    assert (table.n, table.shape, table.nnz) == (8, (2, 3), 4)
    assert list(table.classes) == ["a", "b"]
    assert list(table.clusters) == ["x", "y", "z"]
    assert table.class_sizes.tolist() == [4, 4]
    assert table.cluster_sizes.tolist() == [3, 2, 3]
    assert (table.rows.tolist(), table.cols.tolist()) == ([0, 0, 1, 1], [0, 2, 1, 2])
    assert table.counts.tolist() == [3, 1, 2, 2]
    assert not table.perfect
    assert repr(table) == "<Contingency: 8 objects, 2 classes, 3 clusters, 4 cells>"


@given(tables(most=5))
def test_labels_matrix_and_cells_make_one_table(matrix):
    truth, prediction = labels_of(matrix)
    by_labels = Contingency.from_labels(truth, prediction)
    by_cells = Contingency.from_cells(truth[::-1], prediction[::-1], [1] * len(truth))
    assert by_labels == by_cells == Contingency.from_matrix(matrix)
    assert dense(by_labels) == matrix


@pytest.mark.parametrize(
    "wrap",
    [
        np.array,
        np.asfortranarray,
        lambda m: np.array(m, dtype=np.uint8),
        lambda m: np.array(m, dtype=np.float32),
        lambda m: np.array(m, dtype=object),
        lambda m: np.array(m, dtype=">i4"),
        scipy.sparse.csr_array,
        scipy.sparse.csc_matrix,
        scipy.sparse.coo_array,
        pd.DataFrame,
        lambda m: tuple(map(tuple, m)),
    ],
    ids=[
        "array",
        "fortran",
        "uint8",
        "float32",
        "object",
        "swapped",
        "csr",
        "csc",
        "coo",
        "frame",
        "tuples",
    ],
)
def test_kinds_of_matrix(wrap):
    assert Contingency.from_matrix(wrap(MATRIX)) == Contingency.from_matrix(MATRIX)


def test_duplicates_in_a_sparse_matrix_are_added():
    matrix = scipy.sparse.coo_array(([1, 2, 4], ([0, 0, 1], [0, 0, 1])), shape=(2, 2))
    assert dense(Contingency.from_matrix(matrix)) == [[3, 0], [0, 4]]


def test_groups_without_objects_are_left_out():
    table = Contingency.from_matrix(
        [[0, 0, 0], [0, 5, 1]], classes=["none", "all"], clusters=["p", "q", "r"]
    )
    assert (list(table.classes), list(table.clusters)) == (["all"], ["q", "r"])
    cells = Contingency.from_cells(["a", "b"], ["x", "y"], [3, 0])
    assert (cells.shape, cells.n) == ((1, 1), 3)


def test_cells_come_in_any_order_and_add_up():
    table = Contingency.from_cells(["b", "a", "b"], [2, 1, 2], [10, 1, 100])
    assert (list(table.classes), list(table.clusters)) == (["a", "b"], [1, 2])
    assert dense(table) == [[1, 0], [0, 110]]


def test_cells_up_to_the_largest_are_exact():
    largest = 2**63 - 1
    table = Contingency.from_matrix([[largest, largest], [1, largest]])
    assert table.n == 3 * largest + 1
    assert table.class_sizes.tolist() == [2 * largest, largest + 1]
    assert table.pairs.pairs == table.n * (table.n - 1) // 2


REFUSED_MATRICES = {
    "negative": [[1, -1]],
    "fractional": [[1.5, 2]],
    "nan": [[math.nan, 1]],
    "infinite": [[math.inf, 1]],
    "zeros": [[0, 0], [0, 0]],
    "no rows": [],
    "no columns": [[], []],
    "one axis": [1, 2],
    "three axes": [[[1]]],
    "ragged": [[1, 2], [3]],
    "words": [["a", "b"]],
    "truth values": [[True, False]],
    "none": [[1, None]],
    "complex": [[1 + 0j]],
    "too large": [[2**63]],
    "far too large": [[10**30]],
    "large float": [[2.0**63]],
    "rounded because of a float": [[2**53 + 1, 1.0]],
    "masked": np.ma.masked_array([[1, 2]], mask=[[False, True]]),
    "a number": 3,
    "text": "12",
}


@pytest.mark.parametrize("matrix", REFUSED_MATRICES.values(), ids=REFUSED_MATRICES.keys())
def test_matrices_that_are_refused(matrix):
    with pytest.raises(InputError):
        Contingency.from_matrix(matrix)


def test_the_message_names_the_place():
    with pytest.raises(InputError, match="row 1, column 0"):
        Contingency.from_matrix([[1, 2], [-3, 4]])


@pytest.mark.parametrize(
    "names",
    [
        {"classes": ["a"]},
        {"classes": ["a", "a"]},
        {"clusters": ["x", "y"]},
        {"clusters": ["x", "y", "x"]},
        {"classes": ["a", "b", "c"]},
    ],
)
def test_names_that_are_refused(names):
    with pytest.raises(InputError, match=next(iter(names))):
        Contingency.from_matrix(MATRIX, **names)


@pytest.mark.parametrize(
    ("classes", "clusters", "counts"),
    [
        (["a"], ["x"], [-1]),
        (["a"], ["x"], [0.5]),
        (["a"], ["x"], [math.nan]),
        (["a"], ["x"], [0]),
        (["a", "b"], ["x"], [1]),
        (["a"], ["x"], [1, 2]),
        ([], [], []),
        (["a"], ["x"], ["1"]),
        ([None], ["x"], [1]),
        (["a"], ["x"], [2**63]),
        (["a"], ["x"], [[1]]),
    ],
)
def test_cells_that_are_refused(classes, clusters, counts):
    with pytest.raises(InputError):
        Contingency.from_cells(classes, clusters, counts)


def test_sums_past_the_largest_cell_are_refused():
    with pytest.raises((InputError, OverflowError)):
        Contingency.from_cells(["a", "a"], ["x", "x"], [2**62, 2**62])
    half = Contingency.from_matrix([[2**62]])
    with pytest.raises((InputError, OverflowError)):
        half + half


@pytest.mark.parametrize("kind", [Contingency, WeightedContingency])
def test_tables_are_not_built_by_calling_the_class(kind):
    with pytest.raises(InputError, match="from_labels"):
        kind([[1]])


# --- addition and transposition -------------------------------------------------------------------


@given(labelings(), st.integers(0, 12))
def test_chunks_add_up_to_the_whole(pair, cut):
    truth, prediction = pair
    cut = min(cut, len(truth) - 1)
    if cut:
        first = Contingency.from_labels(truth[:cut], prediction[:cut])
        second = Contingency.from_labels(truth[cut:], prediction[cut:])
        assert first + second == second + first == Contingency.from_labels(truth, prediction)


def test_equal_names_are_added():
    left = Contingency.from_labels(["a", "b"], [1, 1])
    right = Contingency.from_labels(["b", "c"], [1, 2])
    both = left + right
    assert (list(both.classes), list(both.clusters)) == (["a", "b", "c"], [1, 2])
    assert dense(both) == [[1, 0], [2, 0], [0, 1]]


def test_a_number_and_its_text_are_two_names():
    both = Contingency.from_labels([1], [1]) + Contingency.from_labels(["1"], [1])
    assert both.shape == (2, 1)


NAMES = {
    "ascending integers": (np.arange(0, 60, 2), np.arange(0, 60, 3)),
    "integers in any order": (np.array([9, 1, 5]), np.array([4, 1, 9, 2])),
    "right within left, in the order of left": (np.array([9, 1, 5]), np.array([9, 1, 5])),
    "floats": (np.array([0.5, 1.5]), np.array([-1.0, 0.5, 7.0])),
    "dates": (np.array(["2020-01-01"], "M8[D]"), np.array(["2019-01-01"], "M8[D]")),
    "ascending text": (np.array(["a", "b", "ä"], object), np.array(["b", "c"], object)),
    "text in any order": (np.array(["b", "a"], object), np.array(["c", "a"], object)),
    "mixed kinds": (np.array(["a", 1], object), np.array([2, "a"], object)),
}


@pytest.mark.parametrize("case", NAMES)
def test_names_are_joined_as_a_set_would(case):
    """All names once, sorted if possible, and the places of both lists in it."""
    left, right = NAMES[case]
    joined, of_left, of_right = join_names(left, right)
    assert joined[of_left].tolist() == left.tolist()
    assert joined[of_right].tolist() == right.tolist()
    assert len(joined) == len({*left.tolist(), *right.tolist()})
    if case.startswith("right"):
        assert joined.tolist() == left.tolist()
    elif case != "mixed kinds":
        assert joined.tolist() == sorted(joined.tolist())


def test_many_names_add_without_sorting_again():
    """With NumPy's set of all names, adding two tables of 300,000 names took 0.5 s and more."""
    names = np.arange(300_000) * 131_071
    one = Contingency.from_labels(names, np.zeros(300_000, dtype=int))
    other = Contingency.from_labels(names + 1, np.zeros(300_000, dtype=int))
    assert one.classes.size == other.classes.size  # listed before the timing
    start = process_time()
    total = one + other
    assert process_time() - start < 0.4
    assert total.shape == (600_000, 1)


def test_adding_something_else_is_refused(table):
    for other in (1, None, MATRIX):
        with pytest.raises(TypeError):
            table + other
    with pytest.raises(InputError, match="counts and weights cannot be added"):
        table + WeightedContingency.from_matrix([[0.5]], [[0.25]])


@given(tables())
def test_transposition_swaps_the_sides(matrix):
    table = Contingency.from_matrix(matrix)
    assert dense(table.T) == np.array(matrix).T.tolist()
    assert table == table.T.T
    assert table.T.shape == table.shape[::-1]
    assert table.T.class_sizes.tolist() == table.cluster_sizes.tolist()


def test_transposition_keeps_names(table):
    assert list(table.T.classes) == ["x", "y", "z"]
    assert list(table.T.clusters) == ["a", "b"]


# --- a table is a value ---------------------------------------------------------------------------


def test_tables_cannot_change(table):
    for name in ("n", "counts", "classes", "pairs", "anything"):
        with pytest.raises(AttributeError):
            setattr(table, name, 1)
    for array in (table.counts, table.rows, table.cols, table.classes, table.class_sizes):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7


def test_the_callers_data_are_neither_changed_nor_kept():
    matrix, names = np.array(MATRIX), np.array(["a", "b"])
    table = Contingency.from_matrix(matrix, classes=names)
    matrix[0, 0], names[0] = 99, "changed"
    assert (table.n, table.classes[0]) == (8, "a")
    labels = np.array([0, 1, 1])
    counted = Contingency.from_labels(labels, labels)
    labels[0] = 5
    assert counted.n == 3
    assert labels.flags.writeable


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_are_equal(table, protocol):
    again = pickle.loads(pickle.dumps(table, protocol=protocol))
    assert again == table
    assert again.pairs == table.pairs
    assert not again.counts.flags.writeable


def test_copies_are_equal(table):
    assert copy.deepcopy(table) == copy.copy(table) == table


def test_equality_sees_counts_and_names(table):
    assert table != Contingency.from_matrix(MATRIX)
    assert table != Contingency.from_matrix(
        [[3, 0, 1], [0, 2, 3]], classes=list("ab"), clusters=list("xyz")
    )
    assert table != MATRIX
    with pytest.raises(TypeError):
        hash(table)


def test_statistics_are_kept(table):
    for name in ("pairs", "information", "expected_information", "overlaps", "matching", "coding"):
        assert getattr(table, name) is getattr(table, name)


def test_statistics_of_the_table(table):
    p = table.pairs
    assert (p.together, p.truth_only, p.prediction_only, p.apart) == (5, 7, 2, 14)
    assert (p.truth_pairs, p.prediction_pairs, p.pairs) == (12, 7, 28)
    assert all(type(x) is int for x in (p.together, p.truth_only, p.prediction_only, p.apart))
    assert (table.matching.matched, table.matching.partner[0]) == (5, 0)
    overlaps = table.overlaps
    assert (overlaps.class_maxima, overlaps.cluster_maxima) == (5, 7)
    assert (overlaps.largest_class, overlaps.largest_cluster) == (4, 3)


@pytest.mark.parametrize("name", ["overlaps", "matching"])
def test_a_statistic_with_lazy_values_equals_the_full_record(table, name):
    read = getattr(table, name)
    record = type(read).__base__
    given = record(*(getattr(read, field) for field in read._fields))
    by_name = record(**{field: getattr(read, field) for field in read._fields})
    assert read == given == by_name == pickle.loads(pickle.dumps(read))
    assert hash(read) == hash(given)
    assert repr(read) == repr(given)
    assert repr(read).startswith(f"{record.__name__}(objects=8, classes=2, clusters=3, ")
    assert read != getattr(table.T, name)
    assert read != 8
    with pytest.raises(AttributeError, match="read, not written"):
        read.objects = 9
    with pytest.raises(TypeError, match=f"{record.__name__} takes objects"):
        record(share=1)


def test_to_scipy_and_to_frame(table):
    sparse = table.to_scipy()
    assert scipy.sparse.issparse(sparse)
    assert (sparse.shape, sparse.nnz) == ((2, 3), 4)
    frame = table.to_frame()
    assert frame.loc["a", "z"] == 1
    assert frame.to_numpy().tolist() == MATRIX
    assert (frame.index.name, frame.columns.name) == ("class", "cluster")
    assert Contingency.from_matrix(sparse, classes=list("ab"), clusters=list("xyz")) == table


# --- weights --------------------------------------------------------------------------------------

TRUTH, PREDICTION = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]
WEIGHTS = [0.5, 1.25, 2.0, 0.75, 1.0, 3.5]


@pytest.fixture
def weighted():
    return Contingency.from_labels(TRUTH, PREDICTION, weights=WEIGHTS)


def test_fractional_weights_make_a_weighted_table(weighted):
    assert type(weighted) is WeightedContingency
    assert (weighted.n, weighted.shape, weighted.nnz) == (9.0, (3, 2), 4)
    assert weighted.counts.tolist() == [1.75, 2.0, 1.75, 3.5]
    assert weighted.squares.tolist() == [1.8125, 4.0, 1.5625, 12.25]
    assert weighted.class_sizes.tolist() == [3.75, 1.75, 3.5]
    assert weighted == weighted.T.T
    assert pickle.loads(pickle.dumps(weighted)) == weighted
    assert "WeightedContingency" in repr(weighted)


def test_integer_weights_are_frequencies():
    table = Contingency.from_labels(TRUTH, PREDICTION, weights=[1.0, 2.0, 3.0, 1.0, 1.0, 2.0])
    again = [x for x, w in zip(TRUTH, [1, 2, 3, 1, 1, 2], strict=True) for _ in range(w)]
    other = [x for x, w in zip(PREDICTION, [1, 2, 3, 1, 1, 2], strict=True) for _ in range(w)]
    assert type(table) is Contingency
    assert table == Contingency.from_labels(again, other)


def test_pairs_of_weighted_objects_weigh_their_product(weighted):
    exact = pairs_one_by_one(TRUTH, PREDICTION, WEIGHTS)
    p = weighted.pairs
    found = [Fraction(x) for x in (p.together, p.truth_only, p.prediction_only, p.apart)]
    assert found == [exact.both, exact.truth_only, exact.prediction_only, exact.apart]


@pytest.mark.parametrize("name", sorted({*PAIR_FORMULAS} - {"fager_mcgowan", "mcnemar"}))
@given(labelings(), st.data())
def test_weighted_pair_measures(name, pair, data):
    n = len(pair[0])
    weights = data.draw(
        st.lists(st.sampled_from([0.1, 1 / 3, 0.7, 1e-9, 1e9 + 0.5]), min_size=n, max_size=n)
    )
    try:
        exact = PAIR_FORMULAS[name](pairs_one_by_one(*pair, weights))
    except ZeroDivisionError:
        return
    assert math.isclose(
        partita.MEASURES[name](*pair, weights=weights), float(exact), rel_tol=1e-13, abs_tol=1e-15
    )


@given(labelings(), st.data())
def test_weighted_pair_counts_are_never_negative(pair, data):
    n = len(pair[0])
    weights = data.draw(st.lists(st.floats(1e-12, 1e12, exclude_min=True), min_size=n, max_size=n))
    table = WeightedContingency.from_labels(*pair, weights=weights)
    exact = pairs_one_by_one(*pair, weights)
    expected = [exact.both, exact.truth_only, exact.prediction_only, exact.apart]
    for found, count in zip(table.pairs, expected, strict=False):
        assert math.isclose(found, count, rel_tol=1e-13)  # so 0 exactly where there is no pair


def test_single_objects_in_all_cells_have_no_pair_together():
    weights = [0.1, 0.2, 0.3, 0.7, 0.9, 1.1, 1.3]
    assert partita.rand([0] * 7, list(range(7)), weights=weights) == 0.0


NEEDS_COUNTS = {
    "variation_of_information_by_objects",
    "partition_distance",
    "expected_mutual_information",
    "adjusted_mutual_information",
    "dom_q0",
    "dom_q2",
    "normalized_inverse_purity",
    "edit_pantel_lin",
    *(f"{name}_{part}" for name in ("muc", "lea") for part in ("precision", "recall", "f")),
    *(f"b_cubed_{part}_of_others" for part in ("precision", "recall", "f")),
    "modified_adjusted_rand",
    "normalized_lerman",
    "normalized_reduced_mutual_information",
    "parsimony",
    "q_measure",
    "reduced_mutual_information",
    "standardized_mutual_information",
    "standardized_rand",
}
ROOTS_OF_PAIRS = {"fager_mcgowan", "mcnemar"}  # they have a unit and grow with the number of pairs


@for_each(partita.MEASURES.values())
def test_equal_fractional_weights_change_no_share(measure):
    """Half an object each: measures that do not count objects are the same as without weights."""
    halves = [0.5] * len(TRUTH)
    if measure.name in NEEDS_COUNTS:
        with pytest.raises(UndefinedError):
            measure(TRUTH, PREDICTION, weights=halves)
    elif measure.n_invariant or (
        measure.family == "pairs" and not measure.unit and measure.name not in ROOTS_OF_PAIRS
    ):
        expected = measure(TRUTH, PREDICTION)
        assert math.isclose(measure(TRUTH, PREDICTION, weights=halves), expected, rel_tol=1e-14)


def test_weighted_tables_add_to_the_same_bits(weighted):
    parts = [
        WeightedContingency.from_labels(TRUTH[s], PREDICTION[s], weights=WEIGHTS[s])
        for s in (slice(0, 2), slice(2, 6))
    ]
    assert parts[0] + parts[1] == weighted


@pytest.mark.parametrize(
    "weights", [[1, -1], [math.nan, 1], [math.inf, 1], [1], [1, 2, 3], [0, 0], ["1", "2"]]
)
def test_weights_that_are_refused(weights):
    with pytest.raises(InputError):
        Contingency.from_labels([0, 1], [0, 1], weights=weights)


def test_weighted_matrices():
    table = WeightedContingency.from_matrix([[0.5, 0], [0, 2.5]], [[0.25, 0], [0, 3.25]])
    assert table.n == 3.0
    for matrix, squares in (([[0.5]], [[0.25, 1]]), ([[-0.5]], [[0.25]]), ([[math.nan]], [[0.25]])):
        with pytest.raises(InputError):
            WeightedContingency.from_matrix(matrix, squares)
