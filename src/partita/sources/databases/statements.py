"""The SQL statement that counts, for DuckDB, for other databases, and for users."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from ...base.checks import one_of
from ...base.errors import InputError
from ...base.keywords import explain_keywords
from ...base.wording import show
from ...labels import read_policies
from ..rows.job import Job, read_names
from .cursor import cell_columns
from .dialects import DIALECTS, label_literal, quoted
from .pushdown import Filter


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
    joint: bool = False,
    dialect: str = "standard",
) -> str:
    """Write the SQL statement that counts the data in the database.

    Run it with your own connection and pass the cursor to `tabulate`. The database returns only
    the cells of the table.

    Parameters
    ----------
    table
        Name of a table or view. A dot separates schema and table; a tuple gives the parts of a
        name that contains dots. A text that starts with ``(`` is a subquery.
    truth
        Column with the classes.
    prediction
        Column with the clusters. Several predictions are counted in one scan, by grouping sets.
    weights, groups
        Columns with the weight and the group of each object. Equal weights are counted together.
    missing
        With ``"drop"`` the database leaves out objects without a label. `tabulate` applies the
        other policies: NULL is returned as a missing label.
    noise
        A label, or one for each side (``{"prediction": -1}``), whose objects the database leaves
        out. Beware: write it as the column holds it, as a number or a text. `tabulate` applies
        the other noise policies.
    joint
        Whether to count by the truth and all predictions together, as ``tabulate(..., joint=True)``
        does. Every dialect can do this.
    dialect
        How names and texts are quoted: "postgres", "bigquery", "mysql", "tsql", … With "standard"
        a text with a backslash is refused, because databases read it in different ways.

    Returns
    -------
    str
        A SELECT statement with columns class, cluster (or cluster_0, cluster_1, …) and n.

    Raises
    ------
    InputError
        If an argument cannot be used. The message says what to write instead.

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
    if len(names) > 1 and not (joint or own.sets):
        raise InputError(
            f"{dialect} can count only one prediction in a statement: write a statement for each "
            f"of {show(names)}, or count them together with joint=True"
        )
    policies = read_policies(missing, noise, None if noise is None else "drop")
    dropped = policies.noise.truth, *(policies.noise.prediction for _ in names)

    quote = partial(quoted, dialect=own)
    return statement(
        _source(table, quote),
        Job(truth, names, weights, groups, joint=joint),
        [Filter(missing == "drop", one) for one in dropped],
        quote=quote,
        literal=partial(label_literal, escapes=own.text),
    )


def statement(
    source: str,
    job: Job,
    filters: Sequence[Filter] = (),
    *,
    quote: Callable[[str], str] = quoted,
    literal: Callable[[Any], str] = label_literal,
) -> str:
    """Rows (class, cluster, …, n); with several predictions, cluster_k in rows where apart_k is 0.

    A joint statement has no such marks: its rows hold the clusters of all predictions. `filters`
    are those of the truth and of each prediction.
    """
    shared, clusters = cell_columns(job)
    named, many = {**shared, **clusters}, len(clusters) > 1 and not job.joint
    inner = ", ".join(f"{quote(column)} AS {quote(name)}" for name, column in named.items())
    if many:
        marks = [f"GROUPING({quote(c)}) AS {quote(f'apart_{k}')}" for k, c in enumerate(clusters)]
        sets = (", ".join(map(quote, (*shared, cluster))) for cluster in clusters)
        by = f"GROUPING SETS ({', '.join(f'({one})' for one in sets)})"
    else:
        marks, by = [], ", ".join(map(quote, named))
    out = ", ".join([*map(quote, named), *marks, f"COUNT(*) AS {quote('n')}"])
    sides = zip(filters, (job.truth, *job.predictions), strict=bool(filters))
    own = [one.conditions(quote(column), literal) for one, column in sides]
    kept = [text for texts in (own[:1] if many else own) for text in texts]
    where = f" WHERE {' AND '.join(kept)}" if kept else ""
    labels = f"(SELECT {inner} FROM {source}{where}) {quote('labels')}"  # noqa: S608 - quoted
    having = _having(map(quote, clusters), filters[1:], literal) if many else ""
    return f"SELECT {out}\nFROM {labels}\nGROUP BY {by}{having}"


def _having(
    clusters: Iterable[str], filters: Sequence[Filter], literal: Callable[[Any], str]
) -> str:
    """Filter the rows of each prediction by its own labels only."""
    found = []
    for name, one in zip(clusters, filters, strict=bool(filters)):
        kept = one.conditions(name, literal)
        found += [f"(GROUPING({name}) = 1 OR ({' AND '.join(kept)}))"] if kept else []
    return f"\nHAVING {' AND '.join(found)}" if found else ""


def _source(table: Any, quote: Callable[[str], str]) -> str:
    if isinstance(table, str) and table.lstrip().startswith("("):
        return f"{table} {quote('source')}"
    parts = table.split(".") if isinstance(table, str) else list(table)
    return ".".join(map(quote, parts))
