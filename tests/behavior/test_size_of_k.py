"""Random labels over the number of clusters."""

import numpy as np
import pytest

import partita
from partita.behavior.size_of_k import constant_baseline, levels_over_k
from partita.behavior.subject import subject


def test_levels_are_those_of_random_labels():
    truth = np.arange(100) * 5 // 100
    draw = np.random.default_rng(1)
    prediction = np.arange(100) * 10 // 100
    values = [partita.purity(truth, draw.permutation(prediction)) for _ in range(400)]
    (level,) = levels_over_k(subject("purity"), (10,))
    assert level == pytest.approx(np.mean(values), abs=4 * np.std(values) / 20)


def test_a_plain_function_is_drawn():
    (drawn,) = levels_over_k(subject(lambda a, b: partita.rand(a, b)), (5,))  # noqa: PLW0108
    (exact,) = levels_over_k(subject("rand"), (5,))
    assert drawn == pytest.approx(exact, abs=0.005)


# Vinh et al. 2010: adjusted measures have a constant baseline, NMI and V rise with k
@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("adjusted_rand", "yes"),
        ("adjusted_mutual_information", "yes"),
        ("v_measure", "asymptotically"),
        ("rand", "no"),
        ("variation_of_information", "no"),
    ],
)
def test_constant_baselines(name, answer):
    assert constant_baseline(subject(name)).answer == answer
