"""The words of the project: plain American English, without the phrases that writers struck out.

CONTRIBUTING, "How we write", has the rules. ``python tests/docs/test_wording.py [PATH …]`` prints what is left.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXEMPT = ("tests/docs/test_wording.py", "CONTRIBUTING.md")  # they name the phrases

BANNED = {  # a phrase: what to write instead
    r"\bbeside\b": "next to, with, together with",
    r"\bstands? (in|beside|behind|at|there|twice|alone|on|above|below|under|here|together)\b": "is, is listed, appears",
    r"\bt(old|ell|ells|elling)( (\w+ ){1,4}?)? ?apart\b": "distinguish; significantly different",
    r"\b(is|are|was|were) said\b": "is stated, is reported",
    r"\bway out\b": "remedy, what to write instead",
    r"\b[Pp]rogrammes?\b": "program, dynamic programming",
    r"\b(at|comes?|came|brings?|brought|travels?) home\b": "in memory, returns",
    r"\b(objects|cells|groups|clusters|classes|rows|labels|draws|pairs|names) are (many|few)\b": "there are many",
    r"\banew\b": "again",
    r"\bwhole numbers?\b": "integer",
    r"\bwhat is not so\b": "anything else",
    r"\bso many\b": "this many, so large a number of",
    r"\bastray\b": "misplaced",
    r"\bseldom\b": "rarely",
    r"\bbut for\b": "except for",
    r"\bshall\b": "will, should",
    r"\bdear(er|est)?\b": "expensive, costly",
    r"(?<=[0-9}]) %(?=[\s,.;:)]|$)": "95%, without a space",
    r"\bspeaks? up\b": "reports, warns",
    r"\b(held|holds?|holding) (\w+ ){0,4}?to (its|their|the|that|this|a|an)\b": "check against",
    r"\b(colour|behaviour|neighbour|favour|honour|labelled|labelling|modelling|centre|analyse|licence|catalogue|judgement|artefact)": "American spelling",
    r"\b\w+(normalis|optimis|summaris|recognis|organis|minimis|maximis|generalis|standardis)": "American spelling, -ize",
}  # fmt: skip


def test_no_text_has_a_banned_phrase() -> None:
    found = [line for path in tracked() for line in complaints(path)]
    assert not found, "\n".join(found[:40]) + f"\n{len(found)} in all"


def test_banned_phrases_are_found(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text('x = 7 % 3  # cells are many\ny = "told apart, 95 % of them"\n')
    assert len(complaints(file)) == 3


def tracked() -> list[Path]:
    """All texts of the repository that people write."""
    names = subprocess.run(
        ["git", "ls-files", "*.py", "*.pyi", "*.md", "*.hpp", "*.cpp", "*.cu", "*.toml"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    return [ROOT / name for name in names if name not in EXEMPT]


def complaints(path: Path) -> list[str]:
    """Every banned phrase of a file: its place, the phrase and what to write instead."""
    found = []
    for line, text in prose(path):
        for pattern, instead in BANNED.items():
            for match in re.finditer(pattern, text):
                row = line + text.count("\n", 0, match.start())
                found.append(f"{path}:{row}: {match.group()!r}: write {instead}")
    return found


def prose(path: Path) -> list[tuple[int, str]]:
    """The parts of a file that people read: all of a page, strings and comments of code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in {".py", ".pyi"}:
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        kinds = (tokenize.STRING, tokenize.COMMENT)
        return [(token.start[0], token.string) for token in tokens if token.type in kinds]
    if path.suffix in {".hpp", ".cpp", ".cu"}:
        lines = enumerate(text.splitlines(), 1)
        return [(row, line.split("//", 1)[1]) for row, line in lines if "//" in line]
    return [(1, text)]


if __name__ == "__main__":
    chosen = [Path(name).resolve() for name in sys.argv[1:]] or [ROOT]
    listed = [
        line
        for path in tracked()
        if any(path.is_relative_to(one) for one in chosen)
        for line in complaints(path)
    ]
    print(*listed, f"{len(listed)} in all", sep="\n")
