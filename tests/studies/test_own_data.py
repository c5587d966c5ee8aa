"""A folder of the user's data sets."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from partita import InputError
from partita_studies.own_data import LEAST_ROWS, digest, own_sets


def place(folder: Path, name: str, rows: int = LEAST_ROWS, classes: str = ".mat.rclass") -> None:
    """A sparse matrix with term 1 in every row and term 2 in every other row."""
    lines = [f"{rows} 2 {rows + rows // 2}"]
    lines += ["1 3" if k % 2 else "1 1 2 5" for k in range(1, rows + 1)]
    (folder / f"{name}.mat").write_text("\n".join(lines) + "\n", encoding="utf-8")
    labels = "\n".join(f"class {k % 2}" for k in range(rows))
    (folder / f"{name}{classes}").write_text(labels, encoding="utf-8")


def test_every_set_of_a_folder_is_read_by_name(tmp_path):
    place(tmp_path, "b.second")
    place(tmp_path, "a", classes=".rclass")
    (tmp_path / "a.mat.clabel").write_text("terms\n", encoding="utf-8")  # CLUTO's; not needed
    sets = own_sets(tmp_path)
    assert [one.name for one in sets] == ["a", "b.second"]
    assert own_sets(None) == ()


def test_counts_are_weighed_by_rarity(tmp_path):
    # CLUTO's column model idf is log(n/d); a term of every row weighs nothing.
    place(tmp_path, "a")
    (one,) = own_sets(tmp_path)
    expected = np.where(np.arange(1, LEAST_ROWS + 1) % 2, 0, 5 * np.log(2))
    np.testing.assert_allclose(one.rows.toarray(), np.column_stack([0 * expected, expected]))


def test_dense_values_are_left_as_they_are(tmp_path):
    values = np.arange(1, 2 * LEAST_ROWS + 1).reshape(-1, 2) - 5
    lines = [f"{LEAST_ROWS} 2", *(" ".join(map(str, row)) for row in values)]
    (tmp_path / "a.mat").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "a.rclass").write_text("x\ny\n" * (LEAST_ROWS // 2), encoding="utf-8")
    np.testing.assert_array_equal(own_sets(tmp_path)[0].rows, values)


def test_results_of_other_data_are_kept_under_other_names(tmp_path):
    names = set()
    for rows in (LEAST_ROWS, LEAST_ROWS + 2):
        folder = tmp_path / str(rows)
        folder.mkdir()
        place(folder, "a", rows)
        names.add(digest(own_sets(folder)))
    assert len(names) == 2
    assert digest(()) == ""
    assert all(re.fullmatch(r"[\w-]+", name) for name in names)


def test_a_folder_that_cannot_be_used_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"has no file NAME\.mat; put a matrix"):
        own_sets(tmp_path)
    with pytest.raises(InputError, match="nowhere is not a folder"):
        own_sets(tmp_path / "nowhere")


def test_classes_without_a_matrix_and_matrices_without_classes_are_refused(tmp_path):
    place(tmp_path, "a")
    (tmp_path / "b.mat.rclass").write_text("x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"b\.mat\.rclass: there is no matrix for these classes"):
        own_sets(tmp_path)
    (tmp_path / "b.mat.rclass").rename(tmp_path / "a.rclass")
    with pytest.raises(InputError, match=r"a\.mat\.rclass: a\.rclass is there too; remove one"):
        own_sets(tmp_path)
    for name in ("a.rclass", "a.mat.rclass"):
        (tmp_path / name).unlink()
    with pytest.raises(InputError, match=r"a\.mat\.rclass: there is no such file; write the class"):
        own_sets(tmp_path)


def test_a_set_that_is_too_small_for_fifteen_clusters_is_refused(tmp_path):
    place(tmp_path, "a", LEAST_ROWS - 1)
    with pytest.raises(InputError, match=r"a\.mat: 15 rows; 16 or more are needed"):
        own_sets(tmp_path)
