"""Read columns of files as distinct rows, with the number of objects of each."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import Any

from ...base.errors import InputError
from ...labels import read_policies
from ...sources.files.column import (
    POLICIES,
    is_weight,
    noise_labels,
    not_a,
    parsed_weights,
    typed,
)
from ...sources.files.data_files import DataFile, data_files, listed_paths
from ...sources.files.delimited import Column
from ...sources.rows.job import Job
from .joint import Joint, joined_joint, joint_rows
from .noise import settled_noise
from .recount import recounted


class CountedColumn(Column):
    """A column of distinct rows, whose lines in the file are not known."""

    __slots__ = ()

    def line(self, row: int) -> str:
        """The file, for a message."""
        del row
        return self.source

    def require_labels(self, remedy: str = POLICIES) -> None:
        """Refuse the column if a value is missing."""
        if None in self.labels:
            raise InputError(f"{self.place(0)}: a value is missing; {remedy}")


class TypedColumn(CountedColumn):
    """A column of a file with typed values."""

    __slots__ = ()

    def weights(self) -> list[int] | list[float]:
        """The column as weights; refuse anything but numbers."""
        given: list[Any] = list(self.labels)
        for value in given:
            if not is_weight(value):
                raise InputError(f"{self.place(0)}: {not_a('weight', value)}")
        if all(type(value) is int for value in given):
            return given
        return [value + 0.0 for value in given]  # -0.0 is 0


def counted_columns(
    arguments: Namespace,
    predictions: list[str],
    names: list[str],
    delimiter: str | None,
    ids: str | None = None,
) -> tuple[list[Column], list[int]]:
    """Columns in the order of `names`, and the number of objects of each row.

    With the column of `ids` each row is one object.
    """
    policies = read_policies(arguments.missing)
    others = {role: getattr(arguments, role, None) for role in ("truth", "weights", "groups")}
    truth = others["truth"] or predictions[0]
    job = Job(truth, tuple(predictions), others["weights"], others["groups"], policies)
    job = replace(with_files(job, arguments, delimiter), ids=ids)
    file, second = arguments.file, getattr(arguments, "truth_file", None)
    own = data_files(file, delimiter)
    other = own if second is None else data_files(second, delimiter)
    joint = _counted(own, job) if second is None else joined_joint((second, file), job)
    if arguments.noise is not None:
        joint, arguments.noise = settled_noise(arguments.noise, joint, others["truth"], predictions)
    joint = _spread(joint, arguments, [truth, *predictions])
    lines = [0] * len(joint.n)
    columns: list[Column] = []
    for name in names:
        files = own if name in predictions else other
        column = CountedColumn if files[0].kind == "text" else TypedColumn
        columns.append(column(listed_paths(files), name, joint.columns[name], lines))
    return columns, joint.n


def _counted(found: list[DataFile], job: Job) -> Joint:
    """Distinct rows of the files; our own reader finds the line of a fault in text."""
    joint = joint_rows(found, job)
    if joint is None or (found[0].kind == "text" and _has_fault(joint, job)):
        return recounted(found, job)
    return joint


def _has_fault(joint: Joint, job: Job) -> bool:
    """Whether a text file has missing labels or wrong weights that must be refused."""
    required = [*job.columns] if job.policies.missing == "error" else [job.groups]
    if any(None in joint.columns[name] for name in required if name is not None):
        return True
    return job.weights is not None and parsed_weights(joint.columns[job.weights]) is None


def with_files(job: Job, arguments: Namespace, delimiter: str | None) -> Job:
    """The job with the options for files."""
    return replace(
        job,
        delimiter=delimiter,
        on=getattr(arguments, "on", None),
        unmatched=getattr(arguments, "unmatched", None) or "error",
        memory_limit=getattr(arguments, "memory_limit", None),
    )


def _spread(joint: Joint, arguments: Namespace, labeled: list[str]) -> Joint:
    """Give each object that becomes a group of its own, or has a fractional weight, a row."""
    noisy = arguments.noise is not None and arguments.noise_as in (None, "singletons")
    alone = noise_labels(arguments.noise) if noisy else set()
    alone |= {typed(None)} if arguments.missing == "singletons" else set()
    weights = getattr(arguments, "weights", None)
    fractions = weights is not None and any(
        "." in str(value) or "e" in str(value).lower() for value in joint.columns[weights]
    )
    if not alone and not fractions:
        return joint
    rows = zip(*(joint.columns[name] for name in labeled), strict=True)
    apart = [fractions or not alone.isdisjoint(map(typed, row)) for row in rows]
    if not any(n > 1 and one for n, one in zip(joint.n, apart, strict=True)):
        return joint
    places = [
        at
        for at, (n, one) in enumerate(zip(joint.n, apart, strict=True))
        for _ in range(n if one else 1)
    ]
    columns = {name: [values[at] for at in places] for name, values in joint.columns.items()}
    return Joint(columns, [1 if apart[at] else joint.n[at] for at in places])
