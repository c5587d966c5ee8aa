"""Which labels are numbered as with noise."""

import numpy as np
import pytest

from partita.labels.minus_one import noise_group, noise_label


@pytest.mark.parametrize(
    ("names", "place"),
    [
        ([-1, 0, 1], 0),
        ([-3, -2, -1, 0], 2),  # scikit-learn's HDBSCAN, with infinite and missing features
        ([-1], 0),  # DBSCAN that found no cluster
        ([-1.0, 0.0], 0),  # pandas, if values are missing
        ([-1, 1], None),  # two classes as support vector machines write them
        ([-5, -1, 0], None),
        ([0, 1], None),
        ([-1.0, 0.5], None),
    ],
)
def test_which_labels_are_numbered_as_with_noise(names, place):
    assert noise_group(np.array(names)) == place


def test_text_and_names_of_any_kind():
    assert noise_label(["0", "-1", None]) == "-1"
    assert noise_label(["-1", "x"]) is None
    assert noise_label([("a",), 1.5, None]) is None
    assert noise_label([0, -1]) == -1


def test_numbers_of_any_size_and_kind():
    assert noise_label(["-1.0", "0.0", None]) == "-1.0"
    assert noise_label([-1, 10**400]) == -1
    assert noise_label([-1, -(10**400)]) is None
    assert noise_label(["-1.0", "1.0"]) is None
    assert noise_label(["-1.0", "0.5"]) is None
    assert noise_label([-1.0, float("inf"), "x"]) is None
    assert noise_label([-1, True]) is None
