"""A measure with its options: how users request it, its label, and its values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..base.checks import real
from ..base.errors import InputError
from ..base.wording import show
from .formula import check_option_names
from .measure import MEASURES, Measure, measure

if TYPE_CHECKING:
    from ..table.table import Table

ALL = "all"  # every measure


def labeled(name: str, options: Mapping[str, Any]) -> str:
    """Return a measure with its options, as on the command line."""
    written = ",".join(f"{option}={value}" for option, value in options.items())
    return f"{name}:{written}" if written else name


class Chosen(NamedTuple):
    """A measure and its options."""

    measure: Measure
    options: dict[str, Any]

    @property
    def label(self) -> str:
        """The measure with its options, as on the command line."""
        return labeled(self.measure.name, self.options)

    @property
    def sign(self) -> int:
        """1 if higher is better, otherwise -1; sign times value is always better if higher."""
        return 1 if self.measure.better == "higher" else -1

    @property
    def statistic(self) -> str:
        """The attribute of a table that the formula reads; empty for the table itself."""
        return self.measure.statistic

    def of(self, table: Table) -> float:
        """Read the measure from one table."""
        return self.measure.of(table, **self.options)

    def read(self, statistic: Any, *, perfect: bool = False) -> float:
        """Evaluate the formula on its statistic; a perfect table has the declared value."""
        if perfect and self.measure.perfect is not None:
            return self.measure.perfect
        return self.measure.read(statistic, **self.options)


Asked: TypeAlias = "str | Measure | Chosen | tuple[str | Measure, Mapping[str, Any]]"


def choose_all(measures: Asked | Iterable[Asked] | None) -> list[Chosen]:
    """Read a request for measures, without duplicates; None means the headline measures.

    ``"all"`` means every measure except baselines, with its default options.

    >>> [chosen.label for chosen in choose_all(["ARI", ("v_measure", {"beta": 0.5})])]
    ['adjusted_rand', 'v_measure:beta=0.5']
    """
    if measures is None:
        return [Chosen(m, {}) for m in MEASURES.values() if m.headline]
    listed: Any = measures
    if isinstance(measures, (str, Measure)) or _pair(measures):
        listed = [measures]
    if not isinstance(listed, Iterable):
        raise _not_a_measure(measures)
    found = [each for one in listed for each in _every(one)]
    if not found:
        raise InputError("measures is empty: name at least one, or leave it out for the main ones")
    return [one for place, one in enumerate(found) if one not in found[:place]]


def asks_for_all(measures: Asked | Iterable[Asked] | None) -> bool:
    """Whether ``"all"`` is among the requested measures."""
    return measures == ALL or (isinstance(measures, (list, tuple)) and ALL in measures)


def _every(one: Asked) -> list[Chosen]:
    if one != ALL:
        return [choose(one)]
    return [Chosen(m, {}) for m in MEASURES.values() if not m.baseline]


def choose(asked: Asked) -> Chosen:
    """Read one measure: a name, ``"name:option=value"``, or a pair of name and options."""
    if isinstance(asked, Chosen):
        return asked
    if isinstance(asked, Measure):
        return Chosen(asked, {})
    if pair := _pair(asked):
        name, options = pair
        found = measure(name)
        check_option_names(found.name, options, found.options)
        given = {name: _plain(found, name, value) for name, value in options.items()}
        return Chosen(found, _ordered(found, given))
    if not isinstance(asked, str):
        raise _not_a_measure(asked)
    name, _, settings = asked.partition(":")
    found = measure(name)
    parts = settings.split(",") if settings else []
    return Chosen(found, _ordered(found, dict(_option(found, part) for part in parts)))


def _pair(asked: object) -> tuple[str | Measure, Mapping[str, Any]] | None:
    """Return a measure and its options if they were given as a pair."""
    if isinstance(asked, tuple) and len(asked) == 2 and isinstance(asked[1], Mapping):
        return asked[0], asked[1]
    return None


def _option(found: Measure, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    check_option_names(found.name, [name], found.options)
    if not equals:
        raise InputError(
            f"measures: {name} of {found.name} has no value; write {found.name}:{name}=VALUE"
        )
    if isinstance(found.options[name], str):
        return name, value
    try:
        number = real(float(value))
    except ValueError:
        number = None
    if number is None:
        raise InputError(f"measures: {name} of {found.name} must be a number, found {value!r}")
    return name, _plain(found, name, number)


def _plain(found: Measure, name: str, value: Any) -> Any:
    """Return a Python number, an integer if the default is one: 1 and 1.0 are the same option."""
    number = real(value)
    if number is None or isinstance(found.options[name], (str, bool)):
        return value
    whole = isinstance(found.options[name], int) and number.is_integer()
    return int(number) if whole else number


def _ordered(found: Measure, given: dict[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in found.options if name in given}


def _not_a_measure(found: object) -> InputError:
    return InputError(
        f"measures: expected a measure, its name, or (name, {{option: value}}); found {show(found)}"
    )
