"""`Cover`: how it is read, what is refused, and the alignment of two covers."""

from __future__ import annotations

import copy
import pickle
import re

import numpy as np
import pytest
from scipy.sparse import coo_array

import partita
from partita import Cover, InputError
from partita.covers import CoverPair, align, omega

CLUBS = {"chess": ["Ann", "Bo"], "choir": ["Bo", "Cem", "Di"]}
MATRIX = [[1, 0], [1, 1], [0, 1], [0, 1]]
NAMES = ["Ann", "Bo", "Cem", "Di"]


def test_all_ways_to_write_a_cover_give_the_same():
    expected = Cover.from_clusters(CLUBS)
    assert expected.members() == CLUBS
    assert expected.sizes.tolist() == [2, 3]
    assert expected.degrees.tolist() == [1, 2, 1, 1]
    by_element = {"Ann": ["chess"], "Bo": {"choir", "chess"}, "Cem": ["choir"], "Di": ("choir",)}
    named = {"elements": NAMES, "clusters": ["chess", "choir"]}
    ways = [
        Cover.from_clusters({name: set(members) for name, members in CLUBS.items()}),
        Cover.from_clusters({name: np.array(members) for name, members in CLUBS.items()}),
        Cover.from_clusters({name: iter(members) for name, members in CLUBS.items()}),
        Cover.from_memberships(by_element),
        Cover.from_memberships(list(by_element.values()), elements=NAMES),
        Cover.from_matrix(MATRIX, **named),
        Cover.from_matrix(np.array(MATRIX, dtype=bool), **named),
        Cover.from_matrix(coo_array(np.array(MATRIX, dtype=float)), **named),
    ]
    assert all(way == expected for way in ways)
    assert expected.matrix().toarray().tolist() == MATRIX
    assert pickle.loads(pickle.dumps(expected)) == expected == copy.copy(expected)
    assert repr(expected) == "<Cover: 4 elements, 2 clusters, 1 element in several>"


def test_hard_labels_and_back():
    cover = Cover.from_labels(["x", "x", "y"], elements=[10, 20, 30])
    assert cover.is_partition
    assert cover.members() == {"x": [10, 20], "y": [30]}
    assert cover.labels().tolist() == ["x", "x", "y"]
    with pytest.raises(InputError, match="element 'Bo' is in 2 clusters: only a partition has"):
        Cover.from_clusters(CLUBS).labels()


def test_numbers_and_text_are_different_elements():
    with pytest.raises(InputError, match="labels must be of one type"):
        Cover.from_clusters([[1, 2], ["1", "2"]])
    with pytest.raises(InputError, match="labels must be of one type"):
        Cover.from_clusters([np.array([1, 2]), np.array(["1", "2"])])
    with pytest.raises(InputError, match="labels must be of one type"):
        Cover.from_memberships([[1], ["1"]])
    ints, text = Cover.from_clusters([[1, 2]]), Cover.from_clusters([["1", "2"]])
    with pytest.raises(InputError, match="element 1 of the first cover is not in the second"):
        partita.covers.omega(ints, text)
    with pytest.raises(InputError, match="no element in common"):
        align(ints, text, "outer")


def test_ids_of_any_kind():
    ids = [(1, "a"), (2, "b"), (3, "c")]
    cover = Cover.from_clusters([ids[:2], ids[1:]])
    assert sorted(cover.elements) == ids
    days = np.array(["2024-01-01", "2024-01-02", "2024-01-03"], dtype="M8[D]")
    assert Cover.from_clusters([days[:2], days[1:]]).elements.tolist() == days.tolist()
    large = Cover.from_clusters([[10**18, -(10**18)], [5]])
    assert large.elements.tolist() == [-(10**18), 5, 10**18]


def test_policies_for_elements_in_no_cluster():
    def read(policy):
        return Cover.from_clusters(CLUBS, elements=[*NAMES, "Eve"], unassigned=policy)

    with pytest.raises(InputError, match=r"element 'Eve' is in no cluster \(1 such\): pass una"):
        read("error")
    assert repr(read("keep")).endswith("1 element in several, 1 in none>")
    assert read("drop") == Cover.from_clusters(CLUBS)
    single = read("singletons")
    assert (single.n, single.k, single.sizes.tolist()) == (5, 3, [2, 3, 1])
    assert repr(single.clusters[-1]) == "<unlabeled>"
    missing = Cover.from_labels(["x", None, "y"], unassigned="keep")
    assert missing.degrees.tolist() == [1, 0, 1]
    with pytest.raises(InputError, match="unassigned must be one of"):
        read("ignore")


def test_policies_for_empty_clusters():
    with pytest.raises(InputError, match='cluster 1 has no members: remove it, or pass empty="dr'):
        Cover.from_clusters([["a"], []])
    assert Cover.from_clusters([["a"], []], empty="drop").k == 1
    with pytest.raises(InputError, match="empty must be one of"):
        Cover.from_clusters([["a"]], empty="keep")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Cover(CLUBS), "build a Cover with from_clusters, from_labels, from_matrix or fr"),
        (lambda: Cover.from_clusters({"a": ["x", "y", "x"]}), "'x' is in the cluster 'a' twice"),
        (lambda: Cover.from_clusters(["abc"]), r"clusters[0] is 'abc', a str: pass a list or set"),
        (lambda: Cover.from_clusters({"a": 3}), "clusters['a'] is 3, an int: pass a list or set"),
        (lambda: Cover.from_clusters("abc"), "clusters is a str: pass a dictionary of lists"),
        (lambda: Cover.from_clusters([]), "clusters is empty"),
        (lambda: Cover.from_clusters([[], []]), "no cluster has a member"),
        (lambda: Cover.from_clusters([["a", None]]), "members of all clusters[1] is missing"),
        (lambda: Cover.from_clusters([[["a"]]]), "cannot be hashed"),
        (lambda: Cover.from_clusters([np.eye(2)]), "clusters[0] has 2 axes"),
        (
            lambda: Cover.from_clusters([["a"]], elements=["b"]),
            "contain 'a', which is not among",
        ),
        (lambda: Cover.from_clusters([["a"]], elements=["a", "a"]), "have the same name 'a'"),
        (lambda: Cover.from_memberships({"a": []}), "no element has a cluster"),
        (lambda: Cover.from_memberships({"a": [1]}, elements=["a"]), "already are the elements"),
        (lambda: Cover.from_memberships([[1]], elements=["a", "b"]), "each of 1 elements; got 2"),
        (lambda: Cover.from_matrix([[0.5, 1]]), "row 0, column 0 is 0.5: an element is in a"),
        (lambda: Cover.from_matrix([[np.nan, 1]]), "row 0, column 0 is nan"),
        (lambda: Cover.from_matrix([1, 0]), "matrix has the shape (2,)"),
        (lambda: Cover.from_matrix([[1], [1, 0]]), "rows of equal length"),
        (lambda: Cover.from_matrix([["a"]]), "matrix must contain 0 and 1"),
        (lambda: Cover.from_matrix([[1, 0]], clusters=["a"]), "each of 2 groups; got 1"),
        (lambda: Cover.from_labels([None], unassigned="drop"), "no element is in a cluster"),
    ],
)
def test_what_is_refused(make, message):
    with pytest.raises(InputError, match=re.escape(message)):
        make()


def test_covers_do_not_change():
    cover = Cover.from_clusters(CLUBS)
    with pytest.raises(AttributeError, match="immutable"):
        cover.codes = 1
    with pytest.raises(ValueError, match="read-only"):
        cover.codes[0] = 1
    with pytest.raises(TypeError):
        hash(cover)


def test_elements_are_found_by_their_ids():
    a = Cover.from_clusters(CLUBS)
    b = Cover.from_matrix(MATRIX[::-1], elements=NAMES[::-1])
    assert CoverPair(a, b).identical
    one, two = align(a, b)
    assert one.elements.tolist() == two.elements.tolist()


def test_policies_for_different_elements():
    a = Cover.from_clusters({1: ["w", "x"], 2: ["x", "y"]})
    b = Cover.from_clusters({1: ["x", "y"], 2: ["z"]})
    with pytest.raises(
        InputError,
        match=r"'w' of the first cover is not in the second one \(1 only in the first, 1",
    ):
        align(a, b)
    one, two = align(a, b, "inner")
    assert one.members() == {1: ["x"], 2: ["x", "y"]}
    assert two.members() == {1: ["x", "y"]}
    one, two = align(a, b, "outer")
    assert one.elements.tolist() == two.elements.tolist() == ["w", "x", "y", "z"]
    assert (one.degrees.tolist(), two.degrees.tolist()) == ([1, 2, 1, 0], [0, 1, 1, 1])
    with pytest.raises(InputError, match="how must be one of"):
        align(a, b, "left")
    with pytest.raises(InputError, match="align must be one of"):
        omega(a, b, align="left")


def test_covers_without_a_cluster_of_common_elements_are_refused():
    a = Cover.from_clusters([["x"]], elements=["x", "y"], unassigned="keep")
    b = Cover.from_clusters([["y"]])
    with pytest.raises(InputError, match="no element of both covers is in a cluster of each"):
        align(a, b, "inner")


def test_signatures_group_elements_with_the_same_clusters():
    rng = np.random.default_rng(0)
    matrix = rng.random((300, 4)) < 0.4
    found = Cover.from_matrix(matrix, unassigned="keep").signatures
    rows = np.unique(matrix, axis=0)
    assert found.count == len(rows)
    for x in range(300):
        own = found.codes[found.starts[found.index[x]] : found.starts[found.index[x] + 1]]
        assert own.tolist() == np.flatnonzero(matrix[x]).tolist()
