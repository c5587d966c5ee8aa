"""Writes the page of measured coverage."""

from __future__ import annotations

import numpy as np
from advice import APPLIED
from counting import DECIDED, HELD, PERCENT, REJECTED, TOGETHER, WIDTH, Row
from families import LOWEST
from gates import HIGHEST
from scipy.stats import binomtest
from scores import METHODS, QUALITIES
from sparse import WIDE
from tails import LEVELS

HEAD = """# Coverage of intervals, regions and tests

Nominal 95% intervals, regions and tests, simulated from known populations. Figures are percentages
of the samples. **Bold** figures are outside 93 to 97 (for rejections: above 5) beyond the error of
the simulation: so is Wilson's 95% interval. `python benchmarks/coverage/run.py` writes this page;
all figures are in [coverage.csv](coverage.csv). Other pages have the
[widths](coverage_widths.md) of the intervals, and the errors of
[sampled soft means](coverage_sampled_means.md).
"""
SCORES = """
## One score

There are K classes and K clusters; skewed sizes fall as 1/k. 95% of the objects are in place
(good), 70% (fair), 30% (poor) or none (random). All samples with at least 20 objects per cell:
"""
EVERY = """
Every case with the default method, "calibrated":
"""
TITLES = {
    "groups": """
## Groups

Draws take whole groups of 30 objects of varying quality. Intervals of a score, and of the
difference of two equally good clusterings:
""",
    "differences": """
## Differences

Intervals of `difference` that cover the true value, and tests at 5% that reject equal clusterings:
""",
    "tails": """
## p beyond the draws

p-values of `difference` from 199 draws, between clusterings that are equally good in the
population. Such draws say no more than p ≤ 0.01; smaller ones are those of Student's t. **Bold**
figures are above the level in the head, beyond the error of the simulation:
""",
    "posteriors": """
## Posteriors

Central 95% intervals of `posterior` that hold the true score (cases with a shape of sizes) or the
true difference (the others):
""",
    "plans": """
## Plans

Plans from pilots of this size: the mean half width of intervals of fresh samples of the planned
size, in percent of the plan; ranges of n that hold the size needed; and the share of fresh samples
in which a true difference is found, by plans for a power of 80%. Each pilot has four fresh samples.
**Bold** half widths are outside 90 to 110, **bold** powers outside 75 to 88:
""",
    "monitoring": """
## Monitoring

Nominal 95% intervals of `monitor` that hold the true value at all looks from 50 objects (or 10
groups) on, and pairs of equally good clusterings of which one is called better at any look (nominal
5%). Each look has 20% more objects than the last. Intervals for all looks are conservative, so
**bold** figures are below 95 (for pairs: above 5) beyond the error of the simulation:
""",
    "ellipses": """
## Confidence ellipses of homogeneity and completeness

Ellipses of the plane that cover both true values:
""",
    "ranks": """
## Ranks

Intervals that cover all true ranks, and equally good clusterings that all share a letter:
""",
    "families": """
## Families of clusterings

Good, fair, poor, cut, merged and random clusterings, some of them equally good. "No false
difference": none of these differ significantly, and no others in the wrong direction.
"No contradiction": letters, verdict, intervals of ranks and of differences, and the posterior of
the best two say the same. "Distant ones differ": those with 39% more of the objects in place:
""",
    "datasets": """
## Methods over data sets

Equally good methods in `rank_datasets` that all share a letter, and Friedman's test, which has few
possible values with few data sets:
""",
    "nulls": """
## p-values under chance

Random pairings: p-values of at most 0.05 (nominal 5%) and of at most 0.5. VD_n takes few values, so
ties make its p-values larger:
""",
    "gates": """
## Gates

Runs of `partita score --baseline` that fail although no score of the population fell by more than
the margin. At most 2.5% may fail by certain losses, and at most 10% by certain or likely ones;
**bold** figures are above, beyond the error of the simulation:
""",
    "runs": """
## Several runs of a method

Two equally good methods in `compare_runs`: intervals of the mean of one, of their difference, and
of the three parts of the variance of a run (objects, seeds, both), and tests of the difference. A
quarter of the objects is hard for every run. "Seeds" is the standard deviation between runs of the
log odds that an object is placed correctly:
""",
    "pooled": """
## Differences over several data sets

Two methods that are equally good on average, in `pool_datasets`: intervals of the mean difference
and of the true difference on a new data set, and tests of the mean. The share of objects that a
method places correctly has this standard deviation between data sets:
""",
    "references": """
## Several references

Intervals of `join_references`: of the mean score over the references, and of the score against the
best one. Each reference labels this share of the objects correctly:
""",
    "advice": """
## Advice

Samples on which a rule of advice applies although its finding is false in the population, or just
not true. **Bold** figures are above 5% beyond the error of the simulation:
""",
    "sparse": """
## Sparse tables

Intervals of `bias_correction="chao-wang-jost"` that hold the true score, and how many of them are
at most twice as wide as the corrected scores vary (95% of them, over fresh samples); intervals of
AMI that hold the AMI of the population; intervals of `score_at` for half as many objects. Only
intervals that hold can be **bold**:
""",
}


def markdown(rows: list[Row]) -> str:
    """The page with all parts."""
    lines = [HEAD]
    own = [row for row in rows if row.part == "scores"]
    if own:
        lines += [SCORES, *together(own)]
        lines += [EVERY, *table([row for row in own if row.method == "calibrated"])]
    for part, title in TITLES.items():
        own = [row for row in rows if row.part == part]
        if own:
            lines += [title, *table(own)]
    return "\n".join(lines) + "\n"


def together(rows: list[Row]) -> list[str]:
    """Coverage over all samples with at least 20 objects per cell, by quality and method."""
    symbols = list(dict.fromkeys(row.measure for row in rows))
    lines = [
        f"| clustering | method | {' | '.join(symbols)} |",
        "|" + "---|" * (2 + len(symbols)),
    ]
    enough = [row for row in rows if _objects_per_cell(row.case) >= 20]
    for quality in QUALITIES:
        for method in METHODS:
            shown = []
            for symbol in symbols:
                key = quality, method, symbol
                found = [r for r in enough if (r.case.split("; ")[-1], r.method, r.measure) == key]
                held, samples = (sum(getattr(r, x) for r in found) for x in ("held", "samples"))
                shown.append(_shown(held, samples, HELD) if samples else "")
            lines.append(f"| {quality} | {method} | {' | '.join(shown)} |")
    return lines


def _objects_per_cell(case: str) -> float:
    groups, n = (int(text.split()[1]) for text in case.split("; ")[:2])
    return n / groups**2


def table(rows: list[Row]) -> list[str]:
    """A table with a line per case and a column per measure, method and statement."""
    methods = {row.method for row in rows}
    keys = list(dict.fromkeys((row.what, row.method, row.measure) for row in rows))
    heads = [
        ", ".join([what, *([method] if len(methods) > 1 else []), measure])
        for what, method, measure in keys
    ]
    if len({row.what for row in rows}) == 1 and len(methods) == 1:
        heads = [measure for _, _, measure in keys]
    lines = [f"| case | samples | {' | '.join(heads)} |", "|" + "---|" * (2 + len(keys))]
    for case in dict.fromkeys(row.case for row in rows):
        own = {(r.what, r.method, r.measure): r for r in rows if r.case == case}
        shown = [_shown(own[k].held, own[k].samples, k[0]) if k in own else "" for k in keys]
        samples = next(iter(own.values())).samples
        lines.append(f"| {case} | {samples} | {' | '.join(shown)} |")
    return lines


def _shown(held: int, samples: int, what: str) -> str:
    if what in PERCENT:
        low, high = (90, 110) if what == WIDTH else (75, 88)
        text = f"{held / samples:.0f}"
        return text if low <= held / samples <= high else f"**{text}**"
    low, high = binomtest(held, samples).proportion_ci(method="wilson")
    digits = 3 if what in LEVELS else 1 if samples >= 1000 else 0
    text = f"{np.round(100 * held / samples, digits):g}"
    if what in {"p <= 0.5", WIDE}:
        return text
    highest = {REJECTED: 0.05, APPLIED: 0.05, DECIDED: 0.05, **HIGHEST, **LEVELS}
    odd = low > highest[what] if what in highest else high < 0.93 or low > 0.97
    lowest = {TOGETHER: 0.95, **LOWEST}
    odd = high < lowest[what] if what in lowest else odd
    return f"**{text}**" if odd else text
