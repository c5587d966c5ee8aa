"""Names and numbers in sentences: short, safe to print, and never rounded into a false one."""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Sequence
from math import floor
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    import numpy as np

LONGEST = 60  # characters of a value that a message or a table shows
BRIEF = 40  # characters of a name within a sentence
NAMED = 3  # clusterings that a sentence names before it counts the rest


def show(value: object) -> str:
    """Return a one-line picture of a value, shortened, whatever its ``repr`` does."""
    value = plain(value)
    try:
        text = str(value) if _is_numpy(value) else repr(value)
    except Exception:  # noqa: BLE001 - the label is foreign code
        return f"an object of type {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def plain(value: object) -> object:
    """Return the Python value of a NumPy one; a moment stays as it is, its unit may be too fine."""
    return value.item() if _is_numpy(value) and value.dtype.kind not in "mM" else value


def _is_numpy(value: Any) -> TypeGuard[np.generic]:
    numpy = sys.modules.get("numpy")  # without it there are no such values
    return numpy is not None and isinstance(value, numpy.generic)


def did_you_mean(name: object, known: Iterable[object], most: int = 1, alike: float = 0.6) -> str:
    """Ask whether a known name was meant; empty where none shares so much of its letters.

    >>> did_you_mean("rnad", ["rand", "jaccard"])
    "did you mean 'rand'? "
    """
    from difflib import get_close_matches  # slow to import, needed for such messages alone

    near = get_close_matches(str(name), list(map(str, known)), n=most, cutoff=alike)
    return f"did you mean {' or '.join(map(show, near))}? " if near else ""


def held(name: object, known: Sequence[object], holder: str = "it") -> str:
    """Say what a holder has instead of a name, and which of it was meant.

    >>> held("clas", ["class", "cluster"])
    "did you mean 'class'? it has 'class', 'cluster'"
    """
    shown = ", ".join(show(str(one)) for one in known[:20]) + (", …" if len(known) > 20 else "")
    return f"{did_you_mean(name, known)}{holder} has {shown or 'none'}"


def article(noun: str) -> str:
    """Return the noun with ``a`` or ``an``."""
    return f"an {noun}" if noun[:1].lower() in set("aeio") else f"a {noun}"


def number(value: float) -> str:
    """A value for reading: four decimals, more only where four would show a plain zero.

    Examples
    --------
    >>> number(0.93581), number(3.2e-9), number(0.0), number(41)
    ('0.9358', '3.2e-09', '0.0000', '41')
    """
    if isinstance(value, int):
        return str(value)
    return f"{value:.1e}" if 0 < abs(value) < 0.00005 else f"{value:.4f}"


def printable(text: str) -> str:
    r"""Text that cannot steer a terminal: control and invisible characters are written out.

    Examples
    --------
    >>> printable("a\x1b[31mb\n")
    'a\\x1b[31mb\\n'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def shortened(text: str, most: int = LONGEST) -> str:
    """A name for a table: one that would fill the screen is cut.

    Examples
    --------
    >>> shortened("kmeans", 5)
    'kmea…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


def brief(name: Hashable, most: int = BRIEF) -> str:
    r"""A name cut in the middle where it is long; control characters are written out.

    >>> brief("a" * 50, 12)
    'aaaaaa…aaaaa'
    >>> brief("a\tb")
    'a\\tb'
    """
    text = name if isinstance(name, str) else str(name)
    if len(text) > 4 * most:  # written out, a sign takes up to ten characters: cut before
        text = text[: 2 * most] + "…" + text[-2 * most :]
    text = printable(text)
    half = (most - 1) // 2
    return text if len(text) <= most else f"{text[: most - 1 - half]}…{text[-half:]}"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def named(names: Sequence[Hashable], most: int) -> str:
    """Short names in a sentence, the first ones of many.

    >>> named(["a", "b"], 3), named(["a", "b", "c", "d"], 2)
    ('a and b', 'a, b and 2 more')
    """
    rest = [f"{len(names) - most} more"] if len(names) > most else []
    return listed([brief(name) for name in names[:most]] + rest)


def several(texts: Sequence[str], most: int = NAMED) -> str:
    """Texts one after the other; of many the first ones, and how many more there are.

    >>> several(["a", "b"]), several(["a", "b", "c", "d", "e"])
    ('a; b', 'a; b; c; and 2 more')
    """
    if len(texts) <= most + 1:
        return "; ".join(texts)
    return "; ".join([*texts[:most], f"and {len(texts) - most} more"])


def three(value: float) -> str:
    """A score with three decimals; what is not 1 does not read 1, and nothing reads -0.

    >>> three(0.98765), three(0.99996), three(1.0), three(-0.0001)
    ('0.988', '0.9999', '1', '0.000')
    """
    if value == 1:
        return "1"
    text = f"{value:.3f}"
    if text == "1.000" and value < 1:
        return f"{floor(10_000 * value) / 10_000:.4f}"
    return "0.000" if text == "-0.000" else text


def counted(number: float, one: str, many: str) -> str:
    """A number of things.

    >>> counted(1, "class", "classes"), counted(12000, "class", "classes")
    ('1 class', '12,000 classes')
    """
    shown_number = f"{number:,.0f}" if float(number).is_integer() else f"{number:,.6g}"
    return f"{shown_number} {one if number == 1 else many}"


def percent(share: float) -> str:
    """A share in per cent; what is not all or nothing does not read as such.

    >>> percent(0.425), percent(0.999), percent(1.0), percent(0.001)
    ('42 %', '>99 %', '100 %', '<1 %')
    """
    rounded = round(100 * share)
    if rounded == 100 and share < 1:
        return ">99 %"
    return "<1 %" if rounded == 0 and share > 0 else f"{rounded} %"
