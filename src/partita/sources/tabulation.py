"""`tabulate`: one call that counts any source."""

from __future__ import annotations

from typing import Any

from ..base.checks import one_of, thread_count
from ..base.errors import about, prediction_of
from ..base.keywords import explain_keywords
from ..labels import read_policies
from .rows.engines import reader_of
from .rows.job import Job, read_names
from .rows.kinds import count_jointly
from .rows.rows import Rows, tables
from .stream.stream import Stream


@explain_keywords
def tabulate(
    source: Any,
    truth: Any = None,
    prediction: Any = None,
    *,
    weights: Any = None,
    groups: Any = None,
    joint: bool = False,
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
    """Count objects where their labels are stored; only cells of the table are transferred.

    Parameters
    ----------
    source
        A data frame (pandas, Polars eager or lazy, PyArrow, Spark, AnnData, a mapping of columns),
        a PyArrow dataset, reader or other Arrow stream, a DuckDB relation or connection, paths of
        files, ``-`` for stdin, a pair (truth, prediction) of labels, an iterator of batches, or a
        cursor or list with rows (class, cluster, n).
    truth : str, optional
        Name of the column with the classes.
    prediction : str or list of str, optional
        Name of the column with the clusters; several predictions are counted in one scan.
    weights : str, optional
        Name of the column with the weight of each object.
    groups : str, optional
        Name of the column with the group (donor, batch) of each object.
    joint
        Whether to count by the truth and all predictions together, in one `JointTable`. It says
        which objects the predictions share, so without groups `compare` can rank them and
        `difference` compare them. It has as many cells as there are different rows. An object that
        a policy drops on one side is left out on all.
    missing, noise, noise_as
        As for every measure.
    on
        With two sources, truth and prediction: the column with the ids of the objects.
    unmatched
        What happens to an id that only one source has: ``"error"``, ``"drop"``, or ``"missing"``:
        its label is missing, and `missing` decides.
    query
        For a DuckDB connection: the SELECT whose result holds the columns.
    delimiter
        Of text files; by default the extension decides.
    memory_limit
        What DuckDB may use, such as "2GB"; beyond that, it works on disk.
    threads
        Number of threads; it changes the time and not the result.

    Returns
    -------
    Contingency or WeightedContingency, dict or JointTable
        One table; for several predictions a dict by prediction; with `groups` a dict by group
        within. With `joint` a single `JointTable` of them all. All engines give the same cells,
        and so the same scores.

    Raises
    ------
    InputError
        If a column or file cannot be read, or labels cannot be used. The message says where.

    Examples
    --------
    >>> from partita.sources import tabulate
    >>> columns = {"type": ["a", "a", "b"], "leiden": [0, 1, 1]}
    >>> tabulate(columns, "type", "leiden")
    <Contingency: 3 objects, 2 classes, 2 clusters, 3 cells>
    >>> columns["kmeans"] = [0, 0, 1]
    >>> print(tabulate(columns, "type", ["leiden", "kmeans"], joint=True))
    3 objects in 3 cells of truth × leiden × kmeans.
    """
    policies = read_policies(missing, noise, noise_as)
    one_of("unmatched", unmatched, ("error", "drop", "missing"))
    several = isinstance(prediction, list | tuple)
    if truth is None:  # engines that need no names take the source without them
        names = tuple(prediction) if several else () if prediction is None else (prediction,)
    else:
        truth, names = read_names(truth, prediction)
    job = Job(
        truth,
        names,
        weights=weights,
        groups=groups,
        policies=policies,
        threads=thread_count(threads) or None,
        memory_limit=memory_limit,
        on=on,
        unmatched=unmatched,
        query=query,
        delimiter=delimiter,
        joint=joint,
    )
    read = reader_of(source, job)(source, job)
    if joint:
        return read.joint if isinstance(read, Stream) else count_jointly(read, job)
    found = _counted(read, job)
    return found if several or len(found) > 1 else next(iter(found.values()))


def _counted(found: Stream | dict[Any, Rows], job: Job) -> dict[Any, Any]:
    """The tables by prediction."""
    if isinstance(found, Stream):
        return found.by_prediction()
    counted = {}
    for name, rows in found.items():
        with about(prediction_of(name, many=len(found) > 1)):
            counted[name] = tables(rows, job)
    return counted
