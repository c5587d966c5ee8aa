"""The null models: what they keep of the two labelings, and what is random."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ..base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

Kept: TypeAlias = Literal["sizes", "number", "nothing"]


class Model(NamedTuple):
    """What random labelings have in common with the observed ones, on either side.

    "sizes": the sizes of the groups; objects are assigned at random. "number": the number of
    groups; all partitions with that number are equally likely. "nothing": all partitions of the
    objects are equally likely. The two sides are independent.
    """

    name: str  #: its name
    classes: Kept  #: what the classes keep
    clusters: Kept  #: what the clusters keep
    aliases: tuple[str, ...]  #: abbreviations
    reading: str  #: in words

    @property
    def keeps_sizes(self) -> bool:
        """Whether both sides keep their sizes and only the pairing of labels is random."""
        return self.classes == self.clusters == "sizes"

    @property
    def symmetric(self) -> bool:
        """Whether the model treats truth and prediction alike."""
        return self.classes == self.clusters


_LISTED = (
    Model(
        "permutation",
        "sizes",
        "sizes",
        ("perm", "perm1", "permutation_one_sided"),
        "random labels with the same group sizes",
    ),
    Model(
        "fixed_number",
        "number",
        "number",
        ("num", "number"),
        "two random partitions with the same numbers of groups",
    ),
    Model("all_partitions", "nothing", "nothing", ("all",), "two random partitions of the objects"),
    Model(
        "fixed_number_one_sided",
        "sizes",
        "number",
        ("num1", "num_one_sided", "number_one_sided"),
        "random predictions with the same number of clusters, for the fixed truth",
    ),
    Model(
        "all_partitions_one_sided",
        "sizes",
        "nothing",
        ("all1", "all_one_sided"),
        "random predictions with any number of clusters, for the fixed truth",
    ),
)

MODELS: Mapping[str, Model] = MappingProxyType({model.name: model for model in _LISTED})
"""Every null model by its name. Gates and Ahn (2017) call them perm, num, all, num1 and all1."""


def model_of(null: Any) -> Model:
    """Find a null model by its name or an abbreviation.

    Parameters
    ----------
    null
        The name of a model, an abbreviation, or a model.

    Returns
    -------
    Model
        The model.

    Raises
    ------
    InputError
        If no model has this name. The message lists the names.

    Examples
    --------
    >>> model_of("num").name
    'fixed_number'
    """
    if isinstance(null, Model):
        return null
    for model in _LISTED:
        if isinstance(null, str) and null in (model.name, *model.aliases):
            return model
    known = ", ".join(repr(model.name) for model in _LISTED)
    raise InputError(f"null must be one of {known}; got {null!r}")
