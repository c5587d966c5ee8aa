"""Records of statistics, and how sums of ratios are read from the kernel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Self

from ..base.arithmetic import Exact
from ..base.errors import UndefinedError
from ..base.late import kept

_DIGITS = 40  # of a sum of weights that a difference may lose: double-doubles have 66 more


class Record:
    """A record made of its values, in the order of their declaration or by name.

    Most statistics are such records: a named tuple takes ten times as long to declare, and the list
    of measures must load in an instant. Tables may make their own kind of a record, in which
    values are read when they are asked for.
    """

    _record: type[Record]  # whose values these are, whatever reads them
    _fields: tuple[str, ...] = ()

    def __init_subclass__(cls) -> None:
        if "__init__" not in vars(cls):  # else it reads the values of the record above it
            cls._record = cls
            cls._fields = tuple(vars(cls).get("__annotations__", cls._fields))

    def __init__(self, *values: Any, **named: Any) -> None:
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
    """A value that the record declares: computed when it is asked for, and kept."""
    return kept(compute)


class Ratios(Record):
    """How a table's sums of ratios are read."""

    read: Callable[[Any], Exact]
    places: int  # binary: two equal sums may differ by 2**-places of the objects, being cut off
    unit: int | None  # into how many parts the kernel divides 1; None where it does not


def require_digits(difference: Exact, total: Exact) -> None:
    """Refuse a difference of sums of weights of which rounding left too little."""
    if 0 < difference * 2**_DIGITS < total:
        raise UndefinedError(
            "the weights differ by so much that nothing is left of the small ones in a sum; leave "
            f"out the objects that weigh less than 2**-{_DIGITS} of the total"
        )
