"""Names and numbers as they stand in a figure: printable, short, rounded, at round places."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import ceil, floor, isinf, log10
from unicodedata import east_asian_width

from ...base.wording import printable
from .marks import Tick

_LONGEST = 28  # characters of a name beside an axis


def short(name: Hashable, longest: int = _LONGEST) -> str:
    """A name that fits: of a long one the beginning and the end.

    >>> short("a" * 20 + "b" * 20, 11)
    'aaaaaaa…bbb'
    """
    text = str(name)
    if not text.isascii():  # wide letters take the room of two
        wide = sum(east_asian_width(sign) in "WF" for sign in text[:longest])
        longest = max(8, longest - longest * wide // (2 * min(len(text), longest)))
    tail = longest * 2 // 5 - 1
    if len(text) > 4 * longest:  # what is cut off need not be made printable
        text = text[: 2 * longest] + text[-2 * longest :]
    text = printable(text)
    return text if len(text) <= longest else f"{text[: longest - tail - 1]}…{text[-tail:]}"


def short_names(names: Iterable[Hashable], longest: int = _LONGEST) -> list[str]:
    """Short names, told apart by a number where shortening made two alike."""
    found: list[str] = []
    seen: dict[str, int] = {}
    for name in names:
        text = short(name, longest)
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else f"{short(name, longest - 4)} ({seen[text]})")
    return found


def count(value: float) -> str:
    """A count with thousands set apart, or a weight with two decimals.

    >>> count(12345), count(0.5)
    ('12,345', '0.50')
    """
    whole = isinstance(value, int) or float(value).is_integer()
    return f"{int(value):,}" if whole else f"{value:,.2f}"


def decimals(value: float, places: int = 3) -> str:
    """A score with a proper minus sign.

    >>> decimals(-0.1)
    '−0.100'
    """
    if isinf(value):
        return "no known bound"
    text = f"{value:.{places}f}"
    zero = not any(digit in text for digit in "123456789")
    return text.replace("-", "") if zero else text.replace("-", "−")


def round_ticks(low: float, high: float, most: int = 6) -> tuple[Tick, ...]:
    """At most about `most` round numbers between two ends.

    >>> [label for _, label in round_ticks(0, 1)]
    ['0', '0.2', '0.4', '0.6', '0.8', '1']
    """
    low, high = min(low, high), max(low, high)
    span = high - low
    if span <= 0:
        return ((low, f"{low:g}"),)
    power = 10.0 ** floor(log10(span / most))
    step = next(power * m for m in (1, 2, 5, 10, 20) if span / (power * m) <= most)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    places = max(0, -floor(log10(step) + 1e-9))
    return tuple((k * step, _tick(k * step, places)) for k in range(first, last + 1))


def whole_ticks(values: Sequence[int], most: int = 10) -> tuple[Tick, ...]:
    """Whole numbers among those given, thinned out evenly, both ends kept.

    >>> [label for _, label in whole_ticks([2, 3, 4, 5])]
    ['2', '3', '4', '5']
    """
    chosen = sorted(set(values))
    step = ceil(len(chosen) / most)
    kept = chosen[::step]
    return tuple((float(value), f"{value:,}") for value in kept)


def _tick(value: float, places: int) -> str:
    text = f"{value:,.{places}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−") or "0"
