"""The measure under study: a registered one, or a plain function of labels or of a table."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from ..base.errors import InputError, UndefinedError
from ..base.wording import show
from ..measures.chosen import Asked, Chosen, choose
from ..measures.measure import Measure
from .functions import NO_VALUE, label_of, number_in, plain, reads_of, returned

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..base.arrays import Codes
    from ..measures.claims import Better
    from ..table.contingency import Contingency

    Function: TypeAlias = "Callable[..., float]"

_WRITTEN_OUT = 12  # labels, or cells of a table, that fit into a message


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
    def poorest(self) -> float:
        """The poorest value of a complete measure: 0 for a similarity, 1 for a distance."""
        return 0.0 if self.better == "higher" else 1.0

    @property
    def best(self) -> float:
        """The best value of a complete measure."""
        return 1.0 - self.poorest

    @property
    def ours(self) -> bool:
        """Whether the measure comes with partita."""
        return self.chosen is not None and self.chosen.measure.ours

    def of(self, table: Contingency) -> float | None:
        """Return the value on a table, or None where the measure has none.

        Raises
        ------
        InputError
            A user's formula fails for another reason than a division by zero, or it does not
            return a finite number.
        """
        try:
            found = self._read(table)
        except (UndefinedError, ArithmeticError):
            return None
        except Exception as error:
            if self.ours:
                raise
            raise InputError(
                f"{self.label} fails on {self.called_with(table)}: {error!r}; {NO_VALUE}"
            ) from error
        value = number_in(found)
        if value is None or not isfinite(value):
            raise InputError(
                f"{self.label} must return a finite number, but on {self.called_with(table)} it "
                f"{returned(found)}"
            )
        return value

    def _read(self, table: Contingency) -> object:
        if self.chosen is not None:
            return self.chosen.of(table) if self.ours else _by_formula(self.chosen, table)
        assert self.function is not None  # noqa: S101 - one of the two is always given
        return self.function(*((table,) if self.reads == "table" else labels_of(table)))

    def called_with(self, table: Contingency) -> str:
        """What the function was called with: in full if it is short, else by its size."""
        rows, columns = table.shape
        size = f"{table.n:,} objects in {rows} classes and {columns} clusters"
        if self.reads == "labels":
            truth, prediction = labels_of(table) if table.n <= _WRITTEN_OUT else ((), ())
            shown = f"truth {list(map(int, truth))} and prediction {list(map(int, prediction))}"
            return shown if len(truth) else f"labels of {size}"
        if rows * columns <= _WRITTEN_OUT:
            return f"the table {table.to_scipy().toarray().tolist()} (rows are classes)"
        return f"a table of {size}"


def _by_formula(chosen: Chosen, table: Contingency) -> float:
    """Read a user's measure without its claims, so that a false one can be refuted.

    Calls of the measure itself refuse values outside its bounds, and return the declared value for
    identical partitions. Only where the formula divides by zero does the declared limit count.
    """
    own = chosen.measure
    statistic = getattr(table, own.statistic) if own.statistic else table
    if not table.perfect:
        return own.read(statistic, **chosen.options)
    try:
        return own.function(statistic, **chosen.options)
    except ArithmeticError:
        return own.read(statistic, perfect=True, **chosen.options)


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
        The measure is unknown, or the function does not take one or two arguments.

    >>> subject("ARI").label, subject(lambda truth, prediction: 1.0).reads
    ('adjusted_rand', 'labels')
    """
    if isinstance(measure, tuple) and any(map(plain, measure[:1])):
        name = label_of(measure[0])
        raise InputError(
            "measure: only registered measures take (name, {option: value}); for a function write "
            f"functools.partial({name}, option=value)"
        )
    if isinstance(measure, list):
        raise InputError(
            f"measure: found a list; write partita.property_matrix({measure!r}) for several"
        )
    if isinstance(measure, (str, Measure, tuple)):
        if better is not None:
            raise InputError("better is a claim of a registered measure: leave it out here")
        chosen = choose(measure)
        return Subject(chosen.label, chosen.measure.better, chosen)
    if not plain(measure):
        raise InputError(
            "measure: expected a measure, its name, (name, {option: value}) or a function; found "
            f"{show(measure)}"
        )
    if better not in (None, "higher", "lower"):
        raise InputError(f"better must be 'higher' or 'lower', found {better!r}")
    label = label_of(measure)
    return Subject(label, better or "higher", function=measure, reads=reads_of(measure, label))
