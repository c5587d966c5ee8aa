"""The data of the studies: small, real, and under licenses that permit redistribution."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from partita.base.arrays import Floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FOLDER = Path(__file__).parent / "data"


@dataclass(frozen=True, eq=False)
class Features:
    """Objects described by numbers, with the class of each."""

    names: tuple[str, ...]  # of the features
    truth: NDArray[np.str_]
    values: Floats  # objects in rows


@dataclass(frozen=True, eq=False)
class Texts:
    """Documents with the topic of each."""

    truth: NDArray[np.str_]
    texts: tuple[str, ...]


def iris() -> Features:
    """150 flowers of three species, four measurements (Fisher 1936).

    >>> iris().values.shape
    (150, 4)
    """
    return _features("iris", "class")


def wine() -> Features:
    """178 wines of three cultivars, thirteen analyses."""
    return _features("wine", "class")


def digits() -> Features:
    """1797 handwritten digits, 8 × 8 gray levels."""
    return _features("digits", "class")


def vowels() -> Features:
    """1668 vowels of twelve kinds in equal numbers: five acoustic features, raw and by speaker."""
    return _features("vowels", "vowel", skip=("id", "speaker", "speaker_type"))


def skewed_vowels() -> Features:
    """1200 vowels in five classes of very different size."""
    return _features("vowels_skewed", "class", skip=("id", "vowel", "speaker", "speaker_type"))


def documents() -> Texts:
    """1884 package descriptions on twelve topics."""
    return _texts("documents")


def skewed_documents() -> Texts:
    """2301 package descriptions on six topics."""
    return _texts("documents_skewed")


def cells() -> Features:
    """297 single cells of five cell lines, log expression of 800 genes."""
    return _features("sc_celseq2_5cl_p1_expr", "cell_line", skip=("id", "demuxlet_call"))


def doublet_calls() -> NDArray[np.bool_]:
    """Whether each of the `cells` was called a doublet: two cells in one well."""
    header, rows = _read("sc_celseq2_5cl_p1_expr")
    return np.array([row[header.index("demuxlet_call")] == "DBL" for row in rows])


def mixtures() -> tuple[Floats, Features]:
    """340 wells of RNA mixed by design: shares of three cell lines, and expression of 600 genes.

    The truth of the features names the mixture, and the shares are a soft truth. The source writes
    thirds as 0.33, so that such rows sum to 0.99.
    """
    header, rows = _read("rnamix_celseq2_memberships")
    columns = [header.index(line) for line in ("H2228", "H1975", "HCC827")]
    shares = np.array([[float(row[k]) for k in columns] for row in rows])
    names = np.array(["/".join(row[k] for k in columns) for row in rows])
    genes, expression = _read("rnamix_celseq2_expr")
    if [row[0] for row in rows] != [row[0] for row in expression]:
        raise ValueError("the wells of the two files differ")
    values = np.array([row[1:] for row in expression], dtype=np.float64)
    return shares, Features(tuple(genes[1:]), names, values)


def cell_clusterings() -> dict[str, NDArray[np.str_]]:
    """Clusterings of `cells` by several algorithms, -1 for noise."""
    header, rows = _read("cells_clusterings")
    columns = np.array(rows)
    return {name: columns[:, k] for k, name in enumerate(header) if k > 1}


def _read(name: str) -> tuple[list[str], list[list[str]]]:
    with gzip.open(_FOLDER / f"{name}.csv.gz", "rt", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return header, rows


def _features(name: str, truth: str, skip: Sequence[str] = ()) -> Features:
    header, rows = _read(name)
    table = np.array(rows)
    kept = [k for k, title in enumerate(header) if title != truth and title not in skip]
    values = table[:, kept].astype(np.float64)
    return Features(tuple(header[k] for k in kept), table[:, header.index(truth)], values)


def _texts(name: str) -> Texts:
    header, rows = _read(name)
    topic, text = header.index("topic"), header.index("text")
    return Texts(np.array([row[topic] for row in rows]), tuple(row[text] for row in rows))
