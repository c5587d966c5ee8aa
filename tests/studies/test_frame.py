"""Verdicts on entries, and pieces kept from an earlier run."""

from pathlib import Path

import numpy as np
import pytest
from writing_calls import changed_by, named_in

import partita_studies
from partita import InputError
from partita_studies.frame import Finding, judged, stated, tally
from partita_studies.run import Run

PACKAGE = Path(partita_studies.__file__).parent


def test_half_a_unit_either_way_agrees():
    # 0.125 may be printed as 0.12 or as 0.13
    assert judged("x", 0.12, 0.125, digits=2).verdict == "reproduced"
    assert judged("x", 0.13, 0.125, digits=2).verdict == "reproduced"
    assert judged("x", 0.12, 0.1251, digits=2).verdict == "differs"


def test_close_entries_state_the_distance():
    near = judged("x", 0.5, 0.53, digits=2, near=0.05, note="other data")
    assert (near.verdict, near.note) == ("close", "within 0.05; other data")
    assert judged("x", 0.5, 0.56, digits=2, near=0.05, note="other data").note == "other data"


def test_verdicts_are_counted():
    entries = judged("a", 1, 1, digits=0), judged("b", None, 1, digits=0)
    findings = [
        Finding("", "", "", entries),
        Finding("", "", "", (stated("c", "", "", holds=False),)),
    ]
    assert tally(findings) == {"reproduced": 1, "close": 0, "differs": 1, "lost": 1}


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 cut off", b"something else"])
def test_a_damaged_piece_is_made_again(tmp_path, damage):
    run = Run(cache=tmp_path)
    run.kept("piece", lambda: {"found": [1, 2]})
    (path,) = tmp_path.iterdir()
    path.write_bytes(damage)
    again = run.kept("piece", lambda: {"found": [1, 2]})
    assert np.array_equal(again["found"], [1, 2])
    assert np.array_equal(run.kept("piece", dict)["found"], [1, 2])  # kept, not made


@pytest.mark.parametrize("piece", ["../up", "a/b", "..", "a\0b", "/etc/x", ""])
def test_a_kept_piece_stays_in_its_folder(tmp_path, piece):
    run = Run(cache=tmp_path / "cache")
    with pytest.raises(InputError, match="name of a piece"):
        run.kept(piece, lambda: {"x": 1})
    assert not (tmp_path / "cache").exists()


def test_files_are_written_by_partita_and_named_by_the_user():
    assert changed_by(PACKAGE) == {}
    named = {"commands/reproduce.py": {"arguments.page"}, "run.py": {"path"}}  # a kept piece
    assert named_in(PACKAGE) == named
