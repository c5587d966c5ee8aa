"""Data beyond memory go to disk, and nothing is left there afterwards."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pytest

from partita.sources import tabulate
from partita.sources.databases import spill
from partita.sources.scans import scans

pytest.importorskip("duckdb")


def test_data_beyond_memory_go_to_disk_and_are_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(scans, "_SMALL", 0)
    rng = np.random.default_rng(0)
    truth, prediction = rng.integers(0, 2**40, 400_000), rng.integers(0, 2**40, 400_000)
    path = tmp_path / "many.csv"
    rows = (
        f"class{t},cluster{p}\n" for t, p in zip(truth.tolist(), prediction.tolist(), strict=True)
    )
    path.write_text("t,p\n" + "".join(rows))
    table = tabulate(path, "t", "p", memory_limit="60MB", threads=1)
    assert table.n == 400_000
    assert [one.name for one in tmp_path.iterdir()] == ["many.csv"]


COUNTING = """
import signal, sys, tempfile
signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs ignore SIGINT
tempfile.tempdir = sys.argv[2]
from partita.sources import tabulate
from partita.sources.scans import scans
from partita.sources.databases import spill
scans._SMALL = 0
if len(sys.argv) > 3:
    spill._SHELL = "/nothing"
print("ready", flush=True)
while True:
    tabulate(sys.argv[1], "t", "p", memory_limit="60MB", threads=1)
"""


@pytest.fixture(scope="module")
def spilling(tmp_path_factory):
    """A file that does not fit in the memory allowed for counting it."""
    path = tmp_path_factory.mktemp("spilling") / "many.csv"
    numbers = ((k * 7919 % 400_009, k * 104_729 % 400_009) for k in range(400_000))
    rows = (f"the class with the number {t:020},the cluster {p:020}\n" for t, p in numbers)
    path.write_text("t,p\n" + "".join(rows))
    return path


def killed(spilling, folder, how, seconds, *options):
    """Count in another process, and kill it some time after it started to use its folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", COUNTING, spilling, folder, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    process.stdout.readline()
    until = time.monotonic() + 30
    while not any(one.is_dir() for one in folder.iterdir()) and time.monotonic() < until:
        time.sleep(0.005)
    time.sleep(seconds)
    process.send_signal(how)
    process.wait(60)
    process.stdout.close()


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_run_leaves_nothing(spilling, tmp_path, how):
    rng = np.random.default_rng(0)
    for seconds in rng.uniform(0, 0.5, 2):
        killed(spilling, tmp_path, how, seconds)
        until = time.monotonic() + 30
        while list(tmp_path.iterdir()) and time.monotonic() < until:
            time.sleep(0.01)  # the process that cleans up is not our child
        assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_the_next_run_removes_what_a_killed_run_left(spilling, tmp_path):
    killed(spilling, tmp_path, signal.SIGKILL, 0.05, "nobody cleans up")
    assert any(one.is_dir() for one in tmp_path.iterdir())
    own = tmp_path / "partita-spill-notes"
    own.mkdir()
    place, held = spill._locked(str(tmp_path))
    Path(place).mkdir()  # of a run that is still going
    spill.sweep(str(tmp_path))
    kept = sorted(tmp_path.iterdir())
    assert kept == sorted([own, Path(place), Path(f"{place}.lock")])
    os.close(held)
    spill.sweep(str(tmp_path))
    assert list(tmp_path.iterdir()) == [own]
