"""Scores of one or more clusterings against one truth, in every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...base.wording import NAMED, level_text, names_text, number_text, p_text, printable, shortened
from ...measures.chosen import labeled
from .sheet import Part, Sheet, complete_lines
from .text import READING_WIDTH, STARRED, Cell, Table, aligned

if TYPE_CHECKING:
    from ...comparison import Comparison, Score
    from .latex import Grid


class Scores(NamedTuple):
    """The scores of a comparison in every format, with remarks below the table."""

    comparison: Comparison
    remarks: Sequence[str] = ()

    def render(self, style: str, width: int | None = None) -> str:
        """Text in one of the formats of `text.FORMATS`."""
        return self.sheet().render(style, width)

    def text(self) -> str:
        """The table for reading, with a star after the best value of each measure."""
        part = self.part()
        note = "; * marks the best value of each measure" if part.strong else ""
        scores = self.comparison.scores
        left_open = any(one.expectation is not None and one.interval for one in scores)
        if left_open and any(one.estimate is not None for one in scores):
            note += "\nintervals of soft clusterings show what they leave open, not other objects"
        table = aligned(part.table, strong=part.strong, signs=STARRED) if part.table else ""
        return f"{self.caption()}{note}\n\n{table}"

    def sheet(self) -> Sheet:
        """The scores in every format."""
        document = self.document()
        parts = [self.part()]
        if self.remarks:
            parts.append(Part(sentences=self.remarks))
        return Sheet(
            document, complete_lines(document, "results"), self.long(), parts, self.caption()
        )

    def part(self, title: str = "") -> Part:
        """The table, with the best clustering of each measure in bold.

        A row is a measure; or a clustering, if more clusterings than measures make a wide table.
        """
        best, wide = self.best(), self.wide()
        more = len(self.comparison.predictions) > len(self.by_measure())
        if not more or _fits(wide):
            return Part(wide, title, strong=best, grid=self.grid)
        table = self.tall()
        turned = frozenset((place - 2, row + 1) for row, place in best)
        return Part(table, title, self._legend(table), turned, self.grid)

    def _legend(self, table: Table) -> list[str]:
        """What the symbols in a header mean; nothing if it has names."""
        names = [name for name, _ in self.by_measure()]
        pairs = zip(table.header[1:], names, strict=True)
        known = {title.partition(" ")[0]: name for title, name in pairs}
        meant = [f"{symbol} {name}" for symbol, name in known.items() if symbol != name]
        return [f"{', '.join(meant)}."] if meant else []

    def grid(self) -> Grid:
        """The same table for LaTeX."""
        from .grids import scores_grid
        from .latex import Layout

        return scores_grid(self.comparison, Layout())

    def document(self) -> dict[str, Any]:
        """The published JSON document; keys without information are left out."""
        found = self.comparison
        n = next(iter(found.sizes.values()))
        return {
            "schema": 1,
            "n": n,
            "truth": found.truth,
            **_settings(found),
            "results": [_record(one, n, found.sizes[one.prediction]) for one in found.scores],
            "size_variation": [
                {"prediction": name, **one.table.size_variation.numbers}
                for name, one in found.counted.items()
            ],
        }

    def long(self) -> Table:
        """A row per score."""
        scores = self.comparison.scores
        extra = list(dict.fromkeys(name for one in scores for name in one.details))
        rows = [
            (one.prediction, one.measure, one.value, *map(one.details.get, extra)) for one in scores
        ]
        return Table(("prediction", "measure", "value", *extra), rows)

    def wide(self) -> Table:
        """A row per measure, a column per clustering."""
        rows = [
            (measure, own[0].chosen.measure.direction, *map(_shown, own))
            for measure, own in self.by_measure()
        ]
        return Table(("measure", "better", *map(shortened, self.comparison.predictions)), rows)

    def tall(self) -> Table:
        """A row per clustering, a column per measure: by its symbol if names need more room."""
        own = self.by_measure()
        columns = [scores for _, scores in own]
        names = [name for name, _ in own]
        rows = [
            (shortened(name), *map(_shown, scores))
            for name, *scores in zip(self.comparison.predictions, *columns, strict=True)
        ]
        table = Table(("prediction", *map(_titled, names, columns)), rows)
        if _fits(table):
            return table
        chosen = [scores[0].chosen for scores in columns]
        symbols = [labeled(one.measure.symbol, one.options) for one in chosen]
        return Table(("prediction", *map(_titled, symbols, columns)), rows)

    def best(self) -> frozenset[tuple[int, int]]:
        """The places of the best values in the wide table, unless all are equal."""
        places = set()
        for row, (_, own) in enumerate(self.by_measure()):
            known = {one.value for one in own if one.value is not None}
            if len(known) > 1:
                top = max(known, key=lambda value: own[0].chosen.sign * value)
                places |= {(row, 2 + k) for k, one in enumerate(own) if one.value == top}
        return frozenset(places)

    def caption(self) -> str:
        """The truth, and the number of objects."""
        sizes = self.comparison.sizes
        alike = len(set(sizes.values())) == 1
        shown = {"n": next(iter(sizes.values()))} if alike else sizes
        counts = ", ".join(f"{_name(name)} = {size:,}" for name, size in shown.items())
        return f"truth: {_name(self.comparison.truth)} ({counts})"

    def by_measure(self) -> list[tuple[str, list[Score]]]:
        """The scores by measure, in the order of the clusterings."""
        found: dict[str, list[Score]] = {}
        for one in self.comparison.scores:
            found.setdefault(one.measure, []).append(one)
        return list(found.items())


def _fits(table: Table) -> bool:
    """Whether a table is narrow enough for any terminal."""
    return max(map(len, aligned(table).splitlines())) <= READING_WIDTH


def _titled(name: str, scores: Sequence[Score]) -> str:
    """The title of a column, which says if lower values are better."""
    better = scores[0].chosen.measure.direction
    return name if better == "higher" else f"{name} ({better})"


def _name(text: str) -> str:
    return printable(shortened(text))


def _settings(comparison: Comparison) -> dict[str, Any]:
    """The confidence of the intervals, and the seed of the draws."""
    levels = [one.estimate.confidence for one in comparison.scores if one.estimate is not None]
    tested = any(one.significance is not None for one in comparison.scores)
    level = {"confidence": levels[0]} if levels else {}
    return {**level, "seed": comparison.rng} if levels or tested else {}


def _shown(score: Score) -> Cell:
    """The value with its interval and p, if it has them; p is corrected for all tests."""
    if score.value is None or not score.details:
        return score.value
    parts = [number_text(score.value)]
    if score.interval is not None:
        low, high = score.interval
        parts.append(f"[{number_text(low)}, {number_text(high)}]")
    p = score.p_value if score.p_adjusted is None else score.p_adjusted
    if p is not None:
        parts.append(p_text(p, at_floor=score.at_floor).replace(" ", ""))
    return " ".join(parts)


def _record(score: Score, n: float, size: float) -> dict[str, Any]:
    measure, options = score.chosen
    record: dict[str, Any] = {"prediction": score.prediction, "measure": measure.name}
    if options:
        record["options"] = finite_options(options)
    if size != n:
        record["n"] = size
    record |= {"value": score.value, **score.details}
    if score.estimate is not None:
        record["method"] = score.estimate.how
    if score.significance is not None:
        record["null"] = score.significance.how
    return {**record, "undefined": score.undefined} if score.undefined else record


def finite_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options for JSON, which has no infinity."""
    return {name: str(v) if v == float("inf") else v for name, v in options.items()}


def explained(comparison: Comparison) -> Scores:
    """The scores with remarks on how intervals and p were found."""
    return Scores(comparison, list(remarks(comparison)))


def remarks(comparison: Comparison) -> Iterator[str]:
    """Which scores are missing and why, how intervals and p were found, and what to doubt."""
    yield from missing_values(comparison.scores)
    estimates = [one.estimate for one in comparison.scores if one.estimate is not None]
    if estimates:
        first = estimates[0]
        drawn = f", {first.draws} draws, seed {first.rng}" if first.draws else ""
        yield f"In brackets: {level_text(first.confidence)} intervals ({first.method}{drawn})."
        yield from doubts(comparison.scores)
    tests = [one.significance for one in comparison.scores if one.significance is not None]
    if tests:
        seed = f", seed {tests[0].rng}" if any(test.draws for test in tests) else ""
        corrected = f", corrected for {len(tests)} tests by Holm's method" if tests[1:] else ""
        yield f"p: how often random labels score as well ({tests[0].method}{seed}){corrected}."


def missing_values(scores: Iterable[Score]) -> Iterator[str]:
    """Why scores have no value or no interval, once for each reason."""
    concerned: dict[str, dict[str, None]] = {}
    for one in scores:
        if one.undefined:
            concerned.setdefault(one.undefined, {})[one.measure] = None
    for reason, measures in concerned.items():
        yield f"{', '.join(measures)}: {reason}."


def doubts(scores: Iterable[Score]) -> Iterator[str]:
    """The warnings of the interval methods, once each, with the scores they concern."""
    estimated = [one for one in scores if one.estimate is not None]
    every = len({one.measure for one in estimated})
    concerned: dict[str, list[Score]] = {}
    for one in estimated:
        for note in one.estimate.notes if one.estimate is not None else ():
            concerned.setdefault(note, []).append(one)
    for note, found in concerned.items():
        measures = dict.fromkeys(one.measure for one in found)
        of = f" ({names_text(measures, NAMED)})" if len(measures) < every else ""
        predictions = dict.fromkeys(one.prediction for one in found)
        yield f"Intervals of {names_text(predictions, NAMED)}{of}: {note}."
