"""Pieces of MathML: names, parentheses, fractions, and factors next to each other."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from .tokens import Token

_SUPERSCRIPTS = {"²": "2", "³": "3"}
_LARGE = {"Σ", "Π"}
_BINDING = {"Σ", "Π", "max", "min", "mean"}


@dataclass
class Item:
    """A factor: its MathML, its indices, and whether it is an operator on the next factors."""

    shown: str
    text: str
    operator: bool = False
    large: bool = False
    binds: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    inner: str = ""  # without the parentheses that a fraction or root replaces
    words: bool = False
    wide: bool = False  # has a blank around it


def between(opening: str, shown: str, closing: str) -> str:
    """Parentheses, stretched if their contents are higher than a line."""
    high = any(f"<{element}" in shown for element in ("mfrac", "munder", "msqrt"))
    stiff = "" if high else ' stretchy="false"'
    return f"<mrow><mo{stiff}>{opening}</mo>{shown}<mo{stiff}>{closing}</mo></mrow>"


def named(token: Token) -> Item:
    """A name with its scripts."""
    below = token.parts.get("below", "")
    base = _letters(token.text.rstrip("'"))
    binding = token.text in _BINDING and (below or token.text in _LARGE)
    if token.text in _LARGE:
        base = f"<mo>{'∑' if token.text == 'Σ' else '∏'}</mo>"
    for key, shape in (("digits", "msub"), ("below", "munder" if binding else "msub")):
        if key in token.parts:
            base = f"<{shape}>{base}{_script(token.parts[key])}</{shape}>"
    if "minus" in token.parts:
        base = f"<msub>{base}<mo>−</mo></msub>"
    for key in ("above", "prime"):
        if key in token.parts:
            base = f"<msup>{base}{_script(token.parts[key])}</msup>"
    if token.text.endswith("'"):
        base = f"<msup>{base}<mo>′</mo></msup>"
    indices = frozenset(re.findall(r"[a-zσ]", below))
    item = Item(base, token.text, operator=bool(binding) or token.text in {"log", "√"})
    item.large, item.wide = token.text in _LARGE, len(token.text) > 1 or token.gap
    item.binds, item.uses = (indices, frozenset()) if binding else (frozenset(), indices)
    return raised(item, token)


def _letters(text: str) -> str:
    """One letter is a variable, several are a name, and a ³ inside is an exponent."""
    first, cubed, rest = text.partition("³")
    if not cubed:
        return f"<mi>{text}</mi>"
    power = f"<msup><mi>{first}</mi><mn>3</mn></msup>"
    return f"<mrow>{power}<mi>{rest}</mi></mrow>" if rest else power


def _script(text: str) -> str:
    pieces = re.findall(r"\d+|[^\W\d]{3,}|.", text)
    marks = {"'": "′"}
    shown = "".join(
        f"<mn>{piece}</mn>" if piece.isdigit()
        else f"<mi>{piece}</mi>" if piece.isalpha()
        else f'<mo stretchy="false">{marks.get(piece, piece)}</mo>'
        for piece in pieces
    )  # fmt: skip
    return shown if len(pieces) == 1 else f"<mrow>{shown}</mrow>"


def raised(item: Item, token: Token) -> Item:
    """A factor with its exponent, if it has one."""
    if "power" in token.parts:
        exponent = _SUPERSCRIPTS[token.parts["power"]]
        item.shown = f"<msup><mrow>{item.shown}</mrow><mn>{exponent}</mn></msup>"
    return item


def numerator(items: list[Item], below: Item) -> int:
    """The start of the numerator: after words and operators whose index the denominator uses."""
    for place in range(len(items) - 2, -1, -1):
        if items[place].words or items[place].binds & below.uses:
            return place + 1
    return 0


def fraction(above: Item, below: Item) -> Item:
    """One factor over another, without the parentheses that the bar replaces."""
    shown = [item.inner or item.shown for item in (above, below)]
    shown = [f"<mrow>{part}</mrow>" for part in shown]
    return Item(f"<mfrac>{''.join(shown)}</mfrac>", "/", uses=above.uses | below.uses)


def joined(items: list[Item]) -> Item:
    """Factors next to each other, with thin spaces around words and operators."""
    if not items:
        raise ValueError("something is missing")
    if len(items) == 1:
        return items[0]
    shown = items[0].shown
    for left, right in pairwise(items):
        dot = "·" in (left.text, right.text)
        wide = "0.22em" if left.words or right.words else "0.14em"
        blank = f'<mspace width="{wide}"/>' if left.wide or right.wide else "<mo>&#x2062;</mo>"
        shown += "" if dot else blank
        shown += right.shown
    uses = frozenset().union(*(item.uses for item in items))
    binds = frozenset().union(*(item.binds for item in items))
    return Item(f"<mrow>{shown}</mrow>", items[0].text, uses=uses - binds, large=items[0].large)
