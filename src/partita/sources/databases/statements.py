"""The statement that counts: one text for the embedded engine, for warehouses, and for you."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...base.checks import one_of
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.wording import show
from ...labels import read_policies
from ..rows.job import read_names
from .dialects import DIALECTS, quoted
from .pushdown import Left, literal_of


@explain_keywords
def sql(
    table: str | Sequence[str],
    truth: str,
    prediction: str | Sequence[str],
    *,
    weights: str | None = None,
    groups: str | None = None,
    missing: str = "error",
    noise: Any = None,
    dialect: str = "standard",
) -> str:
    """Write the statement that counts where the data lie.

    Run it with your own connection and hand the cursor to `tabulate`; only cells travel.

    Parameters
    ----------
    table
        Name of a table or view; a dot separates schema and table, a tuple gives the parts as they
        are. What starts with ``(`` is taken as a subquery.
    truth, prediction
        Columns with labels. Several predictions are counted in one scan, by grouping sets.
    weights, groups
        Columns with the weight and the group of each object. Equal weights are counted together.
    missing
        ``"drop"`` leaves objects without a label out at the source. The other policies are applied
        by `tabulate`: NULL comes back as a label that is missing.
    noise
        A label, or one for each side (``{"prediction": -1}``), whose objects are left out at the
        source. Beware: give it as the column holds it, a number or a text; other noise policies
        are for `tabulate`.
    dialect
        Whose way of quoting names and texts: "postgres", "bigquery", "mysql", "tsql", … With
        "standard" a text with a backslash is refused, since databases read it in different ways.

    Examples
    --------
    >>> from partita.sources import sql
    >>> print(sql("lab.cells", "cell type", "leiden"))
    SELECT "class", "cluster", COUNT(*) AS "n"
    FROM (SELECT "cell type" AS "class", "leiden" AS "cluster" FROM "lab"."cells") "labels"
    GROUP BY "class", "cluster"
    """
    own = DIALECTS[one_of("dialect", dialect, tuple(DIALECTS))]
    _, names = read_names(truth, prediction)
    if len(names) > 1 and not own.sets:
        raise InputError(
            f"{dialect} counts one prediction in a statement: write one for each of {show(names)}"
        )
    policies = read_policies(missing, noise, None if noise is None else "drop")
    dropped = policies.noise.truth, *(policies.noise.prediction for _ in names)

    def quote(name: str) -> str:
        return quoted(name, own)

    return statement(
        _source(table, quote),
        truth,
        names,
        weights=weights,
        groups=groups,
        quote=quote,
        left=[Left(missing == "drop", one) for one in dropped],
        literal=partial(literal_of, escapes=own.text),
    )


def statement(
    source: str,
    truth: str,
    predictions: Sequence[str],
    *,
    weights: str | None = None,
    groups: str | None = None,
    quote: Callable[[str], str] = quoted,
    left: Sequence[Left] = (),
    literal: Callable[[Any], str] = literal_of,
) -> str:
    """Rows (class, cluster, …, n); with several predictions, cluster_k where apart_k is 0.

    `left` says what of the truth and of each prediction is left out.
    """
    many = len(predictions) > 1
    clusters = [f"cluster_{k}" if many else "cluster" for k in range(len(predictions))]
    shared = {"class": truth}
    shared |= {} if weights is None else {"weight": weights}
    shared |= {} if groups is None else {"grp": groups}
    named = {**shared, **dict(zip(clusters, predictions, strict=True))}
    inner = ", ".join(f"{quote(column)} AS {quote(name)}" for name, column in named.items())
    sets = [[*shared, cluster] for cluster in clusters]
    if many:
        marks = [f"GROUPING({quote(c)}) AS {quote(f'apart_{k}')}" for k, c in enumerate(clusters)]
        listed = [", ".join(map(quote, one)) for one in sets]
        by = f"GROUPING SETS ({', '.join(f'({one})' for one in listed)})"
    else:
        marks, by = [], ", ".join(map(quote, named))
    out = ", ".join([*map(quote, named), *marks, f"COUNT(*) AS {quote('n')}"])
    own = [
        one.conditions(quote(column), literal)
        for one, column in zip(left, (truth, *predictions), strict=bool(left))
    ]
    kept = [text for texts in (own[:1] if many else own) for text in texts]
    where = f" WHERE {' AND '.join(kept)}" if kept else ""
    labels = f"(SELECT {inner} FROM {source}{where}) {quote('labels')}"  # noqa: S608 - quoted
    having = _having(clusters, left[1:], quote, literal) if many else ""
    return f"SELECT {out}\nFROM {labels}\nGROUP BY {by}{having}"


def _having(
    clusters: Sequence[str],
    left: Sequence[Left],
    quote: Callable[[str], str],
    literal: Callable[[Any], str],
) -> str:
    """Groups of a prediction that are left out, and not those of the others."""
    found = []
    for name, one in zip(clusters, left, strict=bool(left)):
        kept = one.conditions(quote(name), literal)
        found += [f"(GROUPING({quote(name)}) = 1 OR ({' AND '.join(kept)}))"] if kept else []
    return f"\nHAVING {' AND '.join(found)}" if found else ""


def _source(table: Any, quote: Callable[[str], str]) -> str:
    if isinstance(table, str) and table.lstrip().startswith("("):
        return f"{table} {quote('source')}"
    parts = table.split(".") if isinstance(table, str) else list(table)
    return ".".join(map(quote, parts))
