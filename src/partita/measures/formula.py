"""What a formula declares by itself: the statistic it reads, its options, its docstring."""

from __future__ import annotations

from functools import cache, wraps
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeAlias

from ..base.checks import real
from ..base.errors import InputError, OptionError
from ..base.shown import above
from ..statistics.registry import STATISTICS, Statistic

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

Formula: TypeAlias = "Callable[..., float]"

_TABLE = Statistic("table", "", main=False, smooth=False, module=__name__)  # the table itself


def statistic_of(function: Formula) -> Statistic:
    """Return the statistic that a formula reads, by the annotation of its first parameter."""
    if not hasattr(function, "__code__"):
        raise InputError(f"register takes a function, not {type(function).__name__} {function!r}")
    name = function.__code__.co_varnames[0] if function.__code__.co_argcount else ""
    annotation = function.__annotations__.get(name)
    kind = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    kind = kind.rpartition(".")[2]
    if kind == "Contingency":
        return _TABLE
    if kind not in STATISTICS:
        raise InputError(
            f"{function.__name__}: annotate its first parameter with what it reads: "
            f"partita.Contingency for the whole table, or one of partita.statistics: "
            f"{', '.join(STATISTICS)}; found {'none' if annotation is None else repr(annotation)}"
        )
    return STATISTICS[kind]


def options_of(function: Formula) -> dict[str, Any]:
    """Return the options of a formula, the parameters after the first, with their defaults."""
    code, defaults = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[1 : code.co_argcount]
    keyword_only = function.__kwdefaults__ or {}
    if len(defaults) != len(names) or len(keyword_only) != code.co_kwonlyargcount:
        raise InputError(f"{function.__name__}: every option needs a default value")
    return {**dict(zip(names, defaults, strict=True)), **keyword_only}


def check_option_names(owner: str, given: Iterable[str], known: Collection[str]) -> None:
    """Refuse an option that its owner, such as a measure, does not have."""
    for name in given:
        if name not in known:
            from ..base.keywords import called  # only errors need it

            right = called(name, (*known, "truth", "prediction"))
            remedy = f"{name} is called {right}; " if right else ""
            listed = f"its options: {', '.join(known) or 'none'}"
            raise OptionError(f"{owner} has no option {name!r}; {remedy}{listed}", name)


def check_sides(measure: str, sides: Iterable[object]) -> None:
    """Refuse a call of a measure with fewer or more than two labelings; ``...`` counts as none."""
    given = len([side for side in sides if side is not ...])
    if given != 2:
        raise OptionError(
            f"{measure} compares two labelings, truth and prediction, and got {given}; for several "
            'write partita.compare(truth, {"a": a, "b": b}), for counts '
            f"partita.{measure}.of(partita.Contingency.from_matrix(counts))"
        )


def finite(function: Formula) -> Formula:
    """Make a formula refuse to return anything but a finite number."""

    @wraps(function)
    def checked(*arguments: Any, **options: Any) -> float:
        value: object = function(*arguments, **options)
        number = real(value)
        if number is None or not isfinite(number):
            raise InputError(
                f"{function.__name__}: a measure returns a finite number; its formula returned "
                f"{value!r}"
            )
        return number

    return checked


@cache
def paragraphs(text: str | None) -> tuple[str, ...]:
    """Return the paragraphs of a docstring, each on one line."""
    lines = [line.strip() for line in (text or "").splitlines()]
    return tuple(" ".join(block.split()) for block in "\n".join(lines).strip().split("\n\n"))


class _Docstring:
    """The docstring of a class; for an instance, what `partita.report` writes on demand."""

    def __init__(self, of_class: str | None) -> None:
        self._of_class = of_class

    def __get__(self, instance: Described | None, owner: type) -> str | None:
        if instance is None:
            return self._of_class
        text: str = above("report").docstring(instance)
        return text


class Described:
    """A measure whose docstring says what its value means, and when it misleads.

    The docstring of the function has the words. `__doc__` adds the sections that follow from the
    declaration: parameters, returns, raises, notes, references and an example.
    """

    function: Formula  #: the formula, whose docstring says what the value means

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__doc__ = _Docstring(cls.__doc__)  # type: ignore[assignment]

    @property
    def reading(self) -> str:
        """What the value means: the first paragraph of the docstring."""
        return paragraphs(self.function.__doc__)[0]

    @property
    def remarks(self) -> tuple[str, ...]:
        """What else to know: the paragraphs without reading and drawback, up to the examples."""
        rest = paragraphs(self.function.__doc__)[1:]
        end = next(
            (k for k, text in enumerate(rest) if text.startswith((">>>", "Examples -"))), None
        )
        return tuple(text for text in rest[:end] if text and not text.startswith("Beware: "))

    @property
    def drawback(self) -> str:
        """When the value misleads: the paragraph of the docstring that begins with Beware."""
        found = [text for text in paragraphs(self.function.__doc__) if text.startswith("Beware: ")]
        return found[0].removeprefix("Beware: ") if found else ""
