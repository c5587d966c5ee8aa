"""`tabulate`: one call for every source."""

from __future__ import annotations

from typing import Any

from ..base.checks import one_of, thread_count
from ..base.errors import about, prediction_of
from ..base.keywords import explain_keywords
from ..labels import read_policies
from .rows.engines import reader_of
from .rows.job import Job, read_names
from .rows.rows import tables
from .stream.stream import Stream


@explain_keywords
def tabulate(
    source: Any,
    truth: Any = None,
    prediction: Any = None,
    *,
    weights: Any = None,
    groups: Any = None,
    missing: str = "error",
    noise: Any = None,
    noise_as: str | None = None,
    on: str | None = None,
    unmatched: str = "error",
    query: str | None = None,
    delimiter: str | None = None,
    memory_limit: str | None = None,
    threads: int | None = None,
) -> Any:
    """Count objects where they are: only cells of the table come here.

    Parameters
    ----------
    source
        A data frame (pandas, Polars eager or lazy, PyArrow, Spark, AnnData, a mapping of columns),
        a PyArrow dataset, reader or other Arrow stream, a DuckDB relation or connection, paths of
        files, ``-`` for stdin, a pair (truth, prediction) of labels, an iterator of batches, or a
        cursor or list with rows (class, cluster, n).
    truth, prediction
        Names of the columns; several predictions as a list, counted in one scan.
    weights, groups
        Names of the columns with the weight and with the group (donor, batch) of each object.
    missing, noise, noise_as
        As for every measure.
    on, unmatched
        With two sources, truth and prediction: the column that says which object is which. An id
        that only one of them has is refused ("error"), left out ("drop"), or its label is missing
        ("missing"), which `missing` then decides.
    query
        With a DuckDB connection: the SELECT whose result holds the columns.
    delimiter
        Of text files; by default the extension says it.
    memory_limit, threads
        What DuckDB may use, such as "2GB"; beyond it works on disk. The result does not change.

    Returns
    -------
    Contingency or WeightedContingency, or dict
        One table; with several predictions a dict by prediction; with `groups` a dict by group,
        inside. All cells, and so all scores, are the same whatever the engine.

    Examples
    --------
    >>> from partita.sources import tabulate
    >>> columns = {"type": ["a", "a", "b"], "leiden": [0, 1, 1]}
    >>> tabulate(columns, "type", "leiden")
    <Contingency: 3 objects, 2 classes, 2 clusters, 3 cells>
    """
    policies = read_policies(missing, noise, noise_as)
    one_of("unmatched", unmatched, ("error", "drop", "missing"))
    several = isinstance(prediction, list | tuple)
    names = (
        (truth, tuple(prediction) if several else () if prediction is None else (prediction,))
        if truth is None
        else read_names(truth, prediction)
    )
    job = Job(
        names[0],
        names[1],
        weights=weights,
        groups=groups,
        policies=policies,
        threads=thread_count(threads) or None,
        memory_limit=memory_limit,
        on=on,
        unmatched=unmatched,
        query=query,
        delimiter=delimiter,
    )
    reader = reader_of(source, job)
    found = _tables(reader(source, job), job)
    return found if several else found[next(iter(found))]


def _tables(found: Any, job: Job) -> dict[Any, Any]:
    """Tables by prediction, of rows or of a stream."""
    if isinstance(found, Stream):
        return found.by_prediction()
    counted = {}
    for name, rows in found.items():
        with about(prediction_of(name, many=len(found) > 1)):
            counted[name] = tables(rows, job)
    return counted
