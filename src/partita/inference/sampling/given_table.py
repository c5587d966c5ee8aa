"""The table that inference is asked about: counted from labels, or given, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...base.errors import InputError
from ...table.contingency import Contingency
from .grouped import group_sample


def table_from(truth: Any, prediction: Any, table: Any, labels: dict[str, Any]) -> Contingency:
    """Count two labelings, or take a ready table; weights must be whole numbers."""
    if table is None:
        if truth is None or prediction is None:
            raise InputError("give truth and prediction, or table=")
        table = Contingency.from_labels(truth, prediction, **labels)
    elif truth is not None or prediction is not None:
        raise InputError("give either truth and prediction or table=, not both")
    elif any(value is not None for value in labels.values() if value != "error"):
        raise InputError("weights, missing, noise and align are for labels, not for table=")
    if isinstance(table, Mapping):  # by group: all objects together
        table = group_sample(table).table
    if not isinstance(table, Contingency):
        raise InputError(
            "resampling draws objects, and fractional weights are not counts of objects; "
            f"use whole weights or a Contingency; got {type(table).__name__}"
        )
    if table.guessed:  # the number of objects decides how far scores vary, whatever the measure
        table.warn_of_guess()
    if table.n >= 2**63:
        raise InputError("resampling needs fewer than 2**63 objects")
    return table
