"""How the errors of the label border speak: short, safe pictures of what was found."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

_LONGEST = 60  # characters of a value shown in a message


def show(value: object) -> str:
    """Return a one-line picture of a value, shortened, whatever its ``repr`` does."""
    value = plain(value)
    try:
        text = str(value) if isinstance(value, np.generic) else repr(value)
    except Exception:  # noqa: BLE001 - the label is foreign code
        return f"an object of type {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def plain(value: object) -> object:
    """Return the Python value of a NumPy one; a moment stays as it is, its unit may be too fine."""
    if isinstance(value, np.generic) and value.dtype.kind not in "mM":
        return value.item()
    return value


def choices(values: Iterable[str]) -> str:
    """Return ``"a", "b" or "c"``."""
    *rest, last = [f'"{value}"' for value in values]
    return f"{', '.join(rest)} or {last}" if rest else last


def article(noun: str) -> str:
    """Return the noun with ``a`` or ``an``."""
    return f"an {noun}" if noun[:1].lower() in set("aeio") else f"a {noun}"
