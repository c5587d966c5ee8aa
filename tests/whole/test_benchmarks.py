"""The benchmarks in their quick form: they run, and every peer agrees with partita."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree as ET

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
CASES = (
    *("scores", "single", "medium", "many", "memory", "categorical", "strings", "ami"),
    *("matching", "call", "cold", "threads", "builds", "objects", "clusters"),
)


@pytest.fixture
def suite(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import suite.checking
    import suite.growth
    import suite.judging
    import suite.timing

    return suite


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    command = (sys.executable, str(BENCHMARKS / "run.py"), "--quick", "--output", str(folder))
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout[-2000:] + found.stderr[-2000:]
    return folder


@pytest.mark.long
def test_quick_run_covers_every_case_and_all_answers_agree(results: Path) -> None:
    report = (results / "speed.md").read_text(encoding="utf-8")
    for key in CASES:
        assert f"(`{key}`)" in report
    rows = (results / "speed.csv").read_text(encoding="utf-8").splitlines()
    assert {row.split(",")[0] for row in rows[1:]} == set(CASES)
    assert all(row.endswith(",") for row in rows[1:])  # no note of a difference


@pytest.mark.long
def test_report_names_missing_cases(results: Path, tmp_path: Path) -> None:
    assert "Not complete" not in (results / "speed.md").read_text(encoding="utf-8")
    command = (sys.executable, str(BENCHMARKS / "run.py"), "--quick", "--only", "call")
    subprocess.run((*command, "--output", str(tmp_path)), capture_output=True, check=True)
    report = (tmp_path / "speed.md").read_text(encoding="utf-8")
    assert "Not complete: without scores, single, medium" in report


@pytest.mark.long
def test_quick_run_judges_no_times(results: Path) -> None:
    bars = (results / "speed.md").read_text(encoding="utf-8").split("## The bars")[1]
    assert bars.split("##")[0].strip().splitlines() == [
        "| what | found | bar | met |",
        "|---" * 4 + "|",
    ]


@pytest.mark.long
def test_figures_are_complete_svg_files(results: Path) -> None:
    for name in ("speed-objects.svg", "speed-clusters.svg"):
        text = (results / name).read_text(encoding="utf-8")
        root = ET.fromstring(text)
        assert root.tag.endswith("svg")
        assert "partita six scores" in text


@pytest.mark.long
def test_report_names_no_host(results: Path) -> None:
    import platform

    name = platform.node()
    text = (results / "speed.md").read_text(encoding="utf-8")
    assert not name or name == "localhost" or name not in text


def _timing(suite: ModuleType, claims: dict[str, object], tolerance: float = 1e-9) -> object:
    contender = suite.timing.Contender(
        "peer", "job", lambda _: None, lambda _: {}, tolerance=tolerance
    )
    return suite.timing.Timing(contender, claims=claims)


def test_another_score_is_noticed(suite: ModuleType) -> None:
    timing = _timing(suite, {"ARI": 0.5000001})
    assert "ARI" in suite.checking.disagreement(timing, lambda _: 0.5)
    assert not suite.checking.disagreement(_timing(suite, {"ARI": 0.5}), lambda _: 0.5)


def test_tolerance_of_zero_requires_the_same_bits(suite: ModuleType) -> None:
    near = 0.1 + 0.2
    assert suite.checking.disagreement(_timing(suite, {"V": near}, 0.0), lambda _: 0.3)


def test_another_table_with_the_same_counts_is_noticed(suite: ModuleType) -> None:
    ours = ["a", "b"], [0, 1], [2, 3]
    shuffled = ["b", "a"], [1, 0], [3, 2]
    swapped = ["a", "b"], [1, 0], [2, 3]
    assert not suite.checking.disagreement(_timing(suite, {"table": shuffled}), lambda _: ours)
    assert suite.checking.disagreement(_timing(suite, {"table": swapped}), lambda _: ours)


def test_exponent_of_a_power_law(suite: ModuleType) -> None:
    points = [(10**e, 3e-9 * (10**e) ** 1.5) for e in range(2, 6)]
    assert suite.growth.exponent(points) == pytest.approx(1.5)


def test_minimum_of_several_runs_and_the_peak_of_memory(suite: ModuleType) -> None:
    import numpy as np

    runs: list[int] = []

    def run(_: None) -> np.ndarray:
        runs.append(1)
        return np.ones(4 * 10**6)

    contender = suite.timing.Contender("peer", "job", run, lambda found: {"size": found.size})
    (timing,) = suite.timing.measure([contender], repeats=3, budget=60.0, evicted=8)
    assert len(runs) == len(timing.walls) == 3
    assert timing.wall == min(timing.walls)
    assert timing.claims == {"size": 4 * 10**6}
    if timing.peak is not None:  # if the system knows it: 32 MB were written
        assert timing.peak > 25 * 10**6


def test_two_threads_are_compared_with_the_faster_reading(suite: ModuleType) -> None:
    def read(threads: int, wall: float) -> object:
        contender = suite.timing.Contender(
            "read limit", "both", lambda _: None, lambda _: {}, "limit", threads
        )
        return suite.timing.Timing(contender, walls=[wall], cpus=[2 * wall])

    outcome = suite.judging.Outcome("title", 1, 1, [read(1, 1.0), read(2, 1.5)])
    assert outcome.limit(1) == 2.0  # CPU
    assert outcome.limit(2) == 1.0  # wall: the faster of one and two threads
