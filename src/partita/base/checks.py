"""Checks of options: each returns the value to use, or raises an error that says what to write."""

from __future__ import annotations

from functools import cache
from math import inf, isnan
from operator import index
from typing import TYPE_CHECKING

from .errors import InputError, UndefinedError
from .wording import show

if TYPE_CHECKING:
    from fractions import Fraction

    from .arithmetic import Exact

_TRUTH_VALUES = ("bool", "bool_")  # by name, because NumPy is not imported here
_MOST_THREADS = 1024  # as many as the kernel starts


def one_of(option: str, value: object, choices: tuple[str, ...]) -> str:
    """Check an option that names one of a few variants."""
    if isinstance(value, str) and value in choices:
        return value
    raise InputError(f"{option} must be one of {', '.join(map(repr, choices))}; got {show(value)}")


def real(value: object) -> float | None:
    """Return a number as a float; None for anything else, including bools, text and NaN."""
    if isinstance(value, (str, bytes)) or type(value).__name__ in _TRUTH_VALUES:
        return None
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return None if isnan(number) else number


def beta_of(beta: float) -> float:
    """Check a weighting parameter: a number from 0 to infinity, both included."""
    number = beta if type(beta) is float else real(beta)
    if number is None or not number >= 0:
        raise InputError(
            f"beta must be a number from 0 to infinity, both included; got {show(beta)}"
        )
    return number


def non_negative(option: str, value: float) -> Fraction:
    """Check an option that is a finite number, 0 or more; return it exactly."""
    number = real(value)
    if number is None or not 0 <= number < inf:
        raise InputError(f"{option} must be a finite number, 0 or more; got {show(value)}")
    return _fraction(number)


def unit_share(option: str, value: float) -> Fraction:
    """Check an option that is a share from 0 to 1; return it exactly."""
    number = real(value)
    if number is None or not 0 <= number <= 1:
        raise InputError(f"{option} must be a number from 0 to 1; got {show(value)}")
    return _fraction(number)


def confidence_of(confidence: object) -> float:
    """Check a confidence level."""
    percent = real(confidence)
    meant = percent / 100 if percent is not None and 1 < percent < 100 else 0.95
    return inner_share("confidence", confidence, meant)


def inner_share(option: str, value: object, example: float) -> float:
    """Check an option that is a share between 0 and 1, both excluded."""
    number = real(value)
    if number is None or not 0 < number < 1:
        raise InputError(
            f"{option} must be a number between 0 and 1, such as {example:g}; got {show(value)}"
        )
    return number


@cache
def _fraction(number: float) -> Fraction:
    from fractions import Fraction

    return Fraction(number)


def whole_from(argument: str, value: object, least: int) -> int:
    """Check an integer that is at least `least`."""
    try:
        number = None if type(value).__name__ in _TRUTH_VALUES else index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or number < least:
        raise InputError(f"{argument} must be an integer of at least {least}; got {show(value)}")
    return number


def whole_numbers(argument: str, values: object, least: int) -> list[int]:
    """Check a list of integers that are at least `least`."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise InputError(
            f"{argument} must be a list of integers, each at least {least}; got {show(values)}: "
            "for a single one pass [k]"
        )
    return [whole_from(argument, value, least) for value in values]


def thread_count(threads: object) -> int:
    """Check a number of threads; None becomes 0, with which the kernel chooses."""
    if threads is None:
        return 0
    try:
        found = whole_from("threads", threads, 1)
    except InputError:
        found = 0
    if not 1 <= found <= _MOST_THREADS:
        raise InputError(
            f"threads must be an integer from 1 to {_MOST_THREADS}, or None for all; got "
            f"{show(threads)}"
        )
    return found


def object_count(
    objects: Exact, what: str = "this measure counts objects", instead: str = "use integer weights"
) -> int:
    """Return a number of objects; refuse the total of fractional weights."""
    if not isinstance(objects, int):
        raise UndefinedError(f"{what}, and fractional weights are not counts; {instead}")
    return objects
