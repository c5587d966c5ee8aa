"""What a rank correlation with DCV depends on: other settings and other texts for Table 7."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from partita.base.arrays import Int64
from partita.comparison.correlation.rank_correlation import tau
from partita.report.formats.text import Cell, Table

from ..algorithms.bisections import repeated_bisections
from ..algorithms.spherical import spherical_kmeans
from ..algorithms.text import weighed_by_rarity
from ..run import Run
from .imbalanced import DESIGNS, TOPICS, Collection, collection, draw, in_designs
from .scoring import Designs, crossed, packed, symbol

Rows = Callable[[Collection, Int64, np.random.Generator], Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to weigh, change and cluster the drawn documents."""

    said: str
    rows: Rows
    cluster: Callable[..., Any] = spherical_kmeans
    draws: tuple[int, int] = (10, 2)  # in a full and in a quick run
    starts: tuple[int, int] = (10, 3)
    needs_counts: bool = True


def _weighed(source: Collection, chosen: Int64, _: np.random.Generator) -> Any:
    return source.rows[chosen]


def _weighed_alone(source: Collection, chosen: Int64, _: np.random.Generator) -> Any:
    return weighed_by_rarity(source.counts[chosen])


def _counted(source: Collection, chosen: Int64, _: np.random.Generator) -> Any:
    return source.counts[chosen]


def _with_texts(same: int, any_topic: int) -> Rows:
    """Documents joined with others: of the same topic (easier), of any topic (harder)."""

    def rows(source: Collection, chosen: Int64, generator: np.random.Generator) -> Any:
        counts = source.counts[chosen]
        truth = source.truth[chosen]
        for _ in range(same):
            partners = [generator.choice(np.flatnonzero(source.truth == one)) for one in truth]
            counts = counts + source.counts[np.array(partners)]
        for _ in range(any_topic):
            counts = counts + source.counts[generator.integers(len(source.truth), size=len(chosen))]
        return weighed_by_rarity(counts)

    return rows


AS_IN_TABLE_7 = "as above, drawn again"
MORE_DRAWS = "more draws of each design"
UNWEIGHED = "counts of terms, not weighed by rarity"
EASIER = "each text joined with another of its topic"
HARDER = "each text joined with one of its topic and two of any topic"
VERY_HARD = "each text joined with one of any topic"
SETTINGS = (
    Setting(AS_IN_TABLE_7, _weighed, needs_counts=False),
    Setting(MORE_DRAWS, _weighed, draws=(50, 4), needs_counts=False),
    Setting("1 start instead of 10", _weighed, starts=(1, 1), needs_counts=False),
    Setting("repeated bisections", _weighed, repeated_bisections, needs_counts=False),
    Setting("weights from each sample alone", _weighed_alone),
    Setting(UNWEIGHED, _counted),
    Setting(EASIER, _with_texts(1, 0)),
    Setting(HARDER, _with_texts(1, 2)),
    Setting(VERY_HARD, _with_texts(0, 1)),
)


def possible(source: Collection) -> tuple[Setting, ...]:
    """The settings that this collection allows; some need counts of terms."""
    return tuple(one for one in SETTINGS if source.counts is not None or not one.needs_counts)


@lru_cache(maxsize=2)
def by_setting(run: Run) -> dict[str, Designs]:
    """The clustered samples of every design, for each setting."""
    source = collection(run)
    return {
        one.said: _sampled(one, place, source, run) for place, one in enumerate(possible(source))
    }


def _sampled(one: Setting, place: int, source: Collection, run: Run) -> Designs:
    draws, starts = run.size(*one.draws), run.size(*one.starts)

    def work() -> dict[str, Int64]:
        run.say(f"Table 7, {one.said}")
        generator = run.generator("kmeans", "settings", one.said)
        found = []
        for sizes in DESIGNS:
            for _ in range(draws):
                chosen = draw(source.truth, sizes, generator)
                rows = one.rows(source, chosen, generator)
                labels = one.cluster(rows, TOPICS, generator, starts=starts).labels
                found.append(crossed(source.truth[chosen], labels))
        return packed(found)

    return in_designs(run.kept(f"kmeans-settings-{place}{source.digest}", work), draws)


@lru_cache(maxsize=64)
def correlation_of(name: str, run: Run) -> dict[str, float]:
    """Rank correlation of a measure with DCV, for each setting."""
    return {said: tau(one.means(name), one.dcv()) for said, one in by_setting(run).items()}


def setting_table(names: Sequence[str], run: Run) -> Table:
    """A row for each setting: how well k-means finds the topics, and the rank correlations."""
    columns = {name: correlation_of(name, run) for name in names}
    rows: list[tuple[Cell, ...]] = [
        (said, *_ends(designs), *(columns[name][said] for name in names))
        for said, designs in by_setting(run).items()
    ]
    header = (
        "setting",
        "R_n, sample 1",
        "R_n, sample 8",
        *(f"τ of {symbol(name)}" for name in names),
    )
    return Table(header, rows)


def _ends(designs: Designs) -> tuple[float, float]:
    """Mean R_n of the most and of the least balanced samples."""
    found = designs.means("adjusted_rand")
    return float(found[0]), float(found[-1])
