"""Compact letter display: clusterings that share a letter are not significantly different."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase


def letters(count: int, different: Iterable[tuple[int, int]]) -> list[str]:
    """Letters of `count` items, best first, given the pairs that differ.

    A letter stands for a set of items that do not differ and that no other item can join. Sets,
    as bits of an integer, are added until every two items that do not differ share one.

    >>> letters(3, [(0, 2)])
    ['a', 'ab', 'b']
    """
    alike = [(1 << count) - 1] * count
    for one, other in different:
        alike[one] &= ~(1 << other)
        alike[other] &= ~(1 << one)
    shared = [0] * count  # the items that share a letter with each item
    groups: list[list[int]] = []
    for item in range(count):
        while lacking := alike[item] & ~shared[item]:
            members = _complete(1 << item | lacking & -lacking, alike)
            group = sum(1 << member for member in members)
            for member in members:
                shared[member] |= group
            groups.append(members)
    groups.sort()
    names: list[list[str]] = [[] for _ in range(count)]
    for place, members in enumerate(groups):
        for member in members:
            names[member].append(_letter(place))
    return ["".join(own) for own in names]


def _complete(group: int, alike: list[int]) -> list[int]:
    """Add items in order, each if it differs from no member."""
    for item, own in enumerate(alike):
        if not group & ~own:
            group |= 1 << item
    return [item for item in range(len(alike)) if group >> item & 1]


def _letter(place: int) -> str:
    """Letters from a to z, then a2, b2, …"""
    again, letter = divmod(place, len(ascii_lowercase))
    return ascii_lowercase[letter] + (str(again + 1) if again else "")
