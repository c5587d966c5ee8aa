"""Reports of the command line: where they are written, and which paths are refused."""

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
