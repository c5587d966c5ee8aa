"""The table that inference is asked about: counted from labels, or given, and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...base.errors import InputError
from ...labels import Policies
from ...labels.policies import DEFAULT
from ...table.contingency import Contingency, count_labels
from .grouped import group_sample


def refuse_labels(weights: Any, policies: Policies) -> None:
    """Refuse what says how labels are read, where a table is given in their place."""
    if weights is not None or policies != DEFAULT:
        raise InputError("weights, missing, noise and align are for labels, not for table=")


def table_from(
    truth: Any, prediction: Any, table: Any, weights: Any = None, policies: Policies = DEFAULT
) -> Contingency:
    """Count two labelings, or take a ready table; weights must be whole numbers."""
    if table is None:
        if truth is None or prediction is None:
            raise InputError("give truth and prediction, or table=")
        table = count_labels(truth, prediction, weights, policies, threads=0)
    elif truth is not None or prediction is not None:
        raise InputError("give either truth and prediction or table=, not both")
    else:
        refuse_labels(weights, policies)
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
