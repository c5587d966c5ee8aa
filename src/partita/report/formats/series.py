"""The output of `partita sweep`, `partita agreement` and `partita plan` in every format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ...base.draws import is_floor
from ...base.wording import p_number, printable, shortened
from .columns import cell, columns_table
from .sheet import Part, Sheet, complete_lines
from .text import Table

if TYPE_CHECKING:
    from ...comparison import Agreement, Sweep
    from ...results import Plan


def sweep_sheet(sweep: Sweep, truth: str, names: Mapping[Any, str], rows: int) -> Sheet:
    """A table per measure with a row per parameter; `names` are the clusterings by parameter."""
    records = [
        {"parameter": row["parameter"], "prediction": names[row["parameter"]], **_valued(row)}
        for row in sweep.table.rows()
    ]
    preferred = [
        {"measure": measure, "parameter": best, "prediction": names[best]}
        for measure, best in sweep.best.items()
    ]
    document = {
        "schema": 1,
        "rows": rows,
        "truth": truth,
        "draws": sweep.draws,
        "seed": sweep.rng,
        "results": records,
        "preferred": preferred,
    }
    header = list(dict.fromkeys(key for record in records for key in record))
    long = Table(header, [tuple(map(record.get, header)) for record in records])
    parts = [_measure_part(sweep, measure) for measure in sweep.best]
    parts.append(Part(sentences=[_columns_meaning(sweep)]))
    lead = f"truth: {printable(shortened(truth))} ({rows:,} rows)"
    return Sheet(document, complete_lines(document, "results"), long, parts, lead)


def _valued(row: dict[str, Any]) -> dict[str, Any]:
    """The row for JSON: a missing score is null, a missing value of chance is left out."""
    shown = {name: cell(value) for name, value in row.items()}
    return {k: v for k, v in shown.items() if v is not None or k == "value"}


def _measure_part(sweep: Sweep, measure: str) -> Part:
    rows = [row for row in sweep.table.rows() if row["measure"] == measure]
    names = [name for name in rows[0] if name != "measure"]
    best = sweep.best[measure]
    return Part(
        Table(names, [[_shown(sweep, name, row[name]) for name in names] for row in rows]),
        measure,
        [f"{sweep.preference(measure)}."],
        frozenset(
            (place, names.index("value"))
            for place, row in enumerate(rows)
            if row["parameter"] == best
        ),
    )


def _shown(sweep: Sweep, name: str, value: Any) -> Any:
    return p_preferred(sweep, value) if name == "p_preferred" else cell(value)


def p_preferred(sweep: Sweep, p_value: float) -> str:
    """A p of this column; the smallest p that the draws can give is an upper bound."""
    size = len(sweep.parameters)
    floor = is_floor(p_value, sweep.draws, size * (size - 1) // 2)
    return p_number(p_value, at_floor=floor)


def _columns_meaning(sweep: Sweep) -> str:
    parts = []
    if "expected" in sweep.table:
        parts.append("expected: the value of random labels with the same group sizes")
    if "p_preferred" in sweep.table:
        parts.append(
            "p_preferred: p of the difference from the preferred one, corrected for all comparisons"
            f" ({sweep.draws:,} draws, seed {sweep.rng})"
        )
    return "; ".join(parts) + "." if parts else ""


def agreement_sheet(agreement: Agreement, rows: int) -> Sheet:
    """The matrix in the order of its tree, and a record per pair of clusterings."""
    pairs: list[dict[str, Any]] = [
        {"first": one, "second": other, "value": agreement[one, other]}
        for one, other in combinations(agreement.names, 2)
    ]
    document = {
        "schema": 1,
        "rows": rows,
        "measure": agreement.measure,
        "order": list(agreement.order),
        "results": pairs,
    }
    matrix = columns_table(agreement.ordered())
    header = [matrix.header[0], *map(shortened, matrix.header[1:])]
    short = [(shortened(str(first)), *rest) for first, *rest in matrix.rows]
    keys = ("first", "second", "value")
    long = Table(keys, [tuple(pair[name] for name in keys) for pair in pairs])
    lead = f"every clustering against every other ({rows:,} rows), similar ones together"
    lines = complete_lines(document, "results")
    return Sheet(document, lines, long, [Part(Table(header, short))], lead)


def plan_sheet(plan: Plan, truth: str, predictions: Sequence[str]) -> Sheet:
    """The sentence of a plan, and a row for each size with its width."""
    fields = {k: v for k, v in plan.to_dict().items() if k not in {"sizes", "widths", "rng"}}
    records: list[dict[str, Any]] = [
        {"size": size, "width": width} for size, width in zip(plan.sizes, plan.widths, strict=True)
    ]
    document = {
        "schema": 1,
        "truth": truth,
        "predictions": list(predictions),
        **fields,
        "notes": list(plan.notes),
        "seed": plan.rng,
        "results": records,
    }
    long = Table(("size", "width"), [tuple(record.values()) for record in records])
    shown = Table((plan.unit, "half_width" if plan.power is None else "detected"), long.rows)
    return Sheet(
        document, complete_lines(document, "results"), long, [Part(shown, sentences=[f"{plan}."])]
    )
