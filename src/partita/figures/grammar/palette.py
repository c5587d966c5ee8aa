"""Colors by role, light and dark: Okabe and Ito's for groups, shades of blue for degrees."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias

from ...base.errors import InputError

Colors: TypeAlias = "Mapping[Hashable, str] | Sequence[str] | None"

_GROUPS = 10
_DEEP = 0.66  # where black and white have the same contrast to the blue, in both palettes
LIGHT = {
    "paper": "#ffffff",
    "ink": "#1f2328",
    "muted": "#5c646d",
    "faint": "#d5d9de",
    "good": "#00734f",
    "bad": "#b3470a",
    "sequential": "#003561",
    "over-pale": "#000000",
    "over-deep": "#ffffff",
    "class 0": "#0072b2",
    "class 1": "#e69f00",
    "class 2": "#009e73",
    "class 3": "#cc79a7",
    "class 4": "#d55e00",
    "class 5": "#56b4e9",
    "class 6": "#5b3f8c",
    "class 7": "#b8a800",
    "class 8": "#8c5a3c",
    "class 9": "#7d8790",
}
DARK = {
    "paper": "#14171a",
    "ink": "#e8eaed",
    "muted": "#a3abb3",
    "faint": "#3a4047",
    "good": "#4cc79b",
    "bad": "#f2915a",
    "sequential": "#70aedb",
    "over-pale": "#ffffff",
    "over-deep": "#000000",
    "class 0": "#3d9bd9",
    "class 1": "#e9ab26",
    "class 2": "#1fb88c",
    "class 3": "#d98fb9",
    "class 4": "#e5762a",
    "class 5": "#9ad3f5",
    "class 6": "#9d84d1",
    "class 7": "#e3d54a",
    "class 8": "#b98463",
    "class 9": "#9aa4ad",
}
ROLES = tuple(LIGHT)


def group_color(place: int) -> str:
    """The role of the group at this place; the ten colors repeat."""
    return f"class {place % _GROUPS}"


def depth(share: float) -> str:
    """The role of a degree from 0 (paper) to 1 (deepest)."""
    return f"sequential {min(max(share, 0.0), 1.0):.3f}"


def on_depth(share: float) -> str:
    """The color of text on this degree, with a contrast of at least 4.5, light or dark."""
    return "over-deep" if share > _DEEP else "over-pale"


def resolved(color: str) -> tuple[str, float]:
    """Split a role or hexadecimal color into color and opacity."""
    if color.startswith("sequential "):
        return "sequential", float(color.split()[1])
    return color, 1.0


def coloring(colors: Colors, names: Iterable[Hashable]) -> Callable[[Hashable], str]:
    """The color of each name: the given one, by name or place, or one of the palette.

    Names also match by their text, since labels read from a file are text.
    """
    known = list(dict.fromkeys(names))
    places = {name: place for place, name in enumerate(known)}
    if colors is None:
        given: dict[Hashable, str] = {}
    elif isinstance(colors, Mapping):
        given = {str(name): _checked(color) for name, color in colors.items()}
        given |= {name: _checked(color) for name, color in colors.items()}
    else:
        listed = [_checked(color) for color in colors]
        given = {name: listed[place % len(listed)] for place, name in enumerate(known) if listed}

    def of(name: Hashable) -> str:
        found = given.get(name, given.get(str(name)))
        return group_color(places.get(name, 0)) if found is None else found

    return of


def _checked(color: object) -> str:
    """A color as #rrggbb; matplotlib is asked only for names and tuples."""
    if isinstance(color, str) and color.startswith("#") and len(color) in (4, 7, 9):
        digits = color[1:]
        if all(digit in "0123456789abcdefABCDEF" for digit in digits):
            return "#" + (
                "".join(2 * digit for digit in digits) if len(digits) == 3 else digits[:6]
            )
    if isinstance(color, str) and color in LIGHT:
        return color
    try:
        from matplotlib.colors import to_hex

        return str(to_hex(color))  # type: ignore[arg-type]
    except (ImportError, ValueError):
        raise InputError(
            f"colors: {color!r} is not a color; write '#rrggbb', such as '#0072b2'"
        ) from None
