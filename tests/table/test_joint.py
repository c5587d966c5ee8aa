"""Joint tables count kinds of objects; their parts can be added, selected and counted alone."""

import pickle
from collections import Counter

import numpy as np
import pytest

from partita import Contingency, InputError
from partita.sources import JointTable, Stream, tabulate

RNG = np.random.default_rng(0)
COLUMNS = {
    "type": RNG.choice(["b", "a", "c"], 300),
    "leiden": RNG.integers(0, 4, 300),
    "kmeans": RNG.integers(-2, 2, 300),
    "donor": RNG.choice(["d2", "d1"], 300),
    "times": RNG.integers(0, 3, 300),
}
NAMES = ["leiden", "kmeans"]


def joint(columns=COLUMNS, names=NAMES, **options):
    return tabulate(columns, "type", list(names), joint=True, **options)


def test_cells_are_the_distinct_rows_in_ascending_order():
    found = joint()
    sides = [found.truth, *found.clusterings.values()]
    rows = zip(*(side.names[side.codes].tolist() for side in sides), strict=True)
    columns = (COLUMNS[name].tolist() for name in ("type", *NAMES))
    expected = sorted(Counter(zip(*columns, strict=True)).items())
    assert list(zip(rows, found.counts.tolist(), strict=True)) == expected
    assert (found.n, found.nnz, found.predictions) == (300, len(expected), ("leiden", "kmeans"))
    assert str(found) == f"300 objects in {found.nnz} cells of truth × leiden × kmeans."
    assert repr(found) == f"<JointTable: 300 objects, 3 classes, 2 clusterings, {found.nnz} cells>"


def test_the_table_of_one_clustering_is_that_of_its_labels():
    assert joint().table("kmeans") == Contingency.from_labels(COLUMNS["type"], COLUMNS["kmeans"])
    by_donor = joint(groups="donor")
    assert by_donor.groups == 2
    assert by_donor.table("leiden") == tabulate(COLUMNS, "type", "leiden", groups="donor")
    assert "× groups" in str(by_donor)
    weighted = joint(weights="times")
    assert weighted.n == COLUMNS["times"].sum()
    assert weighted.table("leiden") == tabulate(COLUMNS, "type", "leiden", weights="times")


@pytest.mark.parametrize("options", [{}, {"groups": "donor"}, {"weights": "times"}])
def test_parts_add_to_the_whole(options):
    halves = [{name: column[part] for name, column in COLUMNS.items()} for part in
              (COLUMNS["leiden"] < 2, COLUMNS["leiden"] >= 2)]  # fmt: skip
    whole = joint(**options)
    assert sum(joint(half, **options) for half in halves) == whole
    assert tabulate(iter(map(_frame, halves)), "type", NAMES, joint=True, **options) == whole
    assert pickle.loads(pickle.dumps(whole)) == whole
    assert whole.select("kmeans", "leiden").select("leiden") == joint(names=["leiden"], **options)


def _frame(columns):
    return pytest.importorskip("pandas").DataFrame(columns)


def test_labels_without_columns_are_a_pair_and_a_mapping():
    several = {name: COLUMNS[name] for name in NAMES}
    assert tabulate((COLUMNS["type"], several), joint=True) == joint()
    one = tabulate((COLUMNS["type"], COLUMNS["leiden"]), joint=True)
    assert one.predictions == ("prediction",)
    assert one.table() == joint().table("leiden")
    stream = Stream(joint=True).update(COLUMNS["type"], several)
    assert stream.joint == joint()
    assert (stream + stream).joint.n == 600
    assert stream.tables["kmeans"] == joint().table("kmeans")
    tables = tabulate((COLUMNS["type"], several))
    assert tables == {name: joint().table(name) for name in NAMES}


def test_labels_of_several_kinds_keep_their_types():
    columns = {"type": ["x", "y"], "a": [1, 2], "b": ["1", "2"]}
    found = tabulate(columns, "type", ["a", "b"], joint=True)
    assert found.table("a").clusters.tolist() == [1, 2]
    assert found.table("b").clusters.tolist() == ["1", "2"]


def test_what_cannot_be_counted_jointly_names_the_remedy():
    with pytest.raises(InputError, match="fractional weights are no counts: use integer weights"):
        joint({**COLUMNS, "times": RNG.random(300)}, weights="times")
    with pytest.raises(InputError, match="has no clustering 'leidn'; did you mean 'leiden'"):
        joint().table("leidn")
    with pytest.raises(InputError, match="the name of the clustering: 'leiden', 'kmeans'"):
        joint().table()
    with pytest.raises(InputError, match="select needs names of clusterings: 'leiden'"):
        joint().select()
    with pytest.raises(InputError, match="count every part of the data with the same columns"):
        joint() + joint(names=["leiden"])
    with pytest.raises(InputError, match="only one of them has groups"):
        joint() + joint(groups="donor")
    with pytest.raises(InputError, match="same missing="):
        joint() + joint(missing="drop")
    with pytest.raises(InputError, match="make both with joint=True"):
        Stream(joint=True) + Stream()
    with pytest.raises(InputError, match="make it with joint=True"):
        _ = Stream().update([1], [1]).joint
    with pytest.raises(InputError, match="nothing was counted yet"):
        _ = Stream(joint=True).joint
    with pytest.raises(InputError, match=r"nothing is left to compare.*singletons"):
        joint({**COLUMNS, "kmeans": np.full(300, -1)}, noise=-1, noise_as="drop")
    with pytest.raises(InputError, match="prediction 'a' had labels of type int"):
        tabulate(iter([(["x"], {"a": [1]}), (["x"], {"a": ["1"]})]), joint=True)
    with pytest.raises(InputError, match=r"2\*\*62 or more"):
        joint({**COLUMNS, "times": np.full(300, 2**60)}, weights="times")
    assert joint().__add__(1) is NotImplemented
    assert joint() != 1
    assert isinstance(joint(), JointTable)
