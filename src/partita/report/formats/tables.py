"""Tables as fragments of LaTeX and HTML, with every special sign escaped."""

from __future__ import annotations

from .text import Table, is_numeric, readable

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "[": "{[}",  # at the start of a row, a bracket would be an option of the line before
    "]": "{]}",
}


def latex(table: Table) -> str:
    r"""A tabular with the rules of the booktabs package.

    Examples
    --------
    >>> print(latex(Table(("measure", "a_b"), [("rand", 0.5)])), end="")
    \begin{tabular}{lr}
    \toprule
    measure & a\_b \\
    \midrule
    rand & 0.5000 \\
    \bottomrule
    \end{tabular}
    """
    columns = "".join("r" if is_numeric(table, i) else "l" for i in range(len(table.header)))
    head, *body = [
        " & ".join(escape_latex(readable(cell)) for cell in row) + r" \\"
        for row in [table.header, *table.rows]
    ]
    lines = [
        rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *body,
        r"\bottomrule", r"\end{tabular}",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


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


def escape_latex(text: str) -> str:
    """Text that LaTeX prints unchanged; two hyphens do not become a dash."""
    signs = [_LATEX.get(sign, sign) for sign in text]
    joined = zip(signs, [*signs[1:], ""], strict=True)
    return "".join(f"{one}{{}}" if one == two == "-" else one for one, two in joined)
