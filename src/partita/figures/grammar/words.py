"""Names, numbers and cells as text in a figure: printable, short and rounded."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import ceil, floor, isinf, log10
from typing import TYPE_CHECKING, Any

from ...base.wording import brief, count_text, number_text
from .marks import Tick

if TYPE_CHECKING:
    from ...comparison import Columns

_LONGEST = 28  # characters of a name next to an axis


def short(name: Hashable) -> str:
    """A name, shortened for a figure."""
    return brief(name, _LONGEST)


def decimals(value: float, places: int = 3) -> str:
    """A score with a proper minus sign; a small one is not rounded to 0.

    >>> decimals(-0.1), decimals(-0.00021), decimals(-0.0)
    ('−0.100', '−0.0002', '0.000')
    """
    if isinf(value):
        return "no known bound"
    text = f"{value + 0.0:.{places}f}"
    return (number_text(value) if value and not float(text) else text).replace("-", "−")


def round_ticks(low: float, high: float, most: int = 6) -> tuple[Tick, ...]:
    """About `most` round numbers between two ends, or fewer.

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


def log_ticks(low: float, high: float, most: int = 6) -> tuple[Tick, ...]:
    """About `most` round numbers on a logarithmic axis between two ends, or fewer.

    >>> [label for _, label in log_ticks(80, 3000)]
    ['100', '200', '500', '1,000', '2,000']
    """
    decades = range(floor(log10(low)), ceil(log10(high)) + 1)
    for steps in ((1, 2, 5), (1, 3), (1,)):
        found = [m * 10.0**k for k in decades for m in steps if low <= m * 10.0**k <= high]
        if len(found) <= most:
            break
    return tuple((value, f"{value:,.6g}") for value in found[:: ceil(len(found) / most) or 1])


def whole_ticks(values: Sequence[int], most: int = 10) -> tuple[Tick, ...]:
    """Some of the given integers, evenly thinned out, as ticks.

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


def line_sizes(cells: Columns, side: str, place: str) -> list[tuple[Any, Any]]:
    """The name and size of every row (side "class") or column (side "cluster") of a table."""
    found = {row[place]: (row[side], row[f"{side}_size"]) for row in cells.rows()}
    return [found[line] for line in sorted(found)]


def largest_cells(cells: Columns, most: int, link: str) -> str:
    """The largest cells of a table, such as "a in 1: 50"."""
    rows = cells.sorted_by("count", descending=True).head(most).rows()
    return "; ".join(
        f"{short(row['class'])} {link} {short(row['cluster'])}: {count_text(row['count'])}"
        for row in rows
    )
