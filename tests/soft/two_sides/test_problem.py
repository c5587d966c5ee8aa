"""Grouping: the table of certain objects plus the groups make up every object once."""

from __future__ import annotations

import numpy as np
import pytest
import random_soft

from partita import Contingency, InputError
from partita.soft import Evidential, Fuzzy, Rough
from partita.soft.two_sides.problem import HardSoft, SoftSoft


@pytest.mark.parametrize("case", range(20))
@pytest.mark.parametrize("kind", ["fuzzy", "rough", "possibilistic"])
def test_every_object_is_counted_once(kind, case):
    rng = random_soft.generator(3, case)
    labels = rng.integers(0, 3, 12)
    soft = random_soft.clustering(kind, rng, 12, 3)
    problem = HardSoft.of(labels, soft)
    assert problem.objects == 12
    assert problem.classes == len(set(labels.tolist()))
    assert problem.clusters == 3
    assert problem.uncertain == 12 - soft.certain.sum()
    seen = np.concatenate([problem.certain_objects, *problem.members])
    assert sorted(seen.tolist()) == list(range(12))
    names = problem.class_names
    for group, members in enumerate(problem.members):
        assert len(members) == problem.group_size[group]
        for x in members:
            assert labels[x] == names[problem.group_class[group]]
            assert soft.rows[soft.index[x]].tolist() == problem.group_options[group].tolist()
    pairs = list(
        zip(problem.group_class.tolist(), map(tuple, problem.group_options.tolist()), strict=True)
    )
    assert len(set(pairs)) == len(pairs)
    base = np.zeros_like(problem.base)
    for x in np.flatnonzero(soft.certain):
        base[names.tolist().index(labels[x]), soft.possible[soft.index[x]].argmax()] += 1
    assert np.array_equal(base, problem.base)


def test_arrays_have_the_types_of_the_kernel():
    problem = HardSoft.of([0, 1, 1], Fuzzy([[1, 0], [0.5, 0.5], [0.5, 0.5]]))
    assert problem.base.dtype == np.int64
    assert problem.group_class.dtype == np.int32
    assert problem.group_options.dtype == np.float64
    assert problem.group_size.dtype == np.int64
    assert problem.group_size.tolist() == [2]


def test_the_hard_side_is_found_on_either_side():
    soft = Rough([{0}, {0, 1}])
    assert not HardSoft.of(["x", "y"], soft).swapped
    swapped = HardSoft.of(soft, ["x", "y"])
    assert swapped.swapped
    assert swapped.class_names.tolist() == ["x", "y"]
    certain = Fuzzy.from_labels(["x", "y"])
    assert not HardSoft.of(certain, soft).swapped
    assert HardSoft.of(soft, certain).swapped


def test_two_hard_sides_leave_no_group():
    truth, prediction = [0, 0, 1, 1], ["a", "b", "b", "b"]
    problem = HardSoft.of(truth, prediction)
    assert len(problem.group_size) == 0
    assert problem.members == ()
    table = Contingency.from_labels(truth, prediction).to_scipy().toarray()
    assert problem.base.tolist() == table.tolist()


def test_certain_masses_are_as_good_as_labels():
    problem = HardSoft.of([0, 1, 1], Evidential.from_labels(["a", "b", "a"]))
    assert problem.base.tolist() == [[1, 0], [1, 1]]


def test_flows_give_a_labeling_back():
    problem = HardSoft.of([0, 0, 0, 1], Rough([{0, 1}, {0, 1}, {1}, {0, 1}]))
    codes = problem.labeling([[1, 1], [0, 1]])
    assert codes.tolist() == [0, 1, 1, 1]
    with pytest.raises(InputError, match="flows must send"):
        problem.labeling([[1, 0], [0, 1]])


@pytest.mark.parametrize("case", range(10))
def test_two_soft_sides(case):
    rng = random_soft.generator(4, case)
    a, b = random_soft.clustering("fuzzy", rng, 10, 3), random_soft.clustering("fuzzy", rng, 10, 2)
    problem = SoftSoft.of(a, b)
    assert problem.shape == (3, 2)
    assert problem.objects == 10
    assert problem.base.sum() == (a.certain & b.certain).sum()
    expected = problem.base + (problem.group_size @ problem.joint()).reshape(3, 2)
    assert np.allclose(expected, a.memberships.T @ b.memberships)
    assert (problem.joint_minimum() >= problem.joint() - 1e-15).all()


@pytest.mark.parametrize(
    ("truth", "prediction", "message"),
    [
        (Rough([{0, 1}]), Rough([{0, 1}]), "both soft"),
        ([0, 1, 1], Rough([{0, 1}]), "one side has 3 objects and the other 1"),
        ([0], Evidential([[1.0]], [{0, 1}]), "masses to sets.*maximal_mass"),
    ],
)
def test_what_cannot_be_grouped_is_refused(truth, prediction, message):
    with pytest.raises(InputError, match=message):
        HardSoft.of(truth, prediction)
