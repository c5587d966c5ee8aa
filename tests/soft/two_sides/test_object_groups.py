"""Object groups: the table of certain objects and the groups contain every object once."""

from __future__ import annotations

import numpy as np
import pytest
import random_soft

from partita import Contingency
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough
from partita.soft.two_sides.object_groups import ObjectGroups


def hard(labels):
    return Fuzzy.from_labels(labels)


@pytest.mark.parametrize("case", range(20))
@pytest.mark.parametrize("kind", ["fuzzy", "rough", "possibilistic"])
@pytest.mark.parametrize("swapped", [False, True])
def test_every_object_of_a_margin_problem_is_counted_once(swapped, kind, case):
    rng = random_soft.generator(3, case)
    labels = rng.integers(0, 3, 12)
    soft = random_soft.clustering(kind, rng, 12, 3)
    sides = (soft, hard(labels)) if swapped else (hard(labels), soft)
    problem = ObjectGroups.of(*sides).margin_problem()
    assert problem.swapped == (swapped and not soft.is_hard)
    assert problem.objects == 12
    assert problem.classes == len(set(labels.tolist()))
    assert problem.clusters == 3
    assert problem.uncertain == 12 - soft.certain.sum()
    names = np.unique(labels)
    assert problem.class_sizes.tolist() == [(labels == name).sum() for name in names]
    rows = list(map(tuple, soft.rows[soft.index].tolist()))
    keys = [(labels[x], rows[x]) for x in np.flatnonzero(~soft.certain)]
    groups = zip(problem.group_class, problem.group_options, problem.group_size, strict=True)
    found = {(names[c], tuple(options.tolist())): size for c, options, size in groups}
    assert found == {key: keys.count(key) for key in keys}
    base = np.zeros_like(problem.base)
    for x in np.flatnonzero(soft.certain):
        base[names.tolist().index(labels[x]), soft.possible[soft.index[x]].argmax()] += 1
    assert np.array_equal(base, problem.base)


def test_arrays_have_the_types_of_the_kernel():
    soft = Fuzzy([[1, 0], [0.5, 0.5], [0.5, 0.5]])
    problem = ObjectGroups.of(hard([0, 1, 1]), soft).margin_problem()
    types = [array.dtype for array in problem.arrays]
    assert types == [np.int64, np.int32, np.float64, np.int64]
    assert all(array.flags.c_contiguous for array in problem.arrays)
    assert problem.group_size.tolist() == [2]


def test_the_hard_side_is_found_on_either_side():
    soft, certain = Rough([{0}, {0, 1}]), hard(["x", "y"])
    assert not ObjectGroups.of(certain, soft).margin_problem().swapped
    assert ObjectGroups.of(soft, certain).margin_problem().swapped
    assert ObjectGroups.of(soft, soft).margin_problem() is None


def test_two_hard_sides_have_no_group():
    truth, prediction = [0, 0, 1, 1], ["a", "b", "b", "b"]
    groups = ObjectGroups.of(hard(truth), hard(prediction))
    assert len(groups.group_size) == 0
    assert groups.products().shape == groups.minima().shape == (0, 4)
    table = Contingency.from_labels(truth, prediction).to_scipy().toarray()
    assert groups.base.tolist() == groups.margin_problem().base.tolist() == table.tolist()


def test_certain_masses_and_possibilities_count_like_labels():
    for kind in (Evidential, Possibilistic, Rough):
        groups = ObjectGroups.of(hard([0, 1, 1]), kind.from_labels(["a", "b", "a"]))
        assert groups.base.tolist() == [[1, 0], [1, 1]]


@pytest.mark.parametrize("case", range(10))
def test_two_soft_sides(case):
    rng = random_soft.generator(4, case)
    a, b = random_soft.clustering("fuzzy", rng, 10, 3), random_soft.clustering("fuzzy", rng, 10, 2)
    groups = ObjectGroups.of(a, b)
    assert groups.shape == (3, 2)
    assert groups.objects == 10
    assert groups.base.sum() == (a.certain & b.certain).sum()
    expected = groups.base + (groups.group_size @ groups.products()).reshape(3, 2)
    assert np.allclose(expected, a.memberships.T @ b.memberships)
    assert (groups.minima() >= groups.products() - 1e-15).all()
