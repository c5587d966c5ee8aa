"""Options mean for labels on a GPU what they mean at home, or are refused with the way out."""

from fractions import Fraction

import numpy as np
import pytest
from gpu_libraries import each_library, first_library

from partita import MEASURES, Contingency, InputError
from partita.gpu.home import Cells
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
def test_cells_with_noise_given_out_score_as_their_objects_do(options):
    home = Contingency.from_labels(*labels())
    cells = Cells(home.rows, home.cols, home.counts, home.classes, home.clusters)
    policies = read_policies(noise=options["noise"], noise_as=options.get("noise_as"))
    there = count_pair(settle(cells.sides, policies), 0)
    expected = Contingency.from_labels(*labels(), **options)
    assert there.n == expected.n
    assert there.shape == expected.shape
    assert scores(there) == scores(expected)


@each_library
@pytest.mark.parametrize("options", NOISY, ids=str)
def test_noise_on_a_gpu(to_device, options):
    there = Contingency.from_labels(*map(to_device, labels()), **options)
    expected = Contingency.from_labels(*labels(), **options)
    assert there.n == expected.n
    assert scores(there) == scores(expected)
    if options.get("noise_as"):
        assert there == expected


@first_library
def test_a_measure_of_labels_on_a_gpu(to_device):
    truth, prediction = labels(np.int32)
    there = MEASURES["adjusted_rand"](to_device(truth), to_device(prediction), noise=-1)
    assert there == MEASURES["adjusted_rand"](truth, prediction, noise=-1)
    assert not isinstance(there, Fraction)


@first_library
@pytest.mark.parametrize("missing", ["error", "drop", "singletons", "category"])
def test_integers_are_never_missing(to_device, missing):
    there = Contingency.from_labels(*map(to_device, labels()), missing=missing)
    assert there == Contingency.from_labels(*labels(), missing=missing)


@first_library
def test_options_that_cannot_be_are_refused(to_device):
    sides = [to_device(one) for one in labels()]
    with pytest.raises(InputError, match="with groups, bring labels and groups home"):
        Stream().update(*sides, groups=labels()[0])
    for options, said in (
        ({"weights": np.ones(5000)}, "where objects are counted and nothing else"),
        ({"weights": sides[0]}, "bring labels and weights home first"),
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
    for there in (
        tabulate(sides, **options),
        tabulate(columns, "truth", ["one", "other"], **options)["one"],
        stream.table,
    ):
        assert there.shape == expected.shape
        assert scores(there) == scores(expected)
