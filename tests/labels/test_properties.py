"""Any labels in any container give the same groups, with or without missing labels."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from label_pairs import read_pair

from partita.labels import Unlabeled, label_key

TEXT = st.text(max_size=3)
KINDS = {
    "small ints": st.integers(-3, 3),
    "int64": st.integers(-(2**63), 2**63 - 1),
    "any int": st.integers(),
    "floats": st.floats(allow_nan=False),
    "text": TEXT,
    "bytes": st.binary(max_size=3),
    "bools": st.booleans(),
    "tuples": st.tuples(st.one_of(st.integers(0, 1), st.booleans(), TEXT), st.integers(0, 1)),
}
CONTAINERS = {
    "small ints": (np.array, pd.Series, pl.Series, pa.array, pd.Categorical),
    "int64": (np.array, pd.Series, pl.Series, pa.array, pd.Categorical),
    "floats": (np.array, pd.Series, pl.Series, pa.array),
    "text": (lambda values: pd.Series(values, dtype="string"), pl.Series, pa.array),
    "bools": (np.array, pd.Series, pl.Series, pa.array),
}


def groups(side) -> list[int]:
    return [int(code) - side.first for code in side.codes]


def numbered(keys: list) -> list[int]:
    """Number keys by first appearance; equal numbers mean the same partition."""
    seen: dict = {}
    return [seen.setdefault(key, len(seen)) for key in keys]


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_equal_labels_are_one_group(kind, data) -> None:
    values = data.draw(st.lists(KINDS[kind], min_size=1, max_size=12))
    keys = [label_key(value) for value in values]
    forms = [list, lambda v: np.fromiter(v, dtype=object), *CONTAINERS.get(kind, ())]
    for form in forms:
        side = read_pair(form(values), values).truth
        assert numbered(groups(side)) == numbered(keys)
        assert [label_key(side.names[group]) for group in groups(side)] == keys


NULLABLE = {
    "small ints": (
        lambda values: pd.Series(values, dtype="Int64"),
        pl.Series,
        pa.array,
        pd.Categorical,
    ),
    "text": (lambda values: pd.Series(values, dtype="string"), pl.Series, pa.array),
    "bools": (lambda values: pd.Series(values, dtype="boolean"), pl.Series, pa.array),
}


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_missing_labels_are_handled_the_same_in_every_container(kind, data) -> None:
    missing = data.draw(st.sampled_from(["drop", "singletons", "category"]))
    label = data.draw(KINDS[kind])
    values = [label, *data.draw(st.lists(st.none() | KINDS[kind], max_size=12))]
    kept = [x for x, value in enumerate(values) if missing != "drop" or value is not None]
    expected = [None if values[x] is None else label_key(values[x]) for x in kept]
    for form in (list, *NULLABLE.get(kind, ())):
        pair = read_pair(form(values), range(len(values)), missing=missing)
        members = groups(pair.truth)
        names = [pair.truth.names[group] for group in members]
        gaps = [name is None or isinstance(name, Unlabeled) for name in names]
        found = [None if gap else label_key(name) for name, gap in zip(names, gaps, strict=True)]
        assert found == expected
        alone = [group for group, gap in zip(members, gaps, strict=True) if gap]
        assert len(set(alone)) == (len(alone) if missing == "singletons" else min(1, len(alone)))
        assert [int(code) for code in pair.prediction.codes] == kept
