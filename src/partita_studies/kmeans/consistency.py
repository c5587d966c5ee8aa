"""Do measures rank clusterings of real data sets alike? (Tables 8 and 9, Figure 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from partita import Contingency
from partita import consistency as consistency_of
from partita import uniform_effect
from partita.base.arrays import Floats
from partita.figures import shades
from partita.report.formats.text import Cell, Table
from partita.statistics.group_sizes import coefficient_of_variation

from ..frame import Entry, Finding, judged, stated
from ..run import Run
from .normalized import DISTINCT, NORMALIZED
from .real_data import Series, clustered
from .scoring import reasoned, symbol
from .tables import LOST, THIRTEEN

LIMIT = 0.8  # of CV₀, below which classes are even
# Class sizes of sports in the label file of CLUTO.
SPORTS = (3412, 2346, 1410, 809, 336, 145, 122)
OTHERS = "30 other data sets: the 29 of the paper may not be redistributed"


def correlation(names: Sequence[str], tables: Sequence[Contingency]) -> Floats:
    """Kendall correlations of all pairs of measures over these clusterings."""
    found = consistency_of(tables, names)
    if found.left_out:
        raise ValueError(f"some measures rank nothing: {found.left_out}")
    return found.matrix


@lru_cache(maxsize=16)
def all_series(names: tuple[str, ...], run: Run) -> Floats:
    """The correlation matrix of every series."""
    return np.array([correlation(names, series.tables) for series in clustered(run)])


def mean_correlation(names: tuple[str, ...], run: Run) -> Floats:
    """The mean of the correlation matrices of all series."""
    found: Floats = all_series(names, run).mean(axis=0)
    return found


def off_diagonal(matrix: Floats) -> Floats:
    """The values above the diagonal."""
    found: Floats = matrix[np.triu_indices(len(matrix), 1)]
    return found


def figure_4(run: Run) -> Finding:
    """Table 8 and both halves of Figure 4."""
    series = clustered(run)
    plain, normal = mean_correlation(THIRTEEN, run), mean_correlation(NORMALIZED, run)
    return Finding(
        "Table 8 and Figure 4: consistency between measures",
        "Section 5, Table 8 and Figure 4",
        "Two measures are consistent if they rank the same clusterings alike: Kendall's τ over one"
        " k-means clustering of each data set, with as many clusters as classes.\n\nThe 29 data"
        " sets of the paper (most come with CLUTO) may not be redistributed. We use ten views of"
        " nine real data sets, each complete and subsampled twice, so that class sizes range from"
        " equal to very unequal. Documents are clustered by spherical k-means, the others by plain"
        " k-means. Data sets from one source are related, as some of the paper's are. We repeat"
        f" everything {len(series)} times with new draws and show the mean. This tests the paper's"
        " statements on other data; it does not repeat its experiment.",
        reasoned(_entries(run), OTHERS),
        {
            "The data sets; CV₀ and DCV as means": Table(
                ("data set", "objects", "classes", "CV₀", "DCV"), _sizes(series)
            )
        },
        (
            shades(
                "Figure 4(a): unnormalized measures",
                "Kendall correlations of 13 measures over the data sets.",
                [symbol(name) for name in THIRTEEN],
                plain,
                label="Kendall correlation",
            ),
            shades(
                "Figure 4(b): normalized measures",
                "Kendall correlations of the measures of Table 5 over the data sets.",
                [symbol(name) for name in NORMALIZED],
                normal,
                label="Kendall correlation",
            ),
        ),
    )


def _sizes(series: Sequence[Series]) -> list[tuple[Cell, ...]]:
    """The size of each data set, and the means of CV₀ and DCV over the series."""
    rows: list[tuple[Cell, ...]] = []
    effects = [uniform_effect(one.tables).table for one in series]
    for place, name in enumerate(series[0].names):
        tables = [one.tables[place] for one in series]
        means = [float(np.mean([one[key][place] for one in effects])) for key in ("cv0", "dcv")]
        rows.append((name, tables[0].n, tables[0].shape[0], *means))
    return rows


def _entries(run: Run) -> list[Entry]:
    plain, normal = mean_correlation(THIRTEEN, run), mean_correlation(NORMALIZED, run)
    means = [float(off_diagonal(matrix).mean()) for matrix in (plain, normal)]
    each = [
        [float(off_diagonal(matrix).mean()) for matrix in all_series(names, run)]
        for names in (THIRTEEN, NORMALIZED)
    ]
    always = sum(b > a for a, b in zip(*each, strict=True))
    vi, r = (THIRTEEN.index(name) for name in ("variation_of_information", "rand"))
    vi_n = NORMALIZED.index("normalized_variation_of_information")
    pair_family = [NORMALIZED.index(name) for name in (
        "adjusted_rand", "normalized_fowlkes_mallows", "hubert_gamma", "normalized_jaccard",
        "normalized_minkowski")]  # fmt: skip
    inside = off_diagonal(normal[np.ix_(pair_family, pair_family)]).min()
    rest = [k for k in range(len(NORMALIZED)) if k not in pair_family]
    outside = normal[np.ix_(rest, pair_family)].max()
    return [
        judged(
            "CV₀ of sports",
            1.02,
            coefficient_of_variation(SPORTS),
            digits=2,
            note="from the class sizes of CLUTO; not one of our data sets",
        ),
        stated(
            "mean τ, unnormalized and normalized",
            "much stronger when normalized",
            f"{means[0]:.2f} and {means[1]:.2f}; higher in {always} of {len(each[0])} series",
            holds=means[1] > means[0],
        ),
        judged("τ of VI and R", -0.21, float(plain[vi, r]), digits=2, note=OTHERS),
        judged("τ of VI_n and R_n", 0.74, float(normal[vi_n, 0]), digits=2, near=0.1, note=OTHERS),
        stated(
            "R_n, J'_n, MS'_n, FM_n and Γ_n are the most similar",
            "yes",
            f"at least {inside:.2f} with each other, at most {outside:.2f} with others",
            holds=bool(inside > outside),
        ),
    ]


def differences(run: Run) -> tuple[Floats, int]:
    """M(R1) - M(R2) of every series, and how many data sets have CV₀ below the limit."""
    found = []
    even = 0
    for series in clustered(run):
        low = [one for one in series.tables if coefficient_of_variation(one.class_sizes) < LIMIT]
        high = [one for one in series.tables if coefficient_of_variation(one.class_sizes) >= LIMIT]
        found.append(correlation(DISTINCT, low) - correlation(DISTINCT, high))
        even = len(low)
    return np.array(found), even


def table_9(run: Run) -> Finding:
    """Table 9."""
    each, even = differences(run)
    mean = each.mean(axis=0)
    symbols = [symbol(name) for name in DISTINCT]
    total = len(clustered(run)[0].tables)
    apart = [float(np.delete(row, k).mean()) for k, row in enumerate(mean)]
    rows: list[tuple[Cell, ...]] = [
        (name, *mean[k].tolist(), apart[k]) for k, name in enumerate(symbols)
    ]
    most = symbols[int(np.argmax(apart))]
    return Finding(
        "Table 9: even and uneven classes",
        "Section 5, Table 9",
        f"The data sets are split at CV₀ = {LIMIT:g} ({even} below, {total - even} above), and the"
        " correlation matrix of the second part is subtracted from the matrix of the first. Above"
        " 0, two measures agree less on uneven classes.\n\nThe printed numbers are lost. The paper"
        " says that all measures except VI_n agree less on uneven classes, and that VI_n behaves"
        f" in the opposite way. Here {most} loses most agreement with the others.",
        reasoned(_by_evenness(each, mean), OTHERS),
        {
            "Differences M(R1) - M(R2), mean of the series": Table(
                ("", *symbols, "mean with others"), rows
            )
        },
    )


def _by_evenness(each: Floats, mean: Floats) -> list[Entry]:
    vi = DISTINCT.index("normalized_variation_of_information")
    others = [k for k in range(len(DISTINCT)) if k != vi]
    inner = off_diagonal(mean[np.ix_(others, others)])
    own = [float(np.delete(one[vi], vi).mean()) for one in each]
    opposite = float(np.mean(own)) < 0
    return [
        stated(
            "all except VI_n: consistency on uneven classes",
            "weaker",
            f"weaker in {int((inner > 0).sum())} of {len(inner)} pairs, by {inner.mean():.2f}",
            holds=bool((inner > 0).mean() > 0.5),
        ),
        stated(
            "VI_n with the others",
            "the opposite: stronger on uneven classes",
            f"{'stronger' if opposite else 'weaker'}: mean difference {np.mean(own):+.2f},"
            f" {min(own):+.2f} to {max(own):+.2f} over the series",
            holds=opposite,
        ),
        *(
            judged(
                f"VI_n and {symbol(DISTINCT[k])}", None, float(mean[vi, k]), digits=2,
                note=LOST,
            )
            for k in others
        ),
    ]  # fmt: skip
