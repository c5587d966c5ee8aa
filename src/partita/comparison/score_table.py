"""`ScoreTable`: scores by prediction and measure, and their conversions to other formats."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.keywords import explain_keywords
from ..base.shown import Shown, above
from .lookup import UNNAMED, find_score

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pandas import DataFrame

    from ..measures.chosen import Asked, Chosen
    from ..report.formats.scores import Scores
    from .counting.score import Score


@dataclass(frozen=True, eq=False)
class ScoreTable(Shown):
    """Scores by prediction and measure."""

    _layout = "comparison_html"

    truth: str  #: name of the truth
    scores: Sequence[Score]  #: a score for every prediction and measure
    sizes: Mapping[str, int | float]  #: objects, or total weight, of each prediction

    @property
    def predictions(self) -> tuple[str, ...]:
        """Names of the clusterings, in the order given."""
        return tuple(self.sizes)

    @property
    def measures(self) -> tuple[Chosen, ...]:
        """The measures, in the order given."""
        return tuple({one.measure: one.chosen for one in self.scores}.values())

    def __getitem__(self, key: str | tuple[str, Asked]) -> Score:
        return find_score(self, key)

    def to_dict(self) -> dict[str, float]:
        """A flat dictionary for loggers: ``prediction/measure``, ``prediction/measure/low``, ….

        The keys of a single unnamed prediction are measures. Undefined scores are left out.

        Returns
        -------
        dict
            The scores by name.
        """
        bare = self.predictions == (UNNAMED,)
        flat: dict[str, float] = {}
        for score in self.scores:
            key = score.measure if bare else f"{score.prediction}/{score.measure}"
            if score.value is not None:
                flat[key] = score.value
                flat.update({f"{key}/{name}": number for name, number in score.numbers.items()})
        return flat

    def to_frame(self) -> DataFrame:
        """Return a pandas DataFrame with a row per prediction and measure.

        Returns
        -------
        DataFrame
            The scores.
        """
        from pandas import DataFrame

        rows = [
            {
                "prediction": one.prediction,
                "measure": one.measure,
                "better": one.chosen.measure.direction,
                "value": one.value,
                **one.details,
            }
            for one in self.scores
        ]
        frame = DataFrame(rows)
        return frame.astype({"value": "float64"})  # None becomes NaN

    @explain_keywords
    def to_json(self) -> str:
        """JSON in the schema of the command line.

        Returns
        -------
        str
            A JSON document.
        """
        return self._shown().render("json")

    @explain_keywords
    def to_csv(self) -> str:
        """CSV with a line per score.

        Returns
        -------
        str
            Lines of CSV.
        """
        return self._shown().render("csv")

    @explain_keywords
    def to_markdown(self) -> str:
        """A Markdown table with a row per measure and a column per prediction.

        Returns
        -------
        str
            A table.
        """
        return self._shown().render("markdown")

    @explain_keywords
    def to_latex(self) -> str:
        """A LaTeX tabular (package booktabs) with a row per measure and a column per prediction.

        Returns
        -------
        str
            A table.
        """
        return self._shown().render("latex")

    def __str__(self) -> str:
        return self._shown().render("table").rstrip("\n")

    def __repr__(self) -> str:
        many = len(self.predictions)
        return (
            f"<Comparison: {len(self.measures)} measures of {many} "
            f"prediction{'s' if many > 1 else ''} against {self.truth}>"
        )

    def _shown(self) -> Scores:
        scores: Scores = above("report").Scores(self)
        return scores
