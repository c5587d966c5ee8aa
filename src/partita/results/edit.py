"""`Edit`: a change of the prediction and its gain."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

from ..base.shown import Shown
from ..base.wording import brief, first_of
from .phrases import signed

_NAMED = 6  # classes that a sentence names before it counts the others


@dataclass(frozen=True, slots=True)
class Edit(Shown):
    """A change of the prediction and its gain; positive gains are improvements.

    >>> print(Edit("merge", (0, 3), ("a",), 0.12, "rand"))
    merge clusters 0 and 3 (both of class a): rand +0.1200
    >>> print(Edit("split", (2,), ("a", "b"), 0.05, "rand"))
    split cluster 2 into classes a, b: rand +0.0500
    >>> print(Edit("move", (2, 0), ("a",), 0.04, "rand"))
    move class a from cluster 2 to cluster 0: rand +0.0400
    """

    kind: Literal["merge", "split", "move"]  #: merge, split or move
    clusters: tuple[Hashable, ...]  #: the two merged, the one split, or from and to
    classes: tuple[Hashable, ...]  #: the classes that are affected
    gain: float  #: improvement of the measure, whichever direction is better for it
    measure: str  #: name of the measure
    value: float | None = field(default=None, compare=False)  #: of the edited clustering

    @property
    def change(self) -> str:
        """What to do, without the gain."""
        names = first_of([brief(name) for name in self.classes], _NAMED)
        first, *rest = map(brief, self.clusters)
        if self.kind == "merge":
            shared = f"class {names}" if len(self.classes) == 1 else f"classes {names}"
            return f"merge clusters {first} and {rest[0]} (both of {shared})"
        if self.kind == "split":
            return f"split cluster {first} into classes {names}"
        return f"move class {names} from cluster {first} to cluster {rest[0]}"

    def __str__(self) -> str:
        return f"{self.change}: {self.measure} {signed(self.gain)}"
