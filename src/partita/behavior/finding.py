"""What was found for one property of one measure, with the evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from ..table.contingency import Contingency

Answer: TypeAlias = Literal["yes", "asymptotically", "no", "no value"]
Cells: TypeAlias = "tuple[tuple[int, ...], ...]"

_WRITTEN_OUT = 30  # cells of a table that fits into a sentence


@dataclass(frozen=True, slots=True)
class Example:
    """Tables that show how a property holds or fails, with the values of the measure there.

    Attributes
    ----------
    tables : tuple
        The contingency tables, each a tuple of rows (classes) of counts.
    values : tuple of float
        The numbers that were compared.
    says : str
        What the values show, in a sentence.
    """

    tables: tuple[Cells, ...]
    values: tuple[float, ...]
    says: str

    def __str__(self) -> str:
        small = sum(len(row) for table in self.tables for row in table) <= _WRITTEN_OUT
        where = " and ".join(str([list(row) for row in table]) for table in self.tables)
        return f"{where}: {self.says}" if where and small else self.says


@dataclass(frozen=True, slots=True)
class PropertyFinding:
    """Whether a measure has a property.

    Attributes
    ----------
    name : str
        "P3", "n-invariance", "triangle inequality", ...
    statement : str
        What the property demands.
    source : str
        Key of the paper that states it; empty for a definition of the field.
    answer : {"yes", "asymptotically", "no", "no value"}
        "no" is proven by the example. "yes" means that no trial refuted it. "asymptotically" means
        that what is missing fades as all counts grow. "no value": the measure is defined nowhere
        that the property speaks of.
    rate : float
        The share of the trials in which the property held.
    trials : int
        On how many tables, pairs or triples of tables it was tried.
    decided : bool
        Whether the trials are all cases up to the size that `statement` names, so that "yes" is
        proven for these sizes.
    example : Example or None
        The smallest counterexample found; for "yes", a case in which the property shows.
    claimed : bool
        Whether the declaration of the measure claims the property.
    """

    name: str
    statement: str
    source: str
    answer: Answer
    rate: float
    trials: int
    decided: bool = False
    example: Example | None = None
    claimed: bool = False

    @property
    def holds(self) -> bool:
        """Whether no trial refuted the property."""
        return self.answer == "yes"

    @property
    def false_claim(self) -> bool:
        """Whether the declaration of the measure claims the property, and a trial refuted it."""
        return self.claimed and self.answer in ("no", "asymptotically")

    def __str__(self) -> str:
        how = f"{self.rate:.0%} of {self.trials:,} trials" if self.trials else "no trial"
        shown = f"\n    {self.example}" if self.example else ""
        return f"{self.name}: {self.answer} ({how}). {self.statement}{shown}"

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain values, as JSON takes them.

        Returns
        -------
        dict
            The fields by name.
        """
        from dataclasses import asdict

        return asdict(self)


def cells(table: Contingency) -> Cells:
    """Return a table as rows of integers."""
    rows = np.asarray(table.to_scipy().toarray())
    return tuple(tuple(map(int, row)) for row in rows)
