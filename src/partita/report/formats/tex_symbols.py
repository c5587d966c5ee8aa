"""Symbols of measures, their arrows, and p-values for TeX."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.errors import InputError
from ...base.wording import p_number
from ...measures.chosen import choose
from .latex import Box
from .tex_text import escape_latex, scientific

if TYPE_CHECKING:
    from ...measures.chosen import Chosen

ARROWS = {"higher": r"$\uparrow$", "lower": r"$\downarrow$"}


def measure_head(asked: Chosen | str, better: str) -> Box:
    """The symbol of a measure with its options and an arrow; no arrow for a baseline."""
    baseline = not isinstance(asked, str) and asked.measure.baseline
    arrow = "" if baseline else ARROWS[better]
    return Box(f"{measure_symbol(asked)} {arrow}".strip(), f"{_plain_symbol(asked)} -", number=True)


def symbol_tex(chosen: Chosen) -> str:
    """The symbol of a measure with its options, as TeX."""
    from .formulas.tex import tex_symbol  # slow to import

    symbol = chosen.measure.symbol
    try:
        shown = symbol if symbol.isascii() and symbol.isalpha() and len(symbol) > 1 else ""
        shown = shown or f"${tex_symbol(symbol)}$"
    except ValueError:  # the symbol of a user's measure may be any text
        shown = escape_latex(symbol)
    options = _options(chosen)
    return f"{shown} ({escape_latex(options)})" if options else shown


def measure_symbol(asked: Chosen | str) -> str:
    """The symbol of a measure as TeX; the text itself if no measure is called so."""
    chosen = _chosen(asked)
    return escape_latex(str(asked)) if chosen is None else symbol_tex(chosen)


def p_tex(p_value: float, *, at_floor: bool = False) -> str:
    """A p-value with its sign, as the inside of a formula."""
    number = p_number(p_value, at_floor=at_floor).removeprefix("≤ ")
    shown = scientific(number) if "e" in number else number
    return rf"p\le {shown}" if at_floor else f"p={shown}"


def _plain_symbol(asked: Chosen | str) -> str:
    chosen = _chosen(asked)
    if chosen is None:
        return str(asked)
    options = _options(chosen)
    return f"{chosen.measure.symbol} ({options})" if options else chosen.measure.symbol


def _options(chosen: Chosen) -> str:
    return ", ".join(f"{name} = {value}" for name, value in chosen.options.items())


def _chosen(asked: Chosen | str) -> Chosen | None:
    try:
        return choose(asked)
    except InputError:  # scores of no known measure
        return None
