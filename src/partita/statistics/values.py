"""The base class of statistics, and how sums of ratios are read from the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Self

from ..base.arithmetic import Exact
from ..base.errors import UndefinedError
from ..base.late import kept

_DIGITS = 40  # binary digits that a difference of sums may lose: double-doubles keep 66 more


class Record:
    """A record made from its values, in the order of their declaration or by name.

    Most statistics are such records: a named tuple takes ten times as long to declare, and the list
    of measures must load in an instant. A subclass with its own `__init__` reads values on first
    use and otherwise equals the record above it.
    """

    _record: type[Record]  # the class that declares the values
    _fields: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        if "__init__" not in vars(cls):  # otherwise it has the values of the record above it
            cls._record = cls
            cls._fields = tuple(vars(cls).get("__annotations__", cls._fields))

    def __init__(self, *values: Any, **named: Any) -> None:
        if len(values) == len(self._fields) and not named:  # a jackknife makes 100,000 records
            self.__dict__.update(zip(self._fields, values, strict=True))
            return
        given = dict(zip(self._fields, values, strict=False), **named)
        if len(values) > len(self._fields) or not given.keys() <= set(self._fields):
            raise TypeError(f"{self._record.__name__} takes {', '.join(self._fields)}")
        self.__dict__.update(given)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a statistic is read, not written; {name!r} cannot be set")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, self._record) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        pairs = zip(self._fields, self._values(), strict=True)
        shown = ", ".join(f"{name}={value!r}" for name, value in pairs)
        return f"{self._record.__name__}({shown})"

    def __reduce__(self) -> tuple[type[Record], tuple[Any, ...]]:
        return self._record, self._values()

    def _replace(self, **values: Any) -> Self:
        """Return the record with other values under these names."""
        given = dict(zip(self._fields, self._values(), strict=True), **values)
        return self._record(**given)  # type: ignore[return-value]

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self._fields)


def asked(compute: Callable[[Any], Any]) -> Any:
    """Return a value of a record that is computed on first use and kept."""
    return kept(compute)


class Ratios(Record):
    """How the sums of ratios of a table are read."""

    read: Callable[[Any], Exact]
    places: int  # binary: truncation makes equal sums differ by up to 2**-places of the objects
    unit: int | None  # the number of parts into which the kernel divides 1; None for weights


def require_digits(difference: Exact, total: Exact) -> None:
    """Refuse a difference of two sums of weights that is mostly rounding."""
    if 0 < difference * 2**_DIGITS < total:
        raise UndefinedError(
            "the weights differ too much: the small ones are lost in a sum; leave out the objects "
            f"that weigh less than 2**-{_DIGITS} of the total"
        )
