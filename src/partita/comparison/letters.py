"""Compact letters: clusterings that share one cannot be told apart (insert and absorb)."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase


def letters(count: int, different: Iterable[tuple[int, int]]) -> list[str]:
    """Letters of `count` items, best first, given the pairs that differ.

    >>> letters(3, [(0, 2)])
    ['a', 'ab', 'b']
    """
    groups = [frozenset(range(count))]
    for one, other in different:
        split = [g for g in groups if one in g and other in g]
        groups = [g for g in groups if g not in split]
        groups += [part for g in split for part in (g - {other}, g - {one})]
        groups = [g for g in groups if not any(g < h for h in groups)]
        groups = list(dict.fromkeys(groups))
    groups.sort(key=sorted)
    return ["".join(_letter(i) for i, g in enumerate(groups) if item in g) for item in range(count)]


def _letter(place: int) -> str:
    """Letters from a to z, then a2, b2, …"""
    again, letter = divmod(place, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(again + 1) if again else "")
