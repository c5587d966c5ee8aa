"""Several records in order, which print as one text."""

from __future__ import annotations

from typing import Generic, SupportsIndex, TypeVar, overload

from ..base.shown import Shown, above
from .edit import Edit
from .sentences import Advice, Verdict

_One = TypeVar("_One", bound=Shown)


class Results(tuple[_One, ...], Shown, Generic[_One]):
    """Results in order: a tuple that displays itself as text, and in a notebook as a card."""

    __slots__ = ()

    _layout = "results_html"

    nothing = "Nothing was found."  #: the text of an empty tuple

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> _One: ...
    @overload
    def __getitem__(self, key: slice, /) -> Results[_One]: ...
    def __getitem__(self, key: SupportsIndex | slice, /) -> _One | Results[_One]:
        if isinstance(key, slice):
            return type(self)(super().__getitem__(key))
        return super().__getitem__(key)

    def __repr__(self) -> str:
        text: str = above("report").results_text(self)
        return text


class Verdicts(Results[Verdict]):
    """Verdicts in reading order: first on all clusterings together, then on each.

    >>> Verdicts([Verdict(None, "best", "a is best.", {}), Verdict("a", "chance", "a > b.", {})])
    a is best.
    <BLANKLINE>
    a
    a > b.
    """

    __slots__ = ()

    nothing = "There is no verdict: no measure has a value."


class AdviceList(Results[Advice]):
    """Advice in the order of the rules.

    >>> AdviceList([Advice("tiny sample", "There are 20 objects.", {}, "Show intervals.")])
    - There are 20 objects. Show intervals.
    >>> AdviceList()
    No advice applies to these data.
    """

    __slots__ = ()

    nothing = "No advice applies to these data."


class Edits(Results[Edit]):
    """Edits of one clustering, the one with the largest gain first.

    >>> Edits([Edit("split", (2,), ("a", "b"), 0.05, "rand", 0.95)])
    change                              gain    rand
    split cluster 2 into classes a, b  +0.0500  0.9500
    """

    __slots__ = ()

    nothing = "No merge, split or move improves the measure."
