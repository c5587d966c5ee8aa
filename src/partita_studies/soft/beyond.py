"""Beyond the paper: the same comparison on wine and on handwritten digits."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from partita.base.arrays import Floats
from partita.figures.grammar.marks import Figure
from partita.report.formats.text import Table
from partita.soft import Fuzzy, Soft, evidential, expectation, pignistic

from ..algorithms.components import principal_components, standardized
from ..algorithms.evidential import sets_of
from ..algorithms.kmeans import kmeans
from ..datasets import digits, wine
from ..frame import Finding
from ..run import Run
from .clusterings import five
from .pictures import intervals
from .printed import NAMES
from .values import MEASURES

_MEASURES: tuple[tuple[str, dict[str, Any]], ...] = (*MEASURES.values(), ("adjusted_rand", {}))
_TITLES = ("Rand", "PD", "ARI")
SOFT = ("RKM", "PCM", "ECM")  # their measures have an interval of means


@dataclass(frozen=True, eq=False)
class Task:
    """Points, their truth, and the parameters of the algorithms."""

    points: Floats
    truth: Any
    clusters: int
    fuzzifier: float  # also the exponent of masses
    ends: frozenset[tuple[str, str]]  # algorithms and measures whose ends can be computed
    sizes: tuple[int, ...] | None = None  # of focal sets; None for all
    draws: int | None = None  # of clusterings, and of selections of sets; None: by default


def beyond(run: Run) -> Finding:
    """Five algorithms on wine and digits, with exact or bounded results."""
    tables, figures = {}, []
    for place, (name, task) in enumerate((("wine", _wine(run)), ("digits", _digits(run)))):
        run.say(f"soft clusterings of {name}")
        kept = run.kept(f"soft-{name}", partial(compared, run, task))
        tables[f"{name}: {len(task.points)} objects, {task.clusters} clusters"] = shown(kept)
        figures.append(picture(name, kept, place))  # for digits the distance, which has ends
    return Finding(
        "Beyond the paper: wine and digits",
        "not in the paper",
        "The same five algorithms on two more data sets: 178 wines of three cultivars (features "
        "standardized) and 1797 handwritten digits (20 principal components). The exponents make "
        "the fuzzy outputs neither hard nor all equal: m = β = 1.5 for wine, 1.2 for digits. The "
        "other parameters are ε = 1.1, α = 1, and δ as three times the root mean square distance "
        "to the centers; evidential c-means of digits uses the sets of one, two and all clusters. "
        "Possibilities are rounded to tenths, which leaves at most ten levels.\n\n"
        "K-means gives one number; the soft algorithms show how much of it is open. Possibilistic "
        "c-means of wine leaves nearly everything open, because its centers coincide. The interval "
        "shows this; a single number would not. We include the adjusted Rand index, for which the "
        "paper has no method.\n\n"
        "With ten clusters the ends of the Rand indices cannot be proven within seconds, and "
        "unproven ends would depend on the machine. For digits we therefore give ends only for the "
        "partition distance of rough and evidential c-means. All other cells have the mean only, "
        "with the mass of each set shared equally among its clusters. Ends with ≈ come from drawn "
        "selections of sets, each with exact ends.",
        (),
        tables,
        tuple(figures),
    )


def _wine(run: Run) -> Task:
    data = wine()
    kept = slice(None, None, run.size(1, 2))
    points = standardized(data.values)[kept]
    ends = frozenset((one, key) for one in SOFT for key, _ in _MEASURES[: run.size(3, 1)])
    return Task(points, data.truth[kept], 3, 1.5, ends, draws=run.size(None, 100))


def _digits(run: Run) -> Task:
    data = digits()
    kept = slice(None, None, run.size(1, 9))
    points = principal_components(data.values[kept], 20)
    ends = frozenset((one, "partition_distance") for one in ("RKM", "ECM"))
    return Task(points, data.truth[kept], 10, 1.2, ends, sizes=(0, 1, 2, 10))


def clustered(run: Run, task: Task) -> dict[str, Any]:
    """The five clusterings of a task."""
    start = kmeans(task.points, task.clusters, run.generator("soft", "beyond"))
    return five(
        task.points,
        start,
        fuzzifier=task.fuzzifier,
        digits=1,
        focal_sets=sets_of(task.clusters, task.sizes),
        beta=task.fuzzifier,
        delta=3 * float(np.sqrt(start.cost / len(task.points))),
    )


def compared(run: Run, task: Task) -> dict[str, Any]:
    """Value, lower and upper mean of every measure for every algorithm, with method and seconds."""
    names, numbers, methods, seconds = [], [], [], []
    for name, prediction in clustered(run, task).items():
        begin = perf_counter()
        found = [
            expectation(
                key,
                task.truth,
                prediction if (name, key) in task.ends else shared(prediction),
                rng=run.seed,
                draws=task.draws,
                selections=task.draws,
                **options,
            )
            for key, options in _MEASURES
        ]
        seconds.append(perf_counter() - begin)
        names.append(name)
        numbers.append([(one.value, one.low, one.high) for one in found])
        methods.append([one.ends_method or one.method for one in found])
    return {"names": names, "numbers": numbers, "methods": methods, "seconds": seconds}


def shared(prediction: Any) -> Any:
    """Hard and fuzzy clusterings unchanged; others with the mass of sets shared among clusters."""
    if isinstance(prediction, Soft) and not isinstance(prediction, Fuzzy):
        return pignistic(evidential(prediction))
    return prediction


def shown(kept: Any) -> Table:
    """Mean and ends of each measure, with ≈ before ends from drawn selections of sets."""
    rows = []
    for name, numbers, methods, seconds in zip(
        kept["names"], kept["numbers"], kept["methods"], kept["seconds"], strict=True
    ):
        cells = []
        for (value, low, high), how in zip(numbers, methods, strict=True):
            sign = "" if how == "exact" else "≈"
            ends = "" if low == high else f" {sign}({low:.3f}, {high:.3f})"
            cells.append(f"{value:.3f}{ends}")
        rows.append((NAMES[str(name)], *cells, f"{seconds:.2g}"))
    return Table(("", *(f"{title}, mean (ends)" for title in _TITLES), "s"), rows)


def picture(title: str, kept: Any, place: int = 0) -> Figure:
    """One measure of the five algorithms: the mean, and the interval if there is one."""
    rows = {}
    for one, numbers in zip(kept["names"], kept["numbers"], strict=True):
        value, low, high = (float(number) for number in numbers[place])
        span = {"lower to upper mean": (low, high)} if low < high else {}
        rows[NAMES[str(one)]] = {"mean": (value,), **span}
    means = "; ".join(f"{one} {ends['mean'][0]:.3f}" for one, ends in rows.items())
    label = ("Rand index", "partition distance over n")[place]
    return intervals(f"{title}: {label}", label, rows, description=means)
