"""How alike measures rank clusterings: a matrix in the order of its tree, with sentences below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .columns import columns_table
from .markup import paragraph
from .sheet import Part, Sheet
from .tables import html
from .text import Table

if TYPE_CHECKING:
    from ...comparison.correlation.consistency_record import Consistency

_SHOWN = 12  # measures whose matrix is readable as text


def consistency_sheet(found: Consistency) -> Sheet:
    """The matrix if it is small, and what it says."""
    document = {"schema": 1, **found.to_dict()}
    pairs = [
        (first, second, float(found.matrix[a, b]))
        for a, first in enumerate(found.measures)
        for b, second in enumerate(found.measures[:a])
    ]
    header = ("measure", "other", "tau")
    lines = [dict(zip(header, pair, strict=True)) for pair in pairs]
    small = len(found.measures) <= _SHOWN
    table = columns_table(found.ordered()) if small else None
    return Sheet(document, lines, Table(header, pairs), [Part(table, sentences=found.summary)])


def consistency_html(found: Consistency) -> str:
    """The same for notebooks."""
    (part,) = consistency_sheet(found).parts
    table = "" if part.table is None else html(part.table)
    return table + "".join(f"{paragraph(sentence)}\n" for sentence in part.sentences)
