"""The worst error of every measure over random tables, against exact arithmetic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accuracy import distance
from labelings import variants

import partita

from .tables import draw

if TYPE_CHECKING:
    from accuracy import Distance

# Measures whose definition adds up over pairs of cells: only on tables of so many objects.
SMALL = {"standardized_mutual_information": 16}

HEAD = """\
# Worst errors

`python benchmarks/reliability/run.py exactness` wrote this page: {tables:,} random tables of
{least} to 2^{bits} objects (few objects, cells of all magnitudes, one object off independence, one
object off a perfect match, perfect matches, single objects, one class, refinements, one giant
cell), every measure with its options in turn, {values:,} values against exact fractions or 60 and
more digits. Seed {seed}.

A ratio of whole numbers, or a root of one, is allowed one unit in the last place (ulp; half of one
is correctly rounded). Information is allowed a relative error of 1e-13. A measure that subtracts
its expectation is allowed the errors of both, 1e-13 of the larger over its denominator; the table
says how much of that is used.

| measure | worst error | allowed | values | worst on |
|---|---|---|---|---|
"""


@dataclass
class Worst:
    """The largest share of the allowed error, and where it was met."""

    share: float = 0.0
    found: Distance | None = None
    kind: str = ""
    objects: int = 0
    values: int = 0

    def take(self, found: Distance, kind: str, objects: int) -> None:
        """Note one comparison."""
        self.values += 1
        share = found.error / found.allowed if found.allowed else float("inf" if found.error else 0)
        if self.found is None or share > self.share:
            self.share, self.found, self.kind, self.objects = share, found, kind, objects


@dataclass
class Result:
    """What a run found."""

    tables: int
    seed: int
    least: int
    most: int
    worst: dict[str, Worst]

    @property
    def values(self) -> int:
        """Number of values compared."""
        return sum(worst.values for worst in self.worst.values())

    def failures(self) -> list[str]:
        """Measures with an error beyond what is allowed."""
        return [
            f"{name}: {worst.found} on a table of the kind {worst.kind}"
            for name, worst in self.worst.items()
            if worst.share > 1.0
        ]


def measured(tables: int, seed: int = 1, names: Any = None) -> Result:
    """Compare all measures, or those named, on so many random tables."""
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
            # all options take turns, so that measures with many cost no more than others
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
        "absolute": (f"{worst.share:.1%} of what is allowed", "see above"),
    }[worst.found.unit]
    where = f"{worst.kind.replace('_', ' ')}, n = {worst.objects:.3g}" if worst.share else "exact"
    return f"| `{name}` | {written[0]} | {written[1]} | {worst.values:,} | {where} |"
