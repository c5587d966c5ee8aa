"""Clusterings of one or of several data sets, as `uniform_effect` and `consistency` take them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.errors import InputError
from ..labels.policies import DEFAULT
from .comparison import Comparison
from .counting.counting import CountOptions
from .lookup import find_counted
from .tables import count_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .counting.counting import Counted
    from .counting.score import Score


class Clustering(NamedTuple):
    """A clustering of a data set, with the scores that are known already."""

    dataset: str
    prediction: str
    source: Comparison | Counted
    scores: Mapping[str, Score]  # by measure

    @property
    def counted(self) -> Counted:
        """Its counts; a soft clustering has none."""
        if isinstance(self.source, Comparison):
            return find_counted(self.source, self.prediction)
        return self.source

    @property
    def name(self) -> str:
        """The data set and the clustering, for messages."""
        parts = (self.dataset, self.prediction) if self.dataset else (self.prediction,)
        return ", ".join(map(repr, parts))


def read_clusterings(results: Any) -> list[Clustering]:
    """All clusterings of a comparison, or of several comparisons or tables by data set."""
    if isinstance(results, Comparison):
        return list(_of("", results))
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
        for name in found.predictions:
            scores = {one.measure: one for one in found.scores if one.prediction == name}
            yield Clustering(dataset, name, found, scores)
        return
    try:
        tables = count_tables(found, {}, CountOptions(DEFAULT))
    except InputError as error:
        raise InputError(
            f"data set {dataset!r} must hold a Comparison or a table; found {type(found).__name__}"
        ) from error
    for name, one in tables.items():
        yield Clustering(dataset, name, one, {})
