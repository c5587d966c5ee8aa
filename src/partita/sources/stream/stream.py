"""Objects that come in batches: counted as they come, a table at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from ...base.errors import InputError, about, prediction_of
from ...labels import Policies, plain_integers, read_policies
from ...labels.alignment import check_order
from ...labels.containers import read
from ...labels.records import from_zero, listed
from ...table.contingency import AnyTable
from ..rows.rows import Rows, parse, refuse_missing
from .parts import Pile

_ONE = "prediction"
_BESIDE = ("weights", "groups")


class Stream:
    """Counts batches of objects, of which none is kept: memory grows with the cells only.

    The table is the same, to the last bit, as if all objects had been counted at once, whatever
    the batches were; streams add, so each machine may have its own, and they pickle.

    Parameters
    ----------
    missing, noise, noise_as
        As for every measure; they hold for all batches.

    Examples
    --------
    >>> from partita.sources import Stream
    >>> stream = Stream()
    >>> stream.update(["a", "a"], [0, 1]).update(["b"], [1]).table
    <Contingency: 3 objects, 2 classes, 2 clusters, 3 cells>
    """

    def __init__(
        self, *, missing: str = "error", noise: Any = None, noise_as: str | None = None
    ) -> None:
        self._start(read_policies(missing, noise, noise_as))

    @classmethod
    def under(cls, policies: Policies) -> Self:
        """A stream of policies that were read before."""
        stream = cls.__new__(cls)
        stream._start(policies)
        return stream

    def _start(self, policies: Policies) -> None:
        self._policies = policies
        self._piles: dict[tuple[str, Any], Pile] = {}
        self._names: tuple[str, ...] | None = None
        self._groups: dict[Any, Any] | None = None  # names of groups, where they are told apart
        self._batches = 0

    def update(self, truth: Any, prediction: Any, weights: Any = None, groups: Any = None) -> Self:
        """Count a batch: labels of the same objects, in the same order.

        Several predictions come as a mapping from name to labels. With `groups`, the donor or
        document of each object, every group gets a table of its own.
        """
        several = prediction if isinstance(prediction, Mapping) else {_ONE: prediction}
        names = tuple(several) if isinstance(prediction, Mapping) else ()
        self._check_face(names, grouped=groups is not None)
        self._batches += 1
        self._check_order(truth, several, weights, groups)
        if all(map(_is_empty, (truth, *several.values()))):
            return self
        for name, labels in several.items():
            with about(f"batch {self._batches}", prediction_of(name, many=bool(names))):
                self._put(name, Rows(truth, labels, None, weights, groups))
        return self

    def _check_face(self, names: tuple[str, ...], *, grouped: bool) -> None:
        if self._names is None:
            self._names = names
            self._groups = {} if grouped else None
        if set(names) != set(self._names) or grouped != (self._groups is not None):
            raise InputError(
                "every batch must bring the same predictions, and groups always or never: "
                f"so far {list(self._names) or 'one prediction'}, now {list(names) or 'one'}"
            )

    def _check_order(self, truth: Any, several: Mapping[str, Any], *beside: Any) -> None:
        """Refuse a batch in which two columns disagree about which object is which."""
        if len(several) == 1:
            return  # looked at with its rows
        named = {f"prediction {name!r}": labels for name, labels in several.items()}
        with about(f"batch {self._batches}"):
            check_order({"truth": truth, **named, **dict(zip(_BESIDE, beside, strict=True))})

    def _is_plain(self, rows: Rows) -> bool:
        """Whether no question is open: integers, and nothing beside them."""
        if rows.weights is not None or rows.group is not None or self._policies.noise.given:
            return False
        return plain_integers(rows.truth, rows.prediction)

    def _put(self, name: str, rows: Rows) -> None:
        if self._is_plain(rows):
            self._piles.setdefault((name, None), Pile()).hold(rows.truth, rows.prediction)
            return
        sides = parse(rows)
        refuse_missing(sides, self._policies)
        if rows.group is None or self._groups is None:
            self._piles.setdefault((name, None), Pile()).put(sides, self._policies)
            return
        units = read(rows.group, "groups")
        if units.missing is not None or len(units.codes) != len(sides.truth.codes):
            raise InputError("groups must name the group of every object, and none may be missing")
        numbers = from_zero(units)
        for number, group in enumerate(listed(units.names)):
            places = numbers == number
            if places.any():
                pile = self._piles.setdefault((name, group), Pile())
                pile.put(sides.take(places), self._policies)

    @property
    def tables(self) -> dict[Any, Any]:
        """The tables by prediction, or by group, or by prediction and then by group."""
        if all(pile.empty for pile in self._piles.values()):
            raise InputError("nothing was counted yet: no object has a class and a cluster")
        found: dict[str, dict[Any, AnyTable]] = {}
        for (name, group), pile in self._piles.items():
            if not pile.empty:
                whole = self._whole(name)
                found.setdefault(name, {})[group] = pile.table(whole=whole)
        if self._groups is None:
            return {name: tables[None] for name, tables in found.items()}
        return found if self._names else found[_ONE]

    def _whole(self, name: str) -> bool:
        return all(pile.whole for (own, _), pile in self._piles.items() if own == name)

    def by_prediction(self) -> dict[Any, Any]:
        """The tables by prediction; where a single one came without a name, by None."""
        if self._names:
            return self.tables
        return {None: self.table if self._groups is None else self.tables}

    @property
    def table(self) -> AnyTable:
        """The table of everything so far, of a stream with one prediction and no groups."""
        if self._names or self._groups is not None:
            raise InputError("this stream counts several tables: see tables")
        found: AnyTable = self.tables[_ONE]
        return found

    def __add__(self, other: object) -> Stream:
        """Count the objects of both."""
        if not isinstance(other, Stream):
            return NotImplemented
        if other._policies != self._policies:
            raise InputError("the two streams treat missing values or noise differently")
        found = Stream.under(self._policies)
        for one in (self, other):
            if one._names is None:
                continue
            found._check_face(one._names, grouped=one._groups is not None)
            found._batches += one._batches
            for key, pile in one._piles.items():
                found._piles.setdefault(key, Pile()).add(pile)
        return found

    def __radd__(self, other: object) -> Stream:
        return self if other == 0 else NotImplemented  # sum() starts from 0

    def __repr__(self) -> str:
        return f"<Stream: {self._batches} batches>"


def _is_empty(labels: Any) -> bool:
    try:
        return len(labels) == 0
    except TypeError:  # read one by one, or refused in words, where labels are read
        return False
