"""Labels on a GPU that cannot be counted are refused with a remedy, even without a GPU."""

import ctypes

import numpy as np
import pytest

from partita import Contingency, InputError
from partita.gpu import count, driver, on_device
from partita.sources import tabulate


class Labels:
    """An array that claims to be on a GPU."""

    def __init__(self, shape=(10,), kind="<i4", **more):
        self.__cuda_array_interface__ = {
            "shape": shape,
            "typestr": kind,
            "data": (4096, False),
            "version": 3,
            **more,
        }


class Guarded:
    """An array whose library gives no access, like a torch tensor with gradients."""

    @property
    def __cuda_array_interface__(self):
        raise RuntimeError("it requires grad")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (Labels(kind="<f8"), r"prediction is an array of float64 on a GPU.*return_inverse"),
        (Labels(kind="|b1"), "prediction is an array of bool on a GPU"),
        (Labels((0,)), "prediction is empty"),
        (Labels((5, 2)), r"prediction is a 2-d array of shape \(5, 2\).*labels\.ravel\(\)"),
        (Labels(()), "prediction is a 0-d array"),
        (Labels(strides=(8,)), r"prediction is strided.*a label every 8 bytes.*\.contiguous\(\)"),
        (Labels(mask=Labels()), r"prediction has a mask.*\.get\(\)"),
        (Labels((9,)), "truth has 10 labels and prediction 9"),
        (Guarded(), r"prediction is a Guarded.*it requires grad.*detach"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_errors_name_the_side_and_the_remedy(wrong, said):
    with pytest.raises(InputError, match=said):
        count(Labels(), wrong)
    with pytest.raises(InputError, match=said):
        Contingency.from_labels(Labels(), wrong)


@pytest.mark.parametrize("turned", [False, True])
def test_labels_on_a_gpu_and_on_the_cpu_are_not_mixed(turned):
    sides = (Labels(), np.arange(10))
    with pytest.raises(InputError, match=r"is a Labels in the memory of an accelerator: copy it"):
        Contingency.from_labels(*(sides[::-1] if turned else sides))


def test_labels_on_a_gpu_are_recognized():
    assert on_device(Labels())
    assert on_device(Guarded())
    assert not on_device(np.arange(3))
    assert not on_device([1, 2])
    assert not on_device(Labels)
    assert not on_device(Guarded)


def test_labels_on_different_gpus(monkeypatch):
    numbers = iter((1, 0))
    monkeypatch.setattr(driver, "device_of", lambda _: next(numbers))
    with pytest.raises(InputError, match=r"on different GPUs \(0, 1\): move them to the same one"):
        count(Labels(), Labels())


def test_a_missing_driver_is_reported(monkeypatch):
    def missing(name, *_, **__):
        raise OSError(f"{name}: no such file")

    driver._cuda.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", missing)
    try:
        with pytest.raises(InputError, match=r"driver cannot be loaded.*labels\.cpu\(\)"):
            count(Labels(), Labels())
    finally:
        driver._cuda.cache_clear()


def test_joint_tables_are_counted_on_the_cpu():
    with pytest.raises(InputError, match=r"in the memory of the CPU: .*\.cpu\(\)"):
        tabulate({"t": Labels(), "a": Labels(), "b": Labels()}, "t", ["a", "b"], joint=True)
