"""Section 3: the values of pair-counting measures for random labels."""

from __future__ import annotations

import numpy as np

from partita import Contingency, measure
from partita.chance import chance
from partita.report.formats.text import Table

from ..frame import Entry, Finding, judged, stated
from ..run import Run

_OBJECTS = 1200  # divisible by every number of groups below
_GROUPS = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 300)
_RATIO = 3  # objects per group, above which the paper gives the range of Fowlkes-Mallows
_UPPER, _LOWER = 0.6, 0.0  # printed for Fowlkes-Mallows
_ADJUSTED = (0.5, 0.95)  # printed for the adjusted Rand index
_NAMES = ("fowlkes_mallows", "rand", "adjusted_rand")
_SHARE = 0.724  # p² + (1 - p)² = .6


def baselines(_: Run) -> Finding:
    """The expected value of three measures for random labels, by the number of groups."""
    even = {k: levels(_even(k)) for k in _GROUPS}
    fm, rand = ({k: found[place] for k, found in even.items()} for place in (0, 1))
    return Finding(
        "The baselines of pair-counting measures",
        "Section 3",
        "The paper says that the baseline of Fowlkes-Mallows (FM) varies between .6 and 0 when"
        " there are more than three objects for each cluster, and that of the adjusted Rand index"
        " (ARI) between .5 and .95. It cites both and does not say for which clusterings. We take"
        " the baseline as the mean over random labels with the same group sizes, for which there"
        f" are formulas. The table has {_OBJECTS:,} objects in equal groups on both sides.\n\nThe"
        f" baseline of FM falls with the number of groups, from {fm[2]:.2f} at two groups to"
        f" {fm[_GROUPS[-1]]:.3f} at {_GROUPS[-1]}. For equal groups it is never above 1/2; two"
        f" groups with {_SHARE:.0%} and {1 - _SHARE:.0%} of the objects have .6, and more uneven"
        " groups have more.\n\nThe baseline of ARI cannot vary: ARI is Rand minus its baseline,"
        " divided by the distance from 1, so its mean over random labels is 0 for any sizes."
        f" The baseline of Rand does vary, from {rand[2]:.2f} at two equal groups to"
        f" {rand[40]:.2f} at forty. So the printed range fits Rand; and Fowlkes and Mallows wrote"
        " in 1983, two years before Hubert and Arabie defined ARI. We guess that Rand is meant.",
        tuple(_entries(fm, levels(_split(_SHARE))[0])),
        {
            f"Means over random labels, {_OBJECTS:,} objects": Table(
                ("equal groups", *(measure(name).symbol for name in _NAMES)),
                [(k, *found) for k, found in even.items()],
            )
        },
    )


def levels(table: Contingency) -> tuple[float, ...]:
    """The means over random labels with the group sizes of a table.

    >>> [round(value, 3) for value in levels(Contingency.from_matrix([[2, 1], [1, 2]]))]
    [0.4, 0.52, 0.0]
    """
    return tuple(chance(name, table).expected for name in _NAMES)


def _even(groups: int) -> Contingency:
    return Contingency.from_matrix(np.eye(groups, dtype=np.int64) * (_OBJECTS // groups))


def _split(share: float) -> Contingency:
    first = round(share * _OBJECTS)
    return Contingency.from_matrix([[first, 0], [0, _OBJECTS - first]])


def _entries(fm: dict[int, float], uneven: float) -> list[Entry]:
    zero = max(
        abs(levels(table)[2])
        for table in (*map(_even, _GROUPS), *map(_split, (0.6, _SHARE, 0.9, 0.99)))
    )
    few = {k: value for k, value in fm.items() if _OBJECTS / k > _RATIO}
    falls = list(few.values()) == sorted(few.values(), reverse=True)
    proof = f"the mean of ARI over random labels is 0 for any sizes (largest here: {zero:.1g})"
    return [
        stated(
            "the baseline of FM varies significantly",
            "yes",
            f"{max(few.values()):.2f} to {min(few.values()):.3f}, lower with every group",
            holds=falls and max(few.values()) > 10 * min(few.values()),
            basis="reconstructed",
        ),
        judged(
            "largest baseline of FM", _UPPER, max(few.values()), digits=1,
            note=f"for equal groups; two groups of {_SHARE:.0%} and {1 - _SHARE:.0%} have"
            f" {uneven:.2f}, and the paper does not name the sizes",
            basis="reconstructed",
        ),
        judged("smallest baseline of FM", _LOWER, min(few.values()), digits=1,
               basis="reconstructed"),
        *(
            judged(f"{which} baseline of ARI", printed, zero, digits=2, note=proof,
                   refuted=zero < 1e-12)
            for which, printed in zip(("smallest", "largest"), _ADJUSTED, strict=True)
        ),
    ]  # fmt: skip
