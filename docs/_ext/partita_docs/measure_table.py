"""The table of all measures: their claims, and the results of small experiments."""

from __future__ import annotations

from functools import cache

import numpy as np

from partita import Contingency, Measure, UndefinedError
from partita.report.formats.listing import bounds

from .markdown import number, page, plain, table
from .measure_pages import FAMILIES, measures

# Two clusterings of one data set with unequal classes (Wu, Xiong and Chen 2009): the first cuts
# the large class into three, the second keeps it whole with a few errors. Rows are clusters.
EVEN = [[10, 0, 0, 0, 0]] * 3 + [[0, 0, 0, 10, 0], [0, 2, 6, 0, 2]]
NATURAL = [[27, 0, 0, 2, 0], [0, 2, 0, 0, 0], [0, 0, 6, 0, 0], [3, 0, 0, 8, 0], [0, 0, 0, 0, 2]]
# Solutions A and B of Rosenberg and Hirschberg (2007): equal best overlaps, but in B the other
# objects of a cluster come from one class instead of two.
SCATTERED = [[3, 1, 1], [1, 3, 1], [1, 1, 3]]
PAIRED = [[3, 2, 0], [0, 3, 2], [2, 0, 3]]
OBJECTS, CLASSES, FEW, MANY, DRAWS = 300, 5, 5, 50, 40


def pages() -> dict[str, str]:
    """The page with the table."""
    parts = [HEAD]
    for family, title in FAMILIES.items():
        members = [m for m in measures() if m.family == family]
        parts += [f"## {title}", _claims(members), _experiments(members)]
        tree = "\n".join(f"{m.name} <{m.name}>" for m in members)
        parts.append(f"```{{toctree}}\n:hidden:\n:caption: {family.capitalize()}\n\n{tree}\n```")
    return {"measures/index.md": page(*parts)}


HEAD = f"""---
html_theme.sidebar_secondary.remove: true
---

# All measures

The first table of each family lists the claims of each measure, which the tests check. `compare`
shows the **bold** measures by default. The second table has the results of three small experiments,
which the build of this page ran:

- *random labels*: mean over {DRAWS} random labelings of {OBJECTS} objects in {CLASSES} classes,
  with {FEW} and with {MANY} clusters. If the two numbers differ, the measure rewards (or punishes)
  many clusters.
- *uniform effect*: does the measure prefer a clustering with a few errors to one that cuts the
  large class into equal pieces? The tables are from Wu, Xiong and Chen (2009).
- *all objects seen*: does the measure distinguish two clusterings with equal best overlaps, one of
  which scatters the other objects and one of which keeps them together? The tables are A and B of
  Rosenberg and Hirschberg (2007)."""


def _claims(members: list[Measure]) -> str:
    header = (
        "measure",
        "symbol",
        "range",
        "better",
        "symmetric",
        "identical",
        "independent",
        "0/0",
    )
    return table(header, [_claim(m) for m in members])


def _claim(m: Measure) -> tuple[str, ...]:
    name = _link(m)
    return (
        f"**{name}**" if m.headline else name,
        plain(m.symbol),
        bounds(m) + (f" {m.unit}" if m.unit else ""),
        m.direction,
        "yes" if m.symmetric else "no",
        *map(number, (m.perfect, m.independence, m.undefined)),
    )


def _link(m: Measure) -> str:
    """A link to the page of a measure; its name may break after each word."""
    return f"[{m.name.replace('_', '_<wbr>')}]({m.name}.md)"


def _experiments(members: list[Measure]) -> str:
    header = ("measure", f"random, {FEW} clusters", f"random, {MANY} clusters")
    header += ("uniform effect", "all objects seen")
    rows = [
        (
            _link(m),
            number(_random(m, FEW)),
            number(_random(m, MANY)),
            *_seen(m),
        )
        for m in members
    ]
    return table(header, rows)


def _seen(m: Measure) -> tuple[str, str]:
    if m.baseline:  # depends on the sizes only
        return "–", "–"
    apart = _value(m, SCATTERED) != _value(m, PAIRED)
    return "seen" if _prefers_natural(m) else "missed", "yes" if apart else "no"


@cache
def _tables(clusters: int) -> tuple[Contingency, ...]:
    rng = np.random.default_rng(0)
    truth = np.arange(OBJECTS) % CLASSES
    return tuple(
        Contingency.from_labels(truth, rng.integers(0, clusters, OBJECTS)) for _ in range(DRAWS)
    )


def _random(m: Measure, clusters: int) -> float:
    mean = sum(m.of(table) for table in _tables(clusters)) / DRAWS
    return round(mean, 4) + 0.0  # no negative zero


def _prefers_natural(m: Measure) -> bool:
    even, natural = _value(m, EVEN), _value(m, NATURAL)
    if even is None or natural is None:
        return False
    return natural > even if m.better == "higher" else natural < even


def _value(m: Measure, clusters_by_classes: list[list[int]]) -> float | None:
    matrix = np.asarray(clusters_by_classes).T  # in our tables, rows are classes
    try:
        return round(m.of(Contingency.from_matrix(matrix)), 12)
    except UndefinedError:
        return None
