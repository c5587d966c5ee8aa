"""Matrices and classes in CLUTO's formats, on files that the tests write."""

from __future__ import annotations

import re
import time
from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_array, random_array

from partita import InputError
from partita_studies.cluto.classed import Classed, read_classed

SPARSE = "3 5 5\n2 1 5 2.5\n2 8\n1 3 4 1e2\n"
DENSE = "3 2\n1 -2.5\n0 3\n4e-1 0\n"
CLASSES = "sports\nnews of the day\nsports\n"


def write(folder: Path, matrix: str | bytes, classes: str | bytes = CLASSES) -> tuple[Path, Path]:
    """Write both files, exactly as they are given."""
    paths = (folder / "a.mat", folder / "a.mat.rclass")
    for path, content in zip(paths, (matrix, classes), strict=True):
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return paths


def read(folder: Path, matrix: str | bytes, classes: str | bytes = CLASSES) -> Classed:
    return read_classed(*write(folder, matrix, classes))


def written(rows: csr_array) -> str:
    """A sparse matrix as CLUTO documents it."""
    lines = [f"{rows.shape[0]} {rows.shape[1]} {rows.nnz}"]
    for first, last in zip(rows.indptr[:-1], rows.indptr[1:], strict=True):
        cells = zip(rows.indices[first:last], rows.data[first:last], strict=True)
        lines.append(" ".join(f"{column + 1} {value!r}" for column, value in cells))
    return "\n".join(lines) + "\n"


def test_a_sparse_matrix(tmp_path):
    found = read(tmp_path, SPARSE)
    assert found.sparse
    expected = [[0, 1, 0, 0, 2.5], [0, 8, 0, 0, 0], [3, 0, 0, 100, 0]]
    assert found.rows.toarray().tolist() == expected
    assert found.truth.tolist() == ["sports", "news of the day", "sports"]


def test_a_dense_matrix(tmp_path):
    found = read(tmp_path, DENSE)
    assert not found.sparse
    assert found.rows.tolist() == [[1, -2.5], [0, 3], [0.4, 0]]


def test_a_matrix_that_is_written_and_read_is_the_same(tmp_path):
    draw = np.random.default_rng(4)
    rows = csr_array(random_array((40, 300), density=0.05, rng=draw))
    rows.data = draw.exponential(size=rows.nnz)
    truth = [f"class {k % 3}" for k in range(40)]
    found = read(tmp_path, written(rows).replace("np.float64(", "").replace(")", ""),
                 "\n".join(truth))  # fmt: skip
    assert (found.rows != rows).nnz == 0
    assert found.truth.tolist() == truth


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text + "\n \n\n",
        lambda text: text.removesuffix("\n"),
        lambda text: text.replace(" ", " \t ").replace("\n", "  \n"),
    ],
    ids=["CR LF", "byte order mark", "empty lines at the end", "no last line end", "spaces"],
)
@pytest.mark.parametrize("matrix", [SPARSE, DENSE], ids=["sparse", "dense"])
def test_harmless_differences_change_nothing(tmp_path, matrix, change):
    plain, changed = read(tmp_path, matrix), read(tmp_path, change(matrix), change("a\na\nb\n"))
    np.testing.assert_array_equal(
        *(np.asarray(one.rows.toarray() if one.sparse else one.rows) for one in (plain, changed))
    )
    assert changed.truth.tolist() == ["a", "a", "b"]


def test_zeros_that_are_written_are_counted_and_dropped(tmp_path):
    found = read(tmp_path, "3 4 4\n2 0 3 1\n1 7\n4 2\n")
    assert found.rows.nnz == 3


def test_columns_need_no_order(tmp_path):
    found = read(tmp_path, "3 4 4\n4 1 2 5\n3 2\n1 1\n")
    assert found.rows.toarray()[0].tolist() == [0, 5, 0, 1]


DAMAGED = {
    "": "a.mat: the file is empty",
    "\n \n": "a.mat: the file is empty",
    "3,5,4\n": "a.mat, line 1: numbers are separated by commas; separate them by blanks",
    "3\n": "a.mat, line 1: 1 number instead of two or three",
    "3 5 4 1\n": "a.mat, line 1: 4 numbers instead of two or three",
    "3 five 4\n": "a.mat, line 1: 'five' is not a count",
    "-3 5\n": "a.mat, line 1: '-3' is not a count",
    "3.0 5\n": "a.mat, line 1: '3.0' is not a count",
    "3 99999999999 1\n": "a.mat, line 1: '99999999999' is not a count",
    "0 5 0\n": "a.mat, line 1: 0 rows and 5 columns",
    SPARSE.replace("3 5 5", "4 5 5"): "a.mat: line 1 announces 4 rows, and the file ends after 3",
    SPARSE[:16]: "a.mat: line 1 announces 3 rows, and the file ends after 1: it is cut off",
    SPARSE.replace("3 5 5", "2 5 5"): "a.mat, line 4: a row more than the 2",
    SPARSE.replace("3 5 5", "3 5 3"): "a.mat: line 1 announces 3 values, and the rows have 5",
    SPARSE.replace(" 2.5", ""): "a.mat, line 2: 3 numbers, so a pair is incomplete",
    SPARSE.replace("5 2.5", "6 2.5"): "a.mat, line 2: column '6' is not a number from 1 to 5",
    SPARSE.replace("5 2.5", "0 2.5"): "a.mat, line 2: column '0' is not a number from 1 to 5",
    SPARSE.replace("5 2.5", "2.5 5"): "a.mat, line 2: column '2.5' is not a number from 1 to 5",
    SPARSE.replace("5 2.5", "-5 2.5"): "a.mat, line 2: column '-5' is not a number from 1 to 5",
    SPARSE.replace("5 2.5", "2 2.5"): "a.mat, line 2: column 2 has two values",
    SPARSE.replace("1e2", "x"): "a.mat, line 4: 'x' is not a finite number",
    SPARSE.replace("1e2", "nan"): "a.mat, line 4: 'nan' is not a finite number",
    SPARSE.replace("1e2", "1e999"): "a.mat, line 4: '1e999' is not a finite number",
    SPARSE.replace("1e2", "1_0"): "a.mat, line 4: '1_0' is not a finite number",
    SPARSE.replace("1e2", "1,5"): "a.mat, line 4: '1,5' is not a finite number",
    SPARSE.replace("1e2", "-"): "a.mat, line 4: '-' is not a finite number",
    SPARSE.replace("1e2", "-2"): "a.mat, line 4: the value -2 is negative",
    SPARSE.replace("2 8\n", "\n"): "a.mat, line 3: no value but 0",
    SPARSE.replace("2 8\n", "2 0.0\n"): "a.mat, line 3: no value but 0",
    DENSE.replace("0 3", "0 0"): "a.mat, line 3: no value but 0",
    DENSE.replace("0 3", "3"): "a.mat, line 3: 1 value for 2 columns",
    DENSE.replace("0 3", "0 3 1"): "a.mat, line 3: 3 values for 2 columns",
    DENSE.replace("0 3\n", "\n"): "a.mat, line 3: 0 values for 2 columns",
    DENSE.replace("0 3", "0 three"): "a.mat, line 3: 'three' is not a finite number",
    "% a remark\n" + DENSE: "a.mat, line 1: ",
}


@pytest.mark.parametrize("matrix", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_matrix_is_refused_by_name_and_line(tmp_path, matrix):
    with pytest.raises(InputError, match=re.escape(str(tmp_path / DAMAGED[matrix]))) as found:
        read(tmp_path, matrix)
    assert ";" in str(found.value)  # and what to write follows


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        (b"MATLAB 5.0 MAT-file, Platform: GLNXA64\0\1", "a.mat: this is a file of MATLAB"),
        (b"\x1f\x8b\x08\x00", "a.mat: this is packed by gzip; unpack it"),
        (SPARSE.encode("utf-16"), "a.mat: this is UTF-16; save it as UTF-8"),
        (b"3 5 4\n2 1 5 \xff\n", "a.mat, line 2: byte 0xff is not UTF-8"),
        (b"3 5 4\n2 1 5 2\n\0\n", "a.mat, line 3: a NUL byte"),
    ],
)
def test_a_file_that_is_not_text_is_refused(tmp_path, matrix, message):
    with pytest.raises(InputError, match=re.escape(message)):
        read(tmp_path, matrix)


@pytest.mark.parametrize(
    ("classes", "message"),
    [
        ("", "a.mat.rclass: the file is empty; it must contain the class of each row"),
        ("a\n\nb\n", "a.mat.rclass, line 2: no label; write the class of that row"),
        ("a\nb\n", "a.mat.rclass: 2 labels for 3 rows of "),
        ("a\nb\nc\nd\n", "a.mat.rclass: 4 labels for 3 rows of "),
        ("a\na\na\n", "a.mat.rclass: the only class is 'a'; at least two are needed"),
    ],
)
def test_damaged_classes_are_refused(tmp_path, classes, message):
    with pytest.raises(InputError, match=re.escape(message)):
        read(tmp_path, SPARSE, classes)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"b\.mat: cannot be read: No such file"):
        read_classed(tmp_path / "b.mat", tmp_path / "b.mat.rclass")
    (tmp_path / "a.mat").mkdir()
    with pytest.raises(InputError, match=r"a\.mat: cannot be read: Is a directory"):
        read_classed(tmp_path / "a.mat", tmp_path / "a.mat.rclass")


def test_a_file_of_real_size(tmp_path):
    """Hitech has 2301 documents; here with 10080 terms and 150 values in each document."""
    draw = np.random.default_rng(1)
    lines = ["2301 10080 345150"]
    for _ in range(2301):
        columns = np.sort(draw.choice(10080, 150, replace=False)) + 1
        counts = draw.geometric(0.6, 150)
        lines.append(" ".join(f"{c} {k}" for c, k in zip(columns, counts, strict=True)))
    labels = "\n".join(f"class {k % 6}" for k in range(2301))
    paths = write(tmp_path, "\n".join(lines) + "\n", labels)
    before = time.process_time()
    found = read_classed(*paths)
    assert time.process_time() - before < 10  # about 1 s; a loop over values would take minutes
    assert (found.rows.shape, found.rows.nnz) == ((2301, 10080), 345150)
    assert found.rows.sum() == sum(sum(map(int, line.split()[1::2])) for line in lines[1:])
