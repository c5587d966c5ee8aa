"""PyArrow datasets: many files counted batch by batch, each checked as a file alone would be."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from ...base.errors import InputError
from ..files.column_kinds import INTEGERS, Kinds, arrow_kind
from ..files.lakes import refuse_lakes
from ..rows.failures import said
from ..rows.job import Job, require
from ..stream.arrow_batches import counted
from ..stream.stream import Stream

_BATCH = 1 << 20  # objects; a batch costs as much as counting some ten thousand of them


def dataset_tables(dataset: Any, job: Job) -> Stream:
    """A PyArrow dataset: only the columns asked for are read."""
    require(job, dataset.schema.names, "the dataset")
    kinds = Kinds()
    rows = (dataset._scan_options or {}).get("filter")
    return sum(
        (_file_tables(one, rows, job, kinds) for one in _leaves(_unfiltered(dataset, rows))),
        start=Stream.under(job.policies),
    )


def _file_tables(dataset: Any, rows: Any, job: Job, kinds: Kinds) -> Stream:
    """Count a dataset; where its types are too narrow for a later file, with wider ones."""
    _refuse_lakes(dataset)
    try:
        return counted(_batches(dataset, rows, job, kinds), job)
    except _failures() as error:
        wider = _widened(dataset, job, kinds)
        if wider is not None:
            return _file_tables(wider, rows, job, kinds)
        raise InputError(f"{_culprit(dataset, job)}: cannot be read: {said(error)}") from error


def _unfiltered(dataset: Any, rows: Any) -> Any:
    """The dataset with all its rows: PyArrow names the fragments of no other."""
    from pyarrow.dataset import UnionDataset

    return dataset if rows is None else UnionDataset(dataset.schema, [dataset]).children[0]


def _leaves(dataset: Any) -> Iterator[Any]:
    """The datasets that a dataset consists of."""
    children = getattr(dataset, "children", None)
    if children is None:
        yield dataset
    else:
        for one in children:
            yield from _leaves(one)


def _refuse_lakes(dataset: Any) -> None:
    """Refuse files in the folder of a table with a log, unless the log has chosen them.

    Libraries that read the log bring a file system of their own, rooted in the table.
    """
    from pyarrow.fs import LocalFileSystem

    if not isinstance(getattr(dataset, "filesystem", None), LocalFileSystem):
        return
    if dataset.format.default_extname == "parquet":
        refuse_lakes(dataset.files)


def _batches(dataset: Any, rows: Any, job: Job, kinds: Kinds) -> Iterator[Any]:
    """Batches of the files; Arrow casts columns, so all files must hold one kind of labels."""
    scanner = dataset.scanner(
        columns=list(job.columns),
        filter=rows,
        batch_size=_BATCH,
        fragment_scan_options=_verifying(dataset),
    )
    checked = None
    for found in scanner.scan_batches():
        path = getattr(found.fragment, "path", None)
        if path is not None and path != checked:
            checked = path
            _check_kinds(found.fragment, job, kinds)
        yield found.record_batch


def _verifying(dataset: Any) -> Any:
    """Options by which checksums of pages are looked at; encrypted pages are sealed anyway."""
    options = getattr(getattr(dataset, "format", None), "default_fragment_scan_options", None)
    keys = ("parquet_decryption_config", "decryption_properties")
    if options is None or any(getattr(options, key, None) for key in keys):
        return None  # a copy would lose the keys
    if not hasattr(options, "page_checksum_verification"):
        return None  # no Parquet
    options = copy(options)
    options.page_checksum_verification = True
    return options


def _check_kinds(fragment: Any, job: Job, kinds: Kinds) -> None:
    """Note the kinds of a file that has types; text is read as the dataset says."""
    if fragment.format.default_extname in ("csv", "json"):
        return
    schema = fragment.physical_schema
    for name in job.columns:
        if name in schema.names:  # or the folder says it
            kinds.check(fragment.path, name, arrow_kind(schema.field(name).type))


def _failures() -> tuple[type[Exception], ...]:
    """What PyArrow raises where data cannot be read; a lack of memory is no fault of theirs."""
    from pyarrow import ArrowInvalid, ArrowNotImplementedError, ArrowTypeError

    return OSError, ArrowInvalid, ArrowTypeError, ArrowNotImplementedError


def _widened(dataset: Any, job: Job, kinds: Kinds) -> Any:
    """The dataset with types that hold the columns of all its files; None if it has them.

    A dataset has the types of its first file, unless more files were inspected.
    """
    files = list(dataset.get_fragments()) if hasattr(dataset, "filesystem") else []
    try:
        for one in files:
            _check_kinds(one, job, kinds)
        schemas = [one.physical_schema for one in files]
    except _failures():
        return None  # a file that cannot be opened
    schema = dataset.schema
    for at, name in enumerate(schema.names):
        wanted = _common([one.field(name).type for one in schemas if name in one.names])
        if name in job.columns and wanted is not None:
            schema = schema.set(at, schema.field(name).with_type(wanted))
    if schema == dataset.schema:
        return None
    return type(dataset)(files, schema, dataset.format, dataset.filesystem)


def _common(types: list[Any]) -> Any:
    """The type that holds whole numbers of all these, or the only one beside null; else None."""
    from pyarrow import int64

    some = {str(one): one for one in types if str(one) != "null"}
    if len(some) > 1:
        return int64() if some.keys() <= INTEGERS - {"uint64"} else None
    return next(iter(some.values()), None)


def _culprit(dataset: Any, job: Job) -> str:
    """The file that cannot be read: each is tried alone."""
    options = _verifying(dataset)
    for fragment in dataset.get_fragments():
        try:
            columns = [n for n in job.columns if n in fragment.physical_schema.names]
            for _ in fragment.to_batches(
                schema=dataset.schema, columns=columns, fragment_scan_options=options
            ):
                pass
        except _failures():
            return str(getattr(fragment, "path", "the dataset"))
    return "the dataset"


def delta_tables(table: Any, job: Job) -> Stream:
    """A Delta table, by the files that its log names."""
    return dataset_tables(table.to_pyarrow_dataset(), job)
