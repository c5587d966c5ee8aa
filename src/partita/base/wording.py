"""Names and numbers in sentences: short, safe to print, and never rounded to a false value."""

from __future__ import annotations

import re
import sys
from collections.abc import Hashable, Iterable, Sequence
from math import floor
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    import numpy as np

LONGEST = 60  # characters of a value that a message or a table shows
BRIEF = 40  # characters of a name in a sentence
_JOINED = "[\u0590-\u1fff\u2190-\U0001faff]"  # signs of scripts from Hebrew on, and emoji
_JOINER = re.compile(f"(?<={_JOINED})[\u200c\u200d](?={_JOINED})")
NAMED = 3  # clusterings that a sentence names before it counts the others
UNNAMED = "prediction"  # the name of a single clustering that was given without one


def show(value: object) -> str:
    """Return a value as one short line, even if its ``repr`` fails."""
    value = python_value(value)
    try:
        text = str(value) if _is_numpy(value) else repr(value)
    except Exception:  # noqa: BLE001 - the label is foreign code
        return f"an object of type {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def python_value(value: object) -> object:
    """Return a NumPy value as a Python value, except moments, whose unit may be too fine."""
    return value.item() if _is_numpy(value) and value.dtype.kind not in "mM" else value


def _is_numpy(value: Any) -> TypeGuard[np.generic]:
    numpy = sys.modules.get("numpy")  # if it is not loaded, there are no such values
    return numpy is not None and isinstance(value, numpy.generic)


def did_you_mean(name: object, known: Iterable[object], most: int = 1, alike: float = 0.6) -> str:
    """Ask whether a known name was meant; empty if none is alike enough.

    >>> did_you_mean("rnad", ["rand", "jaccard"])
    "did you mean 'rand'? "
    """
    from difflib import get_close_matches  # slow to import, and only errors need it

    near = get_close_matches(str(name), list(map(str, known)), n=most, cutoff=alike)
    return f"did you mean {' or '.join(map(show, near))}? " if near else ""


def alternatives(name: object, known: Sequence[object], holder: str = "it") -> str:
    """Say what a holder has instead of an unknown name, and which of these may be meant.

    >>> alternatives("clas", ["class", "cluster"])
    "did you mean 'class'? it has 'class', 'cluster'"
    """
    shown = ", ".join(show(str(one)) for one in known[:20]) + (", …" if len(known) > 20 else "")
    return f"{did_you_mean(name, known)}{holder} has {shown or 'none'}"


def article(noun: str) -> str:
    """Return the noun with ``a`` or ``an``."""
    return f"an {noun}" if noun[:1].lower() in set("aeio") else f"a {noun}"


def number_text(value: float) -> str:
    """A value with four decimals; with an exponent if four decimals would show zero.

    >>> number_text(0.93581), number_text(3.2e-9), number_text(0.0), number_text(41)
    ('0.9358', '3.2e-09', '0.0000', '41')
    """
    if isinstance(value, int):
        return str(value)
    return f"{value:.1e}" if 0 < abs(value) < 0.00005 else f"{value + 0.0:.4f}"  # no -0


def range_text(low: float, high: float) -> str:
    """Both ends of an interval.

    >>> range_text(0.25, 0.5)
    '0.2500 to 0.5000'
    """
    return f"{number_text(low)} to {number_text(high)}"


def printable(text: str) -> str:
    r"""Text that is safe in a terminal: control and invisible characters are escaped.

    Joiners between letters that need them, as in Persian, and between the parts of an emoji stay.

    >>> printable("a\x1b[31mb\n"), printable("a\u200db"), len(printable("\u06cc\u200c\u062e"))
    ('a\\x1b[31mb\\n', 'a\\u200db', 3)
    """
    if text.isprintable():
        return text
    kept = {found.start() for found in _JOINER.finditer(text)}
    return "".join(
        c if c.isprintable() or at in kept else ascii(c)[1:-1] for at, c in enumerate(text)
    )


def shortened(text: str, most: int = LONGEST) -> str:
    """A name for a table, cut if it is long.

    >>> shortened("kmeans", 5)
    'kmea…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def brief(name: Hashable, most: int = BRIEF) -> str:
    r"""A name for a sentence: cut in the middle if it is long, control characters escaped.

    >>> brief("a" * 20 + "b" * 20, 11)
    'aaaaaaa…bbb'
    >>> brief("a\tb")
    'a\\tb'
    """
    text = name if isinstance(name, str) else str(name)
    if not text.isascii():  # wide letters take two columns
        from unicodedata import east_asian_width

        wide = sum(east_asian_width(sign) in "WF" for sign in text[:most])
        most = max(8, most - most * wide // (2 * min(len(text), most)))
    tail = most * 2 // 5 - 1
    if len(text) > 4 * most:  # cut first: an escaped character takes up to ten columns
        text = text[: 2 * most] + text[-2 * most :]
    text = printable(text)
    return text if len(text) <= most else f"{text[: most - tail - 1]}…{text[-tail:]}"


def listed(texts: Sequence[str], most: int | None = None) -> str:
    """Texts joined by commas and "and"; if there are many, the first ones and a count.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"]), listed(["a", "b", "c"], 1)
    ('a', 'a and b', 'a, b and c', 'a and 2 more')
    """
    rest = [] if most is None or len(texts) <= most else [f"{len(texts) - most} more"]
    *before, last = [*texts[:most], *rest]
    return " and ".join(filter(None, [", ".join(before), last]))


def names_text(names: Iterable[Hashable], most: int) -> str:
    """Short names joined by commas and "and"; if there are many, the first ones and a count.

    >>> names_text(["a", "b"], 3), names_text(["a", "b", "c", "d"], 2)
    ('a and b', 'a, b and 2 more')
    """
    return listed([brief(name) for name in names], most)


def first_of(texts: Sequence[str], most: int) -> str:
    """Texts joined by commas; if there are many, the first ones and the total.

    >>> first_of(["a", "b"], 2), first_of(["a", "b", "c"], 2)
    ('a, b', 'a, b, … (3 in all)')
    """
    shown = ", ".join(texts[:most])
    return shown if len(texts) <= most else f"{shown}, … ({len(texts):,} in all)"


def several(texts: Sequence[str], most: int = NAMED) -> str:
    """Texts joined by semicolons; if there are many, the first ones and a count.

    >>> several(["a", "b"]), several(["a", "b", "c", "d", "e"])
    ('a; b', 'a; b; c; and 2 more')
    """
    rest = [f"and {len(texts) - most} more"] if len(texts) > most + 1 else texts[most:]
    return "; ".join([*texts[:most], *rest])


def method_text(method: str, notes: Sequence[str]) -> str:
    """A method and the notes on it.

    >>> method_text("exact", ["Gram sums", "no variance"]), method_text("exact", [])
    ('exact: Gram sums; no variance', 'exact')
    """
    return f"{method}: {'; '.join(notes)}" if notes else method


def three(value: float) -> str:
    """A score in a sentence: three decimals, more if three would show a false 1 or 0.

    >>> three(0.98765), three(0.99996), three(1.0), three(-0.0), three(-0.00021)
    ('0.988', '0.9999', '1', '0.000', '-0.0002')
    """
    if value == 1:
        return "1"
    text = f"{value:.3f}"
    if text == "1.000" and value < 1:
        return f"{floor(10_000 * value) / 10_000:.4f}"
    return text if float(text) else number_text(value) if value else "0.000"


class Spoken(float):
    """A number in a template: `three` and `number_text` write its three or four decimals.

    >>> "{v:.3f} {v:.4f} {v:.1%}".format(v=Spoken(-0.00021))
    '-0.0002 -0.0002 -0.0%'
    """

    def __format__(self, form: str) -> str:
        writer = {".3f": three, ".4f": number_text}.get(form)
        return super().__format__(form) if writer is None else writer(float(self))


def level_text(level: float) -> str:
    """The level of an interval.

    >>> level_text(0.95), level_text(0.999)
    ('95%', '99.9%')
    """
    return f"{100 * level:g}%"


def count_text(value: float) -> str:
    """A count with separated thousands, or a weight with two decimals.

    >>> count_text(12345), count_text(0.5)
    ('12,345', '0.50')
    """
    whole = isinstance(value, int) or float(value).is_integer()
    return f"{int(value):,}" if whole else f"{value:,.2f}"


def p_number(p_value: float, *, at_floor: bool) -> str:
    """A p-value in a table; at the floor of its draws it is an upper bound.

    >>> p_number(0.0131, at_floor=False), p_number(0.005, at_floor=True)
    ('0.013', '≤ 0.005')
    """
    return f"{'≤ ' if at_floor else ''}{p_value:.2g}"


def p_text(p_value: float, *, at_floor: bool) -> str:
    """A p-value in a sentence.

    >>> p_text(0.0131, at_floor=False), p_text(0.005, at_floor=True)
    ('p = 0.013', 'p ≤ 0.005')
    """
    return f"p {'' if at_floor else '= '}{p_number(p_value, at_floor=at_floor)}"


def number_of(number: float, one: str, many: str) -> str:
    """A number of things.

    >>> number_of(1, "class", "classes"), number_of(12000, "class", "classes")
    ('1 class', '12,000 classes')
    """
    shown_number = f"{number:,.0f}" if float(number).is_integer() else f"{number:,.6g}"
    return f"{shown_number} {one if number == 1 else many}"


def percent(share: float) -> str:
    """A share in percent; only 0 and 1 are shown as 0% and 100%.

    >>> percent(0.425), percent(0.999), percent(1.0), percent(0.001)
    ('42%', '>99%', '100%', '<1%')
    """
    rounded = round(100 * share)
    if rounded == 100 and share < 1:
        return ">99%"
    return "<1%" if rounded == 0 and share > 0 else f"{rounded}%"


def split_letters(group: str) -> list[str]:
    """The letters of a clustering in a ranking: after z come a2, b2, ….

    >>> split_letters("ab2")
    ['a', 'b2']
    """
    return re.findall("[a-z][0-9]*", group)
