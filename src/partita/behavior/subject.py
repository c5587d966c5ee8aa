"""The measure under study: a registered one, or a plain function of labels or of a table."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import Parameter, signature
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from ..base.errors import InputError, UndefinedError
from ..measures.chosen import Asked, Chosen, choose
from ..measures.measure import Measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..base.arrays import Codes
    from ..measures.claims import Better
    from ..table.contingency import Contingency

    Function: TypeAlias = "Callable[..., float]"

_POSITIONAL = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


@dataclass(frozen=True, slots=True)
class Subject:
    """A measure that can be read from any table of counts.

    Attributes
    ----------
    label : str
        The measure with its options, or the name of the function.
    better : {"higher", "lower"}
        Which direction means more agreement.
    chosen : Chosen or None
        The registered measure; None for a plain function.
    function : callable or None
        The plain function; None for a registered measure.
    reads : {"table", "labels"}
        What the function is called with.
    """

    label: str
    better: Better
    chosen: Chosen | None = None
    function: Function | None = None
    reads: Literal["table", "labels"] = "table"

    @property
    def sign(self) -> int:
        """1 where higher is better, else -1: multiplied by it, more is always better."""
        return 1 if self.better == "higher" else -1

    @property
    def ours(self) -> bool:
        """Whether the measure comes with partita."""
        return self.chosen is not None and self.chosen.measure.ours

    def of(self, table: Contingency) -> float | None:
        """Return the value on a table, or None where the measure has none.

        Raises
        ------
        InputError
            A user's formula fails for another reason than a division by zero.
        """
        try:
            value = self._read(table)
        except (UndefinedError, ArithmeticError):
            return None
        except Exception as error:
            if self.ours:
                raise
            raise InputError(
                f"{self.label}: its formula fails on a table of {table.n} objects: {error!r}"
            ) from error
        return value if isfinite(value) else None

    def _read(self, table: Contingency) -> float:
        if self.chosen is not None:
            return self.chosen.of(table)
        assert self.function is not None  # noqa: S101 - one of the two is always given
        if self.reads == "table":
            return float(self.function(table))
        return float(self.function(*labels_of(table)))


def labels_of(table: Contingency) -> tuple[Codes, Codes]:
    """Return two labelings with this contingency table, cell by cell."""
    cells = table.to_scipy().tocoo()
    return np.repeat(cells.row, cells.data), np.repeat(cells.col, cells.data)


def subject(measure: Asked | Function, better: Better | None = None) -> Subject:
    """Read what is to be studied.

    Parameters
    ----------
    measure : str, Measure, pair of measure and options, or callable
        A registered measure as `compare` takes it, or a plain function of one table or of two
        labelings.
    better : {"higher", "lower"}, optional
        Which direction means more agreement, for a plain function: "higher" by default.

    Raises
    ------
    InputError
        The measure is unknown, or the function takes neither one nor two arguments.

    >>> subject("ARI").label, subject(lambda truth, prediction: 1.0).reads
    ('adjusted_rand', 'labels')
    """
    if not callable(measure) or isinstance(measure, Measure):
        if better is not None:
            raise InputError("better is a claim of a registered measure: leave it out here")
        chosen = choose(measure)
        return Subject(chosen.label, chosen.measure.better, chosen)
    if better not in (None, "higher", "lower"):
        raise InputError(f"better must be 'higher' or 'lower', found {better!r}")
    name = getattr(measure, "__name__", type(measure).__name__)
    needed = _needed(measure)
    if needed not in (1, 2):
        raise InputError(
            f"{name} takes {needed} arguments: pass a function of one contingency table, or of two "
            "labelings (truth, prediction)"
        )
    reads: Literal["table", "labels"] = "table" if needed == 1 else "labels"
    return Subject(name, better or "higher", function=measure, reads=reads)


def _needed(function: Any) -> int:
    """Count the positional arguments without a default."""
    parameters = signature(function).parameters.values()
    return sum(one.kind in _POSITIONAL and one.default is Parameter.empty for one in parameters)
