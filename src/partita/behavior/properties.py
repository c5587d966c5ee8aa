"""All properties of a measure, or of many, found by trying."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..base.checks import one_of
from ..base.errors import InputError
from ..base.seeds import seed_of
from ..measures.chosen import Asked, choose_all
from .criterion import criterion_1
from .desirable import findings
from .functions import plain
from .grid import COARSE, FULL, SMALL, ClusteringGrid, values
from .group_names import refuse_names
from .mathematical import MATHEMATICAL
from .metric import metric_axioms
from .results import Properties, PropertyMatrix
from .size_of_k import constant_baseline
from .soft_claims import soft_claims
from .subject import Subject, subject

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..base.arrays import Floats
    from ..measures.claims import Better
    from .finding import PropertyFinding
    from .subject import Function

GRIDS = {"full": FULL, "coarse": COARSE, "small": SMALL}


def properties(
    measure: Asked | Function,
    *,
    better: Better | None = None,
    grid: str | None = None,
    rng: Any = 0,
) -> Properties:
    """Find out which properties a measure has: a registered one, or a function of your own.

    "no" is proven by a counterexample. "yes" means that no trial refuted the property; for small
    partitions some are decided, because all cases are tried.

    Parameters
    ----------
    measure : str, Measure, pair of measure and options, or callable
        A measure as `compare` takes it; or a function of two labelings, or of one contingency
        table, that returns a number.
    better : {"higher", "lower"}, optional
        Which direction means more agreement, for a function; "higher" if left out.
    grid : {"full", "coarse", "small"}, optional
        The clusterings for P1 to P7: all 31,360 of the paper; 2,430 of them; or 288 of 240 objects,
        which a function of labels gets. By default as many as the measure can take.
    rng : int, SeedSequence, Generator or None, default 0
        What random trials are drawn with.

    Returns
    -------
    Properties
        A finding for each property; it prints as a table, with the counterexamples below.

    Raises
    ------
    InputError
        The measure is unknown, or the formula of your function fails.

    Examples
    --------
    >>> import partita
    >>> found = partita.properties("purity", grid="coarse")
    >>> found["P2"].answer, found["symmetry"].answer, found["n-invariance"].answer
    ('no', 'no', 'yes')
    >>> print(found["symmetry"].example)
    [[1, 1]]: 1, not 0.5
    """
    chosen = subject(measure, better)
    name = grid or ("small" if chosen.reads == "labels" else "full")
    return _tried([chosen], _grid(name, [chosen]), seed_of(rng))[0]


def property_matrix(
    measures: Asked | Function | Iterable[Asked | Function] | None = None,
    *,
    grid: str = "full",
    rng: Any = 0,
) -> PropertyMatrix:
    """Find out which properties several measures have.

    Parameters
    ----------
    measures : str, Measure, callable, or list of them, optional
        The measures as `compare` takes them; ``"all"`` for every one. The main measures if left
        out. Functions are similarities here: negate a distance.
    grid : {"full", "coarse", "small"}, default "full"
        The clusterings for P1 to P7, as for `properties`; "small" if a function takes labels.
    rng : int, SeedSequence, Generator or None, default 0
        What random trials are drawn with.

    Returns
    -------
    PropertyMatrix
        A row per measure.

    Raises
    ------
    InputError
        A measure is unknown, or a function takes labels and the grid is too large for it.

    Examples
    --------
    >>> import partita
    >>> found = partita.property_matrix(["rand", "adjusted_rand"], grid="coarse")
    >>> found["adjusted_rand"]["constant baseline"].answer
    'yes'
    """
    asked = _subjects(measures)
    return PropertyMatrix(tuple(_tried(asked, _grid(grid, asked), seed_of(rng))))


def _subjects(measures: Any) -> list[Subject]:
    """Read a request that may contain functions."""
    listed = [measures] if plain(measures) else measures
    if not (isinstance(listed, (list, tuple)) and any(map(plain, listed))):
        return [subject(chosen) for chosen in choose_all(listed)]
    return [
        found
        for one in listed
        for found in ([subject(one)] if plain(one) else map(subject, choose_all([one])))
    ]


def _grid(name: str, subjects: list[Subject]) -> ClusteringGrid:
    found = GRIDS[one_of("grid", name, tuple(GRIDS))]
    for one in subjects:
        if one.reads == "labels" and found is not SMALL:
            raise InputError(
                f"grid={name!r}: {one.label} would be called with {found.objects:,} labels; write "
                "grid='small', or pass a function of a contingency table"
            )
    return found


def _tried(subjects: list[Subject], grid: ClusteringGrid, seed: int) -> list[Properties]:
    for one in subjects:
        if not one.ours:
            refuse_names(one)
    scored = values(subjects, grid)
    return [
        Properties(one.label, _findings(one, on_grid, grid, seed), seed)
        for one, on_grid in zip(subjects, scored, strict=True)
    ]


def _findings(
    one: Subject, on_grid: Floats, grid: ClusteringGrid, seed: int
) -> tuple[PropertyFinding, ...]:
    claimed = _claimed(one)
    mathematical = (tried(one, seed=seed) for tried in MATHEMATICAL)
    return (
        *findings(on_grid, one.sign, grid),
        criterion_1(one),
        *(replace(found, claimed=found.name in claimed) for found in mathematical),
        constant_baseline(one, seed=seed),
        *metric_axioms(one, seed=seed),
        *soft_claims(one, seed=seed),
    )


def _claimed(one: Subject) -> set[str]:
    """The names of the properties that the declaration of a measure claims."""
    if one.chosen is None:
        return set()
    own, options = one.chosen
    claims = {
        "symmetry": own.is_symmetric(**options),
        "n-invariance": own.n_invariant,
        "convex additivity": own.convex_additive,
        "left-domain completeness": own.independence == one.poorest,
        "right-domain completeness": own.perfect == one.best,
        "bounds": True,
    }
    return {name for name, claim in claims.items() if claim}
