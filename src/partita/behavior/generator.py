"""Dom's parametric clusterings, with the noise classes of Rosenberg and Hirschberg (2007).

Useful classes and useful clusters are matched. Noise clusters hold objects of every useful class,
and noise classes have objects in every useful cluster. Cells of one kind share their mass evenly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from ..base.checks import one_of, whole_from
from ..base.errors import InputError
from ..table.contingency import Contingency

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from ..base.arrays import Int64

    Share: TypeAlias = "float | str | Fraction | Decimal"

Matching: TypeAlias = Literal["even", "rest"]
MATCH, OTHER, NOISE_CLUSTER, NOISE_CLASS, EMPTY = range(5)  # kinds of cells
_MOST_CELLS = 10_000_000
_MOST_OBJECTS = 2**53  # so that all counts are exact as floats too
_ERRORS = (  # kind of cell, name of its error, what is needed to have such cells
    (OTHER, "ε1", "at least two useful classes and two useful clusters"),
    (NOISE_CLUSTER, "ε2", "a noise cluster (noise_clusters=1)"),
    (NOISE_CLASS, "ε3", "a noise class (noise_classes=1)"),
)


@dataclass(frozen=True, slots=True)
class Shape:
    """How many clusters and classes there are of each kind."""

    useful_clusters: int
    useful_classes: int
    noise_clusters: int = 0
    noise_classes: int = 0
    matching: Matching = "even"

    @property
    def kinds(self) -> Int64:
        """The kind of every cell, classes as rows.

        The groups of the larger side are spread evenly over those of the smaller ("even"), or the
        first of the smaller side takes all that are left over ("rest"). In Figure 3 of the paper
        both give the same.
        """
        classes, clusters = self.useful_classes, self.useful_clusters
        kinds = np.full((classes + self.noise_classes, clusters + self.noise_clusters), EMPTY)
        kinds[:classes, :clusters] = OTHER
        kinds[:classes, clusters:] = NOISE_CLUSTER
        kinds[classes:, :clusters] = NOISE_CLASS
        larger, few = np.arange(max(classes, clusters)), min(classes, clusters)
        over = len(larger) - few
        even = self.matching == "even"
        smaller = larger * few // len(larger) if even else np.maximum(larger - over, 0)
        rows, cols = (larger, smaller) if classes >= clusters else (smaller, larger)
        kinds[rows, cols] = MATCH
        return kinds


def parametric_clustering(
    classes: int,
    clusters: int,
    *,
    noise_classes: int = 0,
    noise_clusters: int = 0,
    errors: Sequence[Share] = (0, 0, 0),
    objects: int | None = None,
    matching: Matching = "even",
) -> Contingency:
    """Return the contingency table of a clustering with given numbers of groups and errors.

    This is the generator of Dom (2001), as Rosenberg and Hirschberg (2007, section 4) extended it.
    Nothing is rounded: what cannot be made exactly is refused, with the nearest that can.

    Parameters
    ----------
    classes, clusters : int
        The numbers of all classes, |C|, and of all clusters, |K|, noise groups included.
    noise_classes : int, default 0
        Classes that are spread evenly over the useful clusters.
    noise_clusters : int, default 0
        Clusters that hold objects of all useful classes evenly.
    errors : tuple of float, default (0, 0, 0)
        The shares of all objects in the wrong useful cluster (ε1), in noise clusters (ε2) and in
        noise classes (ε3). A float is read as the decimal number that it prints: 0.1 is 1/10. Write
        shares such as a third as text: "1/3".
    objects : int, optional
        How many objects. By default the fewest that make every cell an integer.
    matching : {"even", "rest"}, default "even"
        How the useful groups of the larger side are matched to those of the smaller: spread
        evenly, or the first takes all that are left over.

    Returns
    -------
    Contingency
        Classes as rows, clusters as columns; noise groups come last and are named so.

    Raises
    ------
    InputError
        There are no useful groups, an error has no cells to go to, a group would be empty, the
        errors exceed 1, the cells would not be integers, or the table would be too large.

    Examples
    --------
    Figure 3 of the paper:

    >>> import partita
    >>> table = partita.parametric_clustering(
    ...     4, 3, noise_classes=1, noise_clusters=1, errors=(0.1, 0.2, 0.1), objects=60
    ... )
    >>> table.to_scipy().toarray().T.tolist()
    [[12, 12, 2, 3], [2, 2, 12, 3], [4, 4, 4, 0]]
    >>> partita.parametric_clustering(2, 2, errors=(0.1, 0, 0)).n
    20
    """
    shape = _shape(classes, clusters, noise_classes, noise_clusters, matching)
    kinds = shape.kinds
    shares = _cell_shares(kinds, _exact(errors))
    _refuse_empty(shape, kinds, shares)
    fewest = lcm(*(share.denominator for share in shares))
    if fewest > _MOST_OBJECTS:
        raise InputError(
            f"errors={tuple(errors)!r} need {float(fewest):.2g} objects or more to make every cell "
            "an integer; write rounder shares, such as 0.1, or fractions, such as '1/3'"
        )
    counts = [share * _objects(objects, fewest) for share in shares]
    return Contingency.from_matrix(
        np.array([int(count) for count in counts])[kinds],
        classes=_names("class", shape.useful_classes, noise_classes),
        clusters=_names("cluster", shape.useful_clusters, noise_clusters),
    )


def _shape(
    classes: int, clusters: int, noise_classes: int, noise_clusters: int, matching: Matching
) -> Shape:
    one_of("matching", matching, ("even", "rest"))
    for name, all_groups, noise_name, noise in (
        ("classes", classes, "noise_classes", noise_classes),
        ("clusters", clusters, "noise_clusters", noise_clusters),
    ):
        whole_from(name, all_groups, 1)
        whole_from(noise_name, noise, 0)
        if noise >= all_groups:
            raise InputError(
                f"{name}={all_groups} counts the noise {name} too: with {noise_name}={noise} none "
                f"is left that is useful; write {name}={noise + 1} or more"
            )
    if classes * clusters > _MOST_CELLS:
        raise InputError(
            f"classes={classes:,} and clusters={clusters:,} make {classes * clusters:,} cells; "
            f"write numbers with a product of at most {_MOST_CELLS:,}"
        )
    useful = clusters - noise_clusters, classes - noise_classes
    return Shape(*useful, noise_clusters, noise_classes, matching)


def _exact(errors: Sequence[Share]) -> list[Fraction]:
    """Read the errors as the decimals that they print."""
    try:
        found = [Fraction(str(error)) for error in errors]
    except (TypeError, ValueError, ZeroDivisionError):
        found = []
    if len(found) != len(_ERRORS) or any(error < 0 for error in found):
        raise InputError(
            f"errors must be three shares of 0 or more (ε1, ε2, ε3), found {errors!r}: write for "
            "example errors=(0.1, 0.2, 0.1)"
        )
    if sum(found) > 1:
        raise InputError(f"errors sum to {float(sum(found)):g}, not at most 1: write 0.1 for 10%")
    return found


def _cell_shares(kinds: Int64, errors: Sequence[Fraction]) -> list[Fraction]:
    """Return the share of all objects in one cell of each kind."""
    number = [int((kinds == kind).sum()) for kind in range(EMPTY)]
    for (kind, name, needed), error in zip(_ERRORS, errors, strict=True):
        if error and not number[kind]:
            raise InputError(
                f"errors: {name} = {float(error):g}, but no cell can hold it: add {needed}, or "
                f"write 0"
            )
    matched = Fraction(1) - sum(errors)
    masses = [matched, *errors]
    shares = [mass / (cells or 1) for mass, cells in zip(masses, number, strict=True)]
    return [*shares, Fraction(0)]


def _refuse_empty(shape: Shape, kinds: Int64, shares: Sequence[Fraction]) -> None:
    """Refuse what a table cannot show: a class or a cluster without objects."""
    filled = np.array([share > 0 for share in shares])[kinds]
    for group, axis, useful, noise, name, error in (
        ("class", 1, shape.useful_classes, shape.noise_classes, "classes", "ε3"),
        ("cluster", 0, shape.useful_clusters, shape.noise_clusters, "clusters", "ε2"),
    ):
        empty = np.flatnonzero(~filled.any(axis=axis))
        if not len(empty):
            continue
        remedy = (
            f"write noise_{name}=0 and {name}={useful}, or {error} above 0"
            if empty[0] >= useful
            else "write smaller errors"
        )
        raise InputError(
            f"errors: {_names(group, useful, noise)[empty[0]]} would be empty; {remedy}"
        )


def _objects(objects: int | None, fewest: int) -> int:
    """Check the number of objects: a multiple of the fewest makes every cell an integer."""
    if objects is None:
        return fewest
    whole_from("objects", objects, 1)
    if objects > _MOST_OBJECTS:
        raise InputError(
            f"objects={objects:,} is too large; write at most {_MOST_OBJECTS // fewest * fewest:,},"
            " so that every count is exact"
        )
    if objects % fewest:
        below, above = objects // fewest * fewest, -(-objects // fewest) * fewest
        nearest = f"{below:,} or {above:,}" if below else f"{above:,}"
        raise InputError(
            f"objects={objects:,}: not every cell would be an integer; write {nearest}, a multiple "
            f"of {fewest:,}"
        )
    return objects


def _names(group: str, useful: int, noise: int) -> list[str]:
    return [f"{group} {k + 1}" for k in range(useful)] + [
        f"noise {group} {k + 1}" for k in range(noise)
    ]


def counts(shape: Shape, masses: Int64, *, of: int, objects: int) -> Int64:
    """Return many tables of one shape: the counts of `objects`, classes as rows.

    Parameters
    ----------
    masses : array of int, the last axis of length 3
        The error masses ε1, ε2, ε3 as integer parts of `of`. The mass of a kind of cell that the
        shape does not have stays with the matches.

    >>> counts(Shape(2, 2), np.array((2, 0, 0)), of=10, objects=10).tolist()
    [[4, 1], [1, 4]]
    """
    number = np.bincount(shape.kinds.ravel(), minlength=EMPTY + 1)
    parts = np.zeros((*masses.shape[:-1], EMPTY + 1), dtype=np.int64)
    parts[..., OTHER:EMPTY] = masses * (number[OTHER:EMPTY] > 0)
    parts[..., MATCH] = of - parts.sum(axis=-1)
    shares = of * np.maximum(number, 1)
    found, rest = np.divmod(objects * parts, shares)
    if rest.any():
        fewest = int(np.lcm.reduce(shares // np.gcd(parts, shares), axis=None))
        raise InputError(f"objects={objects:,} is not a multiple of {fewest:,}, as {shape} needs")
    cells: Int64 = found[..., shape.kinds]
    return cells
