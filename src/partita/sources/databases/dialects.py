"""What databases differ in: quotes of names, escapes in texts, sets of groupings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...base.errors import InputError
from ...base.wording import show

# What is written for a quote and a backslash in a text. Where both ways of writing a quote are
# allowed it is doubled: that holds whatever a setting of the server says of backslashes.
PLAIN = {"'": "''", "\\": "\\"}  # a backslash is a character like any other
_DOUBLED = {"'": "''", "\\": "\\\\"}
_ESCAPED = {"'": "\\'", "\\": "\\\\"}  # two texts side by side are joined, or refused
_UNKNOWN = {"'": "''"}  # of the standard's relatives some escape by backslashes


class Dialect(NamedTuple):
    """How a database writes names and texts."""

    marks: str = '""'  # around a name
    text: Mapping[str, str] = PLAIN
    name: Mapping[str, str] = {}  # what is written in a name, beside a closing mark twice
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
    """A name as an identifier; whatever it holds, it cannot end the quotation."""
    if not name or "\0" in name:
        raise InputError(f"{show(name)} is no name of a column or table")
    first, last = dialect.marks[0], dialect.marks[1]
    escapes = {last: last * 2, **dialect.name}
    return f"{first}{_written(name, escapes)}{last}"


def literal(text: str, escapes: Mapping[str, str] = PLAIN) -> str:
    r"""A text as a literal, which it cannot leave; a backslash of unknown meaning is refused.

    >>> literal("it's"), literal("it's", DIALECTS["spark"].text)
    ("'it''s'", "'it\\'s'")
    """
    if "\\" in text and "\\" not in escapes:
        raise InputError(
            f"noise is {show(text)}: databases differ in what a backslash in a text means, so "
            "name yours, e.g. dialect='postgres'"
        )
    return f"'{_written(text, escapes)}'"


def _written(text: str, escapes: Mapping[str, str]) -> str:
    return "".join(escapes.get(one, one) for one in text)
