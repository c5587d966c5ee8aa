"""How time grows with the number of objects and of clusters."""

from __future__ import annotations

from collections.abc import Iterator

from peers import peers
from suite import own
from suite.data import labels, power
from suite.judging import Case, Setting, unjudged

_ENGINES = ("pyarrow group-by", "DuckDB group-by", "Polars group-by")
_CELLS = 10**8  # larger matrices are not allocated


def _setting(n: int, groups: int) -> Setting:
    pair = labels(n, groups)
    contenders = [own.reading(*pair), own.six(*pair)]
    dense = ("numba table",) if groups <= 1000 else ()
    numpy = "NumPy bincount table" if groups**2 <= _CELLS else "NumPy unique table"
    contenders += peers(*pair, *dense, numpy, *_ENGINES, "scikit-learn ARI")
    title = f"n = {power(n)}, K = {power(groups)}, int32"
    return Setting(title, n, contenders, own.reference(*pair), 7, 3.0, groups)


def _objects(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    for n in (1000, 3000) if quick else (10**4, 10**5, 10**6, 10**7):
        yield _setting(n, 10 if quick else 100)


def _clusters(quick: bool) -> Iterator[Setting]:  # noqa: FBT001
    for groups in (10, 100) if quick else (10, 100, 1000, 10**4, 10**5, 10**6):
        yield _setting(2000 if quick else 10**7, groups)


OBJECTS = Case("objects", "Growth with the number of objects, K = 100", _objects, unjudged)
CLUSTERS = Case("clusters", "Growth with the number of clusters, n = 10^7", _clusters, unjudged)
