"""Section 3.3: how fast sampled ends and means approach the exact ones."""

from __future__ import annotations

from math import ceil, log, log1p, sqrt
from typing import Any

import numpy as np

from partita.figures.grammar.marks import Figure
from partita.report.formats.text import Table
from partita.soft import Fuzzy, Rough, equal_shares, expectation, extremes, law

from ..algorithms.fuzzy import fuzzy_cmeans
from ..algorithms.rough import rough_kmeans
from ..datasets import iris
from ..frame import Entry, Finding, from_samples, stated
from ..run import Run
from .clusterings import hard, masses, truth
from .pictures import curves
from .values import nested, whole

_THRESHOLDS = (1.1, 1.3, 1.6, 2.0)
_EPSILON = 0.005
_FEWER = "three sizes of samples instead of six, and fewer repetitions"
_LEFT_OUT = 1e-12  # probability below which values are missing from the distribution


def convergence(run: Run) -> Finding:
    """Sampled ends, sampled means, and nested sampling."""
    ends, ends_table = _sampled_ends(run)
    means, means_table, bounded = _sampled_means(run)
    inner, inner_table = _nested(run)
    return Finding(
        "How sampling converges",
        "Section 3.3 (Propositions 3, 4 and 5)",
        "Proposition 3: the smallest and the largest value of s clusterings drawn from a rough "
        "clustering approach the ends. We know exactly how fast, because we know the distribution "
        "of a drawn value: the expected maximum of s draws follows from it. Rough k-means with ε = "
        "1.1 leaves three objects open, and a few draws are enough. With larger ε the extreme "
        "clusterings become so rare that millions of draws miss them. Optimization finds them in "
        "milliseconds.\n\n"
        "Proposition 4 bounds the error of a sampled mean by Hoeffding's inequality, which uses "
        "only that values are between 0 and 1. One object changes the Rand index by at most 2/n, "
        "so McDiarmid's inequality needs n/4 times fewer draws; the actual error of draws (rings) "
        "is smaller still. No draws are needed at all, because the mean is a sum over pairs.\n\n"
        "Proposition 5 with nested sampling: too few labels in each selection of sets make the "
        "interval too narrow, with a bias that more selections do not remove. Optimizing the ends "
        "of each selection removes it.",
        from_samples([bounded, _too_narrow(inner_table)], _FEWER),
        {
            f"Rough k-means: draws to come within {_EPSILON:g} of the ends, in 95% of cases": (
                ends_table
            ),
            "Draws needed for a mean within 0.01, in 95% of cases (fuzzy c-means, m = 2)": (
                means_table
            ),
            "Evidential c-means (α = 1, β = 2): nested sampling": inner_table,
        },
        (ends, means, inner),
    )


def _sampled_ends(run: Run) -> tuple[Figure, Table]:
    """The expected extremes of s draws, from the distribution of one draw."""
    draws = np.logspace(0, 6, 25)
    lines, levels = {}, {}
    rows: list[tuple[Any, ...]] = []
    for threshold in _THRESHOLDS:
        found = rough_kmeans(iris().values, hard(run).centers, threshold=threshold)
        rough = Rough(found.sets)
        low, high = _ends(rough)
        values, mass = _law(rough, low, high)
        count = int((~rough.certain).sum())
        name = f"ε = {threshold:g}: {count} open"
        lines[name] = _path(draws, values, mass)
        levels[name] = (low, high)
        needed = [draws_needed(values, mass, end) for end in (low, high)]
        rows.append((f"{threshold:g}", count, low, high, *needed))
    header = ("ε", "open objects", "min Rand", "max Rand", "draws for min", "draws for max")
    figure = curves(
        "Sampled ends of the Rand index, and the exact ones (dashed)",
        ("clusterings drawn", "Rand index"),
        lines,
        levels=levels,
        description="The expected extremes of s draws approach the exact ends (dashed).",
    )
    return figure, Table(header, rows)


def _ends(rough: Rough) -> tuple[float, float]:
    found = extremes("rand", truth(), rough)
    return found.low.inner, found.high.inner


def _law(rough: Rough, low: float, high: float) -> tuple[Any, Any]:
    """Values from end to end, and the probability of each if all clusterings are equally likely."""
    found = law("rand", truth(), equal_shares(rough))
    values = np.concatenate(([low], found.support, [high]))
    return values, np.concatenate(([0.0], found.mass, [0.0]))


def _path(draws: Any, values: Any, mass: Any) -> tuple[Any, Any]:
    """One line: the expected minimum of s draws for falling s, then the maximum for rising s."""
    steps = np.diff(values)
    reached = np.minimum(np.cumsum(mass), 1.0)[:-1]
    least = [values[0] + float(((1 - reached) ** s * steps).sum()) for s in draws]
    most = [values[-1] - float((reached**s * steps).sum()) for s in draws]
    return np.concatenate((draws[::-1], draws)), np.array([*least[::-1], *most])


def draws_needed(values: Any, mass: Any, end: float) -> str:
    """The number of draws of which one is within ε of an end in 95% of cases."""
    near = float(mass[np.abs(values - end) <= _EPSILON].sum())
    if near < _LEFT_OUT:
        return f"more than {1 / _LEFT_OUT:.0e}"
    return "1" if near >= 0.95 else f"{ceil(log(0.05) / log1p(-near)):,}"


def _sampled_means(run: Run) -> tuple[Figure, Table, Entry]:
    """Error of the mean of s draws: two inequalities, the exact standard error, actual draws."""
    points = iris().values
    fuzzy = Fuzzy(fuzzy_cmeans(points, hard(run).centers, fuzzifier=2.0).memberships)
    exact = expectation("rand", truth(), fuzzy)
    found = law("rand", truth(), fuzzy)
    n, spread = fuzzy.n, sqrt(exact.variance or 0.0)
    draws = np.logspace(1, 5, 17)
    generator = run.generator("soft", "means")
    sizes = run.size((10, 30, 100, 300, 1000, 3000), (10, 100, 1000))
    seen = []
    for size in sizes:
        drawn = generator.choice(found.support, p=found.mass, size=(run.size(1000, 200), size))
        seen.append(float(np.quantile(np.abs(drawn.mean(axis=1) - exact.value), 0.95)))
    hoeffding, mcdiarmid = sqrt(log(40) / 2), 2 / n * sqrt(n * log(40) / 2)
    lines = {
        "Hoeffding (the paper)": (draws, hoeffding / np.sqrt(draws)),
        "McDiarmid": (draws, mcdiarmid / np.sqrt(draws)),
        "1.96 exact standard errors": (draws, 1.96 * spread / np.sqrt(draws)),
    }
    figure = curves(
        "Error of the sampled mean of the Rand index, 95% of cases",
        ("clusterings drawn", "error"),
        lines,
        points={"drawn": (sizes, seen)},
        log_height=True,
        description="Three lines fall with the root of the draws; Hoeffding's is the highest.",
    )
    rows = [(name, ceil((factor / 0.01) ** 2)) for name, factor in
            zip(lines, (hoeffding, mcdiarmid, 1.96 * spread), strict=True)]  # fmt: skip
    allowed = [hoeffding / sqrt(size) for size in sizes]
    below = ", ".join(
        f"{error:.4f} ≤ {most:.4f}" for error, most in zip(seen, allowed, strict=True)
    )
    entry = stated(
        "Proposition 4: Hoeffding's inequality bounds the error of the mean of s draws",
        "yes",
        f"error in 95% of cases for s = {', '.join(f'{size:,}' for size in sizes)}: {below}",
        holds=all(error <= most for error, most in zip(seen, allowed, strict=True)),
        note="draws are independent with values in [0, 1], which is all that Hoeffding needs",
    )
    return figure, Table(("bound", "draws"), rows), entry


def _too_narrow(table: Table) -> Entry:
    """The interval of nested draws inside the optimized one; its rows end with the latter."""
    *drawn, (_, lower, upper) = table.rows
    rows = [(str(name), float(str(low)), float(str(high))) for name, low, high in drawn]
    inside = all(float(str(lower)) <= low and high <= float(str(upper)) for _, low, high in rows)
    name, low, high = rows[-1]
    return stated(
        "nested sampling has a larger error than exact ends (after Proposition 5)",
        "yes",
        f"({low:.3f}, {high:.3f}) with {name}, ({lower:.3f}, {upper:.3f}) optimized",
        holds=inside,
        note="too narrow with any number of draws, in every row of the last table",
    )


def _nested(run: Run) -> tuple[Figure, Table]:
    """Nested sampling with growing numbers of labels in each selection of sets."""
    clustering = masses(run, alpha=1.0, beta=2.0, delta=10.0)
    exact = whole("RI", truth(), clustering, seed=run.seed, draws=run.size(None, 100))
    counts = run.size((1, 3, 10, 30, 100, 300), (1, 10, 100))
    outer = run.size(50, 20)
    ends = [nested("RI", truth(), clustering, run.generator("soft", "nested", str(inner)),
                   outer=outer, inner=inner) for inner in counts]  # fmt: skip
    lower, upper = [one.lower for one in ends], [one.upper for one in ends]
    lines = {"lower mean, nested": (counts, lower), "upper mean, nested": (counts, upper)}
    levels = {"lower mean, nested": (exact.lower,), "upper mean, nested": (exact.upper,)}
    figure = curves("Nested sampling, and the ends optimized (dashed)",
                    ("labels drawn in each selection of sets", "Rand index"), lines, levels=levels,
                    description="Nested means stay inside the optimized ones.")  # fmt: skip
    rows: list[tuple[str, float, float]] = [
        (f"{inner} drawn", low, high) for inner, low, high in zip(counts, lower, upper, strict=True)
    ]
    rows.append(("optimized", exact.lower, exact.upper))
    return figure, Table(("labels in each selection", "lower", "upper"), rows)
