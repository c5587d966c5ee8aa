"""Pages made from scripts: the tutorial, the how-to pages and the gallery of ``docs/examples``.

The build runs each script and turns it into a page with its pictures. A script begins with a
docstring (title, then a paragraph) and is divided by lines ``# %%``. Comments right after such a
line become text; a comment ``# $ command`` runs in a shell. Below each piece, the page shows what
it prints, the value of its last line, and the figures that it leaves open. A script that fails
stops the build.
"""

from __future__ import annotations

import ast
import io
import os
import re
import subprocess
import sys
import tempfile
import warnings
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

from .markdown import page

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
STYLE = {  # keep text as text, and make the files reproducible
    "svg.fonttype": "none",
    "svg.hashsalt": "partita",
}


SECTIONS = {  # the folder of scripts and pages: title, first lines
    "tutorial": (
        "Tutorial",
        "From three clusterings of real cells to a decision: every step with code and picture.",
    ),
    "howto": (
        "How-to pages",
        "One task per page, with code to copy. The build of this site runs every page.",
    ),
    "gallery": (
        "Gallery",
        "Each page is a script of `docs/examples/gallery` that the build of this site runs.",
    ),
}
COMMAND = "$ "  # a comment with this beginning runs in a shell


def pages() -> dict[str, str]:
    """A page for each script with its pictures, and an index page for each section."""
    found: dict[str, str] = {}
    for section in SECTIONS:
        scripts = sorted((EXAMPLES / section).glob("*.py"))
        made = {path.stem: run(path) for path in scripts}
        for files in made.values():
            found.update(files)
        found[f"{section}/index.md"] = _index(section, made)
    return found


def run(path: Path) -> dict[str, str]:
    """Run one script in an empty folder; return its page and its pictures by file name."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    mpl.use("svg")
    plt.close("all")  # figures of other scripts are not of this page
    source = path.read_text(encoding="utf-8")
    head, *pieces = re.split(r"^# %%.*\n", source, flags=re.MULTILINE)
    title, _, rest = str(ast.get_docstring(ast.parse(head))).partition("\n")
    parts, files = [f"# {title.rstrip('.')}", rest.strip()], {}
    names: dict[str, Any] = {"__name__": "__main__"}
    section = path.parent.name
    with mpl.rc_context(STYLE), tempfile.TemporaryDirectory() as folder, chdir(folder):
        for piece in pieces:
            text, commands, code = _divided(piece)
            shown, pictures = _executed(code, names, path)
            parts += [text, _console(commands)]
            parts += [f"```python\n{code}\n```" if code else "", *shown]
            for picture in pictures:
                name = f"{path.stem}_{len(files) + 1}.svg"
                files[f"{section}/{name}"] = picture
                parts.append(f"![{_caption(picture, title)}]({name})")
    note = f"The build of this page ran `docs/examples/{section}/{path.name}`."
    return {f"{section}/{path.stem}.md": page(*parts, note), **files}


def _divided(piece: str) -> tuple[str, list[str], str]:
    """Split a piece into text and commands, which are its leading comments, and code."""
    lines = piece.strip("\n").split("\n")
    end = next((k for k, line in enumerate(lines) if not line.startswith("#")), len(lines))
    comments = [line.removeprefix("#").removeprefix(" ") for line in lines[:end]]
    commands = [line.removeprefix(COMMAND) for line in comments if line.startswith(COMMAND)]
    text = "\n".join(line for line in comments if not line.startswith(COMMAND))
    return text, commands, "\n".join(lines[end:]).strip("\n")


def _console(commands: list[str]) -> str:
    """Run commands and show each as typed, with its output."""
    if not commands:
        return ""
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    settings = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1"}
    lines = []
    for command in commands:
        done = subprocess.run(  # noqa: S602 - our own examples
            command, shell=True, env=settings, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{command} ended with {done.returncode}: {done.stderr}")
        lines += [f"$ {command}", (done.stdout + done.stderr).rstrip()]
    shown = "\n".join(line for line in lines if line)
    return f"```{{code-block}} console\n\n{shown}\n```"


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
        opened = '<div class="rich-output" role="group" aria-label="Output" tabindex="0">'
        return f"```{{raw}} html\n{opened}\n{value._repr_html_()}\n</div>\n```"
    return _block(repr(value))


def _block(text: str) -> str:
    return f"```{{code-block}} text\n:class: output\n\n{text.rstrip()}\n```"


def _pictures() -> list[str]:
    """Return the open figures as SVG and close them."""
    import matplotlib.pyplot as plt

    found = []
    for number in plt.get_fignums():
        file = io.StringIO()
        plt.figure(number).savefig(file, format="svg", metadata={"Date": None})
        found.append(re.sub(r"[ \t]+\n", "\n", file.getvalue()))
    plt.close("all")
    return found


def _caption(picture: str, title: str) -> str:
    """A description of a picture for people who cannot see it: its labels."""
    words = [
        re.sub(r"<[^>]+>", "", text) for text in re.findall(r"<text[^>]*>([^<]+)</text>", picture)
    ]
    labels = [word for word in words if not re.fullmatch(r"[\d.,%\s−–-]*", word)]
    return f"{title} Picture with the labels {', '.join(dict.fromkeys(labels[:12]))}".replace(
        "]", ""
    )


def _index(section: str, made: dict[str, dict[str, str]]) -> str:
    title, lead = SECTIONS[section]
    tree = "```{toctree}\n:hidden:\n\n" + "\n".join(made) + "\n```"
    if section == "gallery":
        cards = [_card(name, files) for name, files in made.items()]
        listed = "::::{container} gallery\n" + "\n".join(cards) + "\n::::"
        return page(f"# {title}", lead, REPORT, listed, tree)
    lines = [_line(name, files[f"{section}/{name}.md"]) for name, files in made.items()]
    return page(f"# {title}", lead, "\n".join(lines), tree)


REPORT = (  # written after the build, so that Markdown cannot link to it
    '```{raw} html\n<p><a href="../../report.html">A complete report</a>: five clusterings of the '
    "same cells, as <code>comparison.report(&quot;report.html&quot;)</code> writes it, and "
    '<a href="../../report-interactive.html">the same with <code>interactive=True</code></a>.</p>'
    "\n```"
)


def _line(name: str, text: str) -> str:
    """A line of an index: the title of a page, and its first sentence."""
    title, _, rest = text.partition("\n\n")
    sentence = rest.replace("\n", " ").partition(". ")[0].rstrip(".")
    return f"- [{title.removeprefix('# ')}]({name}.md): {sentence}."


def _card(name: str, files: dict[str, str]) -> str:
    title = files[f"gallery/{name}.md"].splitlines()[0].removeprefix("# ")
    picture = next((os.path.basename(file) for file in files if file.endswith(".svg")), "")
    image = f"[![{title}]({picture})]({name}.md)\n\n" if picture else ""
    return f":::{{container}} card-example\n{image}[{title}]({name}.md)\n:::"
