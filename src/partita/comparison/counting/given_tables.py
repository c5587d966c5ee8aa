"""Read tables that `partita.tabulate` counted, which `compare` takes instead of labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...base.checks import thread_count
from ...base.errors import InputError
from ...base.wording import UNNAMED, article
from ...inference.sampling.given_tables import ordered_groups, sample_of_tables
from ...labels import Labeling, LabelPair
from ...labels.policies import DEFAULT
from ...labels.records import from_zero, object_names
from ...table.contingency import Contingency, count_pair
from ...table.joint import JointTable
from ...table.weighted import WeightedContingency
from .counting import Counted, CountOptions, count_noise


def count_tables(
    tables: Any, given: Mapping[str, Any], options: CountOptions
) -> dict[str, Counted]:
    """Read one table, tables by prediction, tables by prediction and group, or a joint table."""
    if any(value is not None for value in given.values()):
        raise InputError("give either truth and prediction or table=, not both")
    if options.policies != DEFAULT or not (options.weights is options.groups is None):
        raise InputError("weights, missing, noise, align and groups are for labels, not for table=")
    if isinstance(tables, JointTable):
        return _count_joint(tables)
    if not isinstance(tables, Mapping):
        return {UNNAMED: _count_table(tables, UNNAMED, {})}
    if not tables:
        raise InputError("table holds no prediction: pass what partita.tabulate returns")
    places = _group_places([one for one in tables.values() if isinstance(one, Mapping)])
    return {str(name): _count_table(one, name, places) for name, one in tables.items()}


def _count_joint(joint: JointTable) -> dict[str, Counted]:
    """Each clustering of a joint table: all share their kinds of objects."""
    units = None if joint.units is None else from_zero(joint.units)
    names = None if joint.units is None else joint.units.names
    found = {}
    for name in joint.predictions:
        pair = joint.pair(name)
        table, noise = count_pair(pair, thread_count(None)), count_noise(pair, joint.policies)
        own = Counted(table, pair, noise, joint.policies, units, names, rows="kinds")
        found[str(name)] = own
    return found


def _group_places(tables: list[Mapping[Any, Any]]) -> dict[Any, int]:
    """Number the groups of all predictions together, so that equal numbers mean equal groups."""
    names = ordered_groups({group: None for one in tables for group in one})
    return {group: place for place, group in enumerate(names)}


def _count_table(table: Any, name: Any, places: Mapping[Any, int]) -> Counted:
    if isinstance(table, Mapping):
        return _count_groups(table, places)
    if not isinstance(table, Contingency | WeightedContingency):
        raise InputError(
            f"table[{name!r}] is {article(type(table).__name__)}: pass what partita.tabulate "
            "returns, a table or tables by prediction (by group below that)"
        )
    pair = _pair(table, np.arange(table.nnz), table.counts)
    return Counted(table, pair, 0, rows="cells")


def _count_groups(tables: Mapping[Any, Any], places: Mapping[Any, int]) -> Counted:
    sample = sample_of_tables(tables)
    shares = sample.shares.tocoo()
    pair = _pair(sample.table, shares.col, shares.data)
    units = np.array([places[group] for group in ordered_groups(tables)])[shares.row]
    names = object_names(places)
    return Counted(sample.table, pair, 0, units=units, unit_names=names, rows="cells")


def _pair(table: Contingency | WeightedContingency, cells: Any, counts: Any) -> LabelPair:
    """A row for each cell (of each group) that represents all its objects."""
    truth, prediction = (
        Labeling(places[cells].astype(np.int64), 0, names)
        for places, names in ((table.rows, table.classes), (table.cols, table.clusters))
    )
    return LabelPair(truth, prediction, counts)
