"""Reads `docs/errors.md`, a list of mistakes: the call, the answer, and what to write instead.

A case is a heading, a fenced call (Python, or a command line in a block ``sh``), the answer as a
quotation with the remedy in bold, and a line with ``Write`` and a call that works. The first fenced
block defines the names. ``python tests/support/mistakes.py`` writes the answers of today into the
page, for a person to read; a remedy stays bold if it is still there.
"""

from __future__ import annotations

import re
import sys
from ast import literal_eval
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import bad_inputs
import numpy as np

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
SETUP = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CASE = re.compile(
    r"^### (?P<title>.+)\n\n```(?:python|sh)\n(?P<call>.+)\n```\n\n(?P<answer>(?:>.*\n)*)\n"
    r"Write `(?P<remedy>[^`]+)`",
    re.MULTILINE,
)
WIDTH = 118


class Tensor:
    """Stands for a tensor in the memory of a GPU."""

    def __dlpack__(self, **options):
        raise BufferError(options)

    def __dlpack_device__(self):
        return (2, 0)

    def cpu(self):
        """Return the labels in the memory of the CPU."""
        return np.array([0, 0, 1, 1, 1, 2])


@dataclass(frozen=True)
class Mistake:
    """One mistake of the page."""

    title: str
    call: str
    answer: str
    named: str  # the part of the answer that is bold: the remedy
    remedy: str

    def happens(self, names):
        """Return the answer of today: an error, a warning, a note of a command, or a text."""
        if self.call.startswith("partita "):
            lines = bad_inputs.command(self.call).split("\n")
            return [line for line in lines if line.startswith("partita")][-1]
        text = bad_inputs.outcome(bad_inputs.Case("", "", f">>> {self.call}", ""), names)
        return literal_eval(text) if text.startswith(("'", '"')) else text

    def remedied(self, names):
        """Run the remedy; return the exit status of a command, and 0 for a call that works."""
        if self.remedy.startswith("partita "):
            return bad_inputs.command(self.remedy).partition("\n")[0]
        eval(self.remedy, dict(names))
        return "exit 0"


def read(page):
    """Return the mistakes of the page."""
    return [_mistake(found) for found in CASE.finditer(page)]


def namespace(page):
    """Return the names that the page defines, and a tensor."""
    names = {"tensor": Tensor()}
    exec(SETUP.search(page)[1], names)
    return names


def _mistake(found):
    lines = [line.removeprefix(">").strip() for line in found["answer"].splitlines()]
    before, _, rest = " ".join(lines).replace(r"\*", "\0").partition("**")
    named, _, after = rest.partition("**")
    answer = f"{before}{named}{after}".replace("\0", "*")
    return Mistake(found["title"], found["call"], answer, named.replace("\0", "*"), found["remedy"])


def _record():
    page = PAGE.read_text("utf-8")
    names = namespace(page)

    def answered(found):
        one = _mistake(found)
        text = one.happens(names).replace("*", r"\*")
        named = one.named.replace("*", r"\*")
        text = text.replace(named, f"**{named}**", 1) if named else text
        lines = wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
        start, end = (place - found.start() for place in found.span("answer"))
        return found[0][:start] + "".join(f"> {line}\n" for line in lines) + found[0][end:]

    with bad_inputs.workplace():
        PAGE.write_text(CASE.sub(answered, page), "utf-8")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    _record()
