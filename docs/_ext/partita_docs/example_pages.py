"""The gallery: every script of ``docs/examples`` is run, and becomes a page with its pictures.

A script begins with a docstring (title, then a paragraph) and is divided by lines ``# %%``;
comments right after such a line become text. What a piece prints, the value of its last line and
the figures it leaves open are shown below it. A script that fails fails the build.
"""

from __future__ import annotations

import ast
import io
import os
import re
import warnings
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from .markdown import page

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
STYLE = {  # text stays text, and the same numbers give the same file
    "svg.fonttype": "none",
    "svg.hashsalt": "partita",
}


def pages() -> dict[str, str]:
    """A page for each example, its pictures, and the page that shows them all."""
    found: dict[str, str] = {}
    cards = []
    for path in sorted(EXAMPLES.glob("*.py")):
        files = run(path)
        found.update(files)
        cards.append(_card(path.stem, files))
    return {"gallery/index.md": _index(cards), **found} if cards else {}


def run(path: Path) -> dict[str, str]:
    """Run one example: its page and its pictures, by file name."""
    import matplotlib as mpl

    mpl.use("svg")
    source = path.read_text(encoding="utf-8")
    head, *pieces = re.split(r"^# %%.*\n", source, flags=re.MULTILINE)
    title, _, rest = str(ast.get_docstring(ast.parse(head))).partition("\n")
    parts, files = [f"# {title.rstrip('.')}", rest.strip()], {}
    names: dict[str, Any] = {"__name__": "__main__"}
    with mpl.rc_context(STYLE):
        for piece in pieces:
            text, code = _divided(piece)
            shown, pictures = _executed(code, names, path)
            parts += [text, f"```python\n{code}\n```" if code else "", *shown]
            for picture in pictures:
                name = f"{path.stem}_{len(files) + 1}.svg"
                files[f"gallery/{name}"] = picture
                parts.append(f"![{_caption(picture, title)}]({name})")
    note = f"Made by `docs/examples/{path.name}`, run when this page was built."
    return {f"gallery/{path.stem}.md": page(*parts, note), **files}


def _divided(piece: str) -> tuple[str, str]:
    """Leading comments as text, the rest as code."""
    lines = piece.strip("\n").split("\n")
    end = next((k for k, line in enumerate(lines) if not line.startswith("#")), len(lines))
    text = "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines[:end])
    return text, "\n".join(lines[end:]).strip("\n")


def _executed(code: str, names: dict[str, Any], path: Path) -> tuple[list[str], list[str]]:
    tree = ast.parse(code, filename=path.name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(tree, path.name, "exec"), names)  # noqa: S102 - our own examples
        value = None
        if last is not None:
            value = eval(compile(ast.Expression(last.value), path.name, "eval"), names)  # noqa: S307
    shown = [_block(printed.getvalue())] if printed.getvalue() else []
    pictures = _pictures()
    if value is not None and not pictures:
        shown.append(_value(value))
    return shown, pictures


def _value(value: Any) -> str:
    if hasattr(value, "_repr_html_"):
        return f'```{{raw}} html\n<div class="rich-output">\n{value._repr_html_()}\n</div>\n```'
    return _block(repr(value))


def _block(text: str) -> str:
    return f"```{{code-block}} text\n:class: output\n\n{text.rstrip()}\n```"


def _pictures() -> list[str]:
    """Open figures as SVG, closed after."""
    import matplotlib.pyplot as plt

    found = []
    for number in plt.get_fignums():
        file = io.StringIO()
        plt.figure(number).savefig(file, format="svg", metadata={"Date": None})
        found.append(re.sub(r"[ \t]+\n", "\n", file.getvalue()))
    plt.close("all")
    return found


def _caption(picture: str, title: str) -> str:
    """Words for those who do not see the picture: the labels it carries."""
    words = [
        re.sub(r"<[^>]+>", "", text) for text in re.findall(r"<text[^>]*>([^<]+)</text>", picture)
    ]
    labels = [word for word in words if not re.fullmatch(r"[\d.,%\s−–-]*", word)]
    return f"{title} Picture with the labels {', '.join(dict.fromkeys(labels[:12]))}".replace(
        "]", ""
    )


def _card(name: str, files: dict[str, str]) -> str:
    title = files[f"gallery/{name}.md"].splitlines()[0].removeprefix("# ")
    picture = next((os.path.basename(file) for file in files if file.endswith(".svg")), "")
    image = f"[![{title}]({picture})]({name}.md)\n\n" if picture else ""
    return f":::{{container}} card-example\n{image}[{title}]({name}.md)\n:::"


def _index(cards: list[str]) -> str:
    names = [path.stem for path in sorted(EXAMPLES.glob("*.py"))]
    tree = "```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```"
    lead = "Each page is a script of `docs/examples`, run when the site is built."
    report = (  # written into the finished site, so Markdown cannot link to it
        '```{raw} html\n<p><a href="../../report.html">A whole report</a>: five clusterings of the '
        "same cells, as <code>comparison.report(&quot;report.html&quot;)</code> writes it.</p>\n```"
    )
    grid = "::::{container} gallery\n" + "\n".join(cards) + "\n::::"
    return page("# Gallery", lead, report, grid, tree)
