"""Clusterings of one or of several data sets, as `uniform_effect` and `consistency` take them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from .lookup import find_counted

if TYPE_CHECKING:
    from .comparison import Comparison
    from .counting.counting import Counted
    from .counting.score import Score


class Clustering(NamedTuple):
    """A clustering of a data set, with the scores that are known already."""

    dataset: str
    prediction: str
    get_counted: Callable[[], Counted]  # its counts; an error for a soft clustering, which has none
    scores: Mapping[str, Score]  # by measure

    @property
    def name(self) -> str:
        """The data set and the clustering, for messages."""
        parts = (self.dataset, self.prediction) if self.dataset else (self.prediction,)
        return ", ".join(map(repr, parts))


def clusterings_of(comparison: Comparison, dataset: str = "") -> Iterator[Clustering]:
    """The clusterings of a comparison, with their scores."""
    for name in comparison.predictions:
        scores = {one.measure: one for one in comparison.scores if one.prediction == name}
        yield Clustering(dataset, name, partial(find_counted, comparison, name), scores)
