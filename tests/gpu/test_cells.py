"""Options mean the same for labels on a GPU and on the CPU, or are refused with a remedy."""

from fractions import Fraction

import numpy as np
import pytest
from gpu_libraries import each_library, first_library

from partita import MEASURES, Contingency, InputError
from partita.gpu.cells import Cells
from partita.labels import read_policies
from partita.labels.policies import settle
from partita.sources import Stream, tabulate
from partita.table.contingency import count_pair

NOISY = [
    {"noise": -1},
    {"noise": -1, "noise_as": "drop"},
    {"noise": -1, "noise_as": "cluster"},
    {"noise": {"prediction": -1}},
    {"noise": {"truth": 2, "prediction": 7}},
    {"noise": 12345},
]


def labels(kind=np.int64):
    generator = np.random.default_rng(0)
    return [generator.integers(-1, top, 5000).astype(kind) for top in (4, 9)]


def scores(table):
    return [one.of(table) for one in MEASURES.values()]


@pytest.mark.parametrize("options", NOISY, ids=str)
def test_cells_with_noise_score_as_their_objects_do(options):
    table = Contingency.from_labels(*labels())
    cells = Cells(table.rows, table.cols, table.counts, table.classes, table.clusters)
    policies = read_policies(noise=options["noise"], noise_as=options.get("noise_as"))
    found = count_pair(settle(cells.sides, policies), 0)
    expected = Contingency.from_labels(*labels(), **options)
    assert found.n == expected.n
    assert found.shape == expected.shape
    assert scores(found) == scores(expected)


@each_library
@pytest.mark.parametrize("options", NOISY, ids=str)
def test_noise_on_a_gpu(to_device, options):
    found = Contingency.from_labels(*map(to_device, labels()), **options)
    expected = Contingency.from_labels(*labels(), **options)
    assert found.n == expected.n
    assert scores(found) == scores(expected)
    if options.get("noise_as"):
        assert found == expected


@first_library
def test_a_measure_of_labels_on_a_gpu(to_device):
    truth, prediction = labels(np.int32)
    found = MEASURES["adjusted_rand"](to_device(truth), to_device(prediction), noise=-1)
    assert found == MEASURES["adjusted_rand"](truth, prediction, noise=-1)
    assert not isinstance(found, Fraction)


@first_library
@pytest.mark.parametrize("missing", ["error", "drop", "singletons", "category"])
def test_integers_are_never_missing(to_device, missing):
    found = Contingency.from_labels(*map(to_device, labels()), missing=missing)
    assert found == Contingency.from_labels(*labels(), missing=missing)


@first_library
def test_options_that_a_gpu_does_not_support_are_refused(to_device):
    sides = [to_device(one) for one in labels()]
    with pytest.raises(InputError, match="with groups, copy labels and groups to the CPU"):
        Stream().update(*sides, groups=labels()[0])
    for options, said in (
        ({"weights": np.ones(5000)}, "where only objects are counted"),
        ({"weights": sides[0]}, "copy labels and weights to the CPU first"),
        ({"align": "index"}, "matches pandas Series by their index"),
        ({"missing": "guess"}, "missing must be"),
        ({"noise_as": "drop"}, "has no effect without noise"),
        ({"noise": "-1"}, "noise is '-1'"),
    ):
        with pytest.raises(InputError, match=said):
            Contingency.from_labels(*sides, **options)


@each_library
@pytest.mark.parametrize("options", [{}, *NOISY], ids=str)
def test_tables_and_streams_of_labels_on_a_gpu(to_device, options):
    truth, prediction = labels(np.int32)
    sides = to_device(truth), to_device(prediction)
    columns = {"truth": sides[0], "one": sides[1], "other": sides[0]}
    expected = Contingency.from_labels(truth, prediction, **options)
    stream = Stream(**options).update(sides[0][:2000], sides[1][:2000])
    stream.update(sides[0][2000:], sides[1][2000:])
    for found in (
        tabulate(sides, **options),
        tabulate(columns, "truth", ["one", "other"], **options)["one"],
        stream.table,
    ):
        assert found.shape == expected.shape
        assert scores(found) == scores(expected)
