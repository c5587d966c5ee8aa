"""The worst error of every measure on random tables, compared with exact arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accuracy import distance
from labelings import variants

import partita

from .tables import draw

if TYPE_CHECKING:
    from accuracy import Distance

# The most objects for measures whose definition is a sum over pairs of cells.
SMALL = {"standardized_mutual_information": 16}

HEAD = """\
# Worst errors

`python benchmarks/reliability/run.py exactness` wrote this page: {tables:,} random tables of
{least} to 2^{bits} objects (few objects, cells of all magnitudes, one object off independence, one
object off a perfect match, perfect matches, single objects, one class, refinements, one giant
cell), every measure with alternating options, {values:,} values compared with exact fractions or
with 60 or more digits. Seed {seed}.

The allowed error of a ratio of integers, or of its root, is one unit in the last place (ulp; a
correctly rounded value has at most half). Information may have a relative error of 1e-13. A measure
that subtracts its expectation may have the errors of both, 1e-13 of the larger divided by its
denominator; the table has the share of that.

| measure | worst error | allowed | values | worst on |
|---|---|---|---|---|
"""


@dataclass
class Worst:
    """The largest share of the allowed error, and its table."""

    share: float = 0.0
    found: Distance | None = None
    kind: str = ""
    objects: int = 0
    values: int = 0

    def take(self, found: Distance, kind: str, objects: int) -> None:
        """Add one comparison."""
        self.values += 1
        share = found.error / found.allowed if found.allowed else float("inf" if found.error else 0)
        if self.found is None or share > self.share:
            self.share, self.found, self.kind, self.objects = share, found, kind, objects


@dataclass
class Result:
    """The result of a run."""

    tables: int
    seed: int
    least: int
    most: int
    worst: dict[str, Worst]

    @property
    def values(self) -> int:
        """Number of compared values."""
        return sum(worst.values for worst in self.worst.values())

    def failures(self) -> list[str]:
        """Measures with an error above the allowed one."""
        return [
            f"{name}: {worst.found} on a table of the kind {worst.kind}"
            for name, worst in self.worst.items()
            if worst.share > 1.0
        ]


def measured(tables: int, seed: int = 1, names: Any = None) -> Result:
    """Compare all measures, or the named ones, on random tables."""
    chosen = [partita.MEASURES[name] for name in (names or sorted(partita.MEASURES))]
    settings = {measure.name: variants(measure) for measure in chosen}
    result = Result(tables, seed, 2**99, 0, {name: Worst() for name in settings})
    for number, (kind, matrix) in enumerate(draw(seed, tables)):
        objects = sum(map(sum, matrix))
        result.least, result.most = min(result.least, objects), max(result.most, objects)
        for measure in chosen:
            if objects > SMALL.get(measure.name, objects):
                continue
            options = settings[measure.name]
            # alternate options, so that measures with many options cost no more than others
            found = distance(measure, matrix, options[number // 11 % len(options)])
            if found is not None:
                result.worst[measure.name].take(found, kind, objects)
    return result


def page(result: Result) -> str:
    """The result as Markdown."""
    head = HEAD.format(
        tables=result.tables,
        least=result.least,
        bits=(result.most - 1).bit_length(),
        values=result.values,
        seed=result.seed,
    )
    lines = [line(name, worst) for name, worst in sorted(result.worst.items())]
    return head + "\n".join(lines) + "\n"


def line(name: str, worst: Worst) -> str:
    """The row of one measure."""
    if worst.found is None:
        return f"| `{name}` | no value | | 0 | |"
    written = {
        "ulp": (f"{worst.found.error:.2f} ulp", "1 ulp"),
        "relative": (f"{worst.found.error:.1e}", "1e-13"),
        "absolute": (f"{worst.share:.1%} of the allowed error", "see above"),
    }[worst.found.unit]
    where = f"{worst.kind.replace('_', ' ')}, n = {worst.objects:.3g}" if worst.share else "exact"
    return f"| `{name}` | {written[0]} | {written[1]} | {worst.values:,} | {where} |"
