"""Table 1 of the paper as printed: values and seconds."""

from __future__ import annotations

from typing import NamedTuple

ALGORITHMS = ("KM", "RKM", "FCM", "PCM", "ECM")
FLOWERS = 150
NAMES = {
    "KM": "k-means",
    "RKM": "rough k-means",
    "FCM": "fuzzy c-means",
    "PCM": "possibilistic c-means",
    "ECM": "evidential c-means",
}


class Printed(NamedTuple):
    """One cell: a value, or the lower and the upper end, and the seconds."""

    values: tuple[float, ...]
    seconds: float

    @property
    def text(self) -> str:
        """The values as they are printed."""
        return written(self.values)


TABLE: dict[str, dict[str, Printed]] = {
    "D-RI": {
        "KM": Printed((0.877,), 0.034),
        "RKM": Printed((0.874, 0.886), 0.802),
        "FCM": Printed((0.876,), 784.388),
        "PCM": Printed((0.839, 0.941), 979.053),
        "ECM": Printed((0.781, 0.944), 1394.69),
    },
    "S-RI": {
        "RKM": Printed((0.874, 0.886), 0.429),
        "FCM": Printed((0.876,), 11.266),
        "PCM": Printed((0.860, 0.927), 19.848),
        "ECM": Printed((0.681, 0.819), 19.845),
    },
    "D-PD": {
        "KM": Printed((0.111,), 0.031),
        "RKM": Printed((0.099, 0.113), 0.803),
        "FCM": Printed((0.112,), 184.707),
        "PCM": Printed((0.033, 0.122), 224.31),
        "ECM": Printed((0.041, 0.229), 431.57),
    },
    "S-PD": {
        "RKM": Printed((0.100, 0.113), 0.202),
        "FCM": Printed((0.112,), 11.391),
        "PCM": Printed((0.072, 0.103), 13.739),
        "ECM": Printed((0.154, 0.209), 16.424),
    },
}


def exists(distance: float) -> bool:
    """Whether hard clusterings of the flowers can have a partition distance with three digits.

    It is a number of flowers divided by n, or by n - 1 as in equation 4.

    >>> exists(0.113), exists(0.111)
    (True, False)
    """
    shares = (count / size for size in (FLOWERS, FLOWERS - 1) for count in range(FLOWERS))
    return any(abs(share - distance) <= 5e-4 for share in shares)


def written(values: tuple[float, ...]) -> str:
    """A value, or two ends in parentheses, with three digits.

    >>> written((0.1, 0.113))
    '(0.100, 0.113)'
    """
    numbers = ", ".join(f"{value:.3f}" for value in values)
    return numbers if len(values) == 1 else f"({numbers})"
