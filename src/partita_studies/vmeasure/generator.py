"""Dom's parametric clusterings with Rosenberg and Hirschberg's noise classes (section 4, Figure 3).

Useful classes and useful clusters are matched. Noise clusters have objects of every useful class;
noise classes have objects in every useful cluster. The cells of each kind share its mass evenly.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from partita import Contingency, InputError, measure
from partita.base.arrays import Int64
from partita.report.formats.text import Table

from ..frame import Finding, stated
from ..run import Run

Matching = Literal["even", "rest"]
_MATCH, _OTHER, _NOISE_CLUSTER, _NOISE_CLASS, _EMPTY = range(5)  # kinds of cells


@dataclass(frozen=True, slots=True)
class Shape:
    """Numbers of clusters and classes of each kind."""

    useful_clusters: int
    useful_classes: int
    noise_clusters: int = 0
    noise_classes: int = 0
    matching: Matching = "even"  # what the groups of the larger side are matched to

    @property
    def kinds(self) -> Int64:
        """The kind of every cell, with classes as rows.

        The groups of the larger side are spread evenly over the smaller side ("even"), or the
        first group of the smaller side takes all the excess ("rest"). Figure 3 fits both.
        """
        classes, clusters = self.useful_classes, self.useful_clusters
        kinds = np.full((classes + self.noise_classes, clusters + self.noise_clusters), _EMPTY)
        kinds[:classes, :clusters] = _OTHER
        kinds[:classes, clusters:] = _NOISE_CLUSTER
        kinds[classes:, :clusters] = _NOISE_CLASS
        larger, few = np.arange(max(classes, clusters)), min(classes, clusters)
        over = len(larger) - few
        even = self.matching == "even"
        smaller = larger * few // len(larger) if even else np.maximum(larger - over, 0)
        rows, cols = (larger, smaller) if classes >= clusters else (smaller, larger)
        kinds[rows, cols] = _MATCH
        return kinds


def solution(shape: Shape, errors: Any, *, of: int, objects: int) -> Int64:
    """Clusterings of `objects`, with classes as rows.

    The last axis of `errors` has the masses ε1, ε2 and ε3 as integer parts of `of`: the paper's
    .1, .2, .1 are (1, 2, 1) of 10. The mass of a kind of cell that the shape lacks stays with the
    matches.

    >>> solution(Shape(2, 2), (2, 0, 0), of=10, objects=10).tolist()
    [[4, 1], [1, 4]]
    """
    masses, cells = _masses(shape, errors, of)
    counts, rest = np.divmod(objects * masses, of * cells)
    if rest.any():
        raise InputError(
            f"objects: {objects} cannot be shared evenly over the cells of {shape}: take a"
            f" multiple of {_fewest(masses, of * cells)}"
        )
    found: Int64 = counts[..., shape.kinds]
    return found


def rounded(shape: Shape, errors: Any, *, of: int, objects: int) -> Int64:
    """The same clusterings with each cell rounded to the nearest count."""
    masses, cells = _masses(shape, errors, of)
    counts = np.rint(objects * masses / (of * cells)).astype(np.int64)
    found: Int64 = counts[..., shape.kinds]
    return found


def _masses(shape: Shape, errors: Any, of: int) -> tuple[Int64, Int64]:
    """The mass of each kind of cell, and the number of cells that share it (at least 1)."""
    cells = np.bincount(shape.kinds.ravel(), minlength=5)
    parts = _parts(errors, of)
    masses = np.zeros((*parts.shape[:-1], 5), dtype=np.int64)
    masses[..., _OTHER:_EMPTY] = parts * (cells[_OTHER:_EMPTY] > 0)
    masses[..., _MATCH] = of - masses.sum(axis=-1)
    return masses, np.maximum(cells, 1)


def _parts(errors: Any, of: int) -> Int64:
    """Check that the error masses are integers of at most `of` in total."""
    given = np.asarray(errors)
    parts = given.astype(np.int64)
    if (parts != given).any():
        raise InputError(
            f"errors: {given[parts != given][0]:g} is not an integer number of parts of {of}: give"
            " masses as parts of a larger `of`, for example (1, 2, 1) with of=10 for .1, .2, .1"
        )
    if (parts < 0).any() or (parts.sum(axis=-1) > of).any():
        raise InputError(f"errors: masses must be 0 or more and sum to at most of={of}")
    return parts


def _fewest(masses: Int64, shares: Int64) -> int:
    """The smallest number of objects that makes all cells integers."""
    return int(np.lcm.reduce(shares // np.gcd(masses, shares), axis=None))


FIGURE_3 = ((12, 12, 2, 3), (2, 2, 12, 3), (4, 4, 4, 0))  # as printed, with clusters as rows
_FIGURE_3_GROUPS = (("K1", "K2", "Knoise1"), ("C1", "C2", "C3", "Cnoise1"))


def figure_3(_: Run) -> Finding:
    """The sample solution of Figure 3, made from its parameters."""
    made = solution(Shape(2, 3, 1, 1), (1, 2, 1), of=10, objects=60).T
    clusters, classes = _FIGURE_3_GROUPS
    entries = [
        stated(cluster, _listed(printed), _listed(ours), holds=_listed(printed) == _listed(ours))
        for cluster, printed, ours in zip(clusters, FIGURE_3, made, strict=True)
    ]
    useful = "4, of which 3 are useful"
    note = "the printed table has four columns, and |C_u| = |C| - |C_noise| in the text needs 4"
    entries.append(stated("|C| in the caption", "3", useful, holds=False, note=note))
    table = Contingency.from_matrix(made.T, classes=classes, clusters=clusters)
    rows = [(name, measure(name).of(table)) for name in _SHOWN]
    return Finding(
        "Figure 3: a sample parametric clustering solution",
        "Section 4, Figure 3",
        "The generator spreads the mass 1 - ε evenly over matched pairs of useful classes and"
        " clusters, ε1 over the other useful pairs, ε2 over the cells of noise clusters with useful"
        " classes, and ε3 over the cells of useful clusters with noise classes. The larger side"
        " determines the number of matches: three classes in two clusters have three matches. With"
        " n = 60, ε1 = .1, ε2 = .2 and ε3 = .1 we get every printed cell.\n\nThe caption's |C| = 3"
        " does not agree with its own table. This matters below: the experiment fixes |C| = 5 and"
        " has up to six noise classes, though the text requires |C_noise| < |C|. Only |C_u| = 5"
        " makes sense of it.",
        tuple(entries),
        {"Scores of the sample solution": Table(("measure", "value"), rows)},
    )


_SHOWN = (
    "homogeneity", "completeness", "v_measure", "f_measure", "rand", "jaccard", "fowlkes_mallows",
    "hubert_gamma", "adjusted_rand", "variation_of_information", "dom_q0", "dom_q2",
)  # fmt: skip


def _listed(row: Any) -> str:
    return " ".join(str(int(cell)) for cell in row)
