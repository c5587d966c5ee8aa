"""`ReferenceScores`: what `join_references` returns: scores against several references."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...base.shown import Framed, Plotted
from ...base.wording import level_text, number_text

if TYPE_CHECKING:
    from ..counting.columns import Columns

MEAN, BEST = "mean", "best"  # names of the rows that join the references


@dataclass(frozen=True, eq=False)
class ReferenceScores(Plotted, Framed):
    """Scores of clusterings against several references for the same objects.

    `table` has a row per clustering and reference: prediction, reference, value, low, high. The
    references "mean" and "best" are the mean over the references, and the best of them.

    `plot` draws the scores against each reference, and their mean, with intervals.
    """

    _figure = "references"

    measure: str  #: name of the measure
    table: Columns  #: a row per clustering and reference
    names: tuple[str, ...]  #: names of the references
    confidence: float  #: level of the intervals
    draws: int  #: number of bootstrap draws
    rng: int  #: the integer that seeded the draws
    better: str = "higher"  #: which direction of the measure means more agreement

    @property
    def summary(self) -> tuple[str, ...]:
        """A sentence about each clustering: its mean over the references, and the best."""
        rows = list(self.table.rows())
        joined = [row for row in rows if row["reference"] in (MEAN, BEST)]
        return tuple(
            f"{mean['prediction']}: {self.measure} {_text(mean)} on average over "
            f"{len(self.names)} references, {_text(best)} against the best one."
            for mean, best in zip(joined[::2], joined[1::2], strict=True)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values.

        Returns
        -------
        dict
            ``measure``, ``confidence``, ``draws``, ``seed``, and ``scores``, a list with a
            dictionary per row.
        """
        return {
            "measure": self.measure,
            "confidence": self.confidence,
            "draws": self.draws,
            "seed": self.rng,
            "scores": list(self.table.rows()),
        }

    def __str__(self) -> str:
        level, drawn = level_text(self.confidence), f"{self.draws:,} draws, seed {self.rng}"
        how = f"{self.measure}; {level} intervals from the same draws ({drawn})"
        return "\n".join([str(self.table), how, *self.summary])


def _text(row: dict[str, Any]) -> str:
    """A value with its interval."""
    return f"{number_text(row['value'])} ({number_text(row['low'])} to {number_text(row['high'])})"
