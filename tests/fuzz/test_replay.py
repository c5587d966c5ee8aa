"""Replays the kept inputs of the fuzzers, and random ones, as the fuzzers run them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random

import pytest

FOLDER = Path(__file__).parent
TARGETS = sorted(FOLDER.glob("fuzz_*.py"))


@pytest.mark.parametrize("path", TARGETS, ids=[path.stem for path in TARGETS])
def test_inputs_break_nothing(path, monkeypatch):
    if path.stem == "fuzz_scans":
        pytest.importorskip("duckdb")
    monkeypatch.syspath_prepend(FOLDER)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    target = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(target)
    corpus = FOLDER / "corpus" / f"{path.stem.removeprefix('fuzz_')}.txt"
    kept = [bytes.fromhex(line) for line in corpus.read_text("ascii").split()]
    assert kept
    random = Random(7)
    draws = range(getattr(target, "RANDOM", 1500))
    for data in (*kept, b"", *(random.randbytes(random.randrange(400)) for _ in draws)):
        target.run(data)
    for kind, read in getattr(target, "READ", {}).items():
        assert read >= 20, f"only {read} of {kind} were read, too few to test anything"


def test_every_target_of_the_kernel_has_kept_inputs():
    named = {
        path.stem.removeprefix("fuzz_") for path in FOLDER.parents[1].glob("kernel/fuzz/fuzz_*.cpp")
    }
    assert named <= {path.stem for path in (FOLDER / "corpus").glob("*.txt")}
