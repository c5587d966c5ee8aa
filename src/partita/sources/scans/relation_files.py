"""DuckDB relations and queries over Parquet files: the files get the same checks as by path.

DuckDB casts columns to the types of the first file and does not verify checksums. The statement of
a relation, with the views that it names, says which files it reads, unless a macro or a variable
hides them.
"""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from ...base.errors import about
from ..databases.connection import duckdb_errors, is_of_duckdb, stoppable
from ..databases.dialects import literal
from ..databases.duck import duck_kind, queried, relation_rows, types_of
from ..files.column_kinds import Kinds
from ..files.lakes import refuse_lakes
from ..rows.job import Job
from ..rows.rows import Rows
from .parquet_pages import check_pages

_SCANS = ("read_parquet", "parquet_scan")
_RENAMES = ("rename_list", "column_name_alias", "aliases")  # of a star, a table, a WITH
_BY_PLACE = ("POSITIONAL_REFERENCE", "SET_OPERATION_NODE")
_HEAD = re.compile(r'(?:[^"]|"[^"]*")*? AS ', re.DOTALL)  # of a CREATE VIEW; names are in quotes
_NAME = "partita_files"


class Statement(NamedTuple):
    """What a statement reads: file patterns of each scan, and names of columns and tables.

    None among the columns means all: they are renamed together, or selected by position.
    """

    scans: list[list[str]]
    columns: set[str | None]
    tables: set[str]


def checked_rows(relation: Any, job: Job) -> dict[Any, Rows]:
    """A DuckDB relation, whose files are checked before it is counted."""
    check_files(relation, job.columns)
    return relation_rows(relation, job)


def query_rows(connection: Any, job: Job) -> dict[Any, Rows]:
    """The result of a query on a DuckDB connection."""
    with stoppable(connection):
        return checked_rows(queried(connection, job.query), job)


def check_files(relation: Any, columns: Iterable[Any]) -> None:
    """Refuse files with other kinds of labels, wrong checksums, or a log that chooses files."""

    def rows(text: str) -> list[Any]:
        return list(relation.query(_NAME, text).fetchall())

    found = _statement(relation, rows)
    every = None in found.columns
    read = {str(name).lower() for name in (*found.columns, *columns)}
    for patterns in found.scans:
        paths = sorted({path for one in patterns for path in _local(one)})
        refuse_lakes(paths)
        kinds = Kinds()
        names: set[str] = set()
        for path in paths:
            with about(path), duckdb_errors(reading=True):
                file = relation.query(_NAME, f"FROM read_parquet({literal(glob.escape(path))})")
            own = {n: t for n, t in types_of(file).items() if every or n.lower() in read}
            names.update(own)
            for name, kind in own.items():
                kinds.check(path, name, duck_kind(kind))
        check_pages(rows, paths, names)


def _statement(relation: Any, rows: Callable[[str], list[Any]]) -> Statement:
    """What the statement of a relation reads, directly or through views."""
    found = Statement([], set(), set())
    try:
        pending = [relation.sql_query()]
        views = rows("SELECT lower(view_name), sql FROM duckdb_views() WHERE NOT internal")
        while pending:
            tree = rows(f"SELECT json_serialize_sql({literal(pending.pop())})")
            before = set(found.tables)
            _collect(json.loads(tree[0][0]), found)
            new = found.tables - before
            heads = [(_HEAD.match(text), text) for name, text in views if name in new]
            pending += [text[head.end() :] for head, text in heads if head]
            if any(head and head[0].endswith(") AS ") for head, _ in heads):
                found.columns.add(None)
    except Exception as error:  # e.g. a relation of Arrow data, which has no statement
        if not is_of_duckdb(error):
            raise
    return found


def _collect(tree: Any, found: Statement) -> None:
    """Add scans, columns and tables of a statement, as DuckDB writes it in JSON."""
    for node in _nodes(tree):
        if node.get("type") == "BASE_TABLE":
            found.tables.add(node["table_name"].lower())
            if node["table_name"].lower().endswith(".parquet"):
                found.scans.append([node["table_name"]])
        elif node.get("function_name") in _SCANS:
            given = node.get("arguments") or node["children"]  # DuckDB 2, DuckDB 1
            texts = (one.get(key) for one in _nodes(given[:1]) for key in ("text", "value"))
            found.scans.append([text for text in texts if isinstance(text, str)])
        elif node.get("type") == "COLUMN_REF":
            found.columns.update(node["column_names"])
        if _renames(node):
            found.columns.add(None)


def _nodes(tree: Any) -> Iterator[dict[str, Any]]:
    """All objects of a JSON document."""
    if isinstance(tree, dict):
        yield tree
        tree = list(tree.values())
    for one in tree if isinstance(tree, list) else ():
        yield from _nodes(one)


def _renames(node: Any) -> bool:
    """Whether this part gives other names to columns that it does not name."""
    named = node.get("type") in _BY_PLACE or (node.get("type") == "STAR" and node.get("alias"))
    return bool(named or any(node.get(key) for key in _RENAMES))


def _local(pattern: str) -> list[str]:
    found = glob.glob(pattern, recursive=True) or [pattern]
    return [path for path in found if os.path.isfile(path)]
