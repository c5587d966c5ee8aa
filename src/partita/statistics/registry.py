"""The registry of family statistics: each is a record, and a function that reads it from a table.

`statistic` declares the function. Every table then has the statistic as an attribute, which is
computed on first use and kept; a formula whose first parameter is annotated with the record is a
measure of its family.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from ..base.errors import InputError
from ..base.late import kept
from .values import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from . import association as of_association
    from . import coding as of_coding
    from . import entity_resolution as of_entities
    from . import evenness as of_evenness
    from . import group_sizes as of_sizes
    from . import information as of_information
    from . import matching as of_matching
    from . import overlaps as of_overlaps
    from . import pairs as of_pairs

Read = TypeVar("Read", bound="Callable[..., Any]")

_REGISTRY: dict[str, Statistic] = {}
STATISTICS: Mapping[str, Statistic] = MappingProxyType(_REGISTRY)
"""Every statistic by the name of its record."""


class Statistic(Record):
    """The properties of a statistic.

    A `main` statistic gives its family the name; few measures read the others. A `smooth` one is a
    sum over cells and groups: small changes of a table change it in proportion, unlike largest
    overlaps and matchings. `counts_cells` is true if it counts the occupied cells.
    """

    family: str
    attribute: str
    main: bool
    smooth: bool
    module: str  # that declared it
    counts_cells: bool = False


class Readable:
    """Base class of tables, with every declared statistic as an attribute.

    The annotations are for type checkers; measures can read a statistic without one.
    """

    pairs: of_pairs.PairCounts
    pair_moments: of_pairs.PairMoments
    information: of_information.Information
    expected_information: of_information.ExpectedInformation
    evenness: of_evenness.Evenness
    redundancy: of_evenness.Redundancy
    information_moments: of_information.InformationMoments
    reduced_information: of_information.ReducedInformation
    size_variation: of_sizes.SizeVariation
    association: of_association.Association
    overlaps: of_overlaps.Overlaps
    element_overlaps: of_overlaps.ElementOverlaps
    counterparts: of_overlaps.Counterparts
    jaccard_counterparts: of_overlaps.JaccardCounterparts
    product_counterparts: of_overlaps.ProductCounterparts
    square_shares: of_overlaps.SquareShares
    gini_gains: of_overlaps.GiniGains
    matching: of_matching.Matching
    share_matching: of_matching.ShareMatching
    class_matching: of_matching.ClassMatching
    set_matching: of_matching.SetMatching
    pieces: of_entities.Pieces
    other_shares: of_entities.OtherShares
    merge_costs: of_entities.MergeCosts
    coding: of_coding.Coding

    def __init_subclass__(cls) -> None:
        for one in _REGISTRY.values():
            if one.attribute in vars(cls):
                raise _taken(one.module, one.attribute)


def statistic(
    family: str, *, main: bool = False, smooth: bool = False, counts_cells: bool = False
) -> Callable[[Read], Read]:
    """Declare how a statistic is read from a table: a decorator.

    Every table gets an attribute with the name of the function; the return type is the record.

    Parameters
    ----------
    family
        The family under which measures that read it are listed.
    main
        Whether it gives the family its name.
    smooth
        Whether small changes of a table change it in proportion.
    counts_cells
        Whether it counts the occupied cells.

    Returns
    -------
    callable
        Takes the function and returns it, once it is declared.

    Raises
    ------
    InputError
        If the name is taken, or the return type is missing.

    Examples
    --------
    >>> from typing import NamedTuple
    >>> from partita import Contingency, register
    >>> class LargestCell(NamedTuple):
    ...     share: float
    >>> @statistic("overlap")
    ... def largest_cell(table: Contingency) -> LargestCell:
    ...     return LargestCell(int(table.counts.max()) / table.n)
    >>> @register(symbol="largest", formula="max n_ij / n")
    ... def share_of_largest_cell_example(cell: LargestCell) -> float:
    ...     return cell.share
    >>> share_of_largest_cell_example([0, 0, 1, 1], ["a", "a", "a", "b"])
    0.5
    """

    def declare(read: Read) -> Read:
        record, name, module = _record_of(read), read.__name__, str(read.__module__)
        known = _REGISTRY.get(record)
        again = known is not None and known.attribute == name and known.module == module
        if not again:  # a user's statistic may be declared again
            if known is not None:
                raise InputError(f"{module}: {record} is the record of {known.attribute} already")
            if any(hasattr(kind, name) for kind in (Readable, *Readable.__subclasses__())):
                raise _taken(module, name)
        _REGISTRY[record] = Statistic(family, name, main, smooth, module, counts_cells)
        attribute = kept(read)
        attribute.__set_name__(Readable, name)
        setattr(Readable, name, attribute)
        return read

    return declare


def _record_of(read: Callable[..., Any]) -> str:
    """Return the name of the record that a function is annotated to return."""
    record = read.__annotations__.get("return")
    name = record if isinstance(record, str) else getattr(record, "__name__", "")
    if not name:
        raise InputError(f"{read.__name__}: annotate the record it returns, as in -> PairCounts")
    return name.rpartition(".")[2]


def _taken(module: str, name: str) -> InputError:
    return InputError(f"{module}: tables have an attribute {name!r} already; rename the function")
