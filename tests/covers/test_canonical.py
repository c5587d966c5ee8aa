"""Element-centric similarity does not depend on the order of clusters, elements or sides."""

from __future__ import annotations

import numpy as np
import pytest

from partita import Cover, Hierarchy
from partita.covers import element_centric, element_scores
from partita.hierarchies import element_centric as of_hierarchies

KINDS = {"numbers": int, "names": "x{}".format}


def clusters(rng, n):
    """Random overlapping member lists that hold every element."""
    count = int(rng.integers(3, 9))
    chosen = rng.random((n, count)) < 0.3
    chosen[np.arange(n), rng.integers(0, count, n)] = True
    return [np.flatnonzero(column).tolist() for column in chosen.T if column.any()]


def cover(rng, lists, elements):
    """The same cover, with clusters and elements in random order."""
    return Cover.from_clusters(
        [
            [elements[x] for x in rng.permutation(lists[at]).tolist()]
            for at in rng.permutation(len(lists))
        ],
        elements=[elements[x] for x in rng.permutation(len(elements))],
        unassigned="keep",
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(15))
def test_no_bit_depends_on_the_order_of_a_cover(kind, seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(20, 80))
    elements = [KINDS[kind](x) for x in range(n)]
    lists = clusters(rng, n), clusters(rng, n)[1:]  # some elements may be in no cluster
    found, scores = set(), set()
    for turn in range(4):
        sides = [cover(rng, own, elements) for own in (lists if turn % 2 else lists[::-1])]
        found.add(element_centric(*sides))
        by_id = dict(zip(*map(np.ndarray.tolist, element_scores(*sides)), strict=True))
        scores.add(tuple(by_id[x] for x in elements))
    assert len(found) == len(scores) == 1


def test_ids_without_an_order_keep_the_given_order():
    rng = np.random.default_rng(0)
    elements = [(x, "x") for x in range(30)]
    lists = clusters(rng, 30), clusters(rng, 30)
    plain = [Cover.from_clusters(own) for own in lists]
    sides = [cover(rng, own, elements) for own in lists]
    assert element_centric(*sides) == pytest.approx(element_centric(*plain), abs=1e-14)


@pytest.mark.parametrize("seed", range(8))
def test_no_bit_depends_on_the_order_of_a_hierarchy(seed):
    rng = np.random.default_rng(seed)
    names = [f"x{x:02}" for x in range(40)]
    fine = rng.integers(0, 12, (2, 40))
    found = set()
    for turn in range(4):
        sides = []
        for own in fine if turn % 2 else fine[::-1]:
            order = rng.permutation(40)
            levels = [own[order], own[order] // 4]
            sides.append(Hierarchy.from_levels(levels, elements=[names[x] for x in order]))
        found.add(of_hierarchies(*sides, r=2.0))
    assert len(found) == 1
