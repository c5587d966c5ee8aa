"""The uniform effect on simulated data: two Gaussian clouds split by k-means (Figures 1, 2a).

The means are (-2, 0) and (2, 0), the covariance is σ²·I. Eight sizes of the first cloud, ten
variances and ten draws of each make 800 sets of 6000 points.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from partita import Contingency
from partita.base.arrays import Floats, Int64
from partita.figures.grammar.marks import Axis, Figure, Key, Point
from partita.figures.grammar.words import round_ticks
from partita.report.formats.text import Table
from partita.statistics.group_sizes import coefficient_of_variation

from ..algorithms.kmeans import kmeans
from ..frame import Entry, Finding, from_samples, judged, stated, without_data
from ..run import Run
from .pictures import curves
from .scoring import Designs, reasoned

POINTS = 6000
SIZES = (3000, 2600, 2200, 1800, 1400, 1000, 600, 200)  # n₁
VARIANCES = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0)  # σ²
HARDEST = 5.0
_FEW_VARIANCES = (0.5, 2.5, 5.0)  # in a quick run
_DRAWS = (10, 2)  # in a full run and in a quick one
FEWER_DRAWS = f"{_DRAWS[1]} draws of each design instead of {_DRAWS[0]}"
FEWER_SETS = f"{FEWER_DRAWS}, and {len(_FEW_VARIANCES)} variances instead of {len(VARIANCES)}"
_CHANCE = "the draws vary at random"
_STARTS = 2  # of k-means: in two dimensions nearly all starts end in the same place


def clouds(first: int, variance: float, generator: np.random.Generator) -> Floats:
    """6000 points; the points of the first cloud come first."""
    points: Floats = generator.normal(scale=variance**0.5, size=(POINTS, 2))
    points[:, 0] += np.where(np.arange(POINTS) < first, -2.0, 2.0)
    return points


@lru_cache(maxsize=2)
def simulated(run: Run) -> dict[float, Designs]:
    """The sets by variance, with a design for each size; a quick run has fewer."""
    variances = run.size(VARIANCES, _FEW_VARIANCES)
    draws = run.size(*_DRAWS)
    shape = (len(variances), len(SIZES), draws, 2, 2)

    def work() -> dict[str, Int64]:
        generator = run.generator("kmeans", "gaussians")
        found = np.zeros(shape, dtype=np.int64)
        for v, variance in enumerate(variances):
            run.say(f"Gaussian clouds, σ² = {variance:g}")
            for s, first in enumerate(SIZES):
                for d in range(draws):
                    points = clouds(first, variance, generator)
                    labels = kmeans(points, 2, generator, starts=_STARTS).labels
                    np.add.at(found[v, s, d], ((np.arange(POINTS) >= first) * 1, labels), 1)
        return {"counts": found}

    counts = run.kept("kmeans-gaussians", work)["counts"]
    return {
        variance: Designs(tuple(tuple(map(Contingency.from_matrix, draws)) for draws in sizes))
        for variance, sizes in zip(variances, counts, strict=True)
    }


def all_simulated(run: Run) -> list[Contingency]:
    """The tables of all sets."""
    return [one for designs in simulated(run).values() for one in designs.all()]


def uniform_effect(run: Run) -> Finding:
    """Figures 1 and 2a."""
    sets = simulated(run)
    skew = [coefficient_of_variation([first, POINTS - first]) for first in SIZES]
    dcv = {f"σ² = {variance:g}": designs.dcv() for variance, designs in sets.items()}
    rows = [
        (first, POINTS - first, cv, *(float(one[k]) for one in dcv.values()))
        for k, (first, cv) in enumerate(zip(SIZES, skew, strict=True))
    ]
    return Finding(
        "Figures 1 and 2(a): the uniform effect on simulated data",
        "Section 4, Figures 1 and 2(a)",
        f"K-means splits two Gaussian clouds of {POINTS} points in total into two clusters"
        f" ({len(all_simulated(run))} sets; {_STARTS} starts from centers drawn far apart; the"
        " paper used MATLAB). CV₀ of the classes grows as the first cloud gets smaller; CV₁ belongs"
        " to the clusters. DCV = CV₁ - CV₀ below 0 means that the clusters are more equal in size"
        " than the classes.\n\nAt σ² = 5 k-means halves the points whatever the sizes of the"
        " clouds: DCV falls from 0 to nearly -CV₀. At σ² = 0.5 there is no effect until the first"
        " cloud has only 200 points: the clouds are far apart, and k-means finds them. Hence the"
        " effect needs both overlap and imbalance.",
        (*_of_sizes(skew), *from_samples(reasoned(_of_sets(run), _CHANCE), FEWER_DRAWS)),
        {"DCV, mean over the draws": Table(("n₁", "n₂", "CV₀", *dcv), rows)},
        (
            _cloud(run),
            curves(
                "Figure 2(a): DCV of the simulated sets",
                "DCV falls with CV₀, most where the clouds overlap most.",
                skew,
                _thinned(dcv),
                ("CV₀ of the classes", "DCV"),
            ),
        ),
    )


def _of_sizes(skew: list[float]) -> list[Entry]:
    return [
        judged("lowest CV₀", 0.0, skew[0], digits=3),
        judged("highest CV₀", 1.320, skew[-1], digits=3),
    ]


def _of_sets(run: Run) -> list[Entry]:
    hard = simulated(run)[HARDEST].dcv()
    falls = bool((np.diff(hard) < 0).all())
    cv1 = np.array([coefficient_of_variation(one.cluster_sizes) for one in all_simulated(run)])
    inside = float(np.mean((cv1 >= 0.09) & (cv1 <= 0.85)))
    return [
        stated(
            "σ² = 5: DCV as CV₀ grows",
            "decreases",
            f"{hard[0]:+.3f} to {hard[-1]:+.3f}" + (", at every step" if falls else ""),
            holds=falls,
        ),
        stated(
            "σ² = 5: sign of DCV",
            "usually negative",
            f"negative in {int((hard < 0).sum())} of {len(hard)} means",
            holds=bool((hard < 0).mean() > 0.5),
        ),
        without_data(
            "CV₁ of k-means in [0.09, 0.85]",
            "95%",
            "printed for the data of reference 24 of the paper; CV₁ is near 0 for two equal"
            " clusters, and clouds far apart keep their CV₀",
            f"{100 * inside:.0f}% of the simulated sets",
        ),
    ]


def _thinned(shown: dict[str, Floats]) -> dict[str, Floats]:
    """Every other curve, since ten would cover each other; the table has them all."""
    names = list(shown)
    kept = names if len(names) < 6 else [names[0], *names[1::2]]
    return {name: shown[name] for name in kept}


def _cloud(run: Run) -> Figure:
    """Figure 1: every tenth of 1000 and 5000 points at σ² = 2.5."""
    points = clouds(1000, 2.5, run.generator("kmeans", "figure 1"))
    sides = np.arange(POINTS) < 1000
    marks = tuple(
        Point(float(x), float(y), "class 1" if first else "class 0", 4)
        for (x, y), first in zip(points[::10], sides[::10], strict=True)
    )
    low, high = -8.0, 8.0
    return Figure(
        "Figure 1: a simulated set (n₁ = 1000, σ² = 2.5), every tenth point",
        "Two clouds that overlap: 100 points around -2, 500 around 2.",
        420,
        300,
        Axis(low, high, "x", round_ticks(low, high)),
        Axis(low + 2, high - 2, "y", round_ticks(low + 2, high - 2)),
        marks,
        (Key("first cloud", "class 1", "dot"), Key("second cloud", "class 0", "dot")),
    )
