"""Tables as fragments of LaTeX and HTML; every sign with a meaning there is escaped."""

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
    "[": "{[}",  # at the start of a row a bracket would be an option of the line before
    "]": "{]}",
}


def latex(table: Table) -> str:
    r"""A tabular with the rules of the package booktabs.

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
    """A table element; the first column heads its rows.

    Examples
    --------
    >>> html(Table(("measure", "<b>"), [("rand", 0.5)])).splitlines()[1]
    '<thead><tr><th scope="col">measure</th><th scope="col">&lt;b&gt;</th></tr></thead>'
    """
    from html import escape

    head = "".join(f'<th scope="col">{escape(readable(title))}</th>' for title in table.header)
    sides = ["right" if is_numeric(table, i) else "left" for i in range(len(table.header))]
    lines = ["<table>" + (f"<caption>{escape(readable(caption))}</caption>" if caption else "")]
    lines += [f"<thead><tr>{head}</tr></thead>", "<tbody>"]
    for first, *rest in table.rows:
        cells = "".join(
            f'<td style="text-align:{side}">{escape(readable(cell))}</td>'
            for cell, side in zip(rest, sides[1:], strict=True)
        )
        lines.append(f'<tr><th scope="row">{escape(readable(first))}</th>{cells}</tr>')
    return "\n".join([*lines, "</tbody>", "</table>"]) + "\n"


def escape_latex(text: str) -> str:
    """Text that LaTeX prints as it stands; two hyphens are not joined to a dash."""
    signs = [_LATEX.get(sign, sign) for sign in text]
    joined = zip(signs, [*signs[1:], ""], strict=True)
    return "".join(f"{one}{{}}" if one == two == "-" else one for one, two in joined)
