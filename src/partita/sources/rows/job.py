"""What a call asks of an engine: which columns to count, under which policies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from ...base.errors import InputError
from ...base.wording import alternatives, article, show
from ...labels.policies import DEFAULT, Policies


@dataclass(frozen=True, slots=True)
class Job:
    """Columns by their role, and the checked policies of the call."""

    truth: Any
    predictions: tuple[Any, ...]
    weights: Any = None
    groups: Any = None
    policies: Policies = DEFAULT
    threads: int | None = None
    memory_limit: str | None = None
    on: str | None = None
    unmatched: str = "error"
    query: str | None = None
    delimiter: str | None = None
    soft_truth: tuple[Any, ...] = ()  # columns with numbers, in place of `truth`
    joint: bool = False  # count kinds of objects: by the truth and all predictions together
    ids: Any = None  # the column that names objects, if they are read one by one

    @property
    def columns(self) -> tuple[Any, ...]:
        """All columns to read, each once."""
        others = self.weights, self.groups, self.ids
        named = (self.truth, *self.soft_truth, *self.predictions, *others)
        return tuple(dict.fromkeys(name for name in named if name is not None))

    @property
    def required(self) -> tuple[Any, ...]:
        """The columns in which no label may be missing."""
        return (self.truth, *self.predictions) if self.policies.missing == "error" else ()


def read_names(truth: Any, prediction: Any) -> tuple[Any, tuple[Any, ...]]:
    """Check the names of the truth and of one or several predictions."""
    if truth is None or prediction is None:
        raise InputError(
            f"{'truth' if truth is None else 'prediction'} is not given: name the columns, e.g. "
            'tabulate(source, truth="class", prediction="cluster")'
        )
    names = tuple(prediction) if isinstance(prediction, list | tuple) else (prediction,)
    if not names:
        raise InputError("prediction is empty: name at least one column with a clustering")
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise InputError(f"prediction names {show(twice[0])} twice: once is enough")
    return truth, names


def refuse_query(source: Any) -> NoReturn:
    """Refuse a query for a source that cannot run one."""
    raise InputError(
        f"query is given, but source is {article(type(source).__name__)}, which runs no queries: "
        "leave query out, or pass a DuckDB connection as the source"
    )


def require(job: Job, available: Sequence[Any], source: str) -> None:
    """Refuse a column that the source does not have, or has more than once."""
    for name in job.columns:
        found = sum(1 for other in available if other == name)
        if found == 0:
            raise InputError(
                f"{source} has no column {show(name)}; {alternatives(name, available)}"
            )
        if found > 1:
            raise InputError(
                f"{source} has {found} columns called {show(name)}; rename all but one"
            )
