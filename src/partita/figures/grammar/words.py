"""Names and numbers as they stand in a figure: printable, short, rounded, at round places."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import ceil, floor, isinf, log10

from ...base.wording import brief, number
from .marks import Tick

BESIDE = 28  # characters of a name beside an axis


def short(name: Hashable) -> str:
    """A name as it stands in a figure."""
    return brief(name, BESIDE)


def short_names(names: Iterable[Hashable], longest: int = BESIDE) -> list[str]:
    """Short names, told apart by a number where shortening made two alike."""
    found: list[str] = []
    seen: dict[str, int] = {}
    for name in names:
        text = brief(name, longest)
        seen[text] = seen.get(text, 0) + 1
        found.append(text if seen[text] == 1 else f"{brief(name, longest - 4)} ({seen[text]})")
    return found


def decimals(value: float, places: int = 3) -> str:
    """A score with a proper minus sign; what is not 0 does not read so.

    >>> decimals(-0.1), decimals(-0.00021), decimals(-0.0)
    ('−0.100', '−0.0002', '0.000')
    """
    if isinf(value):
        return "no known bound"
    text = f"{value + 0.0:.{places}f}"
    return (number(value) if value and not float(text) else text).replace("-", "−")


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
