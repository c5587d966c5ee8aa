"""`partita paper` writes the same files as Python, and refuses what has no effect."""

import csv
import random

import pytest
from cells_file import CELLS

from partita import compare, rank_datasets

ASKED = ("--measure", "ARI", "V", "--draws", "99")


@pytest.fixture
def sets(tmp_path):
    """Twelve data sets in one file."""
    generator = random.Random(1)
    path = tmp_path / "sets.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["set", "truth", "a", "b"])
        for number in range(12):
            for _ in range(30):
                truth = generator.choice("xyz")
                found = [truth if generator.random() < p else "x" for p in (0.9, 0.6)]
                writer.writerow([f"d{number}", truth, *found])
    return path


def test_the_files_are_those_of_python(run, tmp_path, columns):
    folder = tmp_path / "shell"
    args = ("paper", CELLS, "--truth", "cell_line", "--prediction", "kmeans_5", "mixture_5")
    status, out, err = run(*args, *ASKED, "--folder", str(folder), "--caption", "Cells.")
    assert (status, err) == (0, "")
    found = {name: columns[name] for name in ("kmeans_5", "mixture_5")}
    c = compare(columns["cell_line"], found, measures=["ARI", "V"], confidence=0.95, draws=99)
    files = c.paper(tmp_path / "python", caption="Cells.")
    assert [line.rpartition("/")[2] for line in out.splitlines()] == [path.name for path in files]
    assert (folder / "table.tex").read_text() == files[0].read_text()
    assert r"\caption{Cells.}" in files[0].read_text()


def test_data_sets_are_ranked(run, tmp_path, sets):
    folder = tmp_path / "paper"
    args = ("paper", str(sets), "--truth", "truth", "--prediction", "a", "b")
    status, out, _ = run(*args, "--datasets", "set", "--folder", str(folder), "--width", "175")
    assert status == 0
    assert "figure-ranks.pdf" in out
    table = (folder / "table.tex").read_text()
    rows = list(csv.DictReader(sets.read_text().splitlines()))
    results = {}
    for name in dict.fromkeys(row["set"] for row in rows):
        own = [row for row in rows if row["set"] == name]
        found = {one: [row[one] for row in own] for one in "ab"}
        results[name] = compare([row["truth"] for row in own], found, measures="ARI")
    summary = rank_datasets(results)
    for rank in summary.table["mean_rank"]:
        assert f"{rank:.2f}" in table
    for comparison in results.values():
        assert f"{comparison['a', 'ARI'].value:.3f}" in table


def test_files_of_the_user_are_kept(run, tmp_path):
    (tmp_path / "table.tex").write_text("mine")
    args = ("paper", CELLS, "--truth", "cell_line", "--prediction", "kmeans_5", "mixture_5", *ASKED)
    status, out, err = run(*args, "--folder", str(tmp_path))
    assert (status, out) == (2, "")
    assert "table.tex would be replaced" in err
    assert "--overwrite" in err
    assert run(*args, "--folder", str(tmp_path), "--overwrite")[0] == 0
    assert (tmp_path / "table.tex").read_text() != "mine"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--draws", "9"], "--draws has no effect with --datasets"),
        (["--null", "permutation"], "--null has no effect with --datasets"),
        (["--measure", "ARI", "V"], "name one measure"),
        (["--width", "3"], "width must be 30 to 2000 millimeters"),
    ],
)
def test_options_without_effect_are_refused(run, tmp_path, sets, more, told):
    args = ("paper", str(sets), "--truth", "truth", "--prediction", "a", "b", "--datasets", "set")
    status, _, err = run(*args, *more, "--folder", str(tmp_path / "paper"))
    assert status == 2
    assert told in err
    assert not (tmp_path / "paper").exists()


def test_warnings_are_notes(run, tmp_path):
    path = tmp_path / "labels.csv"
    path.write_text("truth,细胞,b\nx,0,0\nx,0,1\ny,1,1\ny,1,1\n", encoding="utf-8")
    args = ("paper", str(path), "--truth", "truth", "--prediction", "细胞", "b", "--draws", "9")
    status, _, err = run(*args, "--measure", "ARI", "--folder", str(tmp_path / "paper"))
    assert status == 0
    assert "needs LuaLaTeX or XeLaTeX" in err
