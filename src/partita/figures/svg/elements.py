"""SVG elements: text is escaped, and colors are classes for light and dark style sheets."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ...base.wording import printable
from ..grammar.palette import DARK, LIGHT, ROLES, resolved

_LONGEST = 400  # characters of a tip or a description


def _style() -> str:
    """Rules that set fill and stroke of each role by variables, light and dark."""
    light = "".join(f"--partita-{_token(role)}:{LIGHT[role]};" for role in ROLES)
    dark = "".join(f"--partita-{_token(role)}:{DARK[role]};" for role in ROLES)
    rules = "".join(
        f".partita-figure .{how[0]}-{_token(role)}{{{how}:var(--partita-{_token(role)})}}"
        for role in ROLES
        for how in ("fill", "stroke")
    )
    return (
        f".partita-figure{{{light}max-width:100%;height:auto}}"
        f"@media screen and (prefers-color-scheme:dark){{.partita-figure{{{dark}}}}}{rules}"
    )


def _token(role: str) -> str:
    return role.replace("class ", "c")


STYLE = _style()


def number(value: float) -> str:
    """A length in pixels, to a tenth."""
    found = f"{value:.1f}"
    return found.removesuffix(".0")


def escaped(words: str) -> str:
    """Text without markup, cut to a readable length."""
    cut = words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
    return escape(printable(cut))


def owners(clusterings: Iterable[str], part: str = "") -> str:
    """Attributes that say which clusterings an element is about, and its part in the figure."""
    names = "&#10;".join(map(escaped, clusterings))
    found = f' data-clustering="{names}"' if names else ""
    return found + (f' data-part="{part}"' if part else "")


def element(name: str, attributes: str, tip: str = "") -> str:
    """An element without content, except for a tip."""
    if tip:
        return f"<{name} {attributes}><title>{escaped(tip)}</title></{name}>"
    return f"<{name} {attributes}/>"


def paint(fill: str, edge: str = "", opacity: float = 1.0) -> str:
    """Attributes of fill and edge: light colors, and roles as classes; without color, no fill."""
    role, depth = resolved(fill) if fill else ("none", 1.0)
    classes = [f"f-{_token(role)}"] if role in LIGHT else []
    found = f' fill="{LIGHT.get(role, role)}"'
    found += f' fill-opacity="{depth * opacity:.2f}"' if depth * opacity < 1 else ""
    if edge:
        found += f' stroke="{LIGHT.get(edge, edge)}"'
        classes += [f"s-{_token(edge)}"] if edge in LIGHT else []
    return found + (f' class="{" ".join(classes)}"' if classes else "")


def stroke(color: str, width: float, *, dashed: bool = False) -> str:
    """Attributes of a line of this color and width."""
    found = f' fill="none" stroke="{LIGHT.get(color, color)}" stroke-width="{number(width)}"'
    found += ' stroke-dasharray="5 4"' if dashed else ""
    return found + (f' class="s-{_token(color)}"' if color in LIGHT else "")


def rect(x: float, y: float, width: float, height: float, *, look: str, tip: str = "") -> str:
    """A rectangle from its upper left corner."""
    where = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return element("rect", where + look, tip)


def path(points: Iterable[tuple[float, float]], look: str = "", tip: str = "") -> str:
    """A line through points."""
    through = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return element("path", f'd="M{through}"{look}', tip)


def polygon(points: Iterable[tuple[float, float]], look: str, tip: str = "") -> str:
    """A closed outline."""
    through = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", f'points="{through}"{look}', tip)


def sign(x: float, y: float, *, color: str, size: float, shape: str, tip: str = "") -> str:
    """The symbol of a point. Dots have a thin rim, to be visible on lines and other dots."""
    half = size / 2
    if shape == "bar":
        return path(((x, y - half), (x, y + half)), stroke(color, 2), tip)
    if shape == "diamond":
        corners = ((x - half, y), (x, y - half), (x + half, y), (x, y + half))
        return polygon(corners, paint(color), tip)
    look = stroke(color, 1.8) if shape == "ring" else paint(color, "paper" if size > 7 else "")
    where = f'cx="{number(x)}" cy="{number(y)}" r="{number(half)}"'
    return element("circle", where + look, tip)


def words(
    content: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor: str = "start",
    color: str = "ink",
    turn: int = 0,
    look: str = "",
) -> str:
    """Text whose middle is at this height, turned around its start or middle."""
    down = size * 0.35  # half the height of letters, from their middle to the baseline
    where = f'x="{number(x)}" y="{number(y + down)}" font-size="{number(size)}"'
    where += f' text-anchor="{anchor}"' if anchor != "start" else ""
    where += f' transform="rotate({turn} {number(x)} {number(y)})"' if turn else ""
    return f"<text {where}{paint(color)}{look}>{escaped(content)}</text>"


def outlined(content: str, x: float, y: float, size: float, look: str = "") -> str:
    """Text with a rim in the color of the paper, readable on lines."""
    where = f'x="{number(x)}" y="{number(y + size * 0.35)}" font-size="{number(size)}"'
    rim = ' stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    return f"<text {where}{rim}{paint('ink', 'paper')}{look}>{escaped(content)}</text>"
