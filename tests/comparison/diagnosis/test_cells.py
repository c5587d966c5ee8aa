"""The cells of a table: each cluster stands with the class that it mostly holds."""

import numpy as np
import pytest
from patience import PATIENCE
from printed_tables import IRIS, WU_I, labels

from partita import Contingency, InputError, WeightedContingency
from partita.comparison import compare
from partita.comparison.diagnosis.cells import matched_cells


def test_every_object_is_in_one_cell():
    c = compare(*labels(WU_I))
    cells = c.cells()
    assert cells["count"].sum() == c.table().n
    assert cells.height == c.table().nnz
    for row in cells.rows():
        assert row["class_share"] == row["count"] / row["class_size"]
        assert row["cluster_share"] == row["count"] / row["cluster_size"]
    assert not cells["others"].any()


def test_matches_are_on_the_diagonal_largest_class_first():
    truth = np.repeat(["small", "large", "middle"], [5, 50, 20])
    prediction = np.repeat([7, 3, 9], [5, 50, 20])
    cells = compare(truth, prediction).cells()
    assert cells["row"].tolist() == cells["column"].tolist() == [0, 1, 2]
    assert cells["class"].tolist() == ["large", "middle", "small"]
    assert cells["cluster"].tolist() == [3, 9, 7]


def test_the_diagonal_holds_the_best_matching_if_no_class_is_split():
    c = compare(*labels(IRIS))
    cells = c.cells()
    on = cells["count"][cells["row"] == cells["column"]].sum()
    assert on == c.table().matching.matched == 134  # 50 + 48 + 36, read off the table


def test_a_cluster_stands_with_the_class_that_it_mostly_holds():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 5, 900)
    cells = compare(truth, 4 * truth + rng.integers(0, 4, 900) - (rng.random(900) < 0.2)).cells()
    mostly = {}
    for row in cells.rows():
        most = max(mostly.get(row["column"], (0, 0)), (row["count"], -row["row"]))
        mostly[row["column"]] = most
    classes = [-mostly[column][1] for column in range(len(mostly))]
    assert classes == sorted(classes)


def test_the_pieces_of_a_split_class_are_neighbors_the_largest_first():
    truth = np.repeat(["a", "b"], [60, 50])
    prediction = np.repeat([0, 1, 2, 3, 4], [40, 20, 30, 15, 5])
    cells = compare(truth, prediction).cells()
    order = dict(zip(cells["column"].tolist(), cells["cluster"].tolist(), strict=True))
    assert [order[k] for k in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("limit", [2, 5, 11])
def test_beyond_the_limit_the_last_line_adds_up_the_others(limit):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 12, 3000)
    c = compare(truth, np.where(rng.random(3000) < 0.3, rng.integers(0, 15, 3000), truth))
    cells = c.cells(limit=limit)
    assert cells["count"].sum() == 3000
    assert cells["row"].max() == cells["column"].max() == limit - 1
    others = cells["others"]
    assert np.array_equal(others, (cells["row"] == limit - 1) | (cells["column"] == limit - 1))
    names = dict(zip(cells["row"].tolist(), cells["class"].tolist(), strict=True))
    assert names[limit - 1] == f"{12 - limit + 1} others"
    sizes = {row["row"]: row["class_size"] for row in cells.rows()}
    assert sum(sizes.values()) == 3000


def test_the_clusters_of_the_classes_shown_are_shown():
    truth = np.arange(20000) // 100  # 200 classes of equal size: sizes do not select any
    cells = compare(truth, (truth * 7) % 200).cells(limit=40)
    shown = cells.to_frame().query("not others")
    assert len(shown) == 39
    assert (shown["row"] == shown["column"]).all()


def test_ten_thousand_clusters_are_quick():
    from time import perf_counter

    rng = np.random.default_rng(0)
    truth = rng.integers(0, 10**4, 10**6)
    prediction = np.where(rng.random(10**6) < 0.2, rng.integers(0, 10**4, 10**6), truth)
    table = Contingency.from_labels(truth, prediction)
    start = perf_counter()
    assert matched_cells(table, 40)["count"].sum() == 10**6
    assert perf_counter() - start < 2 * PATIENCE


def test_weights_and_counts_beyond_int64():
    weighted = WeightedContingency.from_labels([0, 0, 1], [0, 1, 1], weights=[0.5, 0.25, 1.5])
    assert matched_cells(weighted, 40)["count"].sum() == 2.25
    huge = Contingency.from_matrix([[2**62, 1], [3, 2**62]])
    cells = matched_cells(huge, 2)
    assert sum(int(one) for one in cells["count"]) == huge.n


def test_a_limit_below_two_is_refused():
    with pytest.raises(InputError, match="limit must be"):
        compare([0, 1], [0, 1]).cells(limit=1)
