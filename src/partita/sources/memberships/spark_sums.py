"""Sums of products by Spark: a row for each factor, so that few sums stand beside each other.

Hundreds of sums in one aggregation are more than Spark compiles. With the features f = (1, u, v) of
an object, each becomes a row (at, x), and only the sums of x·f_j are formed side by side, a few
dozen. Rows are added up where they are made; what is shuffled is a row for each feature and task.
"""

from __future__ import annotations

from typing import Any

from ..databases.spark import SPARK, functions_of
from ..rows.failures import reported
from ..rows.job import require
from .sums import LABEL, Quantity, Sides, limbs, quantities, raw_names, steps
from .types import check_type, is_single_type


def frame_sums(frame: Any, sides: Sides) -> list[Any]:
    """Rows of sums of a Spark data frame."""
    with reported(*SPARK):
        return _sums(_prepared(frame, sides), sides)


def _prepared(frame: Any, sides: Sides) -> Any:
    """The columns asked for, as numbers and labels, without what is dropped."""
    f = functions_of(frame)
    require(sides.job, frame.columns, "the Spark data frame")
    types = dict(frame.dtypes)
    chosen = []
    for new, name in sides.columns.items():
        column = f.col(f"`{name.replace('`', '``')}`")
        if new != LABEL:
            check_type(name, types[name])
            column = column.cast("double")
        chosen.append(column.alias(new))
    single = (new for new, name in sides.columns.items() if is_single_type(types[name]))
    sides = sides._replace(single=frozenset(single))
    frame = frame.select(*chosen)
    if sides.drop:
        for new in sides.columns:
            numeric = new != LABEL or types[sides.hard] in ("float", "double")
            gap = f.col(new).isNull()
            frame = frame.filter(~(gap | f.isnan(new)) if numeric else ~gap)
    return frame


def _sums(frame: Any, sides: Sides) -> list[list[Any]]:
    """Rows of sums as `soft_sums.sums` orders them, of a frame with columns as `sides` names."""
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
    """What the square of each feature is multiplied with: the squared norm of the other side."""
    if sides.hard is not None:  # the other side is certain, and Σ|v|² is asked for beside it
        (side,) = sides.soft
        return [side + side, *(["1e0"] * len(sides.soft[side]))]
    norms = {"u": "vv", "v": "uu"}
    return ["1e0", *(norms[side] for side, own in sides.soft.items() for _ in own)]


def _gathered(cells: list[dict[str, Any]], sides: Sides) -> list[list[Any]]:
    """One row for each label, or one of all, from a row for each of their features."""
    place = {name: at for at, name in enumerate(_features(sides))}
    square = len(place)  # where x·x·o stands
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
    """Of which feature, and which of its sums, a quantity is."""
    if one.table.endswith("squares"):
        return place[one.factors[0]] + 1, square
    if one.table.endswith("norms"):
        return 0, square
    if len(one.factors) == 1:
        return 0, place[one.factors[0]]
    return place[one.factors[0]] + 1, place[one.factors[1]]
