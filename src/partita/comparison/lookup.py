"""Find a prediction or a score by name; the error of an unknown name lists the known ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.errors import InputError
from ..base.wording import first_of, show
from ..measures.chosen import choose
from ..measures.measure import MEASURES

if TYPE_CHECKING:
    from ..measures.chosen import Asked
    from .comparison import Comparison
    from .counting.counting import Counted
    from .counting.score import Score

_NAMED = 12  # predictions that a message lists


def find_score(comparison: Comparison, key: str | tuple[str, Asked]) -> Score:
    """The score of a prediction by a measure; the measure alone if there is one prediction."""
    if not isinstance(key, tuple):
        _refuse_alone(comparison, key)
        key = comparison.predictions[0], key
    if len(key) != 2:
        raise InputError(
            f"expected a prediction and a measure, such as c['kmeans', 'rand']; got {key!r}"
        )
    asked = [one.label for one in comparison.measures]
    name = _known(comparison, key[0])
    # A measure that was asked for need not be registered, so its label is looked up first.
    label = key[1] if key[1] in asked else choose(key[1]).label
    for score in comparison.scores:
        if (score.prediction, score.measure) == (name, label):
            return score
    raise InputError(f"{label!r} was not asked for; this comparison has {', '.join(asked)}")


def find_counted(comparison: Comparison, prediction: str | None) -> Counted:
    """The counts of a hard prediction, or of the only one if no name is given."""
    name = _only(comparison) if prediction is None else _known(comparison, prediction)
    if name not in comparison.counted:
        raise InputError(
            f"prediction: {name!r} is soft or was compared with a soft truth, so it has no "
            "single table; make it hard first, for example with partita.soft.maximum_membership"
        )
    return comparison.counted[name]


def _refuse_alone(comparison: Comparison, key: str) -> None:
    """Refuse a prediction without a measure, and a measure without one of several predictions."""
    names = comparison.predictions
    if len(names) == 1 and (key in MEASURES or key not in names):
        return
    measure = next((one.measure for one in comparison.scores), "adjusted_rand")
    if key in names:
        raise InputError(
            f"{key!r} is a prediction: name a measure too, for example c[{key!r}, {measure!r}]"
        )
    problem = "a measure alone is not enough"
    try:
        choose(key)
    except InputError:
        problem = f"no prediction and no measure is called {show(key)}"
    raise InputError(
        f"{problem}: name one of the predictions {_list_names(comparison)} and a measure, for "
        f"example c[{names[0]!r}, {measure!r}]"
    )


def _only(comparison: Comparison) -> str:
    if len(comparison.predictions) > 1:
        raise InputError(
            "prediction is missing and there are several: name one of the predictions "
            f"{_list_names(comparison)}"
        )
    return comparison.predictions[0]


def _known(comparison: Comparison, name: str) -> str:
    text = str(name)  # comparisons turn all names into text
    if text not in comparison.sizes:
        raise InputError(f"no prediction is called {text!r}; there are {_list_names(comparison)}")
    return text


def _list_names(comparison: Comparison) -> str:
    return first_of([repr(name) for name in comparison.predictions], _NAMED)
