"""Names and numbers within sentences: short, and never steering what shows them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import floor

from ...table.groups import Groups

MOST = 40  # characters of a name that a sentence shows
NAMED = 3  # clusterings that a sentence names before it counts the rest


def brief(name: Hashable, most: int = MOST) -> str:
    r"""A name cut in the middle where it is long; control characters are written out.

    >>> brief("a" * 50, 12)
    'aaaaaa…aaaaa'
    >>> brief("a\tb")
    'a\\tb'
    """
    text = name if isinstance(name, str) else str(name)
    if len(text) > 4 * most:  # written out, a sign takes up to ten characters: cut before
        text = text[: 2 * most] + "…" + text[-2 * most :]
    if not text.isprintable():
        text = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
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


def group_numbers(groups: Groups) -> dict[str, float]:
    """The numbers of groups as evidence; objects in none are left out where there are none.

    >>> group_numbers(Groups(5, 4, unclustered=2))
    {'classes': 5.0, 'clusters': 4.0, 'unclustered': 2.0}
    """
    numbers = {name: float(value) for name, value in groups._asdict().items()}
    return {name: value for name, value in numbers.items() if value or name[:2] == "cl"}


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


def count(number: float, one: str, many: str) -> str:
    """A number of things.

    >>> count(1, "class", "classes"), count(12000, "class", "classes")
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
