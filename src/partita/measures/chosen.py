"""Which measures are asked for, and with which options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from ..base.checks import real
from ..base.errors import InputError
from .measure import MEASURES, Measure, measure

Asked: TypeAlias = "str | Measure | tuple[str | Measure, Mapping[str, Any]]"

ALL = "all"  # every measure


def labelled(name: str, options: Mapping[str, Any]) -> str:
    """A measure with its options, as the command line spells them."""
    written = ",".join(f"{option}={value}" for option, value in options.items())
    return f"{name}:{written}" if written else name


class Request(NamedTuple):
    """A measure and the options it shall be given."""

    measure: Measure
    options: Mapping[str, Any]

    @property
    def label(self) -> str:
        """The measure with its options, as the command line spells them."""
        return labelled(self.measure.name, self.options)

    @property
    def sign(self) -> int:
        """1 where higher is better, else -1: times the value, more is always better."""
        return 1 if self.measure.better == "higher" else -1


def requests(measures: Asked | Iterable[Asked] | None) -> list[Request]:
    """Read what was asked for, each once; without anything, the headline measures.

    ``"all"`` stands for every measure but baselines, with its default options.

    >>> [request.label for request in requests(["ARI", ("v_measure", {"beta": 0.5})])]
    ['adjusted_rand', 'v_measure:beta=0.5']
    """
    if measures is None:
        return [Request(m, {}) for m in MEASURES.values() if m.headline]
    listed: Any = measures
    if isinstance(measures, (str, Measure)) or _pair(measures):
        listed = [measures]
    if not isinstance(listed, Iterable):
        raise _not_a_measure(measures)
    found = [each for one in listed for each in _requested(one)]
    if not found:
        raise InputError("measures is empty: name at least one, or leave it out for the main ones")
    return [one for place, one in enumerate(found) if one not in found[:place]]


def asks_for_all(measures: Asked | Iterable[Asked] | None) -> bool:
    """Whether ``"all"`` is among what was asked for."""
    return measures == ALL or (isinstance(measures, (list, tuple)) and ALL in measures)


def _requested(one: Asked) -> list[Request]:
    if one != ALL:
        return [request(one)]
    return [Request(m, {}) for m in MEASURES.values() if not m.baseline]


def request(asked: Asked) -> Request:
    """Read one measure: its name, ``"name:option=value"``, or the pair of name and options."""
    if isinstance(asked, Measure):
        return Request(asked, {})
    if pair := _pair(asked):
        name, options = pair
        found = measure(name)
        for option in options:
            if option not in found.options:
                raise _unknown(found, option)
        given = {name: _plain(found, name, value) for name, value in options.items()}
        return Request(found, _ordered(found, given))
    if not isinstance(asked, str):
        raise _not_a_measure(asked)
    name, _, settings = asked.partition(":")
    found = measure(name)
    parts = settings.split(",") if settings else []
    return Request(found, _ordered(found, dict(_option(found, part) for part in parts)))


def _pair(asked: object) -> tuple[str | Measure, Mapping[str, Any]] | None:
    """The measure and its options where they were given as such."""
    if isinstance(asked, tuple) and len(asked) == 2 and isinstance(asked[1], Mapping):
        return asked[0], asked[1]
    return None


def _option(found: Measure, text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if name not in found.options:
        raise _unknown(found, name)
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
    """Numbers as Python has them, whole where the default is whole: 1 and 1.0 are one option."""
    number = real(value)
    if number is None or isinstance(found.options[name], (str, bool)):
        return value
    whole = isinstance(found.options[name], int) and number.is_integer()
    return int(number) if whole else number


def _ordered(found: Measure, given: dict[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in found.options if name in given}


def _not_a_measure(found: object) -> InputError:
    return InputError(
        f"measures: expected a measure, its name, or (name, {{option: value}}); found {found!r}"
    )


def _unknown(found: Measure, option: str) -> InputError:
    known = ", ".join(found.options) or "none"
    return InputError(f"measures: {found.name} has no option {option!r}; its options: {known}")
