"""A matrix of CLUTO with the class of each row."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from partita import InputError
from partita.base.wording import number_of, show

from .lines import lines_of, refuse
from .matrices import read_matrix

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Classed:
    """Objects in rows, sparse or dense, with the class of each."""

    truth: NDArray[np.str_]
    rows: Any
    sparse: bool


def read_classed(matrix: Path, classes: Path) -> Classed:
    """Read a matrix and the classes of its rows.

    Raises
    ------
    InputError
        If a file is damaged. The message says where, what was found and what to write.
    """
    rows, sparse = read_matrix(matrix)
    truth = read_classes(classes)
    if len(truth) != rows.shape[0]:
        raise InputError(
            f"{classes}: {number_of(len(truth), 'label', 'labels')} for"
            f" {number_of(rows.shape[0], 'row', 'rows')} of {matrix}; write one label for each row"
        )
    return Classed(truth, rows, sparse)


def read_classes(path: Path) -> NDArray[np.str_]:
    """Read the label of each row."""
    labels = [line.strip() for line in lines_of(path, "the class of each row, one on each line")]
    while labels and not labels[-1]:
        labels.pop()
    if "" in labels:
        refuse(path, labels.index("") + 1, "no label", "write the class of that row")
    if len(set(labels)) < 2:
        raise InputError(f"{path}: the only class is {show(labels[0])}; at least two are needed")
    return np.array(labels)
