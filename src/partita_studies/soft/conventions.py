"""Rand index over pairs or n², partition distance over n or n - 1: which fits Table 1."""

from __future__ import annotations

from typing import Any

import numpy as np

from partita import measure
from partita.report.formats.text import Table
from partita.soft import expectation

from ..run import Run
from .clusterings import closest, optima, truth
from .printed import NAMES, TABLE


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
