"""Do measures rank clusterings of real data sets alike? (Tables 8 and 9, Figure 4)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from partita import Contingency, InputError, uniform_effect
from partita import consistency as consistency_of
from partita.base.arrays import Floats
from partita.figures import shades
from partita.report.formats.text import Cell, Table
from partita.statistics.group_sizes import coefficient_of_variation

from ..frame import Entry, Finding, based_on, from_samples, judged, stated, without_data
from ..run import Run
from .normalized import DISTINCT, NORMALIZED
from .real_data import FEWER_SERIES, Series, clustered, enough, origin, reason
from .scoring import reasoned, symbol
from .tables import LOST, THIRTEEN

LIMIT = 0.8  # of CV₀, below which classes are even
_MUCH = 0.1  # a difference of mean correlations from which we call one much stronger
_LEAST = 3  # data sets on each side of the limit


def correlation(names: Sequence[str], tables: Sequence[Contingency]) -> Floats:
    """Kendall correlations of all pairs of measures over these clusterings."""
    found = consistency_of(tables, names)
    if found.left_out:
        reasons = "; ".join(f"{name} {why}" for name, why in found.left_out.items())
        raise InputError(f"--data: the measures do not rank these data sets: {reasons}; add others")
    return found.matrix


def without_ranks(names: tuple[str, ...], run: Run) -> set[str]:
    """The measures with the same value for all data sets of a series, or without one for some."""
    return {
        name for series in clustered(run) for name in consistency_of(series.tables, names).left_out
    }


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
        " k-means clustering of each data set, with as many clusters as classes.\n\n"
        f"{origin(run)} We repeat everything {len(series)} times with new draws and show the mean."
        " This tests the paper's statements on other data; it does not repeat its experiment.",
        from_samples(based_on("other data", reasoned(_entries(run), reason(run))), FEWER_SERIES),
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
        stated(
            "mean τ, unnormalized and normalized",
            "much stronger when normalized",
            f"{means[0]:.2f} and {means[1]:.2f}; higher in {always} of {len(each[0])} series",
            holds=means[1] >= means[0] + _MUCH and always == len(each[0]),
            note=f"much: by {_MUCH:g} or more, and in every series",
        ),
        _printed("τ of VI and R", -0.21, float(plain[vi, r]), run),
        _printed("τ of VI_n and R_n", 0.74, float(normal[vi_n, 0]), run),
        stated(
            "R_n, J'_n, MS'_n, FM_n and Γ_n are the most similar",
            "yes",
            f"at least {inside:.2f} with each other, at most {outside:.2f} with others",
            holds=bool(inside > outside),
        ),
    ]


def _printed(what: str, paper: float, ours: float, run: Run) -> Entry:
    """A number over the paper's data sets; ours is of others unless the user has the paper's."""
    if enough(run):
        return judged(what, paper, ours, digits=2, note=reason(run))
    return without_data(what, f"{paper:.2f}", reason(run), f"{ours:.2f}")


def differences(run: Run) -> tuple[Floats, int]:
    """M(R1) - M(R2) of every series, and how many data sets have CV₀ below the limit."""
    found = []
    for series in clustered(run):
        low, high = _parted(series)
        found.append(correlation(DISTINCT, low) - correlation(DISTINCT, high))
    return np.array(found), len(low)


def _parted(series: Series) -> tuple[list[Contingency], list[Contingency]]:
    """The data sets with CV₀ below the limit, and the others."""
    even = [coefficient_of_variation(one.class_sizes) < LIMIT for one in series.tables]
    pairs = list(zip(even, series.tables, strict=True))
    return [one for low, one in pairs if low], [one for low, one in pairs if not low]


def table_9(run: Run) -> Finding:
    """Table 9."""
    numbers = [len(side) for side in _parted(clustered(run)[0])]
    if min(numbers) < _LEAST:
        return _too_few(numbers, run)
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
        f"{origin(run)}\n\nThe data sets are split at CV₀ = {LIMIT:g} ({even} below,"
        f" {total - even} above), and the"
        " correlation matrix of the second part is subtracted from the matrix of the first. Above"
        " 0, two measures agree less on uneven classes.\n\nThe printed numbers are lost. The paper"
        " says that all measures except VI_n agree less on uneven classes, and that VI_n behaves"
        f" in the opposite way. Here {most} loses most agreement with the others.",
        from_samples(
            based_on("other data", reasoned(_by_evenness(each, mean), reason(run))), FEWER_SERIES
        ),
        {
            "Differences M(R1) - M(R2), mean of the series": Table(
                ("", *symbols, "mean with others"), rows
            )
        },
    )


def _too_few(numbers: Sequence[int], run: Run) -> Finding:
    """The finding if the user's data sets do not allow the split."""
    low, high = numbers
    return Finding(
        "Table 9: even and uneven classes",
        "Section 5, Table 9",
        f"{origin(run)} The comparison needs {_LEAST} data sets on each side of CV₀ = {LIMIT:g};"
        f" there are {low} and {high}.",
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
