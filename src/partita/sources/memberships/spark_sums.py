"""Sums of products by Spark: one row per factor, so that each aggregation has few sums.

Hundreds of sums in one aggregation are more than Spark can compile. With the features f = (1, u, v)
of an object, each feature becomes a row (at, x), and only the sums of x·f_j are formed together, a
few dozen. Executors add up their own rows; a row for each feature and task is shuffled.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..databases.dialects import DIALECTS, quoted
from ..databases.spark import SPARK, functions_of
from ..rows.failures import reported
from ..rows.job import require
from .sums import LABEL, Quantity, Sides, limbs, quantities, raw_names, selected, steps

_FLOATS = ("float", "double")


def frame_sums(frame: Any, sides: Sides) -> list[Any]:
    """Rows of sums of a Spark data frame."""
    with reported(*SPARK):
        require(sides.job, frame.columns, "the Spark data frame")
        types = dict(frame.dtypes)
        sides, texts = selected(sides, types, partial(quoted, dialect=DIALECTS["spark"]))
        frame = frame.selectExpr(*texts)
        for new in sides.columns if sides.drop else ():
            numeric = new != LABEL or types[sides.hard] in _FLOATS
            gap = f"{new} IS NULL" + f" OR isnan({new})" * numeric
            frame = frame.filter(f"NOT ({gap})")
        return _sums(frame, sides)


def _sums(frame: Any, sides: Sides) -> list[list[Any]]:
    """Rows of sums in the order of `sums.sums`, of a frame with the columns that `sides` names."""
    for texts in steps(sides):
        frame = frame.selectExpr(*texts)
    features = ["1e0", *_features(sides)]
    others = _others(sides)
    rows = ", ".join(
        f"named_struct('at', {at}, 'x', {x}, 'o', {o})"
        for at, (x, o) in enumerate(zip(features, others, strict=True))
    )
    kept = [*sides.key, "good", *(f"open_{side}" for side in sides.soft), *features[1:]]
    frame = frame.selectExpr(*kept, f"inline(array({rows}))")
    added = ["COUNT(1) AS n", "SUM(good) AS good"]
    added += [f"SUM(open_{side}) AS open_{side}" for side in sides.soft]
    products = [f"x * {one}" for one in features[1:]] + ["x * x * o"]
    for at, text in enumerate(products):
        added += [f"{sum_} AS {name}{at}" for name, sum_ in zip("hl", limbs(text), strict=True)]
    table = frame.groupBy(*sides.key, "at").agg(*map(functions_of(frame).expr, added)).toArrow()
    return _gathered(table.to_pylist(), sides)


def _features(sides: Sides) -> list[str]:
    return [f"{side}{k}" for side, names in raw_names(sides).items() for k in range(len(names))]


def _others(sides: Sides) -> list[str]:
    """The factor of each feature's square: the squared norm of the other side."""
    if sides.hard is not None:  # the other side is certain, and Σ|v|² is needed too
        (side,) = sides.soft
        return [side + side, *(["1e0"] * len(sides.soft[side]))]
    norms = {"u": "vv", "v": "uu"}
    return ["1e0", *(norms[side] for side, own in sides.soft.items() for _ in own)]


def _gathered(cells: list[dict[str, Any]], sides: Sides) -> list[list[Any]]:
    """One row per label, or one for all objects, from the rows of their features."""
    place = {name: at for at, name in enumerate(_features(sides))}
    square = len(place)  # the number of the sum of x·x·o
    labels: dict[Any, dict[int, dict[str, Any]]] = {}
    for cell in cells:
        labels.setdefault(cell.get(LABEL), {})[cell["at"]] = cell
    found = []
    for label, by_feature in labels.items():
        first = by_feature[0]
        row = [*([label] * len(sides.key)), first["n"], first["good"]]
        row += [first[f"open_{side}"] for side in sides.soft]
        for one in quantities(sides):
            at, k = _cell(one, place, square)
            row += [by_feature[at][f"h{k}"], by_feature[at][f"l{k}"]]
        found.append(row)
    return found


def _cell(one: Quantity, place: dict[str, int], square: int) -> tuple[int, int]:
    """The feature of a quantity, and the number of the sum among the sums of that feature."""
    if one.table.endswith("squares"):
        return place[one.factors[0]] + 1, square
    if one.table.endswith("norms"):
        return 0, square
    if len(one.factors) == 1:
        return 0, place[one.factors[0]]
    return place[one.factors[0]] + 1, place[one.factors[1]]
