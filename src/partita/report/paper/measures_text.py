"""The sentences on the measures: symbols, names, formulas and sources."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..formats.docstrings import LETTERS
from ..formats.formulas.tex import tex
from ..formats.tex_symbols import symbol_tex
from .prose import Cite, Code, Formula, Paragraph, Piece, Sentence, enumerated

if TYPE_CHECKING:
    from ...measures.chosen import Chosen

_LETTER = re.compile(
    r"(?<![\w.])(N[01][01](?: \+ N[01][01])?|[a-zθ]_[a-z]+|\|[CK]\||H\([CK|]+\)|[A-Z](?: = [^,;]+)?"
    r"|σ|n)(?![\w.'])"
)


def measures_text(measures: Sequence[Chosen]) -> Paragraph:
    """What each measure is; the letters of the formulas are explained once for each family."""
    items = [list(_measure(one)) for one in measures]
    lower = [[Formula(symbol_tex(one))] for one in measures if one.measure.better == "lower"]
    sentences: list[Sentence] = [["Agreement was measured by ", *enumerated(items), "."]]
    if lower:
        verb = "mean" if len(lower) > 1 else "means"
        sentences.append(["Lower values of ", *enumerated(lower), f" {verb} more agreement."])
    letters = [LETTERS.get(one.measure.family, "") for one in measures if one.measure.ours]
    clauses = list(dict.fromkeys(clause for text in letters if text for clause in text.split("; ")))
    sentences += [["In the formulas, ", *_letters("; ".join(clauses)), "."]] if clauses else []
    return sentences


def _measure(one: Chosen) -> Iterator[Piece]:
    m = one.measure
    yield Formula(symbol_tex(one))
    yield " ("
    yield Code(m.name)
    shown = _formula(m.formula)
    if shown is not None:
        yield ": "
        yield shown
    options = {name: v for name, v in {**m.options, **one.options}.items() if v is not None}
    for name, value in options.items():
        yield "; " if name == next(iter(options)) else ", "
        yield f"{name} = {value}"
    yield ")"
    yield Cite(tuple(m.references))


def _formula(formula: str) -> Piece | None:
    if not formula:
        return None
    try:
        return Formula(f"${tex(formula)}$")
    except ValueError:  # of a user's measure, which may be any text
        return formula


def _letters(text: str) -> Iterator[Piece]:
    start = 0
    for found in _LETTER.finditer(text):
        yield text[start : found.start()]
        shown = _formula(found[1])
        yield found[1] if shown is None else shown
        start = found.end()
    yield text[start:]
