"""Does the best clustering stay the best if measure, noise policy or chance model change?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...base.shown import Framed
from ...base.wording import brief, listed
from ...chance.adjustment import adjusted
from ...chance.models import MODELS
from ...labels.records import object_names
from ...measures.chosen import choose
from ...table.contingency import Contingency
from ..counting.columns import Columns
from ..counting.score import value_or_reason
from ..counting.treatments import treatments

if TYPE_CHECKING:
    from ...measures.chosen import Chosen
    from ..counting.treatments import Tables

ADJUSTED = "adjusted_rand"  # adjusted by other null models, whose means have a formula


@dataclass(frozen=True, eq=False)
class Robustness(Framed):
    """How often the best clustering stays the best when a choice of the analysis changes.

    `table` has a row per choice: about ("measure", "noise", "singletons" or "chance"), choice,
    winner (the best clustering then), value, and wins (whether the best clustering is as good).
    """

    best: str  #: the clustering that is asked about: the best by the leading measure
    table: Columns  #: a row per choice
    soft: int = 0  #: number of soft clusterings, which have no table and are left out

    @property
    def wins(self) -> dict[str, tuple[int, int]]:
        """How often the clustering scores best, and of how many choices, by kind of choice."""
        found: dict[str, tuple[int, int]] = {}
        for row in self.table.rows():
            won, all_ = found.get(row["about"], (0, 0))
            found[row["about"]] = (won + row["wins"], all_ + 1)
        return found

    @property
    def sentence(self) -> str:
        """The result in words."""
        often = listed([_text(*one) for one in self.wins.items()])
        wins = f"{brief(self.best)} scores best {often}."
        return f"Of the hard clusterings, {wins}" if self.soft else wins

    def __str__(self) -> str:
        return f"{self.table}\n{self.sentence}"

    def __repr__(self) -> str:
        return f"<Robustness: {self.sentence}>"


def _text(about: str, counts: tuple[int, int]) -> str:
    """How often the clustering scores best by one kind of choice."""
    won, every = counts
    if about == "singletons":
        return f"{'with and without' if won else 'only with'} clusters of one object"
    share = f"{won} of {every}"
    if won == every:
        share = "both" if every == 2 else f"all {every}"
    return _SHARES[about].format(share)


_SHARES = {
    "measure": "by {} measures",
    "noise": "under {} treatments of noise",
    "chance": "under {} models of chance",
}


def robustness(tables: Tables, measures: Sequence[Chosen], lead: Chosen) -> Robustness | None:
    """Change one choice at a time; None without two clusterings, or without another choice.

    The first clustering is the best by `lead`.
    A choice by which some clustering has no value is left out.
    """
    if len(tables) < 2:
        return None
    best = next(iter(tables))
    rows: list[tuple[str, str, str, float, bool]] = []
    for about, choice, chosen, variant in _choices(tables, measures, lead):
        values = {name: value_or_reason(chosen, table) for name, table in variant.items()}
        known = {name: value for name, value in values.items() if not isinstance(value, str)}
        if len(known) < len(tables):
            continue
        top = max(known, key=lambda name: chosen.sign * known[name])
        rows.append((about, choice, top, known[top], known[best] == known[top]))
    if not rows:
        return None
    names = ("about", "choice", "winner", "value", "wins")
    columns = dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))
    texts = {name: object_names(columns[name]) for name in names[:3]}
    return Robustness(best, Columns({**columns, **texts}))


def _choices(
    tables: Tables, measures: Sequence[Chosen], lead: Chosen
) -> Iterator[tuple[str, str, Chosen, Tables]]:
    """Each choice: what it is about, its name, the measure, and the tables."""
    if len(measures) > 1:
        for chosen in measures:
            yield "measure", chosen.label, chosen, tables
    for about, choice, treated in treatments(tables):
        yield about, choice, lead, treated
    unweighted = all(isinstance(table, Contingency) for table in tables.values())
    if lead.label == ADJUSTED and unweighted:
        for name in MODELS:
            yield "chance", name, choose(adjusted("rand", name)), tables
