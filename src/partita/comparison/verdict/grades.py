"""Words for the adjusted Rand index, after Steinley (2004); the number stands beside each."""

from __future__ import annotations

GRADED = "adjusted_rand"
GRADES = ((0.90, "excellently"), (0.80, "well"), (0.65, "moderately"))  # from here on
POOR = "poorly"


def grade(value: float) -> str:
    """The word for one value.

    >>> grade(0.93), grade(0.9), grade(0.7), grade(0.1)
    ('excellently', 'excellently', 'moderately', 'poorly')
    """
    return next((word for least, word in GRADES if value >= least), POOR)


def graded(low: float, high: float) -> str:
    """The words for both ends of an interval; the lower one alone where they are far apart.

    >>> graded(0.91, 0.95), graded(0.7, 0.85), graded(0.7, 0.95), graded(0.2, 0.95)
    ('excellently', 'moderately to well', 'at least moderately', 'to an uncertain degree')
    """
    worst, best = grade(low), grade(high)
    words = [POOR, *(word for _, word in reversed(GRADES))]
    if words.index(best) - words.index(worst) > 1:
        return "to an uncertain degree" if worst == POOR else f"at least {worst}"
    return worst if worst == best else f"{worst} to {best}"
