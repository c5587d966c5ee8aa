"""The sentences on intervals, tests against chance, ranks, and software."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...base.wording import count_text, level_text, listed, number_of
from ...chance.models import MODELS
from ..formats.scores import doubts, missing_values
from ..formats.tex_symbols import measure_symbol, p_tex
from .prose import Cite, Formula, Piece, Sentence

if TYPE_CHECKING:
    from ...comparison import Comparison, Ranking, RankSummary
    from ...results import Estimate, Significance

_EFRON = ("efron1987",)
_METHODS: dict[str, tuple[str, tuple[str, ...]]] = {
    "calibrated": (
        "the shape of the bootstrap, with acceleration, and the center and width of the jackknife",
        _EFRON,
    ),
    "bca": ("bias-corrected and accelerated bootstrap", _EFRON),
    "percentile": ("percentiles of the bootstrap", ()),
    "basic": ("basic bootstrap", ()),
    "jackknife": ("normal distribution with the standard error of the jackknife", ()),
    "rule of three": ("no draw differs, so the rule of three bounds the interval", ()),
}


def interval_text(comparison: Comparison) -> Iterator[Sentence]:
    """How the intervals were computed, and what their notes say."""
    estimates: dict[tuple[object, ...], Estimate] = {}
    for one in comparison.scores:
        if one.estimate is not None:
            found = one.estimate
            estimates.setdefault((found.confidence, found.method, found.draws, found.rng), found)
    drawn = _units(comparison)
    for found in estimates.values():
        words, keys = _METHODS.get(found.method, (found.method, ()))
        sentence: list[Piece] = [
            (
                f"Intervals have a confidence level of {level_text(found.confidence)} "
                f"(method {found.method}: {words}"
            ),
            Cite(keys),
        ]
        if found.draws:
            seed = "" if found.rng is None else f", seed {found.rng}"
            sentence.append(f"; {found.draws:,} bootstrap draws of {drawn}{seed}")
        yield [*sentence, ")."]
    if estimates:
        yield from ([text] for text in doubts(comparison.scores))
    soft = dict.fromkeys(one.expectation.how for one in comparison.scores if one.expectation)
    for how in soft:
        yield [
            (
                "Scores of soft clusterings are means over the hard clusterings that they leave "
                f"possible ({how}); their intervals show what the memberships leave open."
            )
        ]
    yield from ([text] for text in missing_values(comparison.scores))


def chance_text(comparison: Comparison) -> Iterator[Sentence]:
    """The tests against chance."""
    tests: dict[tuple[object, ...], Significance] = {}
    number = 0
    for one in comparison.scores:
        if one.significance is not None:
            number += 1
            found = one.significance
            tests.setdefault((found.method, found.notes, found.rng), found)
    for found in tests.values():
        model = MODELS.get(found.method)
        words = found.method if model is None else f"{found.method}: {model.reading}"
        seed = f", seed {found.rng}" if found.draws and found.rng is not None else ""
        notes = f"; {', '.join(found.notes)}" if found.notes else ""
        keys = ("gates2017",) if model is not None and not model.keeps_sizes else ()
        yield [
            f"Scores were tested against chance ({words}",
            Cite(keys),
            f"{notes}{seed}).",
        ]
    if number > 1:
        yield [f"p was corrected for {number:,} tests by Holm's method", Cite(("holm1979",)), "."]


def ranking_text(ranking: Ranking) -> Iterator[Sentence]:
    """How the letters were found."""
    level, pairs = level_text(ranking.confidence), ranking.differences.height
    if ranking.groups is not None:
        drawn = f"{ranking.groups:,} groups of objects"
    elif ranking.blocks is not None:
        drawn = f"objects in {ranking.blocks:,} random blocks"
    else:
        drawn = "objects"
    yield [
        "Clusterings were ranked by ",
        Formula(measure_symbol(ranking.measure)),
        (
            f". Those without a common letter differ significantly at the {level} level, by their "
            f"paired differences in {ranking.draws:,} bootstrap draws of {drawn} that all "
            f"clusterings share (seed {ranking.rng})."
        ),
    ]
    if pairs > 1:
        yield [
            (
                f"p was corrected for {number_of(pairs, 'comparison', 'comparisons')} by the "
                "step-down method of Romano and Wolf"
            ),
            Cite(("romano2005",)),
            ".",
        ]


def datasets_text(summary: RankSummary) -> Iterator[Sentence]:
    """How the methods were ranked over data sets."""
    names = list(summary.scores)
    methods = summary.table["method"].tolist()
    symbol: Piece = Formula(measure_symbol(summary.measure))
    yield [
        (
            f"{len(methods)} methods ({listed(methods)}) were ranked on each of {summary.datasets} "
            f"data sets ({listed(names)}) by "
        ),
        symbol,
        (
            f", where {summary.better} is better; rank 1 is the best, and equal scores share their "
            "mean rank."
        ),
    ]
    yield _friedman(summary)
    yield _ranks_test(summary)


def _friedman(summary: RankSummary) -> Sentence:
    """The test of equal methods."""
    p: list[Piece] = ["exact"]
    if summary.p_method != "exact":
        p = ["from the F form of Iman and Davenport", Cite(("iman1980",))]
    return [
        "Friedman's test of equal methods",
        Cite(("friedman1937", "demsar2006")),
        " gives ",
        Formula(rf"$\chi^2={summary.statistic:.2f}$"),
        ", ",
        Formula(f"${p_tex(summary.p_value)}$"),
        " (",
        *p,
        ").",
    ]


def _ranks_test(summary: RankSummary) -> Sentence:
    """How the letters were found."""
    level = level_text(summary.confidence)
    if summary.critical_difference is not None:
        return [
            (
                f"Methods without a common letter differ significantly at the {level} level by "
                "Nemenyi's test, as their mean ranks differ by more than "
                f"{summary.critical_difference:.2f}"
            ),
            Cite(("demsar2006",)),
            ".",
        ]
    pairs = summary.differences.height
    holm: list[Piece] = []
    if pairs > 1:
        holm = [f", corrected for {pairs:,} comparisons by Holm's method", Cite(("holm1979",))]
    return [
        (
            f"Methods without a common letter differ significantly at the {level} level by "
            "Wilcoxon's signed ranks"
        ),
        Cite(("wilcoxon1945", "demsar2006")),
        *holm,
        ".",
    ]


def software_text() -> Sentence:
    """The versions on which numbers depend."""
    import numpy as np
    import scipy

    from ... import __version__

    return [
        f"All numbers were computed with partita {__version__}",
        Cite(("partita",)),
        (
            f", NumPy {np.__version__} and SciPy {scipy.__version__} on Python "
            f"{platform.python_version()}."
        ),
    ]


def groups_text(symbol: str, draws: int | None, level: float, seed: int) -> Sentence:
    """How the scores of each group of objects were computed."""
    if draws is None:
        return ["The table of groups has ", Formula(symbol), " of the objects of each group alone."]
    return [
        "The table of groups has ",
        Formula(symbol),
        (
            f" of the objects of each group alone, with {level_text(level)} intervals from "
            f"{draws:,} bootstrap draws of these objects (method calibrated, seed {seed})."
        ),
    ]


def _units(comparison: Comparison) -> str:
    groups = [n for one in comparison.counted.values() if (n := one.group_count) is not None]
    return f"the {count_text(max(groups))} groups" if groups else "objects"
