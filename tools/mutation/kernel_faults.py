"""Finds the faults that can be planted in a header of the kernel, line by line.

clang-format formats the sources, so binary operators have spaces around them, and angle brackets of
templates do not. No faults are planted in comments, strings, preprocessor lines, template heads,
type names, exceptions, and hints that only save time or memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .mutant import Mutant, numbered

OPERATORS = {
    " < ": " <= ",
    " <= ": " < ",
    " > ": " >= ",
    " >= ": " > ",
    " == ": " != ",
    " != ": " == ",
    " + ": " - ",
    " - ": " + ",
    " * ": " + ",
    " / ": " * ",
    " += ": " -= ",
    " -= ": " += ",
    " && ": " || ",
    " || ": " && ",
    " << ": " >> ",
    " >> ": " << ",
    "std::min(": "std::max(",
    "std::max(": "std::min(",
}
WORDS = (("rows", "cols"), ("row", "col"), ("classes", "clusters"), ("low", "high"))
SWAPPED = {a: b for pair in WORDS for a, b in (pair, pair[::-1])}
NARROWER = {"u128": "std::uint64_t", "std::uint64_t": "std::uint32_t"}
NARROWER |= {"i128": "std::int64_t", "std::int64_t": "std::int32_t"}
_NUMBER = re.compile(r"(?<![\w.'])\d+(?![\w.'])")
_WORD = re.compile(r"\b[A-Za-z]+(?:_[A-Za-z]+)*_?\b")
_TYPE = re.compile(r"(?<![\w:])(?:u128|i128|std::uint64_t|std::int64_t)(?= \w)")
_TERM = re.compile(r" \+ [\w.]+(?:\(\w*\))?(?=[;,)])")  # a carry or another term of a sum
_LEFT_ALONE = re.compile(
    r"\s*(#|//|template\b|using\b|static_assert|__extension__|throw\b|namespace\b|friend\b)"
    r"|.*\b(prefetch|ahead|poll|reserve|to_string)\("  # speed, memory and messages
)
_HIDDEN = re.compile(r'"(?:[^"\\]|\\.)*"|//.*|\'(?:[^\'\\]|\\.)\'')


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Return every fault that can be planted in a header."""
    text = source.decode()
    words = set(_WORD.findall(text))
    found, start = [], 0
    for number, line in enumerate(text.split("\n"), 1):
        if not _LEFT_ALONE.match(line):
            code = _HIDDEN.sub(lambda m: " " * len(m[0]), line)
            for at, end, new in _changes(code, words):
                before = len(text[: start + at].encode())
                after = before + len(code[at:end].encode())
                change = f"{code[at:end].strip()} -> {new.strip() or 'nothing'}"
                found.append(Mutant(path, before, after, new, number, line.strip(), change))
        start += len(line) + 1
    return numbered(found)


def _changes(code: str, words: set[str]) -> Iterator[tuple[int, int, str]]:
    for old, new in OPERATORS.items():
        at = code.find(old)
        while at >= 0:
            yield at, at + len(old), new
            at = code.find(old, at + len(old))
    for match in _NUMBER.finditer(code):
        value = int(match[0])
        yield *match.span(), str(value + 1)
        if value:
            yield *match.span(), str(value - 1)
    for match in _WORD.finditer(code):
        other = "_".join(SWAPPED.get(part, part) for part in match[0].split("_"))
        if other != match[0] and other in words:
            yield *match.span(), other
    for match in _TYPE.finditer(code):
        yield *match.span(), NARROWER[match[0]]
    for match in _TERM.finditer(code):
        yield *match.span(), ""
