"""Cells of tables for papers: scores in bold, with letters and intervals, and short names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING

from ...base.short_names import short_names
from ...base.wording import p_number, split_letters
from .latex import Box, Layout, text_box
from .tex_symbols import p_tex
from .tex_text import escape_latex, plain_number, tex_number

if TYPE_CHECKING:
    from ...comparison import Ranking, Score

_MISSING = Box("--", "-")
_SHARE = 0.3  # of the width, for the longest name
_LETTER = 1.7  # millimeters of a letter
_LONGEST = 28  # characters of a name


def value_cells(
    values: Sequence[float | None],
    strong: Sequence[bool],
    digits: int,
    *,
    below: Sequence[tuple[Box, ...]] = (),
    groups: Sequence[str] = (),
) -> list[Box]:
    """Values, some of them bold, with lines below them and letters of one width."""
    widest = max(groups, key=len, default="")
    made = []
    for k, (value, bold) in enumerate(zip(values, strong, strict=True)):
        if value is None:
            made.append(_MISSING)
            continue
        text = tex_number(value, digits, strong=bold)
        if widest:
            group = groups[k]
            rest = rf"\phantom{{{widest[len(group) :]}}}" if len(group) < len(widest) else ""
            text += rf"\textsuperscript{{{group}{rest}}}"
        made.append(Box(text, plain_number(value, digits) + widest, below[k] if below else ()))
    return made


def best_of(
    values: Sequence[float | None], sign: int, digits: int, tied: Sequence[bool] = ()
) -> list[bool]:
    """The best values, those that are printed alike, and those tied with them; none if all are."""
    shown = [None if value is None else tex_number(value, digits) for value in values]
    known = [value for value in values if value is not None]
    if not known:
        return [False] * len(values)
    top = tex_number(max(known, key=lambda value: sign * value), digits)
    if all(text in (None, top) for text in shown):
        return [False] * len(values)
    also = tied or [False] * len(values)
    return [
        text is not None and (one or text == top) for text, one in zip(shown, also, strict=True)
    ]


def below_score(score: Score, digits: int) -> tuple[Box, ...]:
    """The lines below a score: its interval, and p, which is corrected for all tests."""
    lines = () if score.interval is None else interval_line(*score.interval, digits)
    p = score.p_value if score.p_adjusted is None else score.p_adjusted
    if p is None:
        return lines
    shown = f"p = {p_number(p, at_floor=score.at_floor)}"
    return (*lines, Box(f"${p_tex(p, at_floor=score.at_floor)}$", shown))


def interval_line(low: float, high: float, digits: int) -> tuple[Box, ...]:
    """An interval in brackets, or nothing if it is not known."""
    if isnan(low) or isnan(high):
        return ()
    ends = f"{tex_number(low, digits)}, {tex_number(high, digits)}"
    shown = f"[{plain_number(low, digits)}, {plain_number(high, digits)}]"
    return (Box(f"{{[}}{ends}{{]}}", shown),)


def letters_of(ranking: Ranking) -> dict[str, str]:
    """The letters of each clustering, the best first."""
    return {row["prediction"]: row["group"] for row in ranking.table.rows()}


def tied_with_best(letters: Mapping[str, str]) -> set[str]:
    """The clusterings that share a letter with the first one."""
    if not letters:
        return set()
    first = set(split_letters(next(iter(letters.values()))))
    return {name for name, group in letters.items() if first & set(split_letters(group))}


def short_heads(names: Sequence[str], layout: Layout) -> tuple[list[Box], list[str]]:
    """Short names for heads, and a note that gives the full ones."""
    longest = _LONGEST
    if layout.width is not None:
        longest = max(10, min(_LONGEST, int(_SHARE * layout.width / _LETTER)))
    short = short_names(names, longest)
    changed = [
        f"{escape_latex(one)}: {escape_latex(name)}"
        for one, name in zip(short, names, strict=True)
        if one != name
    ]
    notes = [f"Full names: {'; '.join(changed)}."] if changed else []
    return [text_box(one, number=True) for one in short], notes
