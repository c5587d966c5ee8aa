"""Labels on a GPU give the table that the same labels give at home."""

import numpy as np
import pytest

from partita import Contingency, InputError
from partita.device import count


def _libraries():
    found = []
    try:
        import torch

        if torch.cuda.is_available():
            found.append(pytest.param(lambda x: torch.from_numpy(x).cuda(), id="torch"))
    except ImportError:
        pass
    try:
        import cupy

        if cupy.cuda.runtime.getDeviceCount():
            found.append(pytest.param(cupy.asarray, id="cupy"))
    except Exception:  # noqa: BLE001 - not installed, or no driver
        pass
    return found or [pytest.param(None, id="none", marks=pytest.mark.skip("there is no GPU here"))]


LIBRARIES = _libraries()
TYPES = (
    "int8",
    "uint8",
    "int16",
    "int32",
    "int64",
)  # torch knows no wider unsigned types everywhere


def same(to_device, truth, prediction):
    there = Contingency.from_labels(to_device(truth), to_device(prediction))
    assert there == Contingency.from_labels(truth, prediction)


@pytest.mark.parametrize("to_device", LIBRARIES)
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("other", TYPES)
def test_types_of_any_width(to_device, kind, other):
    generator = np.random.default_rng(0)
    truth = generator.integers(0 if kind[0] == "u" else -50, 50, 100_003).astype(kind)
    prediction = generator.integers(3, 100, 100_003).astype(other)
    same(to_device, truth, prediction)


@pytest.mark.parametrize("to_device", LIBRARIES)
@pytest.mark.parametrize("size", [1, 2, 31, 33, 1023, 1025, 16_385])
def test_any_number_of_objects(to_device, size):
    generator = np.random.default_rng(size)
    same(to_device, generator.integers(0, 4, size), generator.integers(0, 3, size))


@pytest.mark.parametrize("to_device", LIBRARIES)
@pytest.mark.parametrize("groups", [(2, 2), (100, 100), (230, 250), (300, 300), (5000, 5000)])
def test_tables_in_shared_and_in_main_memory(to_device, groups):
    generator = np.random.default_rng(1)
    truth = generator.integers(0, groups[0], 200_000).astype(np.int32)
    prediction = generator.integers(0, groups[1], 200_000).astype(np.int32)
    same(to_device, truth, prediction)


@pytest.mark.parametrize("to_device", LIBRARIES)
def test_labels_too_far_apart_for_a_whole_table_are_sorted(to_device):
    generator = np.random.default_rng(2)
    truth = generator.integers(-(2**62), 2**62, 1000)[generator.integers(0, 1000, 50_000)]
    prediction = generator.integers(0, 2**60, 1000)[generator.integers(0, 1000, 50_000)]
    same(to_device, truth, prediction)


@pytest.mark.parametrize("to_device", LIBRARIES)
@pytest.mark.parametrize("late", [-7, 1000])
def test_a_label_that_only_comes_late_is_counted(to_device, late):
    truth = np.zeros(3 << 20, np.int32)
    truth[1::2] = 1
    truth[-1] = late
    same(to_device, truth, truth[::-1].copy())


@pytest.mark.parametrize("to_device", LIBRARIES)
def test_memory_that_does_not_begin_at_a_round_address(to_device):
    generator = np.random.default_rng(3)
    truth, prediction = generator.integers(0, 9, (2, 10_001)).astype(np.int32)
    there = Contingency.from_labels(to_device(truth)[1:], to_device(prediction)[1:])
    assert there == Contingency.from_labels(truth[1:], prediction[1:])


@pytest.mark.parametrize("to_device", LIBRARIES)
def test_one_label_everywhere(to_device):
    same(to_device, np.full(1_000_000, 5), np.full(1_000_000, -3))


@pytest.mark.parametrize("to_device", LIBRARIES)
def test_refusals_name_the_side_and_the_way_out(to_device):
    labels = to_device(np.arange(10))
    for wrong, said in (
        (to_device(np.arange(4.0)), "prediction is an array of float64 on a GPU"),
        (to_device(np.arange(0)), "prediction is empty"),
        (to_device(np.arange(20))[::2], "prediction is strided"),
        (to_device(np.zeros((5, 2), np.int32)), "prediction is a 2-d array"),
        (to_device(np.arange(9)), "truth has 10 labels and prediction 9"),
    ):
        with pytest.raises(InputError, match=said):
            count(labels, wrong)


@pytest.mark.parametrize("to_device", LIBRARIES)
def test_options_that_need_the_labels_at_home_say_so(to_device):
    labels = to_device(np.arange(10))
    with pytest.raises(InputError, match="on a GPU, where labels are counted as they are"):
        Contingency.from_labels(labels, labels, noise=3)
