"""Results as `uniform_effect` and `consistency` take them: comparisons, or tables by data set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ..base.errors import InputError
from ..labels.policies import DEFAULT
from .clusterings import Clustering, clusterings_of
from .comparison import Comparison
from .counting.counting import CountOptions
from .counting.given_tables import count_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .counting.counting import Counted


def read_clusterings(results: Any) -> list[Clustering]:
    """All clusterings of a comparison, or of several comparisons or tables by data set."""
    if isinstance(results, Comparison):
        return list(clusterings_of(results))
    if isinstance(results, list | tuple):
        results = {str(place): one for place, one in enumerate(results, 1)}
    if not isinstance(results, Mapping) or not results:
        raise InputError(
            "results must be a Comparison, or map data sets to comparisons or tables, such as "
            f"{{'iris': partita.compare(truth, labels)}}; found {type(results).__name__}"
            f"{' without entries' if isinstance(results, Mapping) else ''}"
        )
    return [one for name, found in results.items() for one in _of(str(name), found)]


def _of(dataset: str, found: Any) -> Iterator[Clustering]:
    if isinstance(found, Comparison):
        yield from clusterings_of(found, dataset)
        return
    try:
        tables = count_tables(found, {}, CountOptions(DEFAULT))
    except InputError as error:
        raise InputError(
            f"data set {dataset!r} must hold a Comparison or a table; found "
            f"{type(found).__name__}: for labels pass partita.compare(truth, labels)"
        ) from error
    for name, one in tables.items():
        yield Clustering(dataset, name, partial(_given, one), {})


def _given(counted: Counted) -> Counted:
    return counted
