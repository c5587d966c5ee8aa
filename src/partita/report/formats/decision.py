"""The output of `partita compare`: scores, leaderboards, differences and advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...base.wording import level_text, p_number, shortened
from .columns import cell, columns_table
from .scores import explained
from .sheet import Part, Sheet
from .text import Table

if TYPE_CHECKING:
    from ...comparison import Comparison, Ranking, UniformEffect
    from ...results import Advice, Verdict

_COEFFICIENTS = (
    "cv0 and cv1: standard deviation over mean of the class and the cluster sizes; dcv = cv1 - cv0,"
    " with its standard error."
)
_SHOWN = 20  # differences that are printed; JSON has all


def decision_sheet(
    comparison: Comparison,
    rankings: Sequence[Ranking],
    verdicts: Sequence[Verdict],
    sizes: UniformEffect | None,
) -> Sheet:
    """The whole output of `partita compare`."""
    scores = explained(comparison)
    document = scores.document()
    document["rankings"] = [_ranking(one) for one in rankings]
    document["verdict"] = [_verdict(one) for one in verdicts]
    document["advice"] = [_advice(one) for one in comparison.advice]
    overall = [one.sentence for one in verdicts if one.prediction is None]
    parts = [
        Part(sentences=overall),
        scores.part("Scores"),
        Part(sentences=scores.remarks),
        *(part for one in rankings for part in ranking_parts(one)),
        *([] if sizes is None else [sizes_part(sizes)]),
        advice_part(comparison.advice),
    ]
    shown = [part for part in parts if part.table is not None or part.sentences]
    return Sheet(document, list(_lines(document)), _long(rankings), shown, scores.caption())


def sizes_part(sizes: UniformEffect) -> Part:
    """How much the sizes of classes and clusters vary."""
    header, rows = columns_table(sizes.table)
    shown = [(shortened(str(name)), *numbers) for name, *numbers in rows]
    return Part(Table(header, shown), "Group sizes", [_COEFFICIENTS, *sizes.summary])


def ranking_parts(ranking: Ranking) -> Iterator[Part]:
    """The leaderboard with its letters, and the pairwise differences."""
    rows = [
        (_rank(row), row["value"], row["group"], shortened(row["prediction"]))
        for row in ranking.table.rows()
    ]
    board = Table(("rank", "value", "group", "prediction"), rows)
    yield Part(board, f"Leaderboard by {ranking.measure}", [ranking.meaning])
    yield _differences(ranking)


def _rank(row: dict[str, Any]) -> str:
    """The rank, with its interval if it is not certain."""
    rank, low, high = row["rank"], row["rank_low"], row["rank_high"]
    return str(rank) if low == high == rank else f"{rank} [{low}, {high}]"


def _differences(ranking: Ranking) -> Part:
    header = ("better", "than", "by", "low", "high", "p")
    rows = [
        (
            shortened(row["first"]),
            shortened(row["second"]),
            *(cell(row[name]) for name in ("value", "low", "high")),
            p_number(row["p_adjusted"], at_floor=row["at_floor"]),
        )
        for row in ranking.differences.rows()
    ]
    many = len(rows)
    note = f"Low and high: {level_text(ranking.confidence)} interval"
    note += f", not corrected for the number of comparisons; p {ranking.correction}" * (many > 1)
    hidden = f" The other {many - _SHOWN} are in --format json." if many > _SHOWN else ""
    table = Table(header, rows[:_SHOWN])
    return Part(table, f"Differences of {ranking.measure}", [f"{note}.{hidden}"])


def advice_part(advice: Sequence[Advice]) -> Part:
    """Advice on which measure to read, with references."""
    return Part(title="Advice", sentences=[f"- {one}{_references(one)}" for one in advice])


def _references(advice: Advice) -> str:
    return f" ({', '.join(advice.references)})" if advice.references else ""


def _ranking(ranking: Ranking) -> dict[str, Any]:
    return {
        "measure": ranking.measure,
        "confidence": ranking.confidence,
        "draws": ranking.draws,
        "seed": ranking.rng,
        "ranks": [dict(row) for row in ranking.table.rows()],
        "differences": [dict(row) for row in ranking.differences.rows()],
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    about = {} if verdict.prediction is None else {"prediction": verdict.prediction}
    return {
        **about,
        "topic": verdict.topic,
        "sentence": verdict.sentence,
        "evidence": dict(verdict.evidence),
        "references": list(verdict.references),
    }


def _advice(advice: Advice) -> dict[str, Any]:
    return {
        "rule": advice.rule,
        "finding": advice.finding,
        "evidence": dict(advice.evidence),
        "recommendation": advice.recommendation,
        "references": list(advice.references),
    }


def _lines(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The records of the document one by one, each with its kind."""
    plain = {name: document[name] for name in ("schema", "n", "truth")}
    for record in document["results"]:
        yield {**plain, "record": "score", **record}
    for ranking in document["rankings"]:
        about = {name: ranking[name] for name in ("measure", "confidence", "draws", "seed")}
        for record in ranking["ranks"]:
            yield {**plain, "record": "rank", **about, **record}
        for record in ranking["differences"]:
            yield {**plain, "record": "difference", **about, **record}
    for kind in ("size_variation", "verdict", "advice"):
        for record in document[kind]:
            yield {**plain, "record": kind, **record}


def _long(rankings: Sequence[Ranking]) -> Table:
    """The leaderboards one after the other."""
    tables = [columns_table(one.table) for one in rankings]
    rows = [
        (one.measure, *row)
        for one, table in zip(rankings, tables, strict=True)
        for row in table.rows
    ]
    return Table(("measure", *tables[0].header), rows)
