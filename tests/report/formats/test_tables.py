"""Tables as fragments of LaTeX and HTML."""

from partita.report.formats.latex import latex
from partita.report.formats.tables import html
from partita.report.formats.tex_text import escape_latex
from partita.report.formats.text import Table


def test_latex_escapes_every_special_sign():
    assert escape_latex("\\{}$&#^_~%") == (
        r"\textbackslash{}\{\}\$\&\#\textasciicircum{}\_\textasciitilde{}\%"
    )
    assert latex(Table(("a",), [("[x]",)])).splitlines()[5] == r"{[}x{]} \\"


def test_html_has_scopes_and_caption():
    text = html(Table(("a", "b"), [("x", 1)]), caption="<c>")
    assert "<caption>&lt;c&gt;</caption>" in text
    assert '<th scope="row">x</th><td style="text-align:right">1</td>' in text
