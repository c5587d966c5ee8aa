"""The user's data sets in place of ours, from the files to the findings."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from command_line import Caller

import partita
from partita_studies.kmeans import STUDY
from partita_studies.kmeans.clusters import LA2_SIZES, Sweep, is_la2, swept
from partita_studies.kmeans.imbalanced import HITECH, collection, samples
from partita_studies.kmeans.real_data import LEAST_SETS, clustered, origin
from partita_studies.kmeans.scoring import Designs
from partita_studies.kmeans.selection import of_all
from partita_studies.kmeans.sports import SIZES as SPORTS
from partita_studies.run import Run

PARTS = ("sports", "imbalanced", "correlation", "consistency", "dendrogram", "split", "clusters")
SETS = {
    "hitech": HITECH,  # with the class sizes of the paper
    "la2": (40, 30, 30, 20, 10, 10),
    "sports": (60, 40, 25, 14, 6, 5, 5),
    "even": (30, 30, 30),
    "even2": (25, 20, 20, 20),
    "uneven": (60, 10, 8, 6),
    "uneven2": (80, 20, 10, 10),
}


def written(folder: Path, name: str, sizes: tuple[int, ...], seed: int = 0, told: int = 3) -> None:
    """Documents of 15 words, of which some are typical of their class; classes in any order."""
    draw = np.random.default_rng(seed)
    truth = draw.permutation(np.repeat(np.arange(len(sizes)), sizes))
    typical, common = 8, 40
    lines = []
    for k in truth:
        known = common + typical * k + draw.integers(typical, size=told)
        words = [*draw.integers(common, size=15 - told), *known]
        terms, counts = np.unique(words, return_counts=True)
        lines.append(" ".join(f"{t + 1} {c}" for t, c in zip(terms, counts, strict=True)))
    total = sum(len(line.split()) // 2 for line in lines)
    header = f"{len(truth)} {common + typical * len(sizes)} {total}"
    (folder / f"{name}.mat").write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
    labels = "\n".join(f"topic {k}" for k in truth)
    (folder / f"{name}.mat.rclass").write_text(labels + "\n", encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    made = tmp_path_factory.mktemp("data")
    for seed, (name, sizes) in enumerate(SETS.items()):
        written(made, name, sizes, seed)
    return made


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """The folder of caches: the command finds what other tests kept there."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def run(folder, home) -> Run:
    return Run(effort="quick", cache=home / "partita" / "studies", data=folder)


def test_series_are_of_the_sets_of_the_folder(run):
    series = clustered(run)
    assert series[0].names == tuple(sorted(SETS))
    for name, table in zip(series[0].names, series[0].tables, strict=True):
        assert sorted(table.class_sizes, reverse=True) == sorted(SETS[name], reverse=True)
        assert table.shape == (len(SETS[name]), len(SETS[name]))
    assert f"{len(SETS)} data sets are those of the folder" in origin(run)


def test_samples_are_drawn_from_hitech(run):
    source = collection(run)
    assert (source.name, source.basis) == ("hitech", "paper")
    for sizes, draws in zip(((250, *5 * (100,)),), samples(run).tables, strict=False):
        assert all(sorted(one.class_sizes) == sorted(sizes) for one in draws)


def test_la2_comes_first_in_figure_6(run):
    assert [one.name for one in swept(run)] == ["la2", *sorted(set(SETS) - {"la2"})]


def test_all_parts_are_computed_from_the_folder(run):
    parts = {part.key: part.work(run) for part in STUDY.parts if part.key in PARTS}
    assert set(parts) == set(PARTS)
    for key, finding in parts.items():
        assert finding.entries
        said = finding.text + " ".join(finding.tables)
        assert "folder of `--data`" in said, key
        assert "redistributed" not in said, key
    entries = {entry.what: entry for finding in parts.values() for entry in finding.entries}
    # Our la2 and sports have other class sizes than the paper's, so they say nothing about it.
    assert entries["la2: number of clusters that R_n prefers"].verdict == "no data"
    assert entries["la2: VI_n, VD_n and R_n prefer"].basis == "other data"
    assert entries["CV₁ of sports, repeated bisections"].basis == "other data"
    assert entries["CV₀ of sports"].ours == f"{np.std(SPORTS, ddof=1) / np.mean(SPORTS):.2f}"


@pytest.mark.parametrize(
    ("name", "sizes", "expected"),
    [("la2", LA2_SIZES, True), ("la1", LA2_SIZES, False), ("la2", LA2_SIZES[1:], False)],
)
def test_la2_is_known_by_its_name_and_class_sizes(name, sizes, expected):
    assert sum(LA2_SIZES) == 3075  # documents, as in the files of CLUTO
    truth = np.repeat(np.arange(len(sizes)), sizes)
    table = partita.Contingency.from_labels(truth, truth % 2)
    assert is_la2(Sweep(name, len(sizes), Designs(((table,),)))) is expected


def test_a_folder_without_a_fitting_set_leaves_our_data(tmp_path):
    for name in ("a", "b"):
        written(tmp_path, name, (30, 20, 10))
    run = Run(effort="quick", data=tmp_path)
    assert collection(run).name == "skewed documents"
    assert "has no set with one class of 600" in collection(run).said
    assert len(clustered(run)[0].tables) == 30
    assert f"2 data sets; {LEAST_SETS} are needed" in origin(run)
    assert [one.name for one in swept(run)] == ["a", "b"]


def test_a_measure_that_does_not_rank_the_sets_is_left_out_of_the_guide(tmp_path):
    """Documents at random: no cluster is exactly a class, so `cluster_exact_f` is always 0."""
    for seed, (name, sizes) in enumerate(SETS.items()):
        if name != "hitech":
            written(tmp_path, name, sizes, seed, told=0)
    run = Run(effort="quick", data=tmp_path)
    assert len(clustered(run)[0].tables) == len(SETS) - 1
    dropped = {step.reason: step.dropped for step in of_all(run)}
    same = [names for reason, names in dropped.items() if reason.startswith("is the same")]
    assert same == [("cluster_exact_f",)]


def test_a_set_without_counts_of_terms_is_sampled_too(tmp_path):
    draw = np.random.default_rng(0)
    truth = np.repeat(np.arange(6), (600, *5 * (100,)))
    rows = draw.normal(size=(len(truth), 6)) + 2 * np.eye(6)[truth]
    lines = [f"{len(truth)} 6", *(" ".join(f"{x:.3f}" for x in row) for row in rows)]
    (tmp_path / "a.mat").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "a.rclass").write_text("\n".join(map(str, truth)), encoding="utf-8")
    run = Run(effort="quick", data=tmp_path)
    assert (collection(run).name, collection(run).basis) == ("a", "other data")
    part = next(part for part in STUDY.parts if part.key == "correlation")
    found = part.work(run)
    assert "no counts of terms" in found.text
    assert len(next(t for c, t in found.tables.items() if "other settings" in c).rows) == 4


@pytest.mark.long
def test_the_command(folder, home, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    call = Caller(capsys)
    arguments = ("kmeans", "--quick", "--data", str(folder), "--format", "json")
    status, out, _ = call("reproduce", *arguments)
    assert status == 0
    assert {entry["study"] for entry in json.loads(out)["entries"]} == {"kmeans"}
    page = (tmp_path / "partita-studies.html").read_text(encoding="utf-8")
    assert "hitech of the folder of" in page
    assert f"--data {folder}" in page


def test_a_damaged_file_is_refused_before_anything_runs(folder, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "a", (30, 20))
    text = (tmp_path / "a.mat").read_text(encoding="utf-8")
    (tmp_path / "a.mat").write_text(text.replace("\n", "\n999 1 ", 1), encoding="utf-8")
    status, out, err = Caller(capsys)("reproduce", "kmeans", "--quick", "--data", ".")
    assert (status, out) == (2, "")
    assert "a.mat, line 2: column '999' is not a number from 1 to 56" in err
    assert "kmeans 1/" not in err
    assert not (tmp_path / "partita-studies.html").exists()
