"""The grammar of figures: a picture as data, which `figures.svg` and `figures.plots` both draw.

Positions are in units of the axes; sizes of text, lines and points are in pixels of the screen. A
color is a role of the palette ("ink", "class 3", "sequential 0.4") or a hexadecimal "#rrggbb".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...base.shown import above

Side = Literal["start", "middle", "end"]
Tick: TypeAlias = tuple[float, str]
Place: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axis:
    """One direction, from `low` (left, bottom) to `high`, which may be the smaller number.

    `far` are labels on the other side (right or top), such as the sizes of a matrix's rows. Labels
    of categories have a slot each and are made to fit; labels of numbers keep their size. If every
    slot belongs to a clustering, `clusterings` are their names, in the order of the labels, and
    `parts` says which labels, near or far, are names and which are scores.
    """

    low: float
    high: float
    label: str = ""
    ticks: tuple[Tick, ...] = ()
    far: tuple[Tick, ...] = ()
    far_label: str = ""
    far_color: str = "muted"
    log: bool = False
    grid: bool = False
    line: bool = True
    categories: bool = False
    clusterings: tuple[str, ...] = ()
    parts: tuple[str, str] = ("name", "score")


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle between two corners; `tip` is shown under the pointer."""

    x0: float
    y0: float
    x1: float
    y1: float
    fill: str
    edge: str = ""
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[Place, ...]
    color: str = "ink"
    width: float = 1.5
    dashed: bool = False
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Point:
    """A dot or another shape, `size` pixels wide."""

    x: float
    y: float
    color: str = "ink"
    size: float = 8.0
    shape: Literal["dot", "ring", "bar", "diamond"] = "dot"
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Ribbon:
    """A band from the heights (low, high) on the left to other heights on the right."""

    x0: float
    x1: float
    left: Place
    right: Place
    fill: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Region:
    """A closed outline with a transparent filling."""

    points: tuple[Place, ...]
    fill: str
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """Text at a position, moved by `shift` pixels (right, up).

    With a `box` (width and height in units of the axes) the text is made smaller to fit into it,
    and left out if it would not be readable.
    """

    x: float
    y: float
    text: str
    color: str = "ink"
    size: float = 12.0
    align: Side = "middle"
    shift: Place = (0.0, 0.0)
    box: Place | None = None


@dataclass(frozen=True, slots=True)
class Cells:
    """Texts in the cells of a matrix: all of one size, or none if the widest does not fit.

    Otherwise the small numbers would be shown and the large ones missing.
    """

    words: tuple[tuple[float, float, str, str], ...]  # x, y, text, color
    box: Place
    size: float = 12.0
    clusterings: tuple[str, ...] = ()  # of each word
    part: Literal["", "score"] = ""  # what the words say about them


@dataclass(frozen=True, slots=True)
class Names:
    """Names of points, placed next to them; one that would cover another is left out."""

    points: tuple[tuple[float, float, str], ...]
    colors: tuple[str, ...] = ()  # on the right: of the line that each belongs to
    size: float = 12.0
    side: Literal["around", "right"] = "around"
    clusterings: tuple[str, ...] = ()  # of each point


@dataclass(frozen=True, slots=True)
class Marked:
    """Marks about one or two clusterings, or a named part of the figure.

    Pages find them by these names: the parts are "values" (scores of the clusterings) and "scale"
    (what these are read against).
    """

    marks: tuple[Mark, ...]
    clusterings: tuple[str, ...] = ()
    part: Literal["", "values", "scale"] = ""


Mark: TypeAlias = Rect | Line | Point | Ribbon | Region | Text | Cells | Names | Marked


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of the legend."""

    label: str
    color: str
    shape: Literal["box", "line", "dashed", "dot", "ring", "bar", "diamond"] = "box"


@dataclass(frozen=True, slots=True)
class Scale:
    """The meaning of a color's depth, from the palest to the deepest."""

    label: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture: `width` and `height` of the area inside the axes are in pixels.

    `description` says what the picture shows, for readers who cannot see it. `ends` are both ends
    of the scale of the clusterings' scores, for pages that show other scores in their place.
    """

    title: str
    description: str
    width: float
    height: float
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
    legend: tuple[Key, ...] = ()
    scale: Scale | None = None
    ends: tuple[Place, Place] | None = None

    def _repr_svg_(self) -> str:
        svg: str = above("figures").document(self)
        return svg
