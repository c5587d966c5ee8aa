"""Possibilities joined by any t-norm, against equation 7: all pairs of hard clusterings."""

from __future__ import annotations

import operator
from functools import reduce
from itertools import pairwise

import numpy as np
import pytest

import partita
from partita import InputError, law
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough, evidential, value_sets, worlds


def lukasiewicz(a, b):
    return max(0.0, a + b - 1)


def drastic(a, b):
    return min(a, b) if max(a, b) == 1 else 0.0


def hamacher(a, b):
    return 0.0 if a == b == 0 else a * b / (a + b - a * b)


NORMS = {
    "lukasiewicz": lukasiewicz,
    "drastic": drastic,
    "comonotone": min,
    "independent": operator.mul,
    hamacher: hamacher,
}
DEGREES = [0.0, 0.25, 0.5, 0.8, 1.0]  # 0.8 + 0.25 - 1 is not exactly 0.05


def degrees(rng: np.random.Generator, n: int, k: int) -> np.ndarray:
    rows = rng.choice(DEGREES, size=(n, k))
    rows[np.arange(n), rng.integers(k, size=n)] = 1.0
    return rows


def all_pairs(measure, norm, *sides):
    """Value and possibility of every pair of hard clusterings; `sides` are rows of degrees."""
    found = []
    for first in np.ndindex(*[sides[0].shape[1]] * len(sides[0])):
        for second in np.ndindex(*[sides[1].shape[1]] * len(sides[1])):
            both = zip(sides, (first, second), strict=True)
            picked = [rows[x, j] for rows, labels in both for x, j in enumerate(labels)]
            possible = reduce(norm, picked)
            if possible > 1e-12:
                found.append((partita.measure(measure)(first, second), possible))
    return np.array(found)


def over_levels(pairs):
    """Mean of the least, of the average and of the greatest value at each level."""
    marks = sorted({0.0, *np.round(pairs[:, 1], 12).tolist()})
    steps = np.diff(marks)
    parts = [pairs[np.round(pairs[:, 1], 12) >= mark, 0] for mark in marks[1:]]
    return [sum(s * f(p) for s, p in zip(steps, parts, strict=True)) for f in (min, np.mean, max)]


@pytest.mark.parametrize("coupling", NORMS)
@pytest.mark.parametrize("seed", range(4))
def test_laws_by_equation_7(coupling, seed):
    rng = np.random.default_rng(seed)
    sides = degrees(rng, 4, 2), degrees(rng, 4, 3)
    pairs = all_pairs("rand", NORMS[coupling], *sides)
    found = law("rand", *(Possibilistic(rows, coupling=coupling) for rows in sides))
    values = np.unique(np.round(pairs[:, 0], 9))
    wanted = [pairs[np.round(pairs[:, 0], 9) == value, 1].max() for value in values]
    assert np.round(found.support, 9).tolist() == values.tolist()
    assert found.mass == pytest.approx(wanted, abs=1e-12)
    assert found.certified
    if coupling != "independent":  # which takes masses of objects for its means
        low, mean, high = over_levels(pairs)
        assert (found.low, found.mean, found.high) == pytest.approx((low, mean, high), abs=1e-12)


@pytest.mark.parametrize("name", ["rand", "v_measure", "partition_distance", "f_measure"])
def test_named_couplings_are_their_functions(name):
    rng = np.random.default_rng(9)
    truth, rows = [0, 0, 0, 1, 1, 1], degrees(rng, 6, 3)
    for coupling, norm in NORMS.items():
        named = law(name, truth, Possibilistic(rows, coupling=coupling))
        own = law(name, truth, Possibilistic(rows, coupling=norm))
        assert own.support == pytest.approx(named.support, abs=1e-12)
        assert own.mass == pytest.approx(named.mass, abs=1e-12)
        if coupling != "independent":
            assert (own.low, own.mean, own.high) == pytest.approx(
                (named.low, named.mean, named.high), abs=1e-12
            )


def test_the_smaller_the_norm_the_smaller_the_possibilities():
    """drastic <= Łukasiewicz <= product <= Hamacher <= minimum."""
    rows, truth = degrees(np.random.default_rng(2), 6, 2), [0, 0, 0, 1, 1, 1]
    ordered = "drastic", "lukasiewicz", "independent", hamacher, "comonotone"
    found = [law("rand", truth, Possibilistic(rows, coupling=norm)) for norm in ordered]
    for smaller, larger in pairwise(found):
        known = dict(zip(larger.support.round(9), larger.mass, strict=True))
        for value, mass in zip(smaller.support.round(9), smaller.mass, strict=True):
            assert mass <= known[value] + 1e-12


def test_many_equal_objects_are_counted_and_not_listed():
    """With n open objects of 0.99, only those with at most 99 leave a possibility above 0."""
    truth = [0] * 3000
    rows = np.tile([1.0, 0.99], (3000, 1))
    found = law("rand", truth, Possibilistic(rows, coupling="lukasiewicz"))
    assert len(found.mass) == 100
    assert found.mass.min() == pytest.approx(0.01)
    assert np.isfinite(found.mean)


def test_worlds_have_the_joint_possibility():
    given = Possibilistic([[1, 0.4], [0.3, 1]], coupling="lukasiewicz")
    found = [(world.tolist(), weight) for world, weight in worlds(given)]
    assert [world for world, _ in found] == [[0, 0], [0, 1], [1, 1]]  # 0.4 + 0.3 < 1
    assert [weight for _, weight in found] == pytest.approx([0.3, 1.0, 0.4])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (max, r"T\(0, 1\) is 1, not 0"),
        (lambda a, b: 0.9 * a * b, r"T\(0\.25, 1\) is 0\.225, not 0\.25"),
        (lambda a, _: a, r"T\(0, 0\.25\) is 0, but T\(0\.25, 0\) is 0\.25"),
        (lambda *_: 2.0, r"T\(0, 0\) is 2\.0, not a number from 0 to 1"),
        (lambda *_: float("nan"), r"T\(0, 0\) is nan, not a number"),
        (lambda *_: "x", r"T\(0, 0\) is 'x', not a number"),
        (lambda a, b: a * b * max(a, b), r"T\(T\(.*\) is .*, but T\("),
        (lambda a, b: min(a, b) if max(a, b) == 1 else 1 - max(a, b), "above T"),
        (
            "product",
            "coupling must be one of 'comonotone', 'independent', 'lukasiewicz', 'drastic'",
        ),
        (None, "coupling must be one of"),
    ],
)
def test_what_is_no_t_norm_is_refused(wrong, message):
    with pytest.raises(InputError, match=message):
        Possibilistic([[1, 0.4], [0.3, 1]], coupling=wrong)


def test_a_t_norm_alone_has_no_masses():
    given = Possibilistic([[1, 0.4], [0.3, 1]], coupling="drastic")
    remedy = "coupling='drastic' gives possibilities of whole clusterings, but no masses"
    for refused in (partita.expectation, partita.extremes, value_sets):
        with pytest.raises(InputError, match=remedy):
            refused("rand", [0, 1], given)
    with pytest.raises(InputError, match=remedy):
        evidential(given)
    for other in (Fuzzy([[0.5, 0.5], [0, 1]]), Evidential([[1.0], [1.0]], [{0, 1}])):
        with pytest.raises(InputError, match=remedy):
            law("rand", other, given)
    assert law("rand", Rough([{0, 1}, {1}]), given).kind == "possibility"
    with pytest.raises(InputError, match="different couplings"):
        law("rand", Possibilistic([[1, 0], [0, 1]]), given)
    with pytest.raises(InputError, match="no levels of objects to sample"):
        law("rand", [0, 1], given, method="sample")
    low = Possibilistic([[1, 0.4], [0.3, 0.9]], coupling="drastic", subnormal="empty")
    with pytest.raises(InputError, match=r"above the level 0\.9"):
        law("rand", [0, 1], low)


def test_too_many_tables_are_refused_with_their_number():
    rows = np.random.default_rng(4).random((60, 3))
    rows[np.arange(60), np.arange(60) % 3] = 1.0
    with pytest.raises(
        InputError, match=r"an exact result is out of reach: there are [\d,]+ tables"
    ):
        law("rand", np.arange(60) % 3, Possibilistic(rows, coupling=hamacher))
