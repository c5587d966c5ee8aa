"""Match two labelings of different objects by the ids of the objects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ..base.checks import one_of
from ..base.errors import InputError
from ..base.keywords import explain_keywords
from ..base.wording import article, show
from .containers import library_types
from .names import is_missing, label_key

_HOW = ("error", "inner", "outer")
_WITH_IDS = "pass a mapping from id to label, a pandas Series, or zip(ids, labels)"
_Labels: TypeAlias = "dict[tuple[Any, ...], tuple[Any, Any]]"  # key of an id: the id and its label


@dataclass(frozen=True, slots=True)
class Alignment:
    """Labels of two sides with the objects in the same order; unpacks into the two.

    Attributes
    ----------
    truth, prediction : list
        The labels; None if the side does not have the object.
    ids : list
        Ids of the objects: in the order of the truth, then ids that only the prediction has.
    only_truth, only_prediction : list
        Ids that only one side has, even if they were left out.
    """

    truth: list[Any]
    prediction: list[Any]
    ids: list[Any]
    only_truth: list[Any]
    only_prediction: list[Any]

    def __iter__(self) -> Iterator[list[Any]]:
        """Truth and prediction, as measures take them."""
        yield self.truth
        yield self.prediction


@explain_keywords
def match_ids(truth: Any, prediction: Any, *, how: str = "error") -> Alignment:
    """Match two labelings by the ids of their objects.

    Parameters
    ----------
    truth, prediction
        The label of each id: a mapping, a pandas Series (its index has the ids), or pairs of id
        and label. Ids are compared like labels: 1, "1", True and 1.0 are four ids.
    how
        What to do with an id that only one side has. ``"error"`` refuses it. ``"inner"`` leaves
        the object out. ``"outer"`` keeps it with a missing label on the other side; the option
        `missing` of every measure says what that means (a group for each, or one group for all).

    Returns
    -------
    Alignment
        Unpacks into truth and prediction.

    Raises
    ------
    InputError
        If ids repeat, or only one side has an id and `how` is "error".

    Notes
    -----
    Beware: ``"inner"`` judges a prediction only on the objects that it labels. A prediction that
    labels the easiest tenth of the objects can score 1: check the length of `only_truth`.

    Examples
    --------
    >>> import partita
    >>> truth = {"ann": 1, "bob": 1, "cid": 2, "dan": 2}
    >>> prediction = {"bob": "x", "ann": "x", "dan": "y", "eve": "y"}
    >>> both = partita.match_ids(truth, prediction, how="inner")
    >>> both.ids, both.only_truth, both.only_prediction
    (['ann', 'bob', 'dan'], ['cid'], ['eve'])
    >>> partita.adjusted_rand(*both)
    1.0
    >>> outer = partita.match_ids(truth, prediction, how="outer")
    >>> partita.adjusted_rand(*outer, missing="singletons")
    0.375
    """
    one_of("how", how, _HOW)
    left, right = _labels(truth, "truth"), _labels(prediction, "prediction")
    only_left = [key for key in left if key not in right]
    only_right = [key for key in right if key not in left]
    if how == "error":
        _refuse(left, only_left, "truth", "prediction")
        _refuse(right, only_right, "prediction", "truth")
    keys = [key for key in left if key in right] if how == "inner" else [*left, *only_right]
    if not keys:
        raise InputError(
            "truth and prediction have no id in common: use the same ids on both sides "
            "(1 and '1' are two ids)"
        )
    absent = (None, None)
    return Alignment(
        [left.get(key, absent)[1] for key in keys],
        [right.get(key, absent)[1] for key in keys],
        [(left if key in left else right)[key][0] for key in keys],
        [left[key][0] for key in only_left],
        [right[key][0] for key in only_right],
    )


def _labels(values: Any, side: str) -> _Labels:
    found: _Labels = {}
    for at, (name, label) in enumerate(_pairs(values, side)):
        key = _key(name, side, at)
        if key in found:
            raise InputError(
                f"{side} has the id {show(name)} twice (again at position {at}): "
                "an object has one label; for overlapping clusters compare covers"
            )
        found[key] = name, label
    return found


def _pairs(values: Any, side: str) -> Iterable[tuple[Any, Any]]:
    if isinstance(values, Mapping):
        return values.items()
    if isinstance(values, library_types("pandas", "Series")):
        return zip(values.index.tolist(), values.tolist(), strict=True)
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(
            f"{side} is {article(type(values).__name__)}: match_ids needs ids, so {_WITH_IDS}"
        )
    return _checked(values, side)


def _checked(values: Iterable[Any], side: str) -> Iterator[tuple[Any, Any]]:
    for at, pair in enumerate(values):
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            raise InputError(
                f"{side}[{at}] is {show(pair)}, not a pair of id and label: match_ids needs ids, "
                f"so {_WITH_IDS}"
            )
        yield pair[0], pair[1]


def _key(name: Any, side: str, at: int) -> tuple[Any, ...]:
    try:
        key = None if is_missing(name) else label_key(name)
        hash(key)
    except (TypeError, InputError) as error:
        raise InputError(
            f"the id at position {at} of {side} is {show(name)}, which cannot name an object "
            f"({error}): use strings or integers"
        ) from None
    if key is None:
        raise InputError(
            f"the id at position {at} of {side} is missing ({show(name)}): "
            "give every object an id, or leave it out"
        )
    return key


def _refuse(found: _Labels, unmatched: list[tuple[Any, ...]], one: str, other: str) -> None:
    if unmatched:
        raise InputError(
            f"the id {show(found[unmatched[0]][0])} of {one} is not in {other} "
            f'({len(unmatched)} unmatched): pass how="inner" to leave such objects out, or '
            'how="outer" to keep them with a missing label'
        )
