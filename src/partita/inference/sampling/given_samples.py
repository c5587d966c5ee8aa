"""What a call of inference is about: one clustering or two, from labels or from tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...base.errors import InputError
from ...table.table import Table
from .given_tables import pair_of_tables, refuse_labels, sample_of_tables, table_from
from .pairing import Pairing, paired
from .samples import GroupSample, ObjectSample, group_sample, object_sample

if TYPE_CHECKING:
    from ...labels import Policies

    Sides = tuple[Any, Any, Any]  # truth, a, b


def sample_of(
    given: tuple[Any, Any], groups: Any, table: Any, weights: Any, policies: Policies
) -> ObjectSample | GroupSample:
    """Read one clustering: labels, a table, or tables by group."""
    truth, prediction = given
    if groups is None:
        counted = table_from(truth, prediction, table, weights, policies)
        return sample_of_tables(table) if isinstance(table, Mapping) else object_sample(counted)
    if table is not None:
        raise InputError(
            "groups needs truth and prediction: a table does not say which objects it counts; "
            "tables by group, as tabulate(..., groups=...) returns them, need no groups"
        )
    return group_sample(truth, prediction, groups, weights, policies)


def pairing_of(given: Sides, groups: Any, table: Any, weights: Any, policies: Policies) -> Pairing:
    """Read two clusterings of the same objects: labels, a joint table, or tables by group."""
    if table is None:
        if any(one is None for one in given):
            raise InputError("give truth, a and b, or table=, the joint table of a and b")
        return paired(*given, groups, weights=weights, policies=policies)
    if not all(one is None for one in (*given, groups)):
        raise InputError("give either truth, a and b or table=, not both")
    refuse_labels(weights, policies)
    return pair_of_tables(table)


def sample_or_pairing(
    given: Sides, groups: Any, table: Any, weights: Any, policies: Policies
) -> ObjectSample | GroupSample | Pairing:
    """Read one clustering or two, whichever is given."""
    truth, a, b = given
    if table is None:
        if truth is None or a is None:
            raise InputError("give truth and a, and b to compare with, or table=")
        if b is None:
            return sample_of((truth, a), groups, None, weights, policies)
        return pairing_of(given, groups, None, weights, policies)
    if not all(one is None for one in (*given, groups)):
        raise InputError("give either truth and a or table=, not both; tables have their groups")
    if _of_one_clustering(table):
        return sample_of((None, None), None, table, weights, policies)
    return pairing_of(given, None, table, weights, policies)


def _of_one_clustering(table: Any) -> bool:
    """Whether this is a table, or a mapping from group to table."""
    if isinstance(table, Mapping):
        return not any(isinstance(one, Mapping) for one in table.values())
    return isinstance(table, Table)
