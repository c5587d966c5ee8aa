"""The sets V of equation 8 against their definition: all selections, and all labelings in each."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction as Q
from itertools import product

import numpy as np
import pytest
from looping import in_turn
from soft_worlds import KINDS, NAMES, Case, _selections, random_case

import partita
from partita import InputError, UndefinedError, law
from partita.soft import Evidential, Possibilistic, Rough, value_sets

PAIRS = list(product(KINDS, repeat=2))
CAT, DOG, EITHER = [{0}, {1}, {0, 1}]


def by_definition(case: Case, at: int) -> dict[tuple[float, ...], float]:
    masses: dict[tuple[float, ...], float] = defaultdict(float)
    for weight, *options in case.parts():
        sides = [_selections(o, w) for o, w in zip(options, case.worlds, strict=True)]
        for (p, rows), (q, columns) in product(*sides):
            values = np.unique(np.round(case.values[at][rows][:, columns], 9))
            masses[tuple(values.tolist())] += weight * p * q
    return dict(masses)


@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
@in_turn("seed", range(3))
def test_sets_and_masses(kinds: tuple[str, str], seed: int):
    case = random_case(5000 + 71 * seed, kinds, most=300)
    for name in ("rand", "v_measure", "f_measure", "partition_distance"):
        at = NAMES.index(name)
        if np.isnan(case.values[at]).any():
            continue
        found = value_sets(name, case.truth.given, case.prediction.given)
        shown = {
            tuple((np.round(values, 9) + 0.0).tolist()): mass
            for values, mass in zip(found.sets, found.mass.tolist(), strict=True)
        }
        wanted = by_definition(case, at)
        assert shown.keys() == wanted.keys(), name
        assert shown == pytest.approx(wanted, abs=1e-11)


# Truth a, a, b, c; objects 1 and 3 are dogs, object 2 is open. If object 0 is a dog, too, all are
# together (one of six pairs agrees) or object 2 is apart (four agree); if it is a cat, three pairs
# agree with object 2, and two without.
TRUTH = ["a", "a", "b", "c"]
OPEN = Evidential([[0.25, 0.75], [1, 0], [0, 1], [1, 0]], [DOG, EITHER])


def test_ends_do_not_fix_the_sets():
    found = value_sets("rand", TRUTH, OPEN)
    several, two = found.sets
    assert several == pytest.approx([1 / 6, 2 / 6, 3 / 6, 4 / 6])
    assert two == pytest.approx([1 / 6, 4 / 6])
    assert found.mass.tolist() == [0.75, 0.25]
    assert len(law("rand", TRUTH, OPEN).mass) == 1  # one interval from 1/6 to 4/6


def test_belief_and_plausibility_of_a_range():
    found = value_sets("rand", TRUTH, OPEN)
    assert found.plausibility(0.3, 0.5) == 0.75
    assert found.plausibility(4 / 6, 1) == 1.0
    assert found.belief(1 / 6, 4 / 6) == found.belief(-np.inf, np.inf) == 1.0
    assert found.belief(0.2, 1) == found.plausibility(0.7, 1) == 0.0
    with pytest.raises(InputError, match=r"low is 1 and high is 0: low must not be above high"):
        found.belief(1, 0)


def test_lower_and_upper_means_are_those_of_the_law():
    rng = np.random.default_rng(3)
    sides = [Evidential(rng.dirichlet(np.ones(3), 5), [CAT, DOG, EITHER]) for _ in range(2)]
    found, whole = value_sets("adjusted_rand", *sides), law("adjusted_rand", *sides)
    assert (found.low, found.high) == pytest.approx((whole.low, whole.high), abs=1e-12)
    ends = {(round(v[0], 9), round(v[-1], 9)) for v in found.sets}
    assert ends == {tuple(row) for row in np.round(whole.support, 9).tolist()}


def test_levels_share_their_sets():
    """Possibilities 1 and 0.4: one set down to the level 0.4, a smaller one above."""
    given = Possibilistic([[1, 0], [1, 0.4], [0, 1], [0, 1]])
    found = value_sets("rand", [0, 0, 1, 1], given)
    assert [v.tolist() for v in found.sets] == [[0.5, 1.0], [1.0]]
    assert found.mass.tolist() == pytest.approx([float(Q(2, 5)), float(Q(3, 5))])


def test_a_refusal_states_what_is_too_much():
    rows = np.tile([0.4, 0.3, 0.3], (60, 1))
    with pytest.raises(
        InputError, match=r"more than 20,000 different selections of sets; partita\.law"
    ):
        value_sets("rand", np.arange(60) % 2, Evidential(rows, [CAT, DOG, EITHER]))
    wide = Rough(np.ones((40, 4), dtype=bool))
    with pytest.raises(InputError, match="different tables, more than 5,000"):
        value_sets("rand", np.arange(40) % 4, wide)
    small = Evidential(rows[:4], [CAT, DOG, EITHER])
    with pytest.raises(InputError, match="at least 9 different selections of sets, more than 3"):
        value_sets("rand", [0, 0, 1, 1], small, budget=3)


def test_undefined_values_are_not_left_out():
    with pytest.raises(UndefinedError, match="minkowski_score"):
        value_sets("minkowski_score", [0, 1], Rough([{0}, {0, 1}]))
    with pytest.raises(InputError, match="budget"):
        value_sets("rand", [0, 1], [0, 1], budget=0)


def test_it_prints_as_a_sentence():
    found = partita.soft.value_sets("rand", [0, 0, 1, 1], Rough([{0}, {0, 1}, {1}, {1}]))
    assert str(found) == "1 set of 2 values, lower mean 0.5, upper mean 1"
