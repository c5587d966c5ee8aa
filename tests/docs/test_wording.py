"""Texts are plain American English: none has a phrase that reads as if it were translated.

CONTRIBUTING, "How we write", has the rules. ``python tests/docs/test_wording.py [PATH ...]`` lists
what is left. Words in backticks are code and may be anything.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXEMPT = (
    "tests/docs/test_wording.py",  # this list
    "CONTRIBUTING.md",  # quotes some of it
    "src/partita_studies/data/LICENSES.txt",
    "src/partita/data/ATTRIBUTION.txt",  # quotes the license
)
TEXTS = (
    "*.py", "*.pyi", "*.hpp", "*.cpp", "*.cu", "*.md", "*.toml", "*.yml", "*.yaml", "*.cff",
    "CMakeLists.txt", "*/ATTRIBUTION.txt", "*/LICENSES.txt",
)  # fmt: skip

# A phrase and what to write instead. Phrases are whole words in any case, over line ends too.
BANNED = {
    # images for things that have a name
    "beside": "next to, with, compared with",
    "stands? (in|beside|behind|at|there|twice|alone|on|above|below|under|here|together)":
        "is in, is listed, appears",
    "(told|tells?|telling)( \\w+){0,4} apart": "distinguish; significantly different",
    "astray": "misplaced",
    "at home|(brings?|brought|comes?|came|coming|travels?) home": "in memory; returns, copies",
    "way out": "remedy, what to write instead",
    "(speaks?|spoke) up": "reports, warns",
    "hangs? together|hanging together": "are connected",
    "parted (at|by|into)": "separated, split",
    "by the clock": "in wall time, in seconds",
    # inverted or foreign constructions
    "(is|are|was|were) said": "is stated, is reported; say who says it",
    "what is not so": "anything else",
    "(what|that) (is|are|was|were) meant": "means, stands for; say who means it",
    "(objects|cells|groups|clusters|classes|rows|labels|draws|pairs|names|tables) are (many|few)":
        "there are many, the number of",
    "(it|that|which|they|these|those) (is|are|was|were) no"
    " (?!longer|more|less|better|worse|different|larger|smaller|one|way|reason|need)":
        "is not a",
    ", (had|were) (other|others|the|they|it|one|this|these)": "if others had been",
    "so many(?! \\w+ that)|so much(?! that)": "this many, so large a number of",
    "refused in words": "rejected with an error message",
    "from (\\d+|zero|one|two) on": "0 or more, starting at",
    "at the (most|least)": "at most, at least",
    "one's own": "your own",
    "(held|holds?|holding)( \\w+){0,4} to (its|their|the|that|this|a|an)": "check against",
    # old words
    "anew": "again",
    "seldom": "rarely",
    "shall": "will, must",
    "dear(er|est|ly)?": "expensive, costly",
    "but for": "except for",
    "whole numbers?": "integer",
    "lest|whence|whither|wherein|thereof|hereby|hinders?|whilst|amongst|in (its|their) stead":
        "so that not, from which, prevents, while, among, instead",
    # American spelling
    "programmes?": "program; dynamic programming",
    "(colour|behaviour|neighbour|favour|honour)\\w*": "-or",
    "(label|model|travel)l(ed|ing|er|ers)": "one l",
    "(normalis|optimis|summaris|recognis|organis|minimis|maximis|generalis|standardis)\\w+": "-ize",
    "centred?|analys(ed|ing)|licence\\w*|judgement\\w*|artefact\\w*|grey|learnt":
        "center, analyze, license, judgment, artifact, gray, learned",
    # numbers
    "[\\w.:]*[\\d}] %(?! (\\d|\\w\\b|\\())": "95%, without a space",
}  # fmt: skip

_PATTERNS = {
    re.compile(rf"(?<!\w)(?:{phrase})(?!\w)".replace(" ", r"\s+"), re.IGNORECASE): instead
    for phrase, instead in BANNED.items()
}
_QUOTED = r'"(?:\\.|[^"\\\n])*"'
_TOKENS = {  # in Python strings, comments and names of tests; in C++ comments
    ".py": (r'"""(?:.|\n)*?"""', _QUOTED, r"'(?:\\.|[^'\\\n])*'", r"#[^\n]*", r"def test_\w+"),
    ".cpp": (r"//[^\n]*", r"/\*(?:.|\n)*?\*/"),
}
_LANGUAGES = {".py": ".py", ".pyi": ".py", ".hpp": ".cpp", ".cpp": ".cpp", ".cu": ".cpp"}
_CODE = re.compile(r"(`+)[^`]+\1")  # in a text
_MARKS = re.compile(r"^#+:?|^/[/*]+|\*/$|^[\"']+|[\"']+$")  # around a string or comment
_HIDDEN = "\0"  # in place of code, so that no phrase goes across it


def test_no_text_has_a_banned_phrase() -> None:
    found = [line for path in texts() for line in complaints(path)]
    assert not found, "\n".join(found[:40]) + f"\n{len(found)} in all"


def test_phrases_are_found_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(
        "def test_names_stand_beside_bars():\n"
        '    """One line.\n\n    The classes\n    are many."""\n'
        "    # objects that cannot be told\n    # apart\n"
        '    return f"{share:.0f} % of "\n'
    )
    lines = [int(line.removeprefix(f"{file}:").split(":")[0]) for line in complaints(file)]
    assert lines == [1, 1, 4, 6, 8]  # "stand beside" and "beside"
    page = tmp_path / "page.md"
    page.write_text("# Soft\n\nThe limits lie **beside** the bars; `beside=` is an option.\n")
    assert complaints(page) == [f"{page}:3: 'beside': write {BANNED['beside']}"]


def test_code_and_good_english_pass(tmp_path: Path) -> None:
    file = tmp_path / "page.py"
    file.write_text(
        'beside, shall = 7 % 3, {"colour": "dear"}  # `beside` is 10 % 3, 95% of it\n'
        '"""Two analyses; `colour` is a name.\n\n>>> 7 % 3\n1\n"""\n'
        'raise Error("is said" if beside else "no text has both") or "objects"  # are many\n'
    )
    assert [line.split(": ")[1] for line in complaints(file)] == ["'is said'"]


def texts() -> list[Path]:
    """All files of the repository with words that people read."""
    names = subprocess.run(
        ["git", "ls-files", *TEXTS], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    return [ROOT / name for name in names if name not in EXEMPT and (ROOT / name).exists()]


def complaints(path: Path) -> list[str]:
    """Every banned phrase of a file: its place, the phrase and what to write instead."""
    text = prose(path)
    found = [
        (text.count("\n", 0, match.start()) + 1, " ".join(match.group().split()), instead)
        for pattern, instead in _PATTERNS.items()
        for match in pattern.finditer(text)
    ]
    return [f"{path}:{row}: {phrase!r}: write {instead}" for row, phrase, instead in sorted(found)]


def prose(path: Path) -> str:
    """The text of a file with its line ends, everything but words for readers left out."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in _LANGUAGES:
        text = _words(text, "|".join(_TOKENS[_LANGUAGES[path.suffix]]))
    return _CODE.sub(lambda code: _HIDDEN + "\n" * code.group().count("\n"), text)


def _words(text: str, tokens: str) -> str:
    parts, end = [], 0
    for token in re.finditer(tokens, text):
        parts += [_blank(text[end : token.start()]), _text_of(token.group())]
        end = token.end()
    return "".join(parts)


def _blank(code: str) -> str:
    """Line ends of code, and a mark if it is more than white space or the prefix of a string."""
    lines = "\n" * code.count("\n")
    return lines if code.strip() in {"", "f", "r", "rf"} else _HIDDEN + lines


def _text_of(token: str) -> str:
    if token.startswith("def "):
        return token[4:].replace("_", " ")
    text = _MARKS.sub("", token)
    return f"{text} " if " " in text or token[0] in "#/" else _HIDDEN  # a single word is a name


if __name__ == "__main__":
    chosen = [Path(name).resolve() for name in sys.argv[1:]] or [ROOT]
    listed = [
        line
        for path in texts()
        if any(path.is_relative_to(one) for one in chosen)
        for line in complaints(path)
    ]
    print(*listed, f"{len(listed)} in all", sep="\n")
