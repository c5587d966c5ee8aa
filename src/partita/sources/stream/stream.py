"""Objects that come in batches: counted as they come, with a table at any time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from ...base.errors import InputError, about, prediction_of
from ...base.wording import UNNAMED
from ...labels import Policies, plain_integers, read_policies
from ...labels.alignment import check_order
from ...labels.names import kinds_of
from ...table.contingency import AnyTable
from ...table.joint import JointTable
from ..rows.kinds import kinds
from ..rows.rows import Rows, by_group, parse, refuse_missing
from .accumulator import Accumulator, append_part, check_kinds, sum_of

_NOTHING = "nothing was counted yet: no object has a class and a cluster"


class Stream:
    """Counts batches of objects and keeps none of them: memory grows with the cells only.

    The table is the same, to the last bit, as if all objects had been counted at once, whatever
    the batches were. Streams can be added and pickled, so each machine may have its own.

    Parameters
    ----------
    missing, noise, noise_as
        As for every measure; they hold for all batches.
    joint
        Whether to count by the truth and all predictions together, as ``tabulate(..., joint=True)``
        does; `joint` then is the table.

    Examples
    --------
    >>> from partita.sources import Stream
    >>> stream = Stream()
    >>> stream.update(["a", "a"], [0, 1]).update(["b"], [1]).table
    <Contingency: 3 objects, 2 classes, 2 clusters, 3 cells>
    """

    def __init__(
        self,
        *,
        missing: str = "error",
        noise: Any = None,
        noise_as: str | None = None,
        joint: bool = False,
    ) -> None:
        self._start(read_policies(missing, noise, noise_as), joint=joint)

    @classmethod
    def under(cls, policies: Policies, *, joint: bool = False) -> Self:
        """A stream with policies that were read before."""
        stream = cls.__new__(cls)
        stream._start(policies, joint=joint)
        return stream

    def _start(self, policies: Policies, *, joint: bool) -> None:
        self._policies = policies
        self._kinds: list[JointTable] | None = [] if joint else None  # parts of growing size
        self._counted: dict[tuple[str, Any], Accumulator] = {}  # by prediction and group
        self._names: tuple[str, ...] | None = None  # of predictions, once the first batch came
        self._grouped = False
        self._batches = 0

    def update(self, truth: Any, prediction: Any, weights: Any = None, groups: Any = None) -> Self:
        """Count a batch: labels of the same objects, in the same order.

        Several predictions come as a mapping from name to labels. With `groups`, the donor or
        document of each object, every group gets a table of its own.

        Parameters
        ----------
        truth
            The class of each object.
        prediction
            The cluster of each object; several predictions as a mapping from name to labels.
        weights
            One weight for each object.
        groups
            Donor or document of each object; every group gets a table of its own.

        Returns
        -------
        Stream
            The stream itself.

        Raises
        ------
        InputError
            If the batch cannot be used, or differs in its predictions or groups from the first one.
        """
        several = prediction if isinstance(prediction, Mapping) else {UNNAMED: prediction}
        names = tuple(several) if isinstance(prediction, Mapping) else ()
        self._check_shape(names, grouped=groups is not None)
        self._batches += 1
        if len(several) > 1:  # the columns of a single prediction are checked with its rows
            columns = {f"prediction {name!r}": labels for name, labels in several.items()}
            with about(f"batch {self._batches}"):
                check_order({"truth": truth, **columns, "weights": weights, "groups": groups})
        if all(map(_is_empty, (truth, *several.values()))):
            return self
        rows = {name: Rows(truth, one, None, weights, groups) for name, one in several.items()}
        if self._kinds is not None:
            with about(f"batch {self._batches}"):
                part = kinds(rows, self._policies)
                if part is not None:
                    self._append(self._kinds, part)
            return self
        for name, own in rows.items():
            with about(f"batch {self._batches}", prediction_of(name, many=bool(names))):
                self._add(name, own)
        return self

    @staticmethod
    def _append(parts: list[JointTable], part: JointTable) -> None:
        """Append a part of the joint table, whose labels must have the types of the others."""
        if parts:
            check_kinds("truth", parts[0].truth.names, kinds_of(part.truth.names))
            for name, own in part.clusterings.items():
                held = parts[0].clusterings[name].names
                check_kinds(f"prediction {name!r}", held, kinds_of(own.names))
        append_part(parts, part)

    def _check_shape(self, names: tuple[str, ...], *, grouped: bool) -> None:
        """Refuse a batch with other predictions than the first one, or without its groups."""
        if self._names is None:
            self._names, self._grouped = names, grouped
        if set(names) != set(self._names) or grouped != self._grouped:
            raise InputError(
                "all batches must have the same predictions, and all or none must have groups: "
                f"so far {list(self._names) or 'one prediction'}, now {list(names) or 'one'}"
            )

    def _add(self, name: str, rows: Rows) -> None:
        if self._is_plain(rows):
            self._of(name).add_integers(rows.truth, rows.prediction)
            return
        sides = parse(rows)
        refuse_missing(sides, self._policies)
        parts = [(None, sides)] if rows.group is None else by_group(sides, rows.group)
        for group, part in parts:
            self._of(name, group).add(part, self._policies)

    def _is_plain(self, rows: Rows) -> bool:
        """Whether labels are integers to which no policy applies, without weights and groups."""
        if rows.weights is not None or rows.group is not None or self._policies.noise.given:
            return False
        return plain_integers(rows.truth, rows.prediction)

    def _of(self, name: str, group: Any = None) -> Accumulator:
        return self._counted.setdefault((name, group), Accumulator())

    @property
    def joint(self) -> JointTable:
        """The joint table of everything so far, of a stream with ``joint=True``."""
        if self._kinds is None:
            raise InputError("this stream counts every prediction alone: make it with joint=True")
        if not self._kinds:
            raise InputError(_NOTHING)
        found: JointTable = sum_of(self._kinds)
        return found

    @property
    def tables(self) -> dict[Any, Any]:
        """The tables by prediction, or by group, or by prediction and then by group."""
        if self._kinds is not None:
            joint = self.joint
            return {name: joint.table(name) for name in joint.predictions}
        counted = {key: one for key, one in self._counted.items() if not one.empty}
        if not counted:
            raise InputError(_NOTHING)
        found: dict[str, dict[Any, AnyTable]] = {}
        for (name, group), one in counted.items():
            whole = all(other.whole for (own, _), other in counted.items() if own == name)
            found.setdefault(name, {})[group] = one.table(whole=whole)
        if not self._grouped:
            return {name: tables[None] for name, tables in found.items()}
        return found if self._names else found[UNNAMED]

    def by_prediction(self) -> dict[Any, Any]:
        """The tables by prediction; a single prediction without a name has the name None.

        Returns
        -------
        dict
            A table, or tables by group, for each prediction.

        Raises
        ------
        InputError
            If nothing was counted yet.
        """
        if self._names:
            return self.tables
        return {None: self.tables if self._grouped else self.table}

    @property
    def table(self) -> AnyTable:
        """The table of everything so far, of a stream with one prediction and no groups."""
        if self._names or self._grouped:
            raise InputError("this stream counts several tables: read them from tables")
        found: AnyTable = self.tables[UNNAMED]
        return found

    def __add__(self, other: object) -> Stream:
        """Count the objects of both streams."""
        if not isinstance(other, Stream):
            return NotImplemented
        if other._policies != self._policies:
            raise InputError(
                "the two streams treat missing values or noise differently: make both with the "
                "same missing=, noise= and noise_as="
            )
        if (other._kinds is None) != (self._kinds is None):
            raise InputError(
                "only one of the two streams counts jointly: make both with joint=True"
            )
        found = Stream.under(self._policies, joint=self._kinds is not None)
        for one in (self, other):
            if one._names is None:
                continue
            found._check_shape(one._names, grouped=one._grouped)
            found._batches += one._batches
            if found._kinds is not None:
                for part in one._kinds or ():
                    found._append(found._kinds, part)
            for key, counted in one._counted.items():
                found._of(*key).merge(counted)
        return found

    def __radd__(self, other: object) -> Stream:
        return self if other == 0 else NotImplemented  # sum() starts from 0

    def __repr__(self) -> str:
        return f"<Stream: {self._batches} batches>"


def _is_empty(labels: Any) -> bool:
    try:
        return len(labels) == 0
    except TypeError:  # an iterator, or an error that reading the labels explains
        return False
