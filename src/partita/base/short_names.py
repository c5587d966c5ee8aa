"""Short names for a page or a figure: what all names have in common is left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from itertools import takewhile

from .wording import brief

_LONGEST = 28  # characters of a name next to an axis
_SHORT = 8  # characters of what differs, up to which it needs the word before it
_BETWEEN = " \t_/|,:;=-"  # signs between words
_WORD = re.compile(f"[^{_BETWEEN}]*[{_BETWEEN}]+|[^{_BETWEEN}]+$")  # a word and the signs after it


def short_names(names: Iterable[Hashable], longest: int = _LONGEST) -> list[str]:
    """Short names that differ from each other.

    Names that fit stay as they are. Otherwise the words that all begin or end with become "…". What
    is still too long is cut in the middle, and names that look alike then are numbered, in the
    order of their full text.

    >>> short_names(["louvain", "leiden"])
    ['louvain', 'leiden']
    >>> short_names([f"leiden on 30 components, resolution {r}, cosine" for r in (0.5, 1.5)])
    ['…resolution 0.5…', '…resolution 1.5…']
    """
    texts = list(map(str, names))
    if any(len(text) > longest for text in texts):
        shown = [brief(text, longest) for text in _without_common(texts)]
    else:
        shown = [brief(text, longest) for text in texts]
    return _numbered(texts, shown, longest)


def _without_common(texts: Sequence[str]) -> list[str]:
    """The texts without the words that all of them begin with, and those that all end with.

    The last word that all begin with is kept where what differs is short, such as a number.
    """
    different = list(dict.fromkeys(texts))
    if len(different) < 2:
        return list(texts)
    words = [_WORD.findall(text) for text in different]
    first, last = _alike(words), 0
    if min(map(len, words)) > first:
        last = _alike([list(reversed(own[first:])) for own in words])
    if all(len("".join(own[first : len(own) - last])) <= _SHORT for own in words):
        first = max(0, first - 1)
    before, after = "…" if first else "", "…" if last else ""
    kept = {
        text: before + "".join(own[first : len(own) - last]).strip(_BETWEEN) + after
        for text, own in zip(different, words, strict=True)
    }
    return [kept[text] for text in texts]


def _alike(words: Sequence[Sequence[str]]) -> int:
    """The number of first words that all have in common, so that each keeps one."""
    most = min(map(len, words)) - 1
    columns = takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False))
    return max(0, min(most, sum(1 for _ in columns)))


def _numbered(texts: Sequence[str], shown: Sequence[str], longest: int) -> list[str]:
    """The short names, with a number where several would look alike."""
    uses = Counter(shown)
    taken = {name for name, number in uses.items() if number == 1}
    numbered = list(shown)
    for place in sorted(range(len(texts)), key=lambda place: (texts[place], place)):
        number = 1
        while uses[shown[place]] > 1 and numbered[place] in {shown[place], *taken}:
            numbered[place] = f"{brief(shown[place], longest - 5)} ({number})"
            number += 1
        taken.add(numbered[place])
    return numbered
