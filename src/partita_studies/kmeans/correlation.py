"""Which measures follow the uniform effect: their rank correlation with DCV."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from partita.comparison.correlation.rank_correlation import tau, tau_matrix

from ..run import Run
from .gaussians import HARDEST, simulated
from .imbalanced import samples
from .scoring import Designs, column


@lru_cache(maxsize=256)
def correlations(name: str, run: Run) -> tuple[float, float]:
    """Rank correlation with DCV over the simulated sets at σ² = 5, and over the documents."""
    simulations, documents = (
        _with_dcv(name, designs) for designs in (simulated(run)[HARDEST], samples(run))
    )
    return simulations, documents


def _with_dcv(name: str, designs: Designs) -> float:
    """The rank correlation over the designs of which the measure has values."""
    means = designs.means(name)
    known = ~np.isnan(means)
    return tau(means[known], designs.dcv()[known])


def redrawn(
    name: str, designs: Designs, generator: np.random.Generator, times: int
) -> tuple[float, float]:
    """Ends of the 90% range of the correlation when the draws of each design are resampled."""
    values = np.array([column(name, draws) for draws in designs.tables])
    dcv = np.array(designs.dcv_of_draws)
    found = []
    for _ in range(times):
        chosen = generator.integers(values.shape[1], size=values.shape)
        means = [np.take_along_axis(one, chosen, axis=1).mean(axis=1) for one in (values, dcv)]
        found.append(tau_matrix(np.column_stack(means))[0, 1])
    low, high = np.quantile(found, [0.05, 0.95])
    return float(low), float(high)
