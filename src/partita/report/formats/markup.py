"""HTML from text: everything that is not `Markup` is escaped before it enters a page."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

from ...base.wording import brief, printable

_SIGNS = re.compile(r"([_/.:=-])(?=[A-Za-z0-9])")
_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"  # of a script from right to left
_RIGHT_TO_LEFT = re.compile(rf"{_LETTER}(?:[^\x00-\x1f!-~]*{_LETTER})?")  # isolated in a sentence
_RUN = re.compile(r"\S{61,}")
_CODE = re.compile(r"`([^`]+)`")


class Markup(str):
    """HTML that this package made; `safe` turns plain text into it."""

    __slots__ = ()


class Number(Markup):
    """Markup of a number, whose column is aligned to the right."""

    __slots__ = ()


Content: TypeAlias = "Markup | str"


def safe(content: Content) -> Markup:
    r"""Markup as it is; text with markup, control and invisible characters escaped.

    Names from right to left are isolated, so that what follows them stays in its place.

    >>> safe("<b>\u202e")
    '&lt;b&gt;\\u202e'
    >>> safe(Markup("<b>"))
    '<b>'
    """
    if isinstance(content, Markup):
        return content
    return _isolated(plain(content))


def plain(text: str) -> Markup:
    """Text where no element may be, such as the title of a page."""
    return Markup(escape(printable(text)))


def _isolated(text: str) -> Markup:
    return Markup(_RIGHT_TO_LEFT.sub(r"<bdi>\g<0></bdi>", text))


def joined(parts: Iterable[Content], between: str = "\n") -> Markup:
    """Several pieces, one after the other."""
    return Markup(between.join(map(safe, parts)))


def tag(name: str, *content: Content, **attributes: str) -> Markup:
    """An element; attributes are escaped, and ``class_`` stands for ``class``.

    >>> tag("p", "a < b", class_="note")
    '<p class="note">a &lt; b</p>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(printable(value))}"'
        for key, value in attributes.items()
    )
    return Markup(f"<{name}{written}>{joined(content, '')}</{name}>")


def clipped(text: str, most: int = 1500) -> str:
    """A sentence with long names, without the middle of each long word.

    >>> clipped("a" * 100 + " is best.")
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…aaaaaaaaaaaaaaaaaaaa is best.'
    """
    short = _RUN.sub(lambda run: f"{run[0][:30]}…{run[0][-20:]}", text)
    return short if len(short) <= most else short[: most - 1] + "…"


def named(name: str) -> Markup:
    """A name that browsers may break after punctuation, so that columns stay narrow.

    >>> named("v_measure")
    'v_<wbr>measure'
    """
    return _isolated(_SIGNS.sub(r"\1<wbr>", plain(name)))


def marked_name(name: str, longest: int = 40) -> Markup:
    """The name of a clustering, marked as such: figures mark their parts by the same names.

    >>> marked_name("kmeans 2")
    '<span data-clustering="kmeans 2">kmeans 2</span>'
    """
    return tag("span", named(brief(name, longest)), data_clustering=name)


def prose(text: str) -> Markup:
    """Text of a docstring, with code between grave accents.

    >>> prose("see `rand` < 1")
    'see <code>rand</code> &lt; 1'
    """
    return Markup(_CODE.sub(r"<code>\1</code>", safe(text)))


def paragraph(*content: Content, kind: str = "") -> Markup:
    """A paragraph; `kind` is a class of the style sheet, such as "note"."""
    return tag("p", *content, class_=kind) if kind else tag("p", *content)


def bullets(items: Iterable[Content], kind: str = "") -> Markup:
    """An unordered list."""
    made = [tag("li", item) for item in items]
    return tag("ul", *made, class_=kind) if kind else tag("ul", *made)
