"""Why numbers of Table 1 are not reproduced, and which conventions fit the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from partita import measure
from partita.report.formats.text import Table
from partita.soft import expectation

from ..run import Run
from .clusterings import NEARLY_HARD, closest, optima, truth
from .printed import NAMES, TABLE, written
from .values import Ends


def why(algorithm: str, textbook: Mapping[tuple[str, str], Ends], kind: str, run: Run) -> str:
    """The reason for the rows of a kind, "D" or "S"; `textbook` has the ends by the equations."""
    if algorithm == "KM":
        return _averaged(run)
    if algorithm == "RKM":
        return (
            "our end is the end of the printed S-PD, 15/150; 0.099 is not a multiple of 1/150 or "
            "1/149, so no interval has this end"
        )
    given = " and ".join(
        written(textbook[f"{kind}-{row}", algorithm].values) for row in ("RI", "PD")
    )
    if kind == "S":
        return f"as in the rows D: the stated parameters and equations give {given}"
    if algorithm == "FCM":
        low, _ = over_all_pairs(closest(run)["FCM"])
        return (
            "by memberships in proportion to distance^-5, which is not fuzzy c-means: there the "
            f"exponent is -2/(m-1), and m = 5 gives {given}; over n² pairs, as in equation 1, "
            f"RI would be {low:.3f}"
        )
    if algorithm == "PCM":
        return (
            f"not reproduced: the equations of Krishnapuram and Keller give {given}, since the "
            "centers coincide at m = 5; the closest are distance^-5 memberships divided by the "
            "largest of each object"
        )
    return (
        f"not reproduced: the stated parameters give {given}, far from nearly hard; the closest "
        f"setting that we tried is α = {NEARLY_HARD['alpha']:g}, β = {NEARLY_HARD['beta']:g}"
    )


def _averaged(run: Run) -> str:
    misplaced = [
        measure("partition_distance")(truth(), one.labels, normalize="count") for one in optima(run)
    ]
    return (
        "not reproduced: 0.111 is not a multiple of 1/150 or 1/149, so no single clustering has "
        f"it; the mean of the two best optima ({' and '.join(f'{n:g}' for n in misplaced)} flowers "
        "misplaced) with n - 1 has both printed numbers, but we only guess that they were averaged"
    )


def conventions(run: Run) -> Table:
    """Both conventions of both measures, for the columns that can decide between them."""
    found = closest(run)
    rows: list[tuple[str, ...]] = []
    for one in ("KM", "RKM", "FCM"):
        printed = TABLE["D-RI"][one].text, TABLE["D-PD"][one].text
        rows.append((NAMES[one], *_both(found[one]), *printed))
    two = [_numbers(one.labels) for one in optima(run)]
    middle = [f"{value:.4f}" for value in np.mean(two, axis=0)]
    rows.insert(1, ("k-means, mean of two optima", *middle, *rows[0][-2:]))
    header = ("", "RI, pairs", "RI, n²", "PD, n", "PD, n-1", "RI printed", "PD printed")
    return Table(header, rows)


def over_all_pairs(clustering: Any) -> tuple[float, float]:
    """Lower and upper mean of equation 1, as printed."""
    found = expectation("normalized_mirkin", truth(), clustering)
    return 1 - found.high, 1 - found.low


def _numbers(labels: Any) -> tuple[float, float, float, float]:
    return (
        measure("rand")(truth(), labels),
        1 - measure("normalized_mirkin")(truth(), labels),
        measure("partition_distance")(truth(), labels, normalize="n"),
        measure("partition_distance")(truth(), labels, normalize="n-1"),
    )


def _both(clustering: Any) -> list[str]:
    pairs = expectation("rand", truth(), clustering)
    n, less = (
        expectation("partition_distance", truth(), clustering, normalize=kind)
        for kind in ("n", "n-1")
    )
    rand = (pairs.low, pairs.high), over_all_pairs(clustering)
    ends = (*rand, (n.low, n.high), (less.low, less.high))
    return [f"{low:.4f}" if low == high else f"({low:.4f}, {high:.4f})" for low, high in ends]
