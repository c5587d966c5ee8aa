"""The same comparison with noise, or clusters of one object, treated in other ways."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..counting.score import Score, value_or_reason
from ..counting.treatments import treatments

if TYPE_CHECKING:
    from ...table.contingency import AnyTable
    from ..comparison import Comparison
    from ..counting.treatments import Tables

AS_GIVEN = "as given"


def treated_comparisons(comparison: Comparison) -> dict[str, Comparison]:
    """The comparison as given, and under each treatment of noise that its tables allow.

    Scores are read from the treated tables, without intervals. Soft clusterings stay as they are.
    """
    tables = {name: one.table for name, one in comparison.counted.items()}
    treated = {choice: _with_tables(comparison, made) for _, choice, made in treatments(tables)}
    return {AS_GIVEN: comparison, **treated}


def _with_tables(comparison: Comparison, tables: Tables) -> Comparison:
    return replace(
        comparison,
        scores=tuple(
            _score(one, tables[one.prediction]) if one.prediction in tables else one
            for one in comparison.scores
        ),
        counted={
            name: one._replace(table=tables[name]) for name, one in comparison.counted.items()
        },
    )


def _score(score: Score, table: AnyTable) -> Score:
    value = value_or_reason(score.chosen, table)
    if isinstance(value, str):
        return Score(score.prediction, score.chosen, None, undefined=value)
    return Score(score.prediction, score.chosen, value)
