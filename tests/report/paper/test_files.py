"""The files of a paper: which are written, which are never replaced, and that bytes repeat."""

import hashlib
import json
import os
import re
import subprocess
import sys
import warnings

import pytest

import partita
from partita import InputError, compare
from partita.report.formats.latex import Layout
from partita.report.paper import pictures
from partita.report.paper.files import LIST, write_files
from partita.report.paper.kit import comparison_kit, datasets_kit
from partita.report.paper.prose import for_markdown

TRUTH = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]
FOUND = {"a": [0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2], "b": [0, 0, 1, 1, 1, 2, 2, 1, 2, 2, 0, 2]}


@pytest.fixture(scope="module")
def comparison():
    return compare(TRUTH, FOUND, measures=["ARI", "V"], confidence=0.95, draws=99)


def test_the_files_are_returned_and_listed(comparison, tmp_path):
    folder = tmp_path / "deep" / "paper"
    files = comparison.paper(folder)
    assert {path.name for path in files} | {LIST} == {path.name for path in folder.iterdir()}
    listed = json.loads((folder / LIST).read_text())["files"]
    for path in files:
        assert hashlib.sha256(path.read_bytes()).hexdigest() == listed[path.name]


def test_an_own_file_is_never_replaced_without_asking(comparison, tmp_path):
    mine = tmp_path / "methods.md"
    mine.write_text("my own words")
    with pytest.raises(InputError, match=r"methods.md would be replaced.*overwrite=True"):
        comparison.paper(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["methods.md"]
    comparison.paper(tmp_path, overwrite=True)
    assert mine.read_text() != "my own words"


def test_a_second_call_replaces_what_the_first_wrote_but_no_edits(comparison, tmp_path):
    comparison.paper(tmp_path)
    comparison.paper(tmp_path, digits=2)
    assert "1.000" not in (tmp_path / "table.tex").read_text()
    edited = tmp_path / "table.tex"
    edited.write_text(edited.read_text() + "% my edit\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(InputError, match=r"table.tex would be replaced"):
        comparison.paper(tmp_path, digits=4)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_call_that_was_cut_short_can_be_repeated(comparison, tmp_path):
    """The list is written last; without it, files with the same bytes are no obstacle."""
    comparison.paper(tmp_path)
    (tmp_path / LIST).unlink()
    comparison.paper(tmp_path)


@pytest.mark.parametrize("content", ["[]", "{}", "not JSON", '{"files": 3}', '{"files": {"a": 1}}'])
def test_a_list_of_another_program_is_not_trusted(tmp_path, content):
    (tmp_path / LIST).write_text(content)
    (tmp_path / "a").write_text("mine")
    with pytest.raises(InputError, match="would be replaced"):
        write_files(tmp_path, {"a": b"ours"}, overwrite=False)


def test_a_link_is_not_followed_to_an_own_file(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "table.tex").symlink_to(mine)
    with pytest.raises(InputError, match="would be replaced"):
        write_files(folder, {"table.tex": b"ours"}, overwrite=False)
    assert mine.read_text() == "mine"


def test_folders_that_cannot_be_used_are_refused(comparison, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(InputError, match="is a file; name a folder"):
        comparison.paper(file)
    for wrong in ("", None, 3):
        with pytest.raises(InputError, match="folder must be the name of a folder"):
            write_files(wrong, {}, overwrite=False)
    (tmp_path / "kit" / "table.tex").mkdir(parents=True)
    with pytest.raises(InputError, match="is a folder; name another folder"):
        write_files(tmp_path / "kit", {"table.tex": b"ours"}, overwrite=True)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"digits": -1}, "digits must be an integer of at least 0"),
        ({"digits": 99}, "digits must be at most 15"),
        ({"width": 5}, "width must be 30 to 2000 millimeters"),
        ({"width": None}, "width must be a number of millimeters"),
        ({"transpose": "yes"}, "transpose must be True, False or None"),
        ({"caption": "}"}, "caption opens or closes a brace without the other"),
        ({"label": 3}, "label must be text for LaTeX"),
    ],
)
def test_options_that_cannot_be_used_are_refused(comparison, tmp_path, options, told):
    with pytest.raises(InputError, match=told):
        comparison.paper(tmp_path, **options)
    assert not list(tmp_path.iterdir())


SCRIPT = """
import sys
from partita import compare
truth, found = {truth!r}, {found!r}
c = compare(truth, found, measures=["ARI", "V"], confidence=0.95, draws=99)
c.paper(sys.argv[1])
"""


def test_every_process_writes_the_same_bytes(comparison, tmp_path):
    comparison.paper(tmp_path / "here")
    folder = tmp_path / "there"
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": other, "MPLBACKEND": "svg", "TZ": "UTC-9"}
    script = SCRIPT.format(truth=TRUTH, found=FOUND)
    command = [sys.executable, "-W", "error", "-c", script, str(folder)]
    subprocess.run(command, check=True, env=environment)
    for path in (tmp_path / "here").iterdir():
        assert (folder / path.name).read_bytes() == path.read_bytes(), path.name


@pytest.mark.parametrize("width", [85, 175])
def test_figures_have_the_width_asked_for_and_truetype_fonts(comparison, tmp_path, width):
    files = comparison.paper(tmp_path, width=width)
    figures = [path for path in files if path.suffix == ".pdf"]
    assert figures
    for path in figures:
        content = path.read_bytes()
        _, _, wide, _ = re.search(rb"/MediaBox \[ ?(\S+) (\S+) (\S+) (\S+) ?\]", content).groups()
        assert float(wide) == pytest.approx(72 * width / 25.4, abs=0.01)
        assert b"/Type3" not in content
        assert b"CreationDate" not in content
        drawing = path.with_suffix(".svg").read_text(encoding="utf-8")
        shown = float(re.search(r'<svg [^>]*width="([0-9.]+)pt"', drawing)[1])
        assert shown == pytest.approx(72 * width / 25.4, abs=0.01)
        assert "<dc:date>" not in drawing
        assert "<text" in drawing


def test_settings_of_matplotlib_neither_change_nor_matter(comparison, tmp_path):
    import matplotlib as mpl

    comparison.paper(tmp_path / "one")
    with mpl.rc_context({"font.size": 30, "axes.facecolor": "black", "pdf.fonttype": 3}):
        before = dict(mpl.rcParams)
        comparison.paper(tmp_path / "two")
        assert dict(mpl.rcParams) == before
    for path in (tmp_path / "one").iterdir():
        assert (tmp_path / "two" / path.name).read_bytes() == path.read_bytes()


def test_warnings_of_matplotlib_are_passed_on(comparison, tmp_path, monkeypatch):
    real = pictures.printed

    def warning(*given):
        warnings.warn("from matplotlib", RuntimeWarning, stacklevel=1)
        return real(*given)

    monkeypatch.setattr(pictures, "printed", warning)
    with pytest.warns(RuntimeWarning, match="from matplotlib"):
        comparison.paper(tmp_path)


def test_names_of_other_scripts_are_kept_with_a_warning(tmp_path):
    found = {"细胞": FOUND["a"], "תאים": FOUND["b"]}
    c = compare(TRUTH, found, measures="ARI")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        c.paper(tmp_path)
    assert {one.filename for one in caught} == {__file__}
    told = [str(one.message) for one in caught]
    assert any(re.search("needs LuaLaTeX or XeLaTeX.*babel with bidi=basic", one) for one in told)
    assert "the font of the figures lacks signs of some names" in told
    table = (tmp_path / "table.tex").read_text(encoding="utf-8")
    assert "细胞" in table
    assert table.splitlines()[1].startswith("% It needs LuaLaTeX")
    assert "fontspec" in (tmp_path / "preview.tex").read_text(encoding="utf-8")


def test_the_bibliography_has_exactly_what_is_cited(comparison, tmp_path):
    comparison.paper(tmp_path)
    text = (tmp_path / "methods.tex").read_text()
    cited = {key for keys in re.findall(r"\\cite\{(.*?)\}", text) for key in keys.split(",")}
    entries = set(re.findall(r"@\w+\{([^,]+),", (tmp_path / "references.bib").read_text()))
    assert cited == entries
    assert {"partita", "hubert1985", "rosenberg2007", "efron1987"} <= cited
    markdown = (tmp_path / "methods.md").read_text()
    assert set(re.findall(r"@([\w-]+)", markdown)) == cited


def methods(*args, **options):
    kit = comparison_kit(compare(*args, **options), Layout(width=85))
    return " ".join(for_markdown(kit.paragraphs).split())


def test_the_paragraph_says_what_was_done():
    text = methods(TRUTH, FOUND, measures=["ARI", "V"])
    assert "The number of objects is 12." in text
    assert "Every object has a label on both sides." in text
    assert "confidence level" not in text
    assert "ARI (`adjusted_rand`" in text
    assert "beta = 1.0" in text
    assert f"partita {partita.__version__}" in text
    text = methods(TRUTH, FOUND, measures="ARI", confidence=0.9, method="bca", rng=5,
                   draws=99)  # fmt: skip
    assert "confidence level of 90%" in text
    assert "99 bootstrap draws of objects, seed 5" in text
    assert "method bca" in text


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"noise": -1}, "The label -1 marks noise: each such object is a group of its own."),
        ({"noise": -1, "noise_as": "drop"}, "The label -1 marks noise: such objects were left out"),
        ({"noise": -1, "noise_as": "cluster"}, "marks noise: such objects form one group."),
        ({"noise": {"prediction": -1}}, "The label -1 marks noise in the prediction"),
        ({"noise": -1, "missing": "drop"}, "Objects without a label were left out."),
    ],
)
def test_the_paragraph_states_the_policies(options, told):
    noisy = [0, 0, -1, 1, 1, 1, 1, 1, 2, 2, 2, -1]
    text = methods(TRUTH, {"a": noisy, "b": FOUND["b"]}, measures="ARI", **options)
    assert told in text
    assert "In a, 2 of 12 objects are noise or without label" in text


def test_the_paragraph_names_groups_weights_and_tables():
    groups = ["x", "x", "y", "y"] * 3
    text = methods(TRUTH, FOUND, measures="ARI", groups=groups, confidence=0.95,
                   draws=99)  # fmt: skip
    assert "Objects come in 2 groups." in text
    assert "bootstrap draws of the 2 groups" in text
    text = methods(TRUTH, FOUND["a"], measures="ARI", weights=[0.5] * 12)
    assert "Objects have weights." in text
    assert "The total weight is 6." in text
    table = partita.Contingency.from_labels(TRUTH, FOUND["a"])
    text = methods(table=table, measures="ARI")
    assert "Contingency tables were given, not labels." in text
    assert "has a label on both sides" not in text


def test_the_paragraph_of_data_sets_has_their_test():
    scores = {f"d{k}": {"a": 0.5 + k / 40, "b": 0.4 + (k * 7 % 5) / 10} for k in range(12)}
    summary = partita.rank_datasets(scores)
    text = for_markdown(datasets_kit(summary, Layout(width=85)).paragraphs)
    assert "2 methods" in text
    assert "12 data sets" in text
    assert f"$\\chi^2={summary.statistic:.2f}$" in text
    assert "(exact)" in text
    assert f"{summary.critical_difference:.2f} [@demsar2006]" in text
