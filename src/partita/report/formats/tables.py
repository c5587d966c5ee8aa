"""Tables as fragments of HTML, with every special sign escaped."""

from __future__ import annotations

from .text import Table, is_numeric, readable


def html(table: Table, caption: str = "") -> str:
    """A table element, with the first column as row headers.

    Examples
    --------
    >>> html(Table(("measure", "<b>"), [("rand", 0.5)])).splitlines()[1]
    '<thead><tr><th scope="col">measure</th><th scope="col">&lt;b&gt;</th></tr></thead>'
    """
    from .markup import tag

    sides = ["right" if is_numeric(table, i) else "left" for i in range(len(table.header))]
    head = (tag("th", readable(title), scope="col") for title in table.header)
    lines = ["<table>" + (tag("caption", readable(caption)) if caption else "")]
    lines += [tag("thead", tag("tr", *head)), "<tbody>"]
    for first, *rest in table.rows:
        cells = (
            tag("td", readable(cell), style=f"text-align:{side}")
            for cell, side in zip(rest, sides[1:], strict=True)
        )
        lines.append(tag("tr", tag("th", readable(first), scope="row"), *cells))
    return "\n".join([*lines, "</tbody>", "</table>"]) + "\n"
