"""How much of [0, 1] the measures use, unnormalized and normalized (Figure 3)."""

from __future__ import annotations

import numpy as np

from partita import measure
from partita.base.arrays import Floats
from partita.report.formats.text import Table

from ..frame import Entry, Finding, from_samples, stated
from ..run import Run
from .gaussians import FEWER_SETS, all_simulated
from .pictures import spans
from .scoring import symbol

# Each measure and its normalized form. VI is divided by Meilă's bound 2 log max(K, K'), because it
# has no constant bound; J and MS are normalized through J' and MS².
PAIRS = (
    ("variation_of_information_by_groups", "normalized_variation_of_information"),
    ("van_dongen", "normalized_van_dongen"),
    ("f_measure", "normalized_f_measure"),
    ("classification_error", "normalized_classification_error"),
    ("rand", "adjusted_rand"),
    ("fowlkes_mallows", "normalized_fowlkes_mallows"),
    ("jaccard_distance_prime", "normalized_jaccard"),
    ("minkowski_score", "normalized_minkowski"),
)
_MUCH = 1.5  # times as wide


def value_ranges(run: Run) -> Finding:
    """Figure 3."""
    tables = all_simulated(run)
    found = {
        name: np.array([measure(name).of(one) for one in tables]) for pair in PAIRS for name in pair
    }
    rows, shown = [], []
    for first, second in PAIRS:
        for name in (first, second):
            values = found[name]
            rows.append((symbol(name), name, float(values.min()), float(values.max()),
                         float(np.ptp(values))))  # fmt: skip
            shown.append((symbol(name), values, name == second))
    return Finding(
        "Figure 3: unnormalized and normalized measures over all simulated sets",
        "Section 4, Figure 3",
        f"The {len(tables)} simulated sets range from separate to overlapping clouds. If sizes"
        " differ widely, any two partitions agree on most pairs: R is never below"
        f" {found['rand'].min():.3f}, and VD never above {found['van_dongen'].max():.3f}. After"
        " normalization the same clusterings use nearly all of [0, 1].",
        from_samples((_wider(first, second, found) for first, second in PAIRS), FEWER_SETS),
        {
            "Smallest and largest value": Table(
                ("symbol", "measure", "least", "most", "width"), rows
            )
        },
        (
            spans(
                "Figure 3: values over the simulated sets",
                "Ranges, middle halves and medians; each normalized measure is below its original.",
                shown,
                "value",
            ),
        ),
    )  # fmt: skip


def _wider(first: str, second: str, found: dict[str, Floats]) -> Entry:
    widths = [float(np.ptp(found[name])) for name in (first, second)]
    return stated(
        f"{symbol(second)} has a much wider range",
        "yes",
        f"{widths[1]:.3f} instead of {widths[0]:.3f}, {widths[1] / widths[0]:.2f} times",
        holds=widths[1] >= _MUCH * widths[0],
        note=f"much: {_MUCH:g} times or more, our reading",
    )
