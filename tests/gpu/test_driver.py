"""The driver: memory of the device."""

import numpy as np
import pytest
from gpu_libraries import first_library

from partita import InputError
from partita.gpu import driver, on_device


@first_library
def test_a_gpu_without_enough_memory(to_device):
    labels = to_device(np.arange(10))
    assert on_device(labels)
    with (
        driver.current(0),
        pytest.raises(
            InputError, match=r"does not have 1\.15e\+09 GB free.*count the labels in parts"
        ),
    ):
        driver.allocate(2**60)
