"""Labels on a GPU give the same table as on the CPU."""

import numpy as np
import pytest
from gpu_libraries import each_library, first_library

from partita import Contingency

TYPES = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64")


def same(to_device, truth, prediction):
    found = Contingency.from_labels(to_device(truth), to_device(prediction))
    expected = Contingency.from_labels(truth, prediction)
    assert found == expected
    assert found.n == len(truth)
    for side in ("classes", "clusters"):
        assert getattr(found, side).dtype == getattr(expected, side).dtype


def drawn(seed, size, *groups, kind=np.int32):
    generator = np.random.default_rng(seed)
    return [generator.integers(0, one, size).astype(kind) for one in groups]


@each_library
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("other", ["int8", "uint16", "int32", "uint64"])
def test_types_of_any_width(to_device, kind, other):
    generator = np.random.default_rng(0)
    truth = generator.integers(0 if kind[0] == "u" else -50, 50, 100_003).astype(kind)
    prediction = generator.integers(3, 100, 100_003).astype(other)
    same(to_device, truth, prediction)


@each_library
@pytest.mark.parametrize("size", [1, 2, 31, 33, 1023, 1025, 16_385])
def test_any_number_of_objects(to_device, size):
    same(to_device, *drawn(size, size, 4, 3, kind=np.int64))


@each_library
@pytest.mark.parametrize(
    "groups",
    [(2, 2), (100, 100), (230, 250), (300, 300), (550, 600), (7, 50_000), (50_000, 7)],
)
def test_tables_in_shared_memory_in_one_slab_or_several(to_device, groups):
    same(to_device, *drawn(1, 200_000, *groups))


@each_library
@pytest.mark.parametrize("groups", [(1000, 1000), (5000, 5000), (3, 3_000_000), (3_000_000, 3)])
@pytest.mark.parametrize("size", [20_000, 1_500_001])
def test_tables_in_device_memory(to_device, groups, size):
    truth, prediction = drawn(2, size, *groups)
    same(to_device, truth - 500, prediction + 70_000)


@first_library
def test_counts_of_64_bits(to_device, monkeypatch):
    from partita.gpu import large

    monkeypatch.setattr(large, "_cell_size", lambda _: 8)  # as for 2**32 objects or more
    same(to_device, *drawn(3, 300_000, 900, 1100))


@first_library
@pytest.mark.parametrize("spread", [20, 3000])
def test_more_objects_in_a_cell_than_32_bits_hold(to_device, spread):
    torch = pytest.importorskip("torch")
    size = 2**32 + 12_345
    if to_device is None or torch.cuda.mem_get_info()[0] < 6 * size:
        pytest.skip("the labels alone take 17 GB")
    labels = torch.full((size,), 7, dtype=torch.int16, device="cuda")
    labels[-spread:] = torch.arange(spread, device="cuda", dtype=torch.int16)
    table = Contingency.from_labels(labels, labels)
    assert table.counts.tolist() == [size - spread + 1 if k == 7 else 1 for k in range(spread)]
    del labels
    torch.cuda.empty_cache()


@each_library
@pytest.mark.parametrize("size", [1, 2, 5000, 1_000_003])
def test_far_more_cells_than_objects_are_counted_in_a_hash_table(to_device, size):
    # Up to a million distinct cells, more than the first hash table holds.
    same(to_device, *drawn(4, size, 4_000_000, 3_000_000))


@each_library
def test_more_cells_than_the_first_hash_tables_hold(to_device):
    truth, prediction = drawn(5, 20_000_000, 2_000_000, 2_000_000)
    same(to_device, truth, prediction)


@each_library
def test_labels_far_apart_are_numbered(to_device):
    generator = np.random.default_rng(6)
    truth = generator.integers(-(2**62), 2**62, 1000)[generator.integers(0, 1000, 50_000)]
    prediction = generator.integers(0, 2**60, 1000)[generator.integers(0, 1000, 50_000)]
    same(to_device, truth, prediction)
    same(to_device, truth, np.arange(50_000) % 7)
    same(to_device, np.arange(50_000) % 7, prediction)


@each_library
def test_distinct_labels_far_apart(to_device):
    labels = np.random.default_rng(7).permutation(3_000_000) * (2**40 + 1) - 2**60
    same(to_device, labels, labels[::-1].copy())


@each_library
@pytest.mark.parametrize("kind", ["int64", "uint64"])
def test_the_widest_range(to_device, kind):
    ends = np.iinfo(kind)
    labels = np.array([ends.min, ends.max, 5, ends.max - 1, ends.min + 1] * 300, kind)
    same(to_device, labels, labels[::-1].copy())
    same(to_device, labels, np.arange(1500).astype("int32"))


@each_library
@pytest.mark.parametrize("late", [-7, 1000, 100_000, 2_000_000_000])
def test_a_late_label_outside_the_guessed_range_is_counted(to_device, late):
    truth = np.zeros(3 << 20, np.int32)
    truth[1::2] = 1
    truth[-1] = late
    same(to_device, truth, truth[::-1].copy())


@each_library
@pytest.mark.parametrize("groups", [9, 2000, 3_000_000])
def test_memory_that_is_not_aligned(to_device, groups):
    truth, prediction = drawn(8, 100_001, groups, groups)
    found = Contingency.from_labels(to_device(truth)[1:], to_device(prediction)[1:])
    assert found == Contingency.from_labels(truth[1:], prediction[1:])


@each_library
@pytest.mark.parametrize("groups", [1, 2000, 3_000_000])
def test_frequent_cells(to_device, groups):
    truth, prediction = drawn(9, 2_000_000, groups, groups)
    truth[np.random.default_rng(10).random(len(truth)) < 0.9] = groups // 2
    prediction[truth == groups // 2] = groups // 3
    same(to_device, truth, prediction)


@each_library
@pytest.mark.parametrize("groups", [50, 2000, 500_000])
def test_sorted_labels(to_device, groups):
    truth, prediction = drawn(11, 2_000_000, groups, groups)
    truth.sort()
    same(to_device, truth, prediction)
    same(to_device, truth, truth)


@each_library
def test_one_label_everywhere(to_device):
    same(to_device, np.full(1_000_000, 5), np.full(1_000_000, -3))


@first_library
def test_memory_is_released(to_device):
    from partita.gpu import driver

    def free():
        with driver.current(0):
            return driver.free_memory()

    labels = [to_device(side) for side in drawn(12, 3_000_000, 5_000_000, 5_000_000)]
    Contingency.from_labels(*labels)
    before = free()
    Contingency.from_labels(*labels)
    assert free() == before
