"""A stream gives the table of all its objects, whatever the batches are."""

import pickle
from itertools import pairwise

import numpy as np
import pytest
from engine_cases import CASES, assert_same, drawn
from hypothesis import given, settings
from hypothesis import strategies as st

from partita import Contingency, InputError
from partita.sources import Stream
from partita.sources.stream import accumulator

LABELS = st.lists(st.tuples(st.integers(-3, 3), st.integers(0, 4)), min_size=1, max_size=60)


@given(rows=LABELS, cuts=st.lists(st.integers(0, 60), max_size=5))
@settings(max_examples=50)
def test_batches_do_not_matter(rows, cuts):
    truth, prediction = map(np.array, zip(*rows, strict=True))
    stream = Stream()
    edges = sorted({0, len(rows), *(cut for cut in cuts if cut < len(rows))})
    for start, end in pairwise(edges):
        stream.update(truth[start:end], prediction[start:end])
    assert stream.table == Contingency.from_labels(truth, prediction)


@given(
    # Large floats are integers and so counts, whose sums must stay below 2**63.
    weights=st.lists(st.floats(2.0**-300, 2.0**57), min_size=2, max_size=40),
    cut=st.integers(0, 40),
)
@settings(max_examples=50)
def test_weights_add_up_exactly(weights, cut):
    labels = [k % 3 for k in range(len(weights))]
    stream = Stream()
    for part in (slice(0, cut), slice(cut, None)):
        stream.update(labels[part], labels[part], weights[part])
    assert_same(stream.table, Contingency.from_labels(labels, labels, weights=weights))


@pytest.mark.parametrize("few", [1 << 19, 100])
@pytest.mark.parametrize("groups", [4, 2000, 2**40])
def test_buffered_integers_are_counted(monkeypatch, few, groups):
    monkeypatch.setattr(accumulator, "_FEW", few)
    rng = np.random.default_rng(0)
    truth = rng.integers(-groups // 2, groups, 5000)
    prediction = rng.integers(0, groups, 5000).astype(np.uint64)
    stream = Stream()
    for at in range(0, 5000, 250):
        batch = prediction[at : at + 250]
        stream.update(truth[at : at + 250], batch if at % 500 else batch.astype(np.int64))
    expected = Contingency.from_labels(truth, prediction)
    assert pickle.loads(pickle.dumps(stream)).table == expected
    assert stream.table == expected
    stream.update(truth[:1], prediction[:1])
    assert stream.table.n == 5001


def test_streams_add_and_pickle():
    columns = drawn(300, 3, 4)
    first, second = Stream(), Stream()
    first.update(columns["truth"][:100], columns["cluster"][:100], columns["share"][:100])
    second.update(columns["truth"][100:], columns["cluster"][100:], columns["share"][100:])
    both = sum([first, pickle.loads(pickle.dumps(second))])
    weights = columns["share"]
    expected = Contingency.from_labels(columns["truth"], columns["cluster"], weights=weights)
    assert_same(both.table, expected)
    assert first.table.n < both.table.n  # adding does not change the parts


def test_several_predictions_and_groups():
    case = CASES["several grouped"]
    stream = Stream()
    for at in range(0, 400, 77):
        part = {name: values[at : at + 77] for name, values in case.columns.items()}
        clusters = {name: part[name] for name in case.prediction}
        stream.update(part["truth"], clusters, groups=part["donor"])
    assert_same(stream.tables, case.expected())


def test_a_batch_may_leave_nothing():
    stream = Stream(missing="drop", noise=-1, noise_as="drop")
    stream.update([None, None], [1, 2]).update([1, 1], [-1, -1]).update([], []).update([1], [2])
    assert stream.table.n == 1


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (([1], [1]), (["a"], [1]), "batch 2: truth had labels of type int and now has str"),
        (([1], ["x"]), ([1], [1]), "batch 2: prediction had labels of type str"),
        (([1], [1], [0.5]), ([1], [1]), "only some batches have weights"),
        (([1], [1]), ([1, 2], [1]), "batch 2: truth has 2 labels and prediction 1"),
        (([1], [1]), ([None], [1]), "batch 2: truth is missing for 1 of 1"),
        (([1], {"a": [1]}), ([1], {"b": [1]}), "must have the same predictions"),
        (([1], [1], None, ["d"]), ([1], [1]), "all or none must have groups"),
    ],
)
def test_batches_that_differ_are_refused(first, second, message):
    stream = Stream().update(*first)
    with pytest.raises(InputError, match=message):
        stream.update(*second)


def test_labels_without_a_length_are_refused_with_a_reason():
    from scipy.sparse import csr_array

    for odd in (np.array(3), csr_array([[0], [1]])):
        with pytest.raises(InputError, match="batch 1: truth is a"):
            Stream().update(odd, [0, 1])


def test_a_stream_without_batches_has_no_table():
    with pytest.raises(InputError, match="nothing was counted"):
        _ = Stream().table
