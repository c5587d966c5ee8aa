"""Verdicts on entries, and pieces kept from an earlier run."""

from pathlib import Path

import numpy as np
import pytest
from writing_calls import changed_by, named_in

import partita_studies
from partita import InputError
from partita_studies.frame import judged, quoted, stated, without_data
from partita_studies.run import Run
from partita_studies.tally import counts, printed, sentences

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


def test_numbers_and_statements_are_counted_apart():
    entries = [
        judged("a", 1, 1, digits=0),
        judged("b", None, 1, digits=0),
        judged("c", 1, 2, digits=0, refuted=True),
        judged("d", 1, 1, digits=0, basis="third party"),
        without_data("e", "1", "letters"),
        quoted("f", "1/2", "3/4", agrees=False),
        stated("g", "", "", holds=False),
        stated("h", "", "", holds=True, basis="other data"),
    ]
    assert counts(entries, "number") == {
        "reproduced": 2, "close": 0, "differs": 1, "refuted": 1, "lost": 1, "no data": 1,
    }  # fmt: skip
    assert counts(entries, "statement") == {"holds": 1, "does not hold": 1, "refuted": 0}
    assert [one.what for one in printed(entries)] == ["a", "c", "e", "f"]
    numbers, statements, lost, foreign = sentences(entries)
    assert numbers.startswith("Of 4 numbers")
    assert "1 agree in every digit" in numbers
    assert "The others: 1 differs, 1 refuted, 1 no data." in numbers
    assert "1 hold (by basis: 1 other data). The others: 1 does not hold." in statements
    assert lost.startswith("1 number is lost")
    assert "1 agree" in foreign


def test_what_agrees_is_not_refuted():
    assert judged("a", 1, 1, digits=0, refuted=True).verdict == "reproduced"
    assert quoted("a", "1", "1", agrees=True, refuted=True).verdict == "reproduced"
    assert stated("a", "1", "1", holds=True, refuted=True).verdict == "holds"


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
