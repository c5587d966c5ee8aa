"""Hostile labels and names stay text in every output, and JSON returns them unchanged."""

import csv
import io
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from hostile import HOSTILE
from pages import page

import partita
from partita import figures
from partita.base.wording import printable, shortened
from partita.figures.svg.svg import document
from partita.report.formats.latex import RULES
from partita.report.formats.tex_text import escape_latex
from partita.report.formats.text import comma_separated, markdown

NAMES = list(HOSTILE.values())


@pytest.fixture(scope="module")
def compared():
    """Every text is a class, a cluster, and the name of a clustering."""
    generator = np.random.default_rng(0)
    labels = np.array(NAMES, dtype=object)
    truth = np.concatenate([np.arange(len(NAMES)), generator.integers(0, len(NAMES), 300)])
    found = {}
    for name in NAMES:
        moved = generator.random(len(truth)) < 0.3
        found[name] = labels[np.where(moved, generator.permutation(truth), truth)]
    return partita.compare(labels[truth], found, measures=["rand", "v_measure:beta=0.5"])


def as_shown(name):
    return printable(shortened(name))


def test_terminals_get_no_control_characters(compared):
    shown = str(compared)
    assert shown.replace("\n", "").isprintable()
    assert repr(compared).isprintable()


def test_json_is_ascii_and_returns_every_name(compared):
    text = compared.to_json()
    assert text.isascii()
    found = json.loads(text)
    assert {one["prediction"] for one in found["results"]} == set(NAMES)


def test_spreadsheets_find_no_formula(compared):
    rows = list(csv.reader(io.StringIO(compared.to_csv())))
    assert len(rows) == 1 + 2 * len(NAMES)
    cells = [cell for row in rows for cell in row]
    assert all(cell.isprintable() for cell in cells)
    started = re.compile(r"[=+\-@\uff1d\uff0b\uff0d\uff20]")
    for separators in (",", ";", "\t"):  # separators of spreadsheets
        for line in compared.to_csv().splitlines():
            for cell in next(csv.reader([line])) if separators == "," else line.split(separators):
                if not re.fullmatch(r"-?[0-9.e-]+", cell):
                    assert not started.match(cell.strip(' "')), line


class Elements(HTMLParser):
    """Collects names of elements and attributes, addresses, and the text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.attributes, self.addresses, self.words = set(), set(), set(), []
        self.comments = 0
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses |= {value for name, value in attrs if name in ("href", "src", "action")}

    handle_startendtag = handle_starttag

    def handle_data(self, data):
        self.words.append(data)

    def handle_comment(self, _):
        self.comments += 1


def rendered(text, kind):
    parser = pytest.importorskip("markdown_it").MarkdownIt
    made = parser("commonmark", {"html": True}) if kind == "commonmark" else parser("gfm-like")
    made.enable("table")
    if kind != "commonmark":
        made.disable("linkify")
        made.options["html"] = True
    return Elements(made.render(text))


@pytest.mark.parametrize("kind", ["commonmark", "gfm-like"])
def test_markdown_renders_as_the_same_words(compared, kind):
    found = rendered(compared.to_markdown(), kind)
    legend = {"p"}  # what the symbols of the measures mean
    assert found.tags - legend == {"table", "thead", "tbody", "tr", "th", "td"}
    assert (found.attributes, found.comments) <= ({"style"}, 0)
    assert {" ".join(as_shown(name).split()) for name in NAMES} <= {
        " ".join(word.split()) for word in cells_of(found)
    }


def cells_of(found):
    return "".join(found.words).split("\n")


def test_markdown_without_backslash_escapes_of_angles_is_safe_too(compared):
    """Older processors do not know the escapes of < and &, so these are entities."""
    text = compared.to_markdown()
    assert "<" not in text
    assert not re.search(r"&(?!(amp|lt|gt);)", text)


def test_paragraphs_of_markdown_are_paragraphs(compared):
    from partita.report.formats.sheet import Part, Sheet

    sentences = [f"{name} is best." for name in NAMES]
    text = Sheet({}, [], None, [Part(None, NAMES[0], sentences)]).render("markdown")
    found = rendered(text, "commonmark")
    assert found.tags == {"h3", "p"}
    assert (found.attributes, found.comments) == (set(), 0)


ALLOWED = {
    r"\begin", r"\end", r"\toprule", r"\midrule", r"\bottomrule", r"\textbackslash",
    r"\textasciitilde", r"\textasciicircum", r"\textless", r"\textgreater", r"\textbar",
    r"\textasciigrave", r"\dots", r"\hline", r"\providecommand", r"\textbf",
}  # fmt: skip


def test_latex_has_only_our_commands(compared):
    lead, _, text = compared.to_latex().partition(f"{RULES}%\n")
    assert lead.startswith("% needs LuaLaTeX")
    assert lead.count("\n") == 1
    text = re.sub(r"\$\\(up|down)arrow\$|\$[A-Z]\$|\$-\$", "", text)  # arrows, symbols, minus signs
    rest = re.sub(r"\\[&%$#_{}]", "", text)  # signs that are printed
    assert set(re.findall(r"\\[A-Za-z@]+", rest)) <= ALLOWED
    bare = re.sub(r"\\[A-Za-z]+|\\\\", "", rest)
    assert not set("\\$%#_^~") & set(bare)
    assert bare.count("{") == bare.count("}")
    assert not re.search(r"--", bare)
    lines = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert {re.sub(r"\\.", "", line).count("&") for line in lines} == {len(compared.measures)}
    assert len(lines) == 1 + len(NAMES)
    assert not any(line.lstrip().startswith("[") for line in text.splitlines())


def test_a_title_in_latex_stays_a_comment():
    from partita.report.formats.sheet import Part, Sheet

    for name in NAMES:
        text = Sheet({}, [], None, [Part(None, name, [])]).render("latex")
        assert text.startswith("% ")
        assert len(text.splitlines()) == 1


@pytest.mark.parametrize("text", ["--", "---", "a--b", "-"])
def test_dashes_are_not_joined(text):
    written = escape_latex(text)
    assert "--" not in written
    assert written.replace("{}", "") == text


PAGE = {"onload", "onerror", "onclick", "srcdoc", "formaction"}


@pytest.fixture(scope="module")
def few():
    """A comparison for the report: three clusterings, with hostile classes and clusters."""
    generator = np.random.default_rng(0)
    labels = np.array(NAMES, dtype=object)
    truth = generator.integers(0, len(NAMES), 400)
    names = [HOSTILE["attribute"], HOSTILE["title"], HOSTILE["link"]]
    moved = [np.where(generator.random(400) < 0.2, truth[::-1], truth) for _ in names]
    return partita.compare(labels[truth], {n: labels[m] for n, m in zip(names, moved, strict=True)})


def test_the_report_runs_and_fetches_nothing(few):
    html = page(few)
    found = Elements(html)
    assert not found.tags & {"script", "img", "iframe", "object", "embed", "form", "base"}
    assert not any(name.startswith("on") for name in found.attributes)
    assert not found.attributes & PAGE
    assert all(address.startswith(("#", "data:,")) for address in found.addresses)
    assert "default-src 'none'" in html
    words = "".join(found.words)
    assert "<img src=x onerror=alert(1)>" in words  # as text
    assert not set(words) & set("\x00\x07\x08\x1b\x9b\u202e\u2066\u200b\ufeff\ud800")


def test_notebooks_get_the_same(compared, few):
    for shown in (
        compared._repr_html_(),
        few._repr_html_(),
        few.table(HOSTILE["link"])._repr_html_(),
    ):
        found = Elements(shown)
        assert not found.tags & {"script", "img", "iframe", "object", "embed", "form", "a"}
        assert not any(name.startswith("on") for name in found.attributes)
        assert not set("".join(found.words)) & set("\x00\x07\x08\x1b\x9b\u202e")


@pytest.mark.parametrize("name", ["heatmap", "flow", "ranges", "plane"])
def test_pictures_are_well_formed_and_inert(few, name):
    given = (few,) if name in ("ranges", "plane") else (few, HOSTILE["link"])
    text = document(getattr(figures, name)(*given))
    root = ET.fromstring(text)
    kinds = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not kinds & {"script", "foreignObject", "image", "use", "a", "animate", "set"}
    for element in root.iter():
        assert not any(key.startswith("on") or key.endswith("href") for key in element.attrib)
    assert "".join(root.itertext()).replace("\n", "").isprintable()


def test_colors_cannot_leave_their_attribute(few):
    for color in ('red" onload="x', "url(#x)", "</style>", "#12345", "expression(1)"):
        with pytest.raises(partita.InputError, match="is not a color"):
            figures.flow(few, HOSTILE["link"], colors=dict.fromkeys(NAMES, color))


# Arguments and names of files


@pytest.mark.parametrize("kind", ["script", "color", "title", "right to left", "overwrite"])
def test_messages_have_no_control_characters(tmp_path, capsys, kind):
    from partita.cli import main

    name = HOSTILE[kind].replace("/", "|")
    (tmp_path / f"{name}.csv").write_text("truth,a\nx,1\ny,\n", encoding="utf-8")
    file = str(tmp_path / f"{name}.csv")
    tries = [
        ["score", file, "--truth", "truth", "--prediction", "a"],
        ["score", file, "--truth", name, "--prediction", "a"],
        ["score", file, "--truth", "truth", "--prediction", "a", "--measure", name],
        ["score", file, "--truth", "truth", "--prediction", "a", "--measure", f"rand:{name}=1"],
        ["score", file, "--truth", "truth", "--prediction", "a", "--delimiter", name],
        ["score", file, "--truth", "truth", "--prediction", "a", "--memory-limit", name],
        ["score", f"{file}x", "--truth", "truth", "--prediction", "a"],
        ["score", file, "--truth", "truth", "--prediction", "a", "--missing", name],
        ["score", file, f"--{name}"],
        [name],
        ["explain", name],
        ["measures", "--output", f"{tmp_path}/no/{name}"],
    ]
    for words in tries:
        try:
            status = main(words)
        except SystemExit as end:
            status = end.code
        told = capsys.readouterr()
        assert (status, told.out) == (2, ""), words
        assert told.err.replace("\n", "").isprintable(), words


def test_a_fault_is_reported_without_its_control_characters(capsys, monkeypatch):
    from partita import cli

    def broken(_):
        raise RuntimeError(HOSTILE["title"])

    monkeypatch.setattr(cli, "read_arguments", broken)
    assert cli.main([]) == 70
    assert capsys.readouterr().err.replace("\n", "").isprintable()


def test_a_table_of_every_text_keeps_its_shape():
    from partita.report.formats.text import Table

    table = Table(tuple(map(shortened, NAMES)), [tuple(map(shortened, NAMES))])
    assert len(markdown(table).splitlines()) == 3
    assert len({len(row) for row in csv.reader(io.StringIO(comma_separated(table)))}) == 1
