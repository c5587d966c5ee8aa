"""Scores for MLflow and Weights & Biases are floats with legal keys, in one flat dictionary."""

from __future__ import annotations

import posixpath
import re

import numpy as np
import pytest

import partita
from partita.interop.loggers import metrics

RNG = np.random.default_rng(1)
TRUTH = RNG.integers(0, 3, 60)
NAMES = ["leiden 0.5", "k=5", "a/b", "../../etc", "<script>", "ünïcode", "x" * 10_000, "."]
LEGAL = re.compile(r"[/\w.\- :]*", re.ASCII)  # the ASCII characters that MLflow 3 allows


@pytest.fixture(scope="module")
def comparison():
    predictions = {name: RNG.integers(0, 3, 60) for name in NAMES}
    return partita.compare(
        TRUTH,
        predictions,
        measures=["adjusted_rand", "v_measure:beta=0.5", "VI"],
        confidence=0.95,
        null="permutation",
        method="jackknife",
        draws=99,
    )


def test_keys_are_legal_paths(comparison):
    for key in metrics(comparison, prefix="test set: 1"):
        assert LEGAL.fullmatch(key)
        assert posixpath.normpath(key) == key
        assert not key.startswith(("..", "/"))
        assert len(key) <= 250


def test_values_are_plain_floats_and_the_same_as_in_to_dict(comparison):
    found = metrics(comparison)
    assert {type(value) for value in found.values()} == {float}
    assert sorted(found.values()) == sorted(comparison.to_dict().values())
    assert found["leiden 0.5/adjusted_rand"] == comparison["leiden 0.5", "ARI"].value
    assert found["leiden 0.5/adjusted_rand/low"] == comparison["leiden 0.5", "ARI"].low
    assert "k_5/v_measure_beta_0.5/p_value" in found


def test_to_dict_is_flat_and_of_floats(comparison):
    flat = comparison.to_dict()
    assert {type(value) for value in flat.values()} == {float}
    assert all(type(key) is str for key in flat)


def test_names_with_the_same_key_are_refused():
    found = partita.compare(TRUTH, {"k=5": TRUTH, "k:5": TRUTH}, measures=["rand"])
    with pytest.raises(partita.InputError, match="'k_5/rand'"):
        metrics(found)


def test_a_single_unnamed_prediction_gives_the_measure_alone():
    assert metrics(partita.compare(TRUTH, TRUTH, measures=["rand"])) == {"rand": 1.0}
