"""Sentences with citations, formulas and names, written for LaTeX or for Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ...base.wording import printable
from ..formats.tex_text import escape_latex
from ..formats.text import escape_markdown


class Cite(NamedTuple):
    """Keys of the bibliography."""

    keys: tuple[str, ...]


class Formula(NamedTuple):
    """A formula or a symbol, as LaTeX."""

    tex: str


class Code(NamedTuple):
    """A name in code."""

    text: str


Piece: TypeAlias = str | Cite | Formula | Code
Sentence: TypeAlias = Sequence[Piece]
Paragraph: TypeAlias = Sequence[Sentence]


def for_latex(paragraphs: Iterable[Paragraph]) -> str:
    """Paragraphs as LaTeX, which may stretch blanks to keep formulas inside the column."""
    texts = ("\n".join("".join(map(_latex, one)) for one in own) for own in paragraphs)
    return "\\begin{sloppypar}\n" + "\n\n".join(texts) + "\n\\end{sloppypar}\n"


def _latex(piece: Piece) -> str:
    if isinstance(piece, Cite):
        return rf"~\cite{{{','.join(piece.keys)}}}" if piece.keys else ""
    if isinstance(piece, Formula):
        return piece.tex
    if isinstance(piece, Code):
        broken = escape_latex(piece.text).replace(r"\_", r"\_\allowbreak{}")
        return rf"\texttt{{{broken}}}"
    return escape_latex(piece)


def for_markdown(paragraphs: Iterable[Paragraph]) -> str:
    """Paragraphs as Markdown, with citations and formulas as Pandoc reads them."""
    texts = (" ".join("".join(map(_markdown, one)) for one in own) for own in paragraphs)
    return "\n\n".join(texts) + "\n"


def _markdown(piece: Piece) -> str:
    if isinstance(piece, Cite):
        return f" [{'; '.join(f'@{key}' for key in piece.keys)}]" if piece.keys else ""
    if isinstance(piece, Formula):
        return piece.tex
    if isinstance(piece, Code):
        return f"`{piece.text}`"
    return escape_markdown(printable(piece))


def cited(paragraphs: Iterable[Paragraph]) -> list[str]:
    """The keys of all citations, each once."""
    pieces = (piece for own in paragraphs for sentence in own for piece in sentence)
    return list(dict.fromkeys(key for one in pieces if isinstance(one, Cite) for key in one.keys))


def enumerated(items: Sequence[Sentence]) -> Iterator[Piece]:
    """Items of one sentence, with commas and a last "and"."""
    for place, item in enumerate(items):
        if place:
            yield " and " if len(items) == 2 else ", and " if place == len(items) - 1 else ", "
        yield from item
