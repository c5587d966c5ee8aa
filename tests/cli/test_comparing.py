"""Reports of the command line: where they are written, and which paths are refused."""

import html
import re
import shlex
import shutil
from pathlib import Path

import pytest
from cells_file import CELLS, THREE, TRUTH
from command_line import command


@pytest.mark.parametrize("name", ["score", "compare", "sweep"])
def test_a_report_is_written_to_its_path(run, written, name):
    arguments = (name, CELLS, *TRUTH, *THREE, "--measure", "ARI")
    draws = () if name == "score" else ("--draws", "19")
    status, _, err = run(*arguments, *draws, "--report", "here.html")
    assert (status, written) == (0, ["here.html"])
    assert err == "partita: report written to here.html: open it in a browser\n"


def test_a_report_that_cannot_be_written_is_wrong_use(run):
    arguments = ("score", CELLS, *TRUTH, "--prediction", "kmeans_5", "--measure", "ARI")
    status, out, err = run(*arguments, "--report", "no/such.html")
    assert (status, out) == (2, "")
    assert err == (
        "partita: error: no/such.html: cannot be written: there is no such folder; make it first\n"
    )


def test_a_report_does_not_go_to_stdout(run):
    arguments = ("score", CELLS, *TRUTH, "--prediction", "kmeans_5", "--report", "-")
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert "a report goes into a file" in err


def test_the_report_is_a_page(tmp_path):
    arguments = ("score", CELLS, *TRUTH, "--prediction", "kmeans_5", "--measure", "ARI")
    ended = command(*arguments, "--report", "report.html", cwd=tmp_path)
    assert ended.returncode == 0
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert text.lower().startswith("<!doctype html>")
    assert "kmeans_5" in text


@pytest.mark.parametrize("name", ["score", "compare", "sweep"])
def test_a_report_is_interactive_on_request(run, tmp_path, name):
    path = tmp_path / "here.html"
    arguments = (CELLS, "--truth", "cell_line", "--prediction", "kmeans_2", "kmeans_5")
    status, _, _ = run(name, *arguments, "--report", str(path), "--interactive")
    assert status == 0
    assert "script-src 'sha256-" in path.read_text("utf-8")


@pytest.mark.parametrize("name", ["score", "compare", "sweep"])
def test_nothing_is_interactive_without_a_report(run, name):
    arguments = (CELLS, "--truth", "cell_line", "--prediction", "kmeans_2", "kmeans_5")
    status, out, err = run(name, *arguments, "--interactive")
    assert (status, out) == (2, "")
    assert "--interactive has no effect without --report, the file of the report" in err


@pytest.mark.parametrize("name", ["score", "compare", "sweep"])
def test_a_report_names_its_file_and_the_command_as_typed(tmp_path, name):
    copied = shutil.copy(CELLS, tmp_path / "my <cells>.csv")
    arguments = (name, copied.name, *TRUTH, "--prediction", "kmeans_*", "--draws", "29")
    arguments += ("--confidence", "0.9") if name == "score" else ()
    pages = []
    for _ in range(2):
        ended = command(*arguments, "--report", "here.html", cwd=tmp_path)
        assert ended.returncode == 0, ended.stderr
        pages.append((tmp_path / "here.html").read_text(encoding="utf-8"))
    assert pages[0] == pages[1]
    facts = dict(re.findall("<dt>(files|command)</dt><dd><code>(.*?)</code>", pages[0]))
    assert html.unescape(facts["files"]) == "my <cells>.csv"
    assert html.unescape(facts["command"]).startswith(
        f"partita {name} 'my <cells>.csv' --truth cell_line --prediction 'kmeans_*' --draws 29"
    )
    # a shell reads the same arguments
    assert shlex.split(html.unescape(facts["command"]))[1:] == [*arguments, "--report", "here.html"]


def test_a_report_names_the_file_of_the_truth_and_the_first_of_many_files(tmp_path):
    lines = Path(CELLS).read_text(encoding="utf-8").splitlines()
    names = [f"part_{i}.csv" for i in range(14)]
    for i, name in enumerate(names):
        part = [lines[0], *lines[1 + i :: len(names)]]
        (tmp_path / name).write_text("\n".join(part), encoding="utf-8")
    columns = (*TRUTH, "--prediction", "kmeans_5", "kmeans_10", "--report", "here.html")
    matched = ("--truth-file", CELLS, "--on", "cell")
    for files, more, told in (
        (names, (), f"{', '.join(names[:12])}, … (14 in all)"),
        (names[:1], (*matched, "--unmatched", "drop"), f"part_0.csv, {CELLS}"),
    ):
        ended = command("score", *files, *columns, *more, cwd=tmp_path)
        assert ended.returncode == 0, ended.stderr
        page = (tmp_path / "here.html").read_text(encoding="utf-8")
        assert f"<dt>files</dt><dd><code>{told}</code>" in page
