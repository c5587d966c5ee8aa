"""Means, intervals and laws against their definitions, by all worlds of tiny random cases."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import numpy as np
import pytest
from looping import in_turn
from soft_worlds import KINDS, NAMES, Case, random_case

import partita
from partita.soft.laws.law import law
from partita.soft.means.expectation import expectation

PAIRS = list(product(KINDS, repeat=2))
PRECISE = list(product(("hard", "fuzzy"), repeat=2))
CASES = 6
EXACT = 1e-12


def some(case: Case, seed: int, many: int) -> list[tuple[int, str]]:
    """A few measures for one case; over all cases every measure is used."""
    chosen = np.random.default_rng(seed).permutation(len(NAMES))[:many]
    return [(int(at), NAMES[at]) for at in chosen]


def close(found: float, wanted: float) -> bool:
    return abs(found - wanted) <= EXACT * (1 + abs(wanted))


@pytest.mark.parametrize("kinds", PRECISE, ids="-".join)
@pytest.mark.parametrize("seed", range(25))
def test_means_of_all_measures(kinds: tuple[str, str], seed: int):
    case = random_case(1000 + seed, kinds, most=300)
    wanted = case.mean()
    for at, name in enumerate(NAMES):
        arguments = name, case.truth.given, case.prediction.given
        if np.isnan(wanted[at]):
            with pytest.raises(partita.UndefinedError):
                expectation(*arguments)
            continue
        found = expectation(*arguments, method="exact")
        assert close(found.value, wanted[at]), (name, found)
        assert found.low == found.high == found.value
        if found.variance is not None:
            weights = case.weights("probability")
            spread = (weights * (case.values[at] - wanted[at]) ** 2).sum()
            assert found.variance == pytest.approx(spread, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
@in_turn("seed", range(CASES))
def test_values_and_ends(kinds: tuple[str, str], seed: int):
    case = random_case(2000 + 97 * seed, kinds)
    mean, parts = case.mean(), case.intervals()
    lower = sum(mass * low for mass, low, _ in parts)
    upper = sum(mass * high for mass, _, high in parts)
    for at, name in some(case, 31 * seed + PAIRS.index(kinds), 5):
        if np.isnan(case.values[at]).any():
            continue
        found = expectation(name, case.truth.given, case.prediction.given, method="exact")
        assert close(found.value, mean[at]), (name, found)
        assert close(found.low, lower[at]), (name, found)
        assert close(found.high, upper[at]), (name, found)


@pytest.mark.parametrize("kinds", PAIRS, ids="-".join)
@in_turn("seed", range(CASES))
def test_laws(kinds: tuple[str, str], seed: int):
    case = random_case(3000 + 89 * seed, kinds)
    if set(kinds) == {"comonotone", "independent"}:
        with pytest.raises(partita.InputError, match="couplings"):
            law("rand", case.truth.given, case.prediction.given)
        return
    for at, name in some(case, 37 * seed + PAIRS.index(kinds), 4):
        if np.isnan(case.values[at]).any():
            continue
        found = law(name, case.truth.given, case.prediction.given, method="exact")
        assert found.certified
        wanted = belief(case, at) if found.kind == "belief" else values(case, at, found.kind)
        shown = np.column_stack((found.support, found.mass))
        assert shown.shape == wanted.shape, (name, found)
        assert np.abs(shown - wanted).max() <= 1e-11 * (1 + np.abs(wanted).max()), (name, found)


def values(case: Case, at: int, kind: str) -> np.ndarray:
    """Distinct values in ascending order, with the sum or the maximum of their weights."""
    weights = case.weights(kind)
    listed = sorted(zip(case.values[at][weights > 0], weights[weights > 0], strict=True))
    found: list[list[float]] = []
    for value, weight in listed:
        if found and value - found[-1][0] < 1e-10 * (1 + abs(value)):
            last = found[-1][1]
            found[-1][1] = last + weight if kind == "probability" else max(last, weight)
        else:
            found.append([value, weight])
    return np.array(found)


def belief(case: Case, at: int) -> np.ndarray:
    """Distinct intervals in ascending order, with their masses."""
    masses: dict[tuple[float, float], float] = defaultdict(float)
    ends: dict[tuple[float, float], tuple[float, float]] = {}
    for mass, low, high in case.intervals():
        key = round(float(low[at]), 10), round(float(high[at]), 10)
        masses[key] += mass
        ends[key] = float(low[at]), float(high[at])
    return np.array([[*ends[key], masses[key]] for key in sorted(masses)])
