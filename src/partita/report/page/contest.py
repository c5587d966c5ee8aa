"""The ranking of several clusterings: the leaderboard, and pairwise differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.wording import p_number, range_text
from ...figures import differences, leaderboard
from ...figures.svg.svg import svg
from ..formats.markup import Number, marked_name, paragraph
from ..formats.text import Table
from .frame import Section, figure, section

if TYPE_CHECKING:
    from ...comparison import Ranking

_PAIRS = 120  # differences that are listed, the least significant first


def contest_section(ranking: Ranking | str) -> Section:
    """Which clustering is best and how certain that is, or why there is no ranking."""
    if isinstance(ranking, str):
        body = paragraph(f"There is no ranking: {ranking}.")
        return section("ranking", "Which is best?", body, about="why there is no ranking")
    board = figure(
        svg(leaderboard(ranking)),
        f"Clusterings by {ranking.measure}, best first. {ranking.meaning}",
        _board(ranking),
    )
    several = ranking.differences.height > 1
    alone = " The intervals are not corrected for the number of comparisons." if several else ""
    matrix = figure(
        svg(differences(ranking)),
        f"Pairwise differences in {ranking.measure}, on the same draws.{alone}",
        _differences(ranking),
    )
    about = "the order, and every pairwise difference"
    return section("ranking", "Which is best?", board, matrix, about=about)


def _board(ranking: Ranking) -> Table:
    rows = [
        (
            marked_name(row["prediction"]), row["value"], row["rank"],
            Number(f"{row['rank_low']} to {row['rank_high']}"), row["group"],
        )
        for row in ranking.table.rows()
    ]  # fmt: skip
    header = ("clustering", ranking.measure, "rank", "interval of the rank", "group")
    return Table(header, rows)


def _differences(ranking: Ranking) -> Table:
    kept = ranking.differences.sorted_by("p_adjusted", descending=True).head(_PAIRS)
    rows = [
        (
            marked_name(row["first"]), marked_name(row["second"]), row["value"],
            Number(range_text(row["low"], row["high"])),
            *(
                Number(p_number(row[p], at_floor=row["at_floor"]))
                for p in ("p_value", "p_adjusted")
            ),
        )
        for row in kept.rows()
    ]  # fmt: skip
    header = ("better", "than", "difference", "interval", "p", "corrected p")
    return Table(header, rows)
