"""Files for the command line: distinct rows with their number stand for all the objects."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any, TypeAlias

from ..errors import InputError
from ..labels.policies import check_options
from .column import noise_labels
from .files import Column
from .job import Job
from .joint import Joint, joined_joint, joint_rows
from .places import places

Columns: TypeAlias = Sequence[Sequence[Any]]


class CountedColumn(Column):
    """A column of distinct rows: their place in the file is not known any more."""

    __slots__ = ()

    def place(self, row: int) -> str:
        """Where the column is, for a message."""
        del row
        return f"{self.source}, column {self.name!r}"

    def require_labels(self) -> None:
        """Refuse the column if a value is missing."""
        if None in self.labels:
            raise InputError(
                f"{self.place(0)}: a value is missing; fill it, or choose what missing values "
                "mean: drop, singletons or category"
            )

    def weights(self) -> list[int] | list[float]:
        """The column as weights; numbers of a typed file are taken as they are."""
        values: list[Any] = list(self.labels)
        if any(type(value) is bool for value in values):
            raise InputError(f"{self.place(0)}: a weight is a number, not true or false")
        if all(type(value) is int and value >= 0 for value in values):
            return values
        return Column.weights(self._replace(labels=_texts(values)))

    def numbers(self) -> list[float]:
        """The column as degrees of membership; true is 1."""
        values: list[Any] = list(self.labels)
        plain = [int(value) if type(value) is bool else value for value in values]
        return Column.numbers(self._replace(labels=_texts(plain)))


def _texts(values: list[Any]) -> list[Any]:
    return [repr(value) if isinstance(value, int | float) else value for value in values]


def counted_columns(
    arguments: Namespace,
    predictions: list[str],
    names: list[str],
    delimiter: str | None,
) -> tuple[list[Column], list[int]]:
    """Columns in the order asked for, and how many objects each row stands for."""
    options = check_options(arguments.missing, None, None, "error")
    beside = {role: getattr(arguments, role, None) for role in ("truth", "weights", "groups")}
    truth = beside["truth"] or predictions[0]
    job = Job(truth, tuple(predictions), beside["weights"], beside["groups"], options)
    joint = _joint(arguments, _with_files(job, arguments, delimiter))
    clusterings = [joint.columns[name] for name in predictions]
    _type_noise(arguments, [joint.columns[truth]] if beside["truth"] else clusterings, clusterings)
    joint = _spread(joint, arguments, [truth, *predictions])
    lines = [0] * len(joint.n)
    columns: list[Column] = [
        CountedColumn(arguments.file, name, joint.columns[name], lines) for name in names
    ]
    return columns, joint.n


def number_columns(
    arguments: Namespace, truth: str, names: list[str], delimiter: str | None
) -> list[Column]:
    """The truth and columns of numbers, a row for each object; rows that are alike stand together.

    Beware: lines of JSON are refused, for 1 and 0.5 are of two kinds there.
    """
    job = _with_files(Job(truth, tuple(names)), arguments, delimiter)
    found = places(arguments.file, delimiter)
    if found[0].kind == "lines":
        raise InputError(f"{found[0].path}: memberships are read from CSV, TSV or Parquet")
    joint = _joint(arguments, job)
    rows = [at for at, n in enumerate(joint.n) for _ in range(n)]
    lines = [0] * len(rows)
    columns = {name: [values[at] for at in rows] for name, values in joint.columns.items()}
    return [CountedColumn(arguments.file, name, columns[name], lines) for name in (truth, *names)]


def _joint(arguments: Namespace, job: Job) -> Joint:
    second = getattr(arguments, "truth_file", None)
    if second is not None:
        return joined_joint((second, arguments.file), job)
    return _counted(arguments.file, job)


def _counted(path: str, job: Job) -> Joint:
    """Distinct rows of the files; text with a fault goes to our own reader, which finds it."""
    found = places(path, job.delimiter)
    joint = joint_rows(path, job)
    if joint is None or (found[0].kind == "text" and _has_fault(joint, job)):
        from .recount import recounted

        return recounted(found, job)
    return joint


def _has_fault(joint: Joint, job: Job) -> bool:
    """Whether a text file holds a gap, or no weight, where that is refused."""
    required = [*job.columns] if job.options.missing == "error" else [job.grouped]
    if any(None in joint.columns[name] for name in required if name is not None):
        return True
    if job.weights is None:
        return False
    try:
        Column("", "", joint.columns[job.weights], [0] * len(joint.n)).weights()
    except InputError:
        return True
    return False


def _with_files(job: Job, arguments: Namespace, delimiter: str | None) -> Job:
    from dataclasses import replace

    return replace(
        job,
        delimiter=delimiter,
        on=getattr(arguments, "on", None),
        unmatched=getattr(arguments, "unmatched", None) or "error",
        memory_limit=getattr(arguments, "memory_limit", None),
    )


def _type_noise(arguments: Namespace, truth: Columns, predictions: Columns) -> None:
    """Noise as the labels hold it: -1 among numbers, "-1" among texts, each side for itself."""
    if arguments.noise is None:
        return
    sides = {"truth": truth, "prediction": predictions}
    held = {side: _written_so(arguments.noise, columns) for side, columns in sides.items()}
    labels = [label for label in held.values() if label is not None]
    if labels:
        arguments.noise = held if len(set(map(type, labels))) > 1 else labels[0]


def _written_so(text: str, columns: Columns) -> Any:
    """The label that is written like a text, None where there is none."""
    ways = (text, _number(text))
    found = {type(one): one for column in columns for one in set(column) if _spelling(one) in ways}
    if len(found) > 1:
        shown = " and ".join(sorted(map(repr, found.values())))
        raise InputError(f"--noise: columns hold {shown}: name columns of one kind in a call")
    return next(iter(found.values()), None)


def _spelling(label: Any) -> Any:
    if type(label) in (int, float):
        return label
    return label.decode("utf-8", "replace") if isinstance(label, bytes) else str(label)


def _number(text: str) -> float | None:
    try:
        return int(text) if text.removeprefix("-").isdecimal() else float(text)
    except ValueError:
        return None


def _spread(joint: Joint, arguments: Namespace, labelled: list[str]) -> Joint:
    """Give objects that become groups of their own, or have weights of their own, a row each."""
    noisy = arguments.noise is not None and arguments.noise_as in (None, "singletons")
    alone = noise_labels(arguments.noise) if noisy else set()
    alone |= {None} if arguments.missing == "singletons" else set()
    weights = getattr(arguments, "weights", None)
    fractions = weights is not None and any(
        "." in str(value) or "e" in str(value).lower() for value in joint.columns[weights]
    )
    sides = [joint.columns[name] for name in labelled]
    apart = [fractions or any(side[at] in alone for side in sides) for at in range(len(joint.n))]
    if not any(n > 1 and one for n, one in zip(joint.n, apart, strict=True)):
        return joint
    places = [
        at
        for at, (n, one) in enumerate(zip(joint.n, apart, strict=True))
        for _ in range(n if one else 1)
    ]
    columns = {name: [values[at] for at in places] for name, values in joint.columns.items()}
    return Joint(columns, [1 if apart[at] else joint.n[at] for at in places])
