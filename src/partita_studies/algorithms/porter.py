"""Porter's algorithm (1980), as published: it strips the endings of English words.

A word is a sequence of vowels (v) and consonants (c); y is a vowel after a consonant. Its measure m
counts how often a consonant follows a vowel. A rule removes an ending or replaces it with a shorter
one if the rest of the word meets a condition. In each step only the rule with the longest matching
ending is tried.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

Condition = Callable[[str], bool]


class Rule(NamedTuple):
    """An ending, its replacement, and the condition on the word without it."""

    ending: str
    instead: str
    holds: Condition


def form(word: str) -> str:
    """The word as vowels and consonants.

    >>> form("syzygy"), form("toy")
    ('cvcvcv', 'cvc')
    """
    signs = ""
    for letter in word:
        vowel = letter in "aeiou" or (letter == "y" and signs.endswith("c"))
        signs += "v" if vowel else "c"
    return signs


def measure(word: str) -> int:
    """How often a consonant follows a vowel: m in [C](VC)^m[V].

    >>> [measure(word) for word in ("tree", "trouble", "oaten")]
    [0, 1, 2]
    """
    return form(word).count("vc")


def _always(_: str) -> bool:
    return True


def _once(word: str) -> bool:
    return measure(word) > 0


def _twice(word: str) -> bool:
    return measure(word) > 1


def _has_vowel(word: str) -> bool:
    return "v" in form(word)


def _doubled(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and form(word).endswith("c")


def _is_short(word: str) -> bool:
    """Whether it ends in consonant, vowel, consonant, the last not w, x or y: -wil, -hop."""
    return form(word).endswith("cvc") and word[-1] not in "wxy"


def _rules(written: str, holds: Condition) -> tuple[Rule, ...]:
    """Rules from "ending>instead" pairs, the longest ending first."""
    pairs = [pair.partition(">") for pair in written.split()]
    return tuple(sorted((Rule(old, new, holds) for old, _, new in pairs), key=lambda r: -len(r[0])))


_PLURALS = _rules("sses>ss ies>i ss>ss s>", _always)
_PAST = (Rule("eed", "ee", _once), Rule("ing", "", _has_vowel), Rule("ed", "", _has_vowel))
_REPAIRS = _rules("at>ate bl>ble iz>ize", _always)
_DOUBLE = _rules(
    "ational>ate tional>tion enci>ence anci>ance izer>ize abli>able alli>al entli>ent eli>e "
    "ousli>ous ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous "
    "aliti>al iviti>ive biliti>ble",
    _once,
)
_SINGLE = _rules("icate>ic ative> alize>al iciti>ic ical>ic ful> ness>", _once)
_LAST = (
    *_rules(
        "al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ou> ism> ate> iti> ous> ive> "
        "ize>",
        _twice,
    ),
    Rule("ion", "", lambda word: _twice(word) and word[-1] in "st"),
)


def _applied(word: str, rules: tuple[Rule, ...]) -> str:
    for rule in rules:
        if word.endswith(rule.ending):
            left = word[: len(word) - len(rule.ending)]
            return left + rule.instead if rule.holds(left) else word
    return word


def plural(word: str) -> str:
    """Step 1a: caresses, caress; ponies, poni; cats, cat."""
    return _applied(word, _PLURALS)


def past(word: str) -> str:
    """Step 1b: agreed, agree; plastered, plaster; hopping, hop; filing, file."""
    left = _applied(word, _PAST)
    if left == word or word.endswith("eed"):
        return left
    repaired = _applied(left, _REPAIRS)
    if repaired != left:
        return repaired
    if _doubled(left) and left[-1] not in "lsz":
        return left[:-1]
    return left + "e" if measure(left) == 1 and _is_short(left) else left


def final_y(word: str) -> str:
    """Step 1c: happy, happi; sky, sky."""
    return _applied(word, (Rule("y", "i", _has_vowel),))


def double_suffix(word: str) -> str:
    """Step 2: relational, relate; digitizer, digitize."""
    return _applied(word, _DOUBLE)


def single_suffix(word: str) -> str:
    """Step 3: triplicate, triplic; goodness, good."""
    return _applied(word, _SINGLE)


def last_suffix(word: str) -> str:
    """Step 4: revival, reviv; adoption, adopt."""
    return _applied(word, _LAST)


def final_letters(word: str) -> str:
    """Step 5: probate, probat; rate, rate; controll, control."""
    if word.endswith("e"):
        left = word[:-1]
        if measure(left) > 1 or (measure(left) == 1 and not _is_short(left)):
            word = left
    return word[:-1] if word.endswith("ll") and measure(word[:-1]) > 1 else word


STEPS = (plural, past, final_y, double_suffix, single_suffix, last_suffix, final_letters)


@cache
def stem(word: str) -> str:
    """What is left of a word in lower case after all steps.

    >>> [stem(word) for word in ("connection", "connected", "generalizations", "oscillators")]
    ['connect', 'connect', 'gener', 'oscil']
    """
    for step in STEPS:
        word = step(word)
    return word
