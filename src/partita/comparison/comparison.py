"""`Comparison`: what `compare` returns: scores, their diagnosis, and decisions based on them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..base.draws import ADDED
from ..base.errors import InputError
from ..base.keywords import explain_keywords
from ..base.progress import long_work
from ..base.shown import Published, above
from ..base.wording import UNNAMED
from ..measures.chosen import choose
from .lookup import find_counted, find_score

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence

    from pandas import DataFrame

    from ..figures.grammar.palette import Colors
    from ..figures.plots.plots import ComparisonPlots
    from ..measures.chosen import Asked, Chosen
    from ..report.formats.scores import Scores
    from ..results import AdviceList, Edits, Verdicts
    from ..soft.kinds.results import Law
    from ..statistics import SizeVariation
    from ..table.contingency import AnyTable
    from .correlation.consistency_record import Consistency
    from .counting.columns import Columns
    from .counting.counting import Counted
    from .counting.score import Score
    from .ranking.ranking import Ranking
    from .robustness.robustness import Robustness
    from .summary import Summary
    from .sweep_record import Sweep


@dataclass(frozen=True, eq=False)
class Comparison(Published):
    """Scores of one or more clusterings against one truth.

    Index it by prediction and measure, ``c["kmeans", "adjusted_rand"]``, or by the measure alone
    if there is one prediction. Print it, or convert it to a frame, a dictionary, JSON or a table.
    """

    _layout = "comparison_html"

    truth: str  #: name of the truth
    scores: Sequence[Score]  #: a score for every prediction and measure
    counted: Mapping[str, Counted]  #: the tables of the hard predictions, by name
    sizes: Mapping[str, int | float]  #: objects, or total weight, of each prediction
    rng: int = 0  #: the integer that seeds all draws

    @property
    def predictions(self) -> tuple[str, ...]:
        """Names of the clusterings, in the order given."""
        return tuple(self.sizes)

    @property
    def measures(self) -> tuple[Chosen, ...]:
        """The measures, in the order given."""
        return tuple({one.measure: one.chosen for one in self.scores}.values())

    @property
    def leading(self) -> Chosen:
        """The measure that ranks the clusterings: adjusted_rand if asked for, else the first."""
        from .verdict.best import leading_measure

        return leading_measure(self)

    @property
    def order(self) -> tuple[str, ...]:
        """The clusterings by the leading measure, the best first, those without a value last."""
        from .verdict.best import order_by

        return order_by(self, self.leading)

    @property
    def best(self) -> str:
        """The best clustering by the leading measure; the first of several that are equal."""
        return self.order[0]

    @property
    def _hard(self) -> dict[str, Counted]:
        """The hard clusterings, the best first."""
        return {name: self.counted[name] for name in self.order if name in self.counted}

    @cached_property
    @long_work("ranking clusterings")
    def ranking(self) -> Ranking | str:
        """The ranking of the hard clusterings by the leading measure, or why there is none.

        It is what `ranks` returns by default. Rankings that would take long are not made.
        """
        from .verdict.best import rank_or_reason

        return rank_or_reason(self)

    def __getitem__(self, key: str | tuple[str, Asked]) -> Score:
        return find_score(self, key)

    def table(self, prediction: str | None = None) -> AnyTable:
        """The contingency table of one prediction.

        Parameters
        ----------
        prediction
            Name of the clustering; not needed if there is only one.

        Returns
        -------
        Contingency or WeightedContingency
            The table.

        Raises
        ------
        InputError
            If there is no such prediction, or it is a soft clustering.
        """
        return find_counted(self, prediction).table

    def size_variation(self, prediction: str | None = None) -> SizeVariation:
        """Coefficients of variation of class sizes (CV₀) and cluster sizes (CV₁), and their DCV.

        Parameters
        ----------
        prediction
            Name of the clustering; not needed if there is only one.

        Returns
        -------
        SizeVariation
            ``cv0``, ``cv1``, ``dcv`` = CV₁ - CV₀, and the numbers of groups.

        Raises
        ------
        InputError
            If there is no such prediction, or it is a soft clustering.

        See Also
        --------
        partita.uniform_effect : the same for all clusterings, with errors and a figure.
        """
        return self.table(prediction).size_variation

    def classes(self, prediction: str | None = None) -> Columns:
        """A row per class: into which clusters it is split, and its part of the loss.

        Parameters
        ----------
        prediction
            Name of the clustering; not needed if there is only one.

        Returns
        -------
        Columns
            A row per class.

        Raises
        ------
        InputError
            If there is no such prediction, or it is a soft clustering.
        """
        from .diagnosis.diagnosis import class_diagnosis

        return class_diagnosis(self.table(prediction))

    def class_matrix(self, *, limit: int | None = None) -> Columns:
        """A row per class and hard clustering: how well the clustering finds the class.

        Columns: class, size, prediction, match (the cluster with the best F) and f, best (the best
        F of the class in any clustering) and missed (whether no clustering finds the class, as its
        best F is below 0.5). The hardest class is first, and the best clustering is first in each.

        Parameters
        ----------
        limit
            Number of classes to keep, those with the most objects that no cluster accounts for;
            all if left out.

        Returns
        -------
        Columns
            A row per class and clustering.

        Raises
        ------
        InputError
            If the limit is not an integer of at least 1.
        """
        from .diagnosis.class_matrix import class_matrix

        return class_matrix({name: one.table for name, one in self._hard.items()}, limit)

    @long_work("scoring groups of objects")
    @explain_keywords
    def by_group(
        self,
        measure: Asked | None = None,
        *,
        confidence: float | None = 0.95,
        draws: int = ADDED,
    ) -> Columns:
        """A row per group of objects (donor, batch, document) and hard clustering: its score there.

        Columns: group, objects, classes (how many the group has), prediction, value, low and high
        (the interval of the objects of the group). Groups are those passed to `compare`, in their
        order; the best clustering is first in each. A value that is not defined in a group is NaN,
        and so is an interval if objects cannot be drawn. In a group with a single class, measures
        have a value by convention, such as 0 or 1; figures and verdicts leave it out.

        Parameters
        ----------
        measure
            The measure, or its name; the `leading` one if left out.
        confidence
            Level of the intervals; None for no intervals.
        draws
            Number of bootstrap draws in each group.

        Returns
        -------
        Columns
            A row per group and clustering.

        Raises
        ------
        InputError
            If no groups were passed to `compare`, or an argument cannot be used.
        """
        from .by_group import asked, by_group

        return by_group(self._hard, asked(measure, self.leading), confidence, draws, self.rng)

    def clusters(self, prediction: str | None = None) -> Columns:
        """A row per cluster: which classes it mixes, its part of the loss, and a verdict.

        Parameters
        ----------
        prediction
            Name of the clustering; not needed if there is only one.

        Returns
        -------
        Columns
            A row per cluster.

        Raises
        ------
        InputError
            If there is no such prediction, or it is a soft clustering.
        """
        from .diagnosis.diagnosis import cluster_diagnosis

        return cluster_diagnosis(self.table(prediction))

    def elements(self, prediction: str | None = None) -> Columns:
        """A row per object: how well its cluster fits its class, and where it would fit better.

        Parameters
        ----------
        prediction
            Name of the clustering; not needed if there is only one.

        Returns
        -------
        Columns
            A row per object.

        Raises
        ------
        InputError
            If there is no such prediction, it is a soft clustering, or only its table was given.
        """
        from .diagnosis.elements import element_diagnosis

        counted = find_counted(self, prediction)
        if counted.from_table:
            raise InputError("a table does not hold its objects: compare labels to see them")
        return element_diagnosis(counted)

    def cells(self, prediction: str | None = None, *, limit: int = 40) -> Columns:
        """A row per non-empty cell: class, cluster, count; clusters follow their largest class.

        If there are more than `limit` classes or clusters, the smallest are merged as "others".

        Parameters
        ----------
        prediction
            Name of the clustering; not needed if there is only one.
        limit
            Number of classes and of clusters to show.

        Returns
        -------
        Columns
            A row per cell.

        Raises
        ------
        InputError
            If there is no such prediction, or it is a soft clustering.
        """
        from .diagnosis.cells import matched_cells

        return matched_cells(self.table(prediction), limit)

    @long_work("computing confidence regions")
    @explain_keywords
    def plane(self, *, confidence: float = 0.95) -> Columns:
        """A row per hard prediction: homogeneity, completeness, and their confidence region.

        The columns of center, reach and tilt describe the region at this level. Its center is at
        both values without the bias of small samples. The region contains the values, and is as
        wide and as high as their intervals.

        Parameters
        ----------
        confidence
            Level of the regions.

        Returns
        -------
        Columns
            A row per prediction.

        Raises
        ------
        InputError
            If an argument cannot be used. The message says what to write instead.
        """
        from .counting.counting import can_be_drawn
        from .draws.samples import sample_of
        from .plane import plane

        every = self.counted.items()
        return plane(
            {name: sample_of(one) if can_be_drawn(one.table) else one.table for name, one in every},
            confidence,
        )

    @cached_property
    @long_work("writing the verdict")
    def verdict(self) -> Verdicts:
        """What the scores mean, in words: a tuple of verdicts, each with its evidence."""
        from .verdict.verdicts import verdicts

        return verdicts(self)

    @long_work("summarizing")
    def summary(self) -> Summary:
        """The comparison in a few lines: verdict, best scores, missed classes and next steps.

        It is text for a message when printed, and a card in a notebook. It tests whether the best
        clustering is significantly better, as `ranking` does.

        Returns
        -------
        Summary
            The lines, with the scores that they contain.
        """
        from .summary import summarize

        return summarize(self)

    @property
    def plot(self) -> ComparisonPlots:
        """Matplotlib figures: ``c.plot.heatmap()``, ``.flow()``, ``.plane()``, ``.ranges()``."""
        plots: ComparisonPlots = above("figures").ComparisonPlots(self)
        return plots

    @long_work("writing the report")
    def report(
        self,
        path: str | os.PathLike[str],
        *,
        colors: Colors = None,
        sweep: Sweep | None = None,
        laws: Mapping[str, Law] | None = None,
        facts: Mapping[str, str] | None = None,
        interactive: bool = False,
    ) -> None:
        """Write everything into one HTML file that needs no network and, by default, no script.

        `colors` maps classes to colors, such as the colors that AnnData stores. A `sweep` over the
        same objects, and the `laws` (distributions) of soft clusterings by name, add sections.

        Parameters
        ----------
        path
            The file to write.
        colors
            Colors by class, such as the colors that AnnData stores.
        sweep
            A sweep over the same objects; it adds a section.
        laws
            Distributions of soft clusterings by name; they add a section.
        facts
            Facts about your data for the section "How this was computed", by name, such as the
            file. The command line adds its files and the command.
        interactive
            Whether the page contains a script of its own: it marks a clustering wherever it is
            shown, sorts tables, shows the scores of another measure or treatment of noise, and
            saves figures. Without scripts the page is complete.

        Raises
        ------
        InputError
            If a color or a name cannot be used.
        """
        from .report_data import report_data, with_treatments

        found = report_data(self)
        if interactive:
            found = with_treatments(found)
        more = {"colors": colors, "sweep": sweep, "laws": laws, "facts": facts}
        above("report").write_report(found, path, **more, interactive=interactive)

    @long_work("searching for edits")
    def edits(
        self, prediction: str | None = None, *, measure: Asked = "adjusted_rand", limit: int = 10
    ) -> Edits:
        """The merges, splits and moves that would improve the measure, the best first.

        Parameters
        ----------
        prediction
            Name of the clustering; not needed if there is only one.
        measure
            The measure, or its name.
        limit
            Number of edits.

        Returns
        -------
        tuple of Edit
            The edits, the best first.

        Raises
        ------
        InputError
            If there is no such prediction, or it is a soft clustering.
        """
        from .edits.edits import edits

        return edits(self.table(prediction), choose(measure), limit)

    @long_work("ranking clusterings")
    @explain_keywords
    def ranks(
        self,
        measure: Asked = "adjusted_rand",
        *,
        confidence: float = 0.95,
        draws: int | None = None,
    ) -> Ranking:
        """The clusterings in order, with the uncertainty of their ranks.

        Clusterings that share a letter are not significantly different at this level. Each two are
        compared as by `difference`, on draws that all clusterings share. Letters
        are corrected for the number of comparisons; many clusterings need no more draws. Scores
        that have an interval at this level keep it.

        Parameters
        ----------
        measure
            The measure, or its name.
        confidence
            Level of the letters and of the intervals of ranks.
        draws
            Number of bootstrap draws: by default 1999, and fewer if all tables together have more
            than 25,000 occupied cells, 499 at least.

        Returns
        -------
        Ranking
            The order, with letters and intervals.

        Raises
        ------
        InputError
            If there are no two hard clusterings of the same objects.
        """
        from .ranking.ranking import rank

        hard = {name: find_counted(self, name) for name in self.predictions}
        asked = choose(measure)
        return rank(hard, asked, self.scores, confidence=confidence, draws=draws, seed=self.rng)

    def consistency(self, measures: Asked | Iterable[Asked] | None = None) -> Consistency:
        """Which measures rank these clusterings alike, by Kendall's rank correlation.

        Parameters
        ----------
        measures
            The measures as `compare` takes them; those of the comparison if left out.

        Returns
        -------
        Consistency
            The correlation of every two measures, and the tree of the measures.

        Raises
        ------
        InputError
            If there are no two clusterings, or fewer than two measures can rank them.

        See Also
        --------
        partita.consistency : the same over clusterings of several data sets.
        """
        from .clusterings import clusterings_of
        from .correlation.measure_ranks import consistency_in

        return consistency_in(list(clusterings_of(self)), measures)

    @cached_property
    @long_work("trying other choices")
    def robustness(self) -> Robustness | None:
        """Whether the best clustering stays the best if the analysis makes other choices.

        One choice changes at a time: the measure, what is done with noise and with clusters of one
        object, and the model of chance. None without two clusterings or another choice.
        """
        from .robustness.robustness import robustness

        tables = {name: one.table for name, one in self._hard.items()}
        found = robustness(tables, self.measures, self.leading)
        soft = len(self.predictions) - len(tables)
        return replace(found, soft=soft) if found is not None and soft else found

    @cached_property
    @long_work("collecting advice")
    def advice(self) -> AdviceList:
        """Which measures to read here, which not, and why; empty if no rule applies."""
        from .advice.advice import advise

        return advise(self.counted, self.scores, self.rng)

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

    @explain_keywords
    def to_frame(self, *, wide: bool = False) -> DataFrame:
        """Return a pandas DataFrame with a row per prediction and measure.

        Its columns cv0, cv1 and dcv describe the prediction: see `size_variation`.

        Parameters
        ----------
        wide
            Whether to return only the values, with a row per measure and a column per prediction.

        Returns
        -------
        DataFrame
            The scores.
        """
        from pandas import DataFrame

        if wide:
            values = {name: self._values(name) for name in self.predictions}
            return DataFrame(values, dtype="float64").rename_axis("measure")

        sizes = {name: one.table.size_variation.numbers for name, one in self.counted.items()}
        rows = [
            {
                "prediction": one.prediction,
                "measure": one.measure,
                "better": one.chosen.measure.direction,
                "value": one.value,
                **one.details,
                **sizes.get(one.prediction, {}),
            }
            for one in self.scores
        ]
        frame = DataFrame(rows)
        numbers = {"value"}.union(*sizes.values())
        return frame.astype(dict.fromkeys(numbers, "float64"))  # None becomes NaN

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

    def to_latex(
        self,
        *,
        digits: int = 3,
        transpose: bool | None = None,
        caption: str = "",
        label: str = "",
        width: float | None = None,
        ranking: Ranking | None = None,
    ) -> str:
        """A table for LaTeX, with the best in bold, intervals, letters and arrows.

        The table needs no package. Its rules are those of `booktabs` if the document loads it.

        Parameters
        ----------
        digits
            Decimals of the scores.
        transpose
            Whether clusterings are rows and measures columns; None means that they are rows if
            there are more of them.
        caption
            LaTeX code of a caption. With a caption or a label, the table is a float with notes
            that say what its marks mean; otherwise it is a tabular only.
        label
            The label to refer to.
        width
            Millimeters, such as 85 for a column: columns that do not fit continue below. Only
            floats have it, and beyond 100 mm they span both columns.
        ranking
            What `ranks` returns: its letters are printed, and clusterings that share a letter with
            the best one are bold too.

        Returns
        -------
        str
            LaTeX code.

        Raises
        ------
        InputError
            If an option cannot be used.
        """
        options = (digits, transpose, caption, label, width)
        text: str = above("report").latex_text(self, *options, ranking=ranking)
        return text

    def __str__(self) -> str:
        return self._shown().text().rstrip("\n")

    def __repr__(self) -> str:
        many = len(self.predictions)
        return (
            f"<Comparison: {len(self.measures)} measures of {many} "
            f"prediction{'s' if many > 1 else ''} against {self.truth}>"
        )

    def _values(self, prediction: str) -> dict[str, float | None]:
        return {one.measure: one.value for one in self.scores if one.prediction == prediction}

    def _shown(self) -> Scores:
        scores: Scores = above("report").Scores(self)
        return scores
