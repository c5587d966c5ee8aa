"""PyArrow datasets and Delta tables: counted batch by batch, every file checked by itself."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

from ...base.errors import InputError
from ..files.column_kinds import INTEGER_TYPES, Kinds, arrow_kind
from ..files.lakes import refuse_lakes
from ..rows.failures import summary
from ..rows.job import Job, require
from ..stream.batches import arrow_tables
from ..stream.stream import Stream

_BATCH = 1 << 20  # rows; a batch costs as much as counting about ten thousand rows


def dataset_tables(dataset: Any, job: Job) -> Stream:
    """A PyArrow dataset, of which only the columns of the job are read."""
    require(job, dataset.schema.names, "the dataset")
    kinds = Kinds()
    rows = (dataset._scan_options or {}).get("filter")
    return sum(
        (_file_tables(one, rows, job, kinds) for one in _leaves(_unfiltered(dataset, rows))),
        start=Stream.under(job.policies, joint=job.joint),
    )


def _file_tables(dataset: Any, rows: Any, job: Job, kinds: Kinds) -> Stream:
    """Count a dataset, again with wider types if those of its first file are too narrow."""
    _refuse_lakes(dataset)
    try:
        return arrow_tables(_batches(dataset, rows, job, kinds), job)
    except _failures() as error:
        wider = _widened(dataset, job, kinds)
        if wider is not None:
            return _file_tables(wider, rows, job, kinds)
        raise InputError(f"{_culprit(dataset, job)}: cannot be read: {summary(error)}") from error


def _unfiltered(dataset: Any, rows: Any) -> Any:
    """The dataset with all its rows, as PyArrow lists no fragments of a filtered one."""
    from pyarrow.dataset import UnionDataset

    return dataset if rows is None else UnionDataset(dataset.schema, [dataset]).children[0]


def _leaves(dataset: Any) -> Iterator[Any]:
    """The datasets that a union consists of."""
    children = getattr(dataset, "children", None)
    if children is None:
        yield dataset
    else:
        for one in children:
            yield from _leaves(one)


def _refuse_lakes(dataset: Any) -> None:
    """Refuse files in the folder of a table with a log, unless the log has chosen them.

    Libraries that read the log use a file system of their own, rooted in the table.
    """
    from pyarrow.fs import LocalFileSystem

    if not isinstance(getattr(dataset, "filesystem", None), LocalFileSystem):
        return
    if dataset.format.default_extname == "parquet":
        refuse_lakes(dataset.files)


def _batches(dataset: Any, rows: Any, job: Job, kinds: Kinds) -> Iterator[Any]:
    """Batches of the files; since Arrow casts columns, all files must hold one kind of labels."""
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
    """Options that verify checksums of pages; encrypted pages are authenticated anyway."""
    options = getattr(getattr(dataset, "format", None), "default_fragment_scan_options", None)
    keys = ("parquet_decryption_config", "decryption_properties")
    if options is None or any(getattr(options, key, None) for key in keys):
        return None  # a copy would lose the keys
    if not hasattr(options, "page_checksum_verification"):
        return None  # not Parquet
    options = copy(options)
    options.page_checksum_verification = True
    return options


def _check_kinds(fragment: Any, job: Job, kinds: Kinds) -> None:
    """Check the kinds of a file that has types; text is read with the types of the dataset."""
    if fragment.format.default_extname in ("csv", "json"):
        return
    schema = fragment.physical_schema
    for name in job.columns:
        if name in schema.names:  # otherwise the folder has the value
            kinds.check(fragment.path, name, arrow_kind(schema.field(name).type))


def _failures() -> tuple[type[Exception], ...]:
    """What PyArrow raises for data that cannot be read; lack of memory is another error."""
    from pyarrow import ArrowInvalid, ArrowNotImplementedError, ArrowTypeError

    return OSError, ArrowInvalid, ArrowTypeError, ArrowNotImplementedError


def _widened(dataset: Any, job: Job, kinds: Kinds) -> Any:
    """The dataset with types that hold the columns of all its files; None if it has them already.

    A dataset has the types of its first file unless more files were inspected.
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
    """The type for integers of all these types, or the only type other than null; else None."""
    from pyarrow import int64

    some = {str(one): one for one in types if str(one) != "null"}
    if len(some) > 1:
        return int64() if some.keys() <= INTEGER_TYPES - {"uint64"} else None
    return next(iter(some.values()), None)


def _culprit(dataset: Any, job: Job) -> str:
    """The file that cannot be read, found by reading each alone."""
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
    """A Delta table: the files that its log names."""
    return dataset_tables(table.to_pyarrow_dataset(), job)
