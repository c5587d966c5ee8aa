"""The tokens of a formula: names with their scripts, numbers, words, and signs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"""(?P<gap>\s*)(?:
    (?P<quote>'\w+')
    |(?P<word>(?!(?:log|max|min)\b|(?:cells|average)[ (]|[a-z]_)
        [a-z]{2,}(?:[-_][a-z]{2,})*\b(?![_(\[^]))
    |(?P<name>(?:[^\W\d_²³]³?)+'?|½)(?P<digits>\d+)?
        (?:\^(?P<above>\w|\(.*?\)))?
        (?:_(?P<below>\(\w\)|[a-zσ]+\(i\)|[^\W²³]+))?(?P<minus>₋)?(?P<prime>')?
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<sign>.))(?P<power>[²³])?""",
    re.VERBOSE,
)
_PRODUCTS = {"PQ": ("P", "Q")}  # two letters that are two names


@dataclass
class Token:
    """A token, and whether a blank is before it."""

    kind: str
    text: str
    gap: bool
    parts: dict[str, str] = field(default_factory=dict)


def clauses(formula: str) -> list[str]:
    """The parts of a formula between commas outside parentheses."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(formula):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append(formula[start:place])
            start = place + 1
    return [part.strip() for part in [*parts, formula[start:]]]


def tokens(formula: str) -> list[Token]:
    """The tokens of a formula; ``PQ`` is a product."""
    found: list[Token] = []
    for match in _TOKEN.finditer(formula):
        groups = {name: text for name, text in match.groupdict().items() if text}
        kind = next(one for one in ("quote", "word", "name", "number", "sign") if one in groups)
        gap = bool(groups.pop("gap", "")) or not found
        text = groups.pop(kind)
        if text == "a" and len(groups) == 0 and found and found[-1].kind == "word":
            kind = "word"  # the article, not a variable
        names = _PRODUCTS.get(text, (text,))
        found += [Token(kind, one, gap and not k, groups) for k, one in enumerate(names)]
    return found
