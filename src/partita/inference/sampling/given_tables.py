"""The table that inference works on: counted from labels, or given, also as a table per group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...base.errors import InputError
from ...base.wording import number_of
from ...labels import Policies, Unlabeled, label_key
from ...labels.policies import DEFAULT
from ...labels.records import from_zero
from ...table.contingency import Contingency, count_labels
from ...table.joint import JointTable
from .objects import objects_of
from .pairing import PairedGroups, Pairing, pair_of_objects
from .samples import GroupSample

_RANK_ALL = "rank all with partita.compare(table=...).ranks()"


def table_from(
    truth: Any, prediction: Any, table: Any, weights: Any = None, policies: Policies = DEFAULT
) -> Contingency:
    """Count two labelings, or take a given table; weights must be integers."""
    if table is None:
        if truth is None or prediction is None:
            raise InputError("give truth and prediction, or table=")
        table = count_labels(truth, prediction, weights, policies, threads=0)
    elif truth is not None or prediction is not None:
        raise InputError("give either truth and prediction or table=, not both")
    else:
        refuse_labels(weights, policies)
    if isinstance(table, JointTable):
        raise InputError(
            f"table counts {number_of(len(table.predictions), 'clustering', 'clusterings')} "
            f"jointly, and this is about one: pass table.table({str(table.predictions[0])!r})"
        )
    if isinstance(table, Mapping):  # by group: all objects together
        table = sample_of_tables(table).table
    if not isinstance(table, Contingency):
        raise InputError(
            "resampling draws objects, and fractional weights are not counts of objects; "
            f"use integer weights or a Contingency; got {type(table).__name__}"
        )
    if table.guessed:  # the number of objects decides how far scores vary, whatever the measure
        table.warn_of_guess()
    if table.n >= 2**63:
        raise InputError("resampling needs fewer than 2**63 objects")
    return table


def refuse_labels(weights: Any, policies: Policies) -> None:
    """Refuse options on how to read labels where a table takes their place."""
    if weights is not None or policies != DEFAULT:
        raise InputError("weights, missing, noise and align are for labels, not for table=")


def sample_of_tables(tables: Mapping[Any, Any]) -> GroupSample:
    """Return the sample of groups from one table of counts for each group (donor, document).

    Groups are ordered by name, as for labels in memory.
    """
    from scipy.sparse import csr_array

    if len(tables) < 2:
        raise InputError("groups must name at least two groups; with one nothing varies")
    for name, table in tables.items():
        if not isinstance(table, Contingency):
            raise InputError(
                f"group {name!r} is a {type(table).__name__}: resampling draws objects, so weights "
                "must be integers"
            )
    ordered = [tables[name] for name in ordered_groups(tables)]
    total = _sum(ordered)
    classes, clusters = _places(total.classes), _places(total.clusters)
    width = len(total.clusters)
    keys = total.rows.astype(np.int64) * width + total.cols
    units, cells, counts = [], [], []
    for unit, table in enumerate(ordered):
        rows = np.array([classes[_key(name)] for name in table.classes])[table.rows]
        cols = np.array([clusters[_key(name)] for name in table.clusters])[table.cols]
        cells.append(np.searchsorted(keys, rows * width + cols))
        units.append(np.full(table.nnz, unit))
        counts.append(table.counts)
    entries = np.concatenate(counts), (np.concatenate(units), np.concatenate(cells))
    return GroupSample(total, csr_array(entries, shape=(len(ordered), total.nnz)))


def pair_of_tables(tables: Any) -> Pairing:
    """Return two clusterings of the same objects, from their joint table, or of the same groups.

    Those come from a mapping of group to table for each clustering: a pair of mappings, or a
    mapping with two entries.
    """
    if isinstance(tables, JointTable):
        return _pair_of_joint(tables)
    sides = list(tables.values()) if isinstance(tables, Mapping) else list(tables)
    if len(sides) > 2 and all(isinstance(one, Mapping) for one in sides):
        raise InputError(
            f"table holds tables by group of {len(sides)} clusterings, and a difference is of two: "
            f"pass two of them, or {_RANK_ALL}"
        )
    if len(sides) != 2 or not all(isinstance(one, Mapping) for one in sides):
        raise InputError(
            "table must be the joint table of two clusterings, tabulate(source, truth, [a, b], "
            "joint=True), or their tables by group, groups=...: a table of all objects does not "
            "say which of them are the same"
        )
    odd = set(sides[0]) ^ set(sides[1])
    if odd:
        raise InputError(f"group {next(iter(odd))!r} has a table of one clustering only")
    for group, table in sides[0].items():
        if table.n != sides[1][group].n:
            raise InputError(
                f"group {group!r} has {table.n} objects in a and {sides[1][group].n} in b: both "
                "must label the same objects"
            )
    return pair_of_samples(*map(sample_of_tables, sides))


def _pair_of_joint(table: JointTable) -> Pairing:
    """Return the two clusterings of a joint table."""
    if len(table.predictions) != 2:
        many = number_of(len(table.predictions), "clustering", "clusterings")
        raise InputError(
            f"table counts {many} jointly, and a difference is of two: pass table.select(a, b) "
            f"with two of their names, table.table(a) for one alone, or {_RANK_ALL}"
        )
    if table.guessed:
        Contingency.warn_of_guess()
    one, other = (objects_of(table.pair(name)) for name in table.predictions)
    return pair_of_objects(one, other, None if table.units is None else from_zero(table.units))


def pair_of_samples(a: GroupSample, b: GroupSample) -> PairedGroups:
    """Pair two samples of the same groups, whose objects cannot be matched.

    Whether the clusterings are the same is unknown; to be safe they count as different.
    """
    first = np.arange(a.table.nnz) if a.table.shape[1] > 1 else np.zeros(b.table.nnz, np.int64)
    second = np.zeros(len(first), np.int64) if a.table.shape[1] > 1 else np.arange(b.table.nnz)
    return PairedGroups(a, b, first, second)


def ordered_groups(names: Mapping[Any, Any]) -> list[Any]:
    """Return the names of groups in ascending order, or as they come if they cannot be sorted."""
    try:
        return sorted(names)
    except TypeError:
        return list(names)


def _sum(tables: list[Contingency]) -> Contingency:
    """Add tables pairwise, so that small tables are added to small ones."""
    if len(tables) == 1:
        return tables[0]
    middle = len(tables) // 2
    return _sum(tables[:middle]) + _sum(tables[middle:])


def _places(names: Any) -> dict[Any, int]:
    return {_key(name): place for place, name in enumerate(names)}


def _key(name: Any) -> Any:
    return id(name) if isinstance(name, Unlabeled) else label_key(name)
