"""The driver: memory of a card."""

import numpy as np
import pytest
from gpu_libraries import first_library

from partita import InputError
from partita.gpu import driver, on_device


@first_library
def test_a_card_without_room(to_device):
    labels = to_device(np.arange(10))
    assert on_device(labels)
    with (
        driver.current(0),
        pytest.raises(InputError, match=r"has no 1\.15e\+09 GB free.*count the labels in parts"),
    ):
        driver.allocate(2**60)
