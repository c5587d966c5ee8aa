"""Statistics of a table of which each value is read from the kernel when a measure asks for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..base.arithmetic import Exact, exact, in_whole_parts
from ..base.errors import UndefinedError
from ..base.late import kept
from ..statistics.main import Matching, Overlaps

_DIGITS = 40  # of a sum of weights that a difference may lose: double-doubles have 66 more


class Ratios(NamedTuple):
    """How a table's sums of ratios are read."""

    read: Callable[[Any], Exact]
    places: int  # binary: two equal sums may differ by 2**-places of the objects, being cut off
    unit: int | None = None  # into how many parts the kernel divides 1; None where it does not


def require_digits(difference: Exact, total: Exact) -> None:
    """Refuse a difference of sums of weights of which rounding left too little."""
    if 0 < difference * 2**_DIGITS < total:
        raise UndefinedError(
            "the weights differ by so much that nothing is left of the small ones in a sum; leave "
            f"out the objects that weigh less than 2**-{_DIGITS} of the total"
        )


def _read(compute: Callable[[Any], Any]) -> Any:
    """A value that the record declares: computed when it is asked for, and kept."""
    return kept(compute)


def _floor(o: Any) -> Exact:
    """The floor of F; one that is reached is the sum itself, both of which are cut off."""
    floor: Exact = o.ratios.read(o.table.class_f_floor())
    total, least, n = in_whole_parts(o.class_f, floor, o.objects)
    if o.ratios.unit is None:
        require_digits(n - least, n)
    return o.class_f if abs(total - least) << o.ratios.places <= n else floor


class TableOverlaps(Overlaps):
    """Overlaps of the kernel's table."""

    ratios: Ratios

    def __init__(self, table: Any, ratios: Ratios, objects: Exact) -> None:
        values = self.__dict__  # written one by one: a call of `update` takes longer
        values["table"] = table
        values["ratios"] = ratios
        values["objects"] = objects

    @property
    def in_parts(self) -> tuple[Any, Any, Any]:
        """The same as the kernel counts them, without fractions in between."""
        if self.ratios.unit is None:
            return super().in_parts
        return self.ratios.unit, self._precision, self._recall

    classes = _read(lambda o: o.table.shape[0])
    clusters = _read(lambda o: o.table.shape[1])
    _maxima = _read(lambda o: [exact(most) for most in o.table.maxima()])  # found together
    class_maxima = _read(lambda o: o._maxima[0])
    cluster_maxima = _read(lambda o: o._maxima[1])
    largest_class = _read(lambda o: o._maxima[2])
    largest_cluster = _read(lambda o: o._maxima[3])
    class_f = _read(lambda o: o.ratios.read(o.table.class_f()))
    class_f_floor = _read(_floor)
    cluster_f = _read(lambda o: o.ratios.read(o.table.cluster_f()))
    precision = _read(lambda o: o.ratios.read(o._precision))
    recall = _read(lambda o: o.ratios.read(o._recall))

    # As the kernel gives them: of counts, in units.
    _precision = _read(lambda o: o.table.precision())
    _recall = _read(lambda o: o.table.recall())


class TableMatching(Matching):
    """The best matching of the kernel's table; partners are listed when they are asked for."""

    def __init__(self, table: Any, objects: Exact) -> None:
        matched, partners = table.matching()
        self.__dict__.update(
            table=table, partners=partners, objects=objects, matched=exact(matched)
        )

    classes = _read(lambda m: m.table.shape[0])
    clusters = _read(lambda m: m.table.shape[1])
    partner = _read(lambda m: tuple(m.partners.tolist()))
