"""How databases differ: quotes around names, escapes in texts, grouping sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...base.errors import InputError
from ...base.wording import python_value, show

# How a quote and a backslash are written in a text. Where a quote may be doubled or escaped, it is
# doubled, which is right whatever the server's setting for backslashes.
PLAIN = {"'": "''", "\\": "\\"}  # a backslash is a character like any other
_DOUBLED = {"'": "''", "\\": "\\\\"}
_ESCAPED = {"'": "\\'", "\\": "\\\\"}  # adjacent texts are joined, or refused
_UNKNOWN = {"'": "''"}  # some relatives of the standard escape by backslashes


class Dialect(NamedTuple):
    """How a database writes names and texts."""

    marks: str = '""'  # around a name
    text: Mapping[str, str] = PLAIN
    name: Mapping[str, str] = {}  # escapes in a name, besides a doubled closing mark
    sets: bool = True  # GROUP BY GROUPING SETS, as the standard has it


DIALECTS = {
    "standard": Dialect(text=_UNKNOWN),
    "postgres": Dialect(),
    "duckdb": Dialect(),
    "snowflake": Dialect(text=_DOUBLED),
    "oracle": Dialect(),
    "sqlite": Dialect(sets=False),
    "trino": Dialect(),
    "redshift": Dialect(text=_DOUBLED),
    "clickhouse": Dialect(text=_DOUBLED, name={"\\": "\\\\"}, sets=False),
    "mysql": Dialect("``", _DOUBLED, sets=False),
    "bigquery": Dialect("``", _ESCAPED, name={"`": "\\`", "\\": "\\\\"}),
    "spark": Dialect("``", _ESCAPED),
    "databricks": Dialect("``", _ESCAPED),
    "tsql": Dialect("[]"),
}
DIALECTS["postgresql"] = DIALECTS["postgres"]  # both names are common


def quoted(name: str, dialect: Dialect = DIALECTS["duckdb"]) -> str:
    """A name as an identifier; no character in it can end the quotation."""
    if not name or "\0" in name:
        raise InputError(f"{show(name)} cannot be the name of a column or table: rename it")
    first, last = dialect.marks[0], dialect.marks[1]
    escapes = {last: last * 2, **dialect.name}
    return f"{first}{_written(name, escapes)}{last}"


def literal(text: str, escapes: Mapping[str, str] = PLAIN) -> str:
    r"""A text as a literal that it cannot end; a backslash of unknown meaning is refused.

    >>> literal("it's"), literal("it's", DIALECTS["spark"].text)
    ("'it''s'", "'it\\'s'")
    """
    if "\\" in text and "\\" not in escapes:
        raise InputError(
            f"noise is {show(text)}: databases differ in what a backslash in a text means, so "
            "name your dialect, e.g. dialect='postgres'"
        )
    return f"'{_written(text, escapes)}'"


def label_literal(label: Any, escapes: Mapping[str, str] = PLAIN) -> str:
    """A label as a literal: an integer or a text."""
    label = python_value(label)
    if type(label) is int:
        return str(label)
    if type(label) is str and "\0" not in label:
        return literal(label, escapes)
    raise InputError(f"noise is {show(label)}: in a statement it must be an integer or a text")


def _written(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(one, one) for one in text)
