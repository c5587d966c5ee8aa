"""Classes by clusterings: who is best, how surely, and which classes no clustering finds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.short_names import short_names
from ..base.wording import count_text, level_text
from .grammar.layout import text_width
from .grammar.marks import (
    Axis,
    Cells,
    Figure,
    Key,
    Line,
    Mark,
    Marked,
    Point,
    Rect,
    Scale,
    Text,
    Tick,
)
from .grammar.palette import depth, on_depth
from .grammar.spans import frame
from .grammar.words import decimals, round_ticks, short

if TYPE_CHECKING:
    from ..comparison import Columns, Comparison, Ranking, Score

_CLASSES = 30
_COLUMNS = 40  # clusterings, the best ones
_PANEL = 84.0  # pixels of the scores above the cells
_GAP = 24.0  # pixels between the dots and the cells, where the scores are written
_LEAST = 9.0  # size of these texts, at which they must fit


class _Grid(NamedTuple):
    """The lines of the picture, and the size of a cell in pixels."""

    rows: list[dict[str, Any]]  # of the class matrix, with their places
    classes: list[dict[str, Any]]  # the first row of each class
    names: list[str]  # clusterings
    width: float
    height: float

    @property
    def missed(self) -> int:
        """The number of classes that no clustering finds; they come first."""
        return sum(one["missed"] for one in self.classes)


def class_matrix(
    comparison: Comparison, ranking: Ranking | str | None = None, *, limit: int = _CLASSES
) -> Figure:
    """Classes as rows, the hardest first, and clusterings as columns, the best first.

    The deeper a cell, the larger the F of the cluster that matches the class best. Above are the
    scores by the leading measure with their intervals, and the letters of the ranking: clusterings
    that share a letter are not significantly different. Pass the `ranking` if it was made before,
    or a text that says why there is none.
    """
    grid = _grid(comparison.class_matrix(limit=limit), comparison)
    several = len(comparison.predictions) > 1
    if ranking is None and several:
        ranking = comparison.ranking
    scores = [comparison[name, comparison.leading.label] for name in grid.names]
    top = (_PANEL + _GAP) / grid.height  # in rows
    places = [float(place) for place in range(len(grid.names))]
    names = list(zip(places, short_names(grid.names), strict=True))
    below, above = _scores(grid, scores, ranking)
    return Figure(
        title=f"How well each class of {short(comparison.truth)} is found",
        description=_described(grid, scores),
        width=grid.width * len(places),
        height=grid.height * len(grid.classes) + _PANEL + _GAP,
        x=Axis(
            -0.5, len(places) - 0.5, ticks=tuple(below), far=tuple(names), far_color="ink",
            line=False, categories=True, clusterings=tuple(grid.names), parts=("score", "name"),
        ),
        y=Axis(
            len(grid.classes) - 0.5, -0.5 - top, "classes",
            _numbered(short_names(one["class"] for one in grid.classes)),
            _numbered([decimals(one["best"], 2) for one in grid.classes]), "best F",
            line=False, categories=True,
        ),
        marks=(
            *_cells(grid), frame(len(places), len(grid.classes)), *_missed(grid),
            *_panel(scores, top, grid.height), *above,
        ),
        legend=_keys(scores, grid),
        scale=Scale("F of the best cluster", "0", "1"),
        ends=((0.0, -0.5 - _GAP / grid.height), (0.0, -0.5 - top)),
    )  # fmt: skip


def _grid(found: Columns, comparison: Comparison) -> _Grid:
    names = [name for name in comparison.order if name in comparison.counted][:_COLUMNS]
    column = {name: place for place, name in enumerate(names)}
    firsts: dict[Any, dict[str, Any]] = {}
    rows = []
    for row in found.rows():
        firsts.setdefault(row["class"], row)
        if row["prediction"] in column:
            line = len(firsts) - 1  # the rows of a class follow each other
            rows.append({**row, "row": line, "column": column[row["prediction"]]})
    classes = list(firsts.values())
    width = min(64.0, max(15.0, 600 / max(1, len(names))))
    return _Grid(rows, classes, names, width, min(24.0, max(14.0, 520 / max(1, len(classes)))))


def _numbered(labels: list[str]) -> tuple[tuple[float, str], ...]:
    return tuple((float(place), label) for place, label in enumerate(labels))


def _scores(
    grid: _Grid, scores: list[Score], ranking: Ranking | str | None
) -> tuple[list[Tick], list[Mark]]:
    """Score and letters of each clustering: above the cells if they fit there, or below them."""
    letters: dict[str, str] = {}
    if ranking is not None and not isinstance(ranking, str):
        letters = {row["prediction"]: row["group"] for row in ranking.table.rows()}
    values = ["–" if one.value is None else decimals(one.value, 2) for one in scores]
    texts = [
        f"{value} {letters.get(name, '')}".strip()
        for value, name in zip(values, grid.names, strict=True)
    ]
    if max(text_width(text, _LEAST) for text in texts) > 0.96 * grid.width:
        return [(float(place), text) for place, text in enumerate(texts)], []
    height = -0.5 - 0.45 * _GAP / grid.height
    words = tuple((float(place), height, text, "ink") for place, text in enumerate(texts))
    box = (0.96, _GAP / grid.height)
    return [], [Cells(words, box, 11, clusterings=tuple(grid.names), part="score")]


def _cells(grid: _Grid) -> list[Mark]:
    rects: dict[str, list[Mark]] = {name: [] for name in grid.names}
    words = []
    for row in grid.rows:
        x, y, f = float(row["column"]), float(row["row"]), row["f"]
        tip = (
            f"{short(row['class'])} ({count_text(row['size'])} objects) in "
            f"{short(row['prediction'])}: best cluster {short(row['match'])}, F {decimals(f)}"
        )
        rects[row["prediction"]].append(Rect(x - 0.5, y - 0.5, x + 0.5, y + 0.5, depth(f), tip=tip))
        words.append((x, y, decimals(f, 2), on_depth(f)))
    marks = [Marked(tuple(own), (name,)) for name, own in rects.items()]
    owners = tuple(row["prediction"] for row in grid.rows)
    return [*marks, Cells(tuple(words), (0.88, 0.8), 11, owners)]


def _missed(grid: _Grid) -> list[Mark]:
    """A line below the classes that no clustering finds."""
    if not 0 < grid.missed < len(grid.classes):
        return []
    at = grid.missed - 0.5
    return [Line(((-0.5, at), (len(grid.names) - 0.5, at)), "bad", 2)]


def _panel(scores: list[Score], top: float, height: float) -> list[Mark]:
    """The scores as dots with intervals, on a scale of their own above the cells."""
    values = [
        end for one in scores for end in (*(one.interval or ()), one.value) if end is not None
    ]
    if not values:
        return []
    low, high = min(values), max(values)
    pad = 0.05 * (high - low) or 0.05
    low, high = low - pad, high + pad
    bottom, rows = -0.5 - _GAP / height, top - _GAP / height

    def up(value: float) -> float:
        return float(bottom - rows * (value - low) / (high - low))

    right = len(scores) - 0.5
    ticks: list[Mark] = []
    for value, label in round_ticks(low, high, 3):
        ticks.append(Line(((-0.5, up(value)), (right, up(value))), "faint", 1))
        ticks.append(Text(-0.5, up(value), label, "muted", 11, "end", (-6.0, 0.0)))
    marks: list[Mark] = [Marked(tuple(ticks), part="scale")]
    for place, one in enumerate(scores):
        if one.value is None:
            continue
        x, tip = float(place), f"{short(one.prediction)}: {_said(one)}"
        dot: list[Mark] = [Point(x, up(one.value), "class 0", 7, tip=tip)]
        if one.interval is not None:
            ends = sorted(one.interval)
            dot.insert(0, Line(tuple((x, up(end)) for end in ends), "class 0", 3, tip=tip))
        marks.append(Marked(tuple(dot), (one.prediction,), "values"))
    return marks


def _keys(scores: list[Score], grid: _Grid) -> tuple[Key, ...]:
    if not scores:
        return ()
    label = f"{scores[0].measure}, {scores[0].better} is better"
    level = next((one.estimate.confidence for one in scores if one.estimate is not None), None)
    keys = [Key(label, "class 0", "dot")]
    if level is not None:
        keys.append(Key(f"{level_text(level)} interval", "class 0", "line"))
    if 0 < grid.missed < len(grid.classes):
        keys.append(Key("above: classes that no clustering finds", "bad", "line"))
    return tuple(keys)


def _described(grid: _Grid, scores: list[Score]) -> str:
    listed = "; ".join(f"{short(one.prediction)}: {_said(one)}" for one in scores)
    hardest = ", ".join(
        f"{short(one['class'])} (best F {decimals(one['best'], 2)})" for one in grid.classes[:5]
    )
    return f"Clusterings, best first: {listed}. Hardest classes: {hardest}."


def _said(score: Score) -> str:
    if score.value is None:
        return "no value"
    ends = score.interval
    spread = "" if ends is None else f", interval {decimals(ends[0])} to {decimals(ends[1])}"
    return f"{score.measure} {decimals(score.value)}{spread}"
