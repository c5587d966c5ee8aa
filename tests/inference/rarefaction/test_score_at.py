"""The score of a stated number of objects."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import partita
from partita import MEASURES, InputError, score_at

TRUTH, PREDICTION = [0, 0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 1, 1, 2]
LINEAR = ["mutual_information", "variation_of_information", "rand", "mirkin", "conditional_entropy"]


def over_all_subsets(name: str, m: int) -> float:
    every = [
        MEASURES[name]([TRUTH[k] for k in own], [PREDICTION[k] for k in own])
        for own in combinations(range(7), m)
    ]
    return sum(every) / len(every)


@pytest.mark.parametrize("m", [2, 4, 6])
@pytest.mark.parametrize("name", LINEAR)
def test_linear_measures_have_the_exact_mean_of_all_subsets(name: str, m: int) -> None:
    found = score_at(name, TRUTH, PREDICTION, objects=m, draws=9)
    assert found.value == pytest.approx(over_all_subsets(name, m), abs=1e-12)
    assert found.simulation_error == 0
    assert found.low <= found.value <= found.high


@pytest.mark.parametrize("name", ["v_measure", "adjusted_rand", "AMI", "purity", "f_measure"])
def test_other_measures_are_averaged_over_drawn_subsets(name: str) -> None:
    found = score_at(name, TRUTH, PREDICTION, objects=4, draws=2000)
    assert found.method == "subsets"
    exact = over_all_subsets(partita.measure(name).name, 4)
    assert 0 < found.simulation_error < 0.02
    assert abs(found.value - exact) < 4 * found.simulation_error


def test_pair_counts_of_more_objects_grow_with_their_number() -> None:
    """Mirkin counts pairs: 10 objects have 10 · 9 / (7 · 6) times those of 7."""
    expected = MEASURES["mirkin"](TRUTH, PREDICTION) * Fraction(90, 42)
    assert score_at("mirkin", TRUTH, PREDICTION, objects=10, draws=9).value == pytest.approx(
        float(expected)
    )
    ari = MEASURES["adjusted_rand"](TRUTH, PREDICTION)
    for objects in (7, 10, None):
        found = score_at("adjusted_rand", TRUTH, PREDICTION, objects=objects, draws=9)
        assert found.value == pytest.approx(ari, rel=1e-9)


def few_of_many(seed: int = 0, n: int = 2048, k: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Samples of k classes of which a clustering finds half the objects: V is 0.372 if k = 200."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, k, n)
    return truth, np.where(random.random(n) < 0.5, truth, random.integers(0, k, n))


def test_a_sample_of_2048_reads_0_72_where_the_truth_is_0_37() -> None:
    """Half of the objects in place, 200 equal groups: V follows from the shares of the cells."""
    shares = 0.5 * np.eye(200) / 200 + 0.5 / 200**2
    v = 1 + (shares * np.log(shares * 200)).sum() / np.log(200)  # 1 - H(C|K)/H(C)
    assert v == pytest.approx(0.3721, abs=1e-4)
    held, values = 0, []
    for seed in range(3):
        found = score_at("v_measure", *few_of_many(seed), draws=2)
        assert 0.70 < found.sample_value < 0.74
        values.append(found.value)
        held += found.low <= v <= found.high
    assert held >= 2
    assert np.mean(values) == pytest.approx(v, abs=0.1)  # of 0.35 that the sample is too high


def test_samples_of_different_size_agree_at_one_number_of_objects() -> None:
    """4000 objects, cut down to 1000, score as samples of 1000 do; so do 1000, extended."""
    large = score_at("v_measure", *few_of_many(1, 4000, 100), objects=1000, draws=99)
    small = [MEASURES["v_measure"](*few_of_many(seed, 1000, 100)) for seed in range(2, 12)]
    assert large.sample_value < min(small) - 0.05
    assert large.low <= np.mean(small) <= large.high
    assert large.value == pytest.approx(np.mean(small), abs=2 * np.std(small))
    more = score_at("v_measure", *few_of_many(2, 1000, 100), objects=4000, draws=9)
    assert more.low <= large.sample_value <= more.high


SMALL = few_of_many(0, 300, 20)


def test_the_curve_falls_from_subsets_to_the_population() -> None:
    found = score_at("v_measure", *SMALL, objects=900, draws=9)
    objects, values = zip(*found.curve, strict=True)
    assert list(objects) == sorted(objects)
    assert {300, 900} <= set(objects)
    assert objects[-1] == 8 * 300
    large = [value for count, value in found.curve if count >= 10]  # 2 objects may have V = 0
    assert large == sorted(large, reverse=True)
    assert len(values) - len(large) < 4
    assert dict(found.curve)[900] == found.value
    assert dict(found.curve)[300] == found.sample_value
    only = score_at("purity", *SMALL, objects=100, draws=9)
    assert max(objects for objects, _ in only.curve) == 300


def test_results_are_records_that_print_as_a_sentence() -> None:
    found = score_at("v_measure", *SMALL, objects=100, draws=99)
    assert str(found).startswith("v_measure of 100 objects is 0.608")
    assert "(simulation error 0.00" in str(found)
    assert "these 300 have 0.4527 (subsets, 99 draws, seed 0)" in str(found)
    assert str(score_at("V", *SMALL)).startswith("v_measure of very many objects is 0.2")
    assert pickle.loads(pickle.dumps(found)) == found
    assert json.loads(found.to_json())["objects"] == 100
    frame = found.to_frame()
    assert list(frame.columns) == ["measure", "objects", "value"]
    assert len(frame) == len(found.curve)
    again = score_at("v_measure", *SMALL, objects=100, draws=99, threads=1)
    assert again == found


def test_what_cannot_be_known_is_an_error() -> None:
    for name in ("AMI", "purity", "f_measure"):
        with pytest.raises(partita.InputError, match="pass objects=7 or fewer"):
            score_at(name, TRUTH, PREDICTION, objects=8)
    with pytest.raises(partita.InputError, match="ask for v_measure"):
        score_at("AMI", TRUTH, PREDICTION)
    for name in ("mirkin", "variation_of_information_by_objects"):
        with pytest.raises(partita.InputError, match="for example objects=70"):
            score_at(name, TRUTH, PREDICTION)
    with pytest.raises(partita.InputError, match="or \"population\"; got 'all'"):
        score_at("rand", TRUTH, PREDICTION, objects="all")
    with pytest.raises(partita.InputError, match="needs 2 objects"):
        score_at("rand", TRUTH, PREDICTION, objects=1)
    with pytest.raises(partita.InputError, match="objects must be an integer of at least 1"):
        score_at("v_measure", TRUTH, PREDICTION, objects=0)


def test_a_perfect_clustering_has_an_interval_with_a_width() -> None:
    truth = [0, 1, 2, 3] * 25
    for name in ("v_measure", "adjusted_rand"):
        for objects in (50, 100, None):
            found = score_at(name, truth, truth, objects=objects, draws=99)
            assert found.value == found.high == 1
            assert found.low < 1


def test_the_population_of_a_billion_objects_needs_no_subsets() -> None:
    # NumPy draws subsets of fewer than 10^9 objects; only the curve below n needs them
    table = partita.Contingency.from_matrix([[10**9, 0], [10**9, 10**9]])
    found = partita.score_at("v_measure", table=table)
    assert found.value == pytest.approx(found.sample_value, abs=1e-6)
    assert min(objects for objects, _ in found.curve) == table.n
    with pytest.raises(InputError, match="fewer than 1,000,000,000 objects"):
        partita.score_at("v_measure", table=table, objects=100)
