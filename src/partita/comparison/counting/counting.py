"""Counts every prediction against one truth, which is read once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

import numpy as np

from ...base.arrays import Array
from ...base.checks import thread_count
from ...base.errors import InputError, about, prediction_of
from ...labels import LabelPair, Policies, label_key, read_sides
from ...labels.alignment import BY_ID, BY_OPTION, aligned, check_order
from ...labels.containers import read, refuse_source
from ...labels.matrices import is_labeling, refuse_memberships
from ...labels.noise import NO_NOISE
from ...labels.policies import settle
from ...labels.records import Reading, unlabeled
from ...table.contingency import AnyTable, Contingency, count_pair

if TYPE_CHECKING:
    from numpy.typing import NDArray


def can_be_drawn(table: AnyTable) -> TypeGuard[Contingency]:
    """Whether objects of the table can be drawn anew: they are counts, and fewer than 2**63."""
    return isinstance(table, Contingency) and table.n < 2**63


class Counted(NamedTuple):
    """One prediction, counted: its table, and the labels that it was counted from."""

    table: AnyTable
    pair: LabelPair
    noise: int  # objects of the prediction that count although they are noise or have no label
    noise_as: str
    units: NDArray[np.int64] | None = None  # group of each object that counts, where groups matter
    weighted: bool = False  # objects have weights of their own
    forgotten: bool = False  # counted elsewhere: the pair holds cells, and objects are not known
    left_out: int = 0  # objects left out as missing or noise, on either side
    noise_given: bool = False  # the caller said which label is noise, or that none is

    @property
    def positions(self) -> NDArray[np.intp] | None:
        """Positions of the objects that count; None where all do."""
        return None if self.pair.kept is None else np.flatnonzero(self.pair.kept)

    @property
    def objects(self) -> int:
        """Objects that count; whole weights are numbers of objects."""
        return int(self.table.n) if self.is_counts else len(self.pair.truth.codes)

    @property
    def is_counts(self) -> bool:
        """Whether weights are numbers of objects: cells of a table, or whole weights of rows."""
        return self.forgotten or _are_whole(self.pair.weights)

    @property
    def given(self) -> int:
        """Objects before any were left out."""
        return self.objects + self.left_out


class Beside(NamedTuple):
    """What is known of the objects beside their labels, and how labels are read."""

    policies: Policies
    weights: Any = None
    groups: Any = None
    threads: int | None = None


def by_column(argument: str, clusterings: Any) -> Any:
    """A data frame as a mapping from its columns to their labels; anything else as it is."""
    refuse_source(clusterings, argument)
    if isinstance(clusterings, list | tuple):
        _refuse_list(argument, clusterings)
    is_column = getattr(clusterings, "ndim", 2) == 1  # of Dask, whose Series have columns too
    if isinstance(clusterings, Mapping) or is_column or not hasattr(clusterings, "columns"):
        return clusterings
    refuse_memberships(clusterings, argument)
    names = list(getattr(clusterings, "column_names", clusterings.columns))  # of an Arrow table
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise InputError(
            f"{argument} has two columns called {twice[0]!r}: rename one, as scores are found by "
            "their name"
        )
    return {name: clusterings[name] for name in names}


def _refuse_list(argument: str, clusterings: Any) -> None:
    """Refuse a list of labelings, which have no names; rows of memberships are no labelings."""
    if not clusterings or not is_labeling(clusterings[0]) or not all(map(is_labeling, clusterings)):
        return
    refuse_memberships(clusterings, argument)
    raise InputError(
        f"{argument} is a list of {len(clusterings)} labelings: pass a dict, for example "
        '{"a": a, "b": b}'
    )


def named_labels(argument: str, clusterings: object, least: int = 1) -> dict[str, Any]:
    """Check a mapping from name to labels; names become text, each once."""
    if not isinstance(clusterings, Mapping):
        raise InputError(
            f"{argument} must map names to labels, such as {{'kmeans': labels}}, or be a data "
            f"frame; found {type(clusterings).__name__}"
        )
    if len(clusterings) < least:
        raise InputError(f"{argument} holds {len(clusterings)} clusterings; pass at least {least}")
    named = {str(name): labels for name, labels in clusterings.items()}
    if len(named) < len(clusterings):
        texts = [str(name) for name in clusterings]
        twice = next(text for place, text in enumerate(texts) if text in texts[:place])
        raise InputError(
            f"{argument} holds two names that read {twice!r}; names are text here: rename one"
        )
    return named


def count_all(truth: Any, predictions: Mapping[str, Any], beside: Beside) -> dict[str, Counted]:
    """Count each prediction against the truth; a refusal names the prediction."""
    if beside.policies.align == "error":
        check_objects(truth, predictions, beside, BY_OPTION)
    shared = read(truth, "truth")
    units = None if beside.groups is None else _units(truth, len(shared.codes), beside)
    found = {}
    for name, labels in predictions.items():
        subject = prediction_of(name, many=len(predictions) > 1)
        with about(subject, errors=(ValueError, OverflowError)):  # refusals of the kernel
            one = _count(truth, shared, labels, beside)
            found[name] = one if units is None else _in_groups(one, units)
    return found


def check_objects(
    truth: Any, predictions: Mapping[str, Any], beside: Beside, remedy: str = BY_ID
) -> None:
    """Refuse labels whose indices differ, also where the truth has none and predictions do."""
    many = len(predictions) > 1
    sides = {
        f"prediction {name!r}" if many else "prediction": labels
        for name, labels in predictions.items()
    }
    others = {"weights": beside.weights, "groups": beside.groups}
    check_order({"truth": truth, **sides, **others}, remedy)


def _count(truth: Any, shared: Reading, labels: Any, beside: Beside) -> Counted:
    policies = beside.policies
    _, labels, weights = aligned(truth, labels, beside.weights, policies.align)
    sides = read_sides(shared, labels, weights)
    pair = settle(sides, policies)
    return Counted(
        count_pair(pair, thread_count(beside.threads)),
        pair,
        _noise(pair, policies),
        policies.noise_as,
        weighted=weights is not None,
        left_out=0 if pair.kept is None else _number(sides.weights, ~pair.kept),
        noise_given=policies.noise != NO_NOISE,
    )


def _units(truth: Any, objects: int, beside: Beside) -> NDArray[np.int64]:
    """The group of each object, in the order of the truth."""
    from ...inference.sampling.objects import in_order, read_units

    (groups,), _ = in_order(truth, {"groups": beside.groups}, None, beside.policies.align)
    units = read_units(groups, objects)
    if (units == units[0]).all():
        raise InputError("groups must name at least two groups; with one nothing varies")
    return units


def _in_groups(one: Counted, units: NDArray[np.int64]) -> Counted:
    return one._replace(units=units if one.pair.kept is None else units[one.pair.kept])


def _noise(pair: LabelPair, policies: Policies) -> int:
    """Objects of the prediction that stand alone, or in the cluster of the noise label."""
    groups = unlabeled(pair.prediction.names)
    if policies.noise_as == "cluster" and policies.noise.prediction is not None:
        wanted = label_key(policies.noise.prediction)
        marked = [label_key(name) == wanted for name in pair.prediction.names]
        groups = groups | np.array(marked, np.bool_)
    if not groups.any():
        return 0
    return _number(pair.weights, groups[pair.prediction.codes - pair.prediction.first])


def _number(counts: Array | None, chosen: NDArray[np.bool_]) -> int:
    """How many objects some rows are; exact, however large the numbers are."""
    if counts is None or not _are_whole(counts):
        return int(chosen.sum())
    picked = counts[chosen]
    return (int((picked >> 32).sum()) << 32) + int((picked & 0xFFFFFFFF).sum())


def _are_whole(weights: Array | None) -> bool:
    """Whether weights are numbers of objects: a row of weight 3 is three of them."""
    return weights is not None and weights.dtype == np.int64
