"""Parts of one table as they come in: added now and then, exactly, in memory of the cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import _kernel
from ..cells import join_names
from ..contingency import Contingency, WeightedContingency, _tabulate
from ..errors import InputError
from ..labels.names import kinds_of
from ..labels.policies import Options, settle
from ..labels.records import Array, from_zero
from .exact_weights import GRID, Sums, exact_sums, rounded
from .rows import AnyTable, Parsed

_FEW, _MANY = 1 << 19, 1 << 27  # rows that wait, while they fill few cells or many
_FULL = 16  # fewer rows than this for each cell are many cells


class Masses(NamedTuple):
    """A part with weights: sums of its cells as Python integers, and what is known of them."""

    rows: NDArray[np.int64]
    cols: NDArray[np.int64]
    sums: Sums
    objects: NDArray[np.int64]  # with a weight above 0, in each cell
    whole: bool  # every weight is a whole number below 2**63
    classes: Array
    clusters: Array

    @property
    def nnz(self) -> int:
        """Number of occupied cells."""
        return len(self.rows)


@dataclass(slots=True)
class Pile:
    """What was counted so far, in few parts that grow: adding a part costs little.

    Integers wait, narrowed, until there are many of them for each cell that they fill: counting
    is cheap, and adding two large tables is not.
    """

    parts: list[Any] = field(default_factory=list)  # of Contingency, or of Masses
    waiting: list[tuple[Array, Array]] = field(default_factory=list)
    rows: int = 0  # that wait
    patience: int = _FEW  # rows that may wait before they are counted

    @property
    def empty(self) -> bool:
        """Whether nothing was counted yet."""
        return not self.parts and not self.waiting

    def put(self, parsed: Parsed, options: Options) -> None:
        """Count objects and keep the result."""
        part = _part(parsed, options)
        if part is not None:
            self._push(part)

    def hold(self, truth: Array, prediction: Array) -> None:
        """Count plain integers, not before it pays."""
        if self.parts:
            _check_kinds(self.parts[0], {"int"}, {"int"})
        if self.waiting and any(
            np.result_type(one, other).kind == "f"  # signed and unsigned do not go together
            for one, other in zip(self.waiting[0], (truth, prediction), strict=True)
        ):
            self._settle()
        if self.patience == _FEW and not self.waiting and len(truth) >= _FEW:
            part = Contingency.from_labels(truth, prediction)
            if part.nnz * _FULL <= len(truth):
                self._push(part)
                return
            self.patience = _MANY  # hardly smaller than what it counts: wait for more
        self.waiting.append((_narrow(truth), _narrow(prediction)))
        self.rows += len(truth)
        if self.rows >= self.patience:
            self._settle()
            full = sum(part.nnz for part in self.parts) * _FULL > self.patience
            self.patience = _MANY if full else self.patience

    def _push(self, part: Any) -> None:
        if self.parts:
            _check_alike(self.parts[0], part)
        # As in a binary counter: parts of like size are joined, so a cell is moved log times.
        while self.parts and self.parts[-1].nnz <= 2 * part.nnz:
            part = _joined(self.parts.pop(), part)
        self.parts.append(part)

    def _settle(self) -> list[Any]:
        """The parts, with all that waits counted."""
        if self.waiting:
            sides = [list(side) for side in zip(*self.waiting, strict=True)]
            self.waiting, self.rows = [], 0
            # One side after the other, so that the pieces of the first are gone already.
            truth = _joined_arrays(sides.pop(0))
            self._push(Contingency.from_labels(truth, _joined_arrays(sides.pop())))
        return self.parts

    def add(self, other: Pile) -> None:
        """Take over what another pile holds."""
        for part in other._settle():
            self._push(part)

    @property
    def whole(self) -> bool:
        """Whether all weights so far are frequencies."""
        return all(part.whole for part in self.parts if isinstance(part, Masses))

    def table(self, *, whole: bool) -> AnyTable:
        """The table of everything so far; `whole` says whether weights are frequencies."""
        parts = self._settle()
        while len(parts) > 1:
            parts.append(_joined(parts.pop(), parts.pop()))
        (part,) = parts
        return _mass_table(part, whole=whole) if isinstance(part, Masses) else part


def _narrow(values: Array) -> Array:
    """A copy in the narrowest type of its kind that holds all values."""
    low, high = _kernel.integer_range(values)
    for size in (1, 2, 4):
        narrow = np.dtype(f"{values.dtype.kind}{size}")
        span = np.iinfo(narrow)
        if size < values.dtype.itemsize and span.min <= low and high <= span.max:
            return values.astype(narrow)
    return values.copy()


def _joined_arrays(pieces: Any) -> Array:
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)


def _part(parsed: Parsed, options: Options) -> Contingency | Masses | None:
    """Count one part; None where policies leave nothing of it."""
    numbers = np.arange(1, len(parsed.classes.codes) + 1)
    keep = _kept(parsed, options)
    if keep is not None:
        if not keep.any():
            return None
        parsed, numbers = parsed.take(keep), numbers[: int(keep.sum())]
    if parsed.weights is None:
        pair = settle(parsed.classes, parsed.clusters, None, options)
        found = _tabulate(pair, 0)
        assert isinstance(found, Contingency)
        return found
    present = np.flatnonzero(parsed.weights)
    if not len(present):
        return None
    pair = settle(parsed.classes, parsed.clusters, None, options)
    rows, cols = (from_zero(side)[present] for side in (pair.truth, pair.prediction))
    width = len(pair.prediction.names)
    place, distinct = _kernel.encode_integers(rows * width + cols)
    cells = np.asarray(distinct, dtype=np.int64)
    sums = exact_sums(place.astype(np.int64), len(cells), parsed.weights[present])
    objects = np.bincount(place, minlength=len(cells)).astype(np.int64)
    whole = parsed.weights.dtype == np.int64
    names = pair.truth.names, pair.prediction.names
    return Masses(cells // width, cells % width, sums, objects, whole, *names)


def _kept(parsed: Parsed, options: Options) -> NDArray[np.bool_] | None:
    """Objects that stay, where policies drop some."""
    from ..labels.noise import noise_groups

    keep = np.ones(len(parsed.classes.codes), dtype=np.bool_)
    readings = (parsed.classes, parsed.clusters)
    drops = options.noise.given and options.noise_as == "drop"
    groups = noise_groups(readings, options.noise) if drops else (None, None)
    for reading, noise in zip(readings, groups, strict=True):
        if reading.missing is not None and options.missing == "drop":
            keep &= ~reading.missing
        if noise is not None:
            noisy = reading.codes == noise + reading.first
            keep &= ~noisy if reading.missing is None else ~noisy | reading.missing
    return None if keep.all() else keep


def _check_alike(held: Any, part: Any) -> None:
    if isinstance(held, Masses) != isinstance(part, Masses):
        raise InputError(
            "weights came with some parts and not with others: give them always or never"
        )
    _check_kinds(held, kinds_of(part.classes), kinds_of(part.clusters))


def _check_kinds(held: Any, classes: set[Any], clusters: set[Any]) -> None:
    for names, now, noun in (
        (held.classes, classes, "truth"),
        (held.clusters, clusters, "prediction"),
    ):
        one, other = kinds_of(names) - {type(None)}, now - {type(None)}
        if one and other and one != other:
            words = ["/".join(str(getattr(k, "__name__", k)) for k in x) for x in (one, other)]
            raise InputError(
                f"{noun} had labels of kind {words[0]} and now has {words[1]}: labels must be of "
                "one kind in all parts"
            )


def _joined(one: Any, other: Any) -> Any:
    if isinstance(one, Contingency):
        return one + other
    classes, left_rows, right_rows = join_names(one.classes, other.classes)
    clusters, left_cols, right_cols = join_names(one.clusters, other.clusters)
    rows = np.concatenate((left_rows[one.rows], right_rows[other.rows]))
    cols = np.concatenate((left_cols[one.cols], right_cols[other.cols]))
    width = len(clusters)
    place, distinct = _kernel.encode_integers(rows * width + cols)
    sums = Sums([0] * len(distinct), [0] * len(distinct))
    objects = np.zeros(len(distinct), dtype=np.int64)
    np.add.at(objects, place, np.concatenate((one.objects, other.objects)))
    for at, cell in enumerate(place.tolist()):
        part, here = (one, at) if at < one.nnz else (other, at - one.nnz)
        sums.weight[cell] += part.sums.weight[here]
        sums.square[cell] += part.sums.square[here]
    cells = np.asarray(distinct, dtype=np.int64)
    whole = one.whole and other.whole
    return Masses(cells // width, cells % width, sums, objects, whole, classes, clusters)


def _mass_table(part: Masses, *, whole: bool) -> AnyTable:
    places = part.rows.astype(np.int32), part.cols.astype(np.int32)
    names = part.classes, part.clusters
    if not whole:
        values = rounded(part.sums, (part.objects == 1).tolist())
        return WeightedContingency._build((*places, *values), *names)
    counts = [s >> GRID for s in part.sums.weight]
    if max(counts) >= 2**63:
        raise InputError("weights add up to 2**63 or more: divide all by a common factor")
    return Contingency._build((*places, np.array(counts, dtype=np.int64)), *names)
