"""Count every prediction against one truth; the truth is read once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

import numpy as np

from ...base.arrays import Array
from ...base.checks import thread_count
from ...base.errors import InputError, about, prediction_of
from ...base.progress import step_through
from ...labels import LabelPair, Policies, label_key, read_sides
from ...labels.alignment import BY_ID, BY_OPTION, check_order, in_same_order
from ...labels.containers import read, refuse_source
from ...labels.matrices import common_size, refuse_memberships
from ...labels.noise import NO_NOISE
from ...labels.policies import DEFAULT, settle
from ...labels.records import Reading, from_zero, unlabeled
from ...table.contingency import AnyTable, Contingency, count_pair
from ...table.groups import occupied

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SMALL = 1 << 22  # cells of a full table, empty ones included, that are looked up by number


class CountOptions(NamedTuple):
    """How labels are read, and what belongs to each object except its labels."""

    policies: Policies
    weights: Any = None
    groups: Any = None
    threads: int | None = None


class Counted(NamedTuple):
    """One prediction, counted: its table, and the labels behind it."""

    table: AnyTable
    pair: LabelPair
    noise: int  # objects of the prediction that are counted although they are noise or missing
    policies: Policies = DEFAULT
    units: NDArray[np.int64] | None = None  # group of each counted object, if groups were given
    unit_names: Array | None = None  # names of these groups
    weighted: bool = False  # the caller gave weights
    rows: str = "objects"  # what the pair holds: objects, or "cells" or "kinds" of a given table
    left_out: int = 0  # objects left out because either side is missing or noise

    @property
    def from_table(self) -> bool:
        """Whether the caller gave a table: then the pair does not hold objects one by one."""
        return self.rows != "objects"

    @property
    def matches(self) -> bool:
        """Whether the rows of all clusterings are the same objects; cells of a table are not."""
        return self.rows != "cells"

    @property
    def noise_as(self) -> str:
        """What was done with noise."""
        return self.policies.noise_as

    @property
    def noise_given(self) -> bool:
        """Whether the caller said which label is noise, or that none is."""
        return self.policies.noise != NO_NOISE

    @property
    def group_count(self) -> int | None:
        """Number of groups that the counted objects come in; None if no groups were given."""
        return None if self.units is None else len(np.unique(self.units))

    @property
    def positions(self) -> NDArray[np.intp] | None:
        """Positions of the counted objects; None if all objects are counted."""
        return None if self.pair.kept is None else np.flatnonzero(self.pair.kept)

    @property
    def objects(self) -> int:
        """Number of counted objects; a row of integer weight w is w objects."""
        return int(self.table.n) if self.is_counts else len(self.pair.truth.codes)

    @property
    def is_counts(self) -> bool:
        """Whether weights are numbers of objects: cells of a table, or integer weights."""
        return self.from_table or _are_counts(self.pair.weights)

    @property
    def given(self) -> int:
        """Number of objects before any was left out."""
        return self.objects + self.left_out

    @property
    def cells(self) -> NDArray[np.intp]:
        """The cell of each object, -1 for objects of weight zero."""
        table, weights = self.table, self.pair.weights
        weighs = np.ones(len(self.pair.truth.codes), np.bool_) if weights is None else weights > 0
        rows, cols = (
            occupied(from_zero(side)[weighs].astype(np.int32), side.names)[0].astype(np.int64)
            for side in (self.pair.truth, self.pair.prediction)
        )
        width = np.int64(table.shape[1])
        cells, own = table.rows.astype(np.int64) * width + table.cols, rows * width + cols
        found = np.full(len(weighs), -1, dtype=np.intp)
        if table.shape[0] * table.shape[1] <= _SMALL:
            number = np.zeros(table.shape[0] * table.shape[1], dtype=np.intp)
            number[cells] = np.arange(len(cells))
            found[weighs] = number[own]
        else:
            found[weighs] = np.searchsorted(cells, own)
        return found


def can_be_drawn(table: AnyTable) -> TypeGuard[Contingency]:
    """Whether objects can be resampled: cells hold counts, which add up to less than 2**63."""
    return isinstance(table, Contingency) and table.n < 2**63


def split_columns(argument: str, clusterings: Any) -> Any:
    """Turn a data frame into a mapping from column to labels; leave anything else as it is."""
    refuse_source(clusterings, argument)
    if isinstance(clusterings, list | tuple):
        _refuse_list(argument, clusterings)
    is_column = getattr(clusterings, "ndim", 2) == 1  # a Series of Dask has columns too
    if isinstance(clusterings, Mapping) or is_column or not hasattr(clusterings, "columns"):
        return clusterings
    refuse_memberships(clusterings, argument)
    names = list(getattr(clusterings, "column_names", clusterings.columns))  # Arrow has the first
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise InputError(
            f"{argument} has two columns called {twice[0]!r}: rename one, as scores are found by "
            "their name"
        )
    return {name: clusterings[name] for name in names}


def _refuse_list(argument: str, clusterings: Any) -> None:
    """Refuse a list of labelings, which has no names; rows of memberships are not labelings."""
    if common_size(clusterings) < 2:
        return
    refuse_memberships(clusterings, argument)
    raise InputError(
        f"{argument} is a list of {len(clusterings)} labelings: pass a dict, for example "
        '{"a": a, "b": b}'
    )


def check_names(argument: str, clusterings: object, least: int = 1) -> dict[str, Any]:
    """Check a mapping from name to labels, and turn its names into distinct texts."""
    if not isinstance(clusterings, Mapping):
        raise InputError(
            f"{argument} must map names to labels, such as {{'kmeans': labels}}, or be a data "
            f"frame; found {type(clusterings).__name__}"
        )
    if len(clusterings) < least:
        raise InputError(f"{argument} holds {len(clusterings)} clusterings; pass at least {least}")
    texts = [str(name) for name in clusterings]
    twice = [text for place, text in enumerate(texts) if text in texts[:place]]
    if twice:
        raise InputError(
            f"{argument} holds two names that read {twice[0]!r}: rename one, as names are compared "
            "as text"
        )
    return dict(zip(texts, clusterings.values(), strict=True))


def count_all(
    truth: Any, predictions: Mapping[str, Any], options: CountOptions
) -> dict[str, Counted]:
    """Count each prediction against the truth; errors name the prediction."""
    if options.policies.align == "error":
        check_objects(truth, predictions, options, BY_OPTION)
    shared = read(truth, "truth")
    named = None if options.groups is None else _read_groups(truth, len(shared.codes), options)
    found = {}
    for name, labels in step_through(predictions.items(), "clusterings"):
        subject = prediction_of(name, many=len(predictions) > 1)
        with about(subject, errors=(ValueError, OverflowError)):  # the kernel raises these
            one = _count(truth, shared, labels, options)
        if named is not None:
            units, names = named
            own = units if one.pair.kept is None else units[one.pair.kept]
            one = one._replace(units=own, unit_names=names)
        found[name] = one
    return found


def check_objects(
    truth: Any, predictions: Mapping[str, Any], options: CountOptions, remedy: str = BY_ID
) -> None:
    """Refuse labels whose indices differ, even if the truth has no index."""
    many = len(predictions) > 1
    sides = {
        f"prediction {name!r}" if many else "prediction": labels
        for name, labels in predictions.items()
    }
    others = {"weights": options.weights, "groups": options.groups}
    check_order({"truth": truth, **sides, **others}, remedy)


def _count(truth: Any, shared: Reading, labels: Any, options: CountOptions) -> Counted:
    policies = options.policies
    _, labels, weights = in_same_order(truth, labels, options.weights, policies.align)
    sides = read_sides(shared, labels, weights)
    pair = settle(sides, policies)
    return Counted(
        count_pair(pair, thread_count(options.threads)),
        pair,
        count_noise(pair, policies),
        policies,
        weighted=weights is not None,
        left_out=0 if pair.kept is None else _count_objects(sides.weights, ~pair.kept),
    )


def _read_groups(
    truth: Any, objects: int, options: CountOptions
) -> tuple[NDArray[np.int64], Array]:
    """The group of each object, in the order of the truth, and the names of the groups."""
    from ...inference.sampling.objects import align_sides, read_named_units

    (groups,), _ = align_sides(truth, {"groups": options.groups}, None, options.policies.align)
    units, names = read_named_units(groups, objects)
    if (units == units[0]).all():
        raise InputError("groups must name at least two groups; with one nothing varies")
    return units, names


def count_noise(pair: LabelPair, policies: Policies) -> int:
    """Count the objects that are clusters of their own or in the cluster of the noise label."""
    groups = are_noise(pair.prediction.names, policies)
    if not groups.any():
        return 0
    return _count_objects(pair.weights, groups[pair.prediction.codes - pair.prediction.first])


def are_noise(clusters: Array, policies: Policies) -> NDArray[np.bool_]:
    """Which clusters are single objects without a cluster, or the cluster of the noise label."""
    groups = unlabeled(clusters)
    if policies.noise_as == "cluster" and policies.noise.prediction is not None:
        wanted = label_key(policies.noise.prediction)
        groups = groups | np.array([label_key(name) == wanted for name in clusters], np.bool_)
    return groups


def _count_objects(weights: Array | None, chosen: NDArray[np.bool_]) -> int:
    """Count the objects of some rows exactly, even if int64 cannot hold the sum."""
    if weights is None or not _are_counts(weights):
        return int(chosen.sum())
    picked = weights[chosen]
    return (int((picked >> 32).sum()) << 32) + int((picked & 0xFFFFFFFF).sum())


def _are_counts(weights: Array | None) -> bool:
    """Whether weights are integers: a row of weight 3 is three objects."""
    return weights is not None and weights.dtype == np.int64
