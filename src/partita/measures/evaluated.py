"""A formula evaluated on its statistic: the one rule for limits, and claims given the options."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..base.arithmetic import ZeroOverZero
from ..base.errors import UndefinedError
from .claims import Claims
from .formula import Described, Formula, check_option_names, finite, options_of, statistic_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .claims import Claim


class Evaluated(Described, Claims):
    """A formula with its claims, read from a statistic that was counted already."""

    def __init__(self, function: Formula, **claims: Any) -> None:
        source = statistic_of(function)  # first: refuses anything but a formula
        vars(self).update({"smooth": source.smooth, **claims})
        self.family, self.statistic, self._main = source.family, source.attribute, source.main
        # The tests check the claims of our measures; others are checked when they are called.
        self.ours = str(function.__module__).startswith("partita.")
        self.function = function if self.ours else finite(function)
        self.degree = 0 if self.n_invariant else self.degree
        self.name = self.__name__ = function.__name__
        self.__qualname__ = function.__qualname__
        self.__module__ = function.__module__
        self.__wrapped__ = function  # doctest and help look through it
        self.options: Mapping[str, Any] = MappingProxyType(options_of(function))
        self._stated: tuple[Claim, Claim] = self.symmetric, self.margin_affine
        self.symmetric = self.is_symmetric()
        self.margin_affine = self.is_margin_affine()

    def read(self, statistic: Any, *, perfect: bool = False, **options: Any) -> float:
        """Evaluate the formula on its family statistic.

        A perfect table takes the declared value, and so does a 0/0: the one rule for limits.

        Parameters
        ----------
        statistic
            What the formula reads: the attribute of a table that `statistic` names, or the
            table itself.
        perfect
            Whether the two partitions are identical.
        **options
            Options of the measure.

        Returns
        -------
        float
            The value.

        Raises
        ------
        InputError
            If an option has a value that the measure does not take.
        UndefinedError
            If the formula divides by zero and the measure declares no limit.

        Examples
        --------
        >>> import partita
        >>> table = partita.Contingency.from_labels([0, 0, 1, 1], [0, 0, 1, 2])
        >>> partita.rand.read(table.pairs)
        0.8333333333333334
        """
        reason = "divides by zero"
        try:
            formula = self.function
            value: float | None = formula(statistic, **options) if options else formula(statistic)
        except ZeroOverZero:
            value = self.undefined
        except OverflowError:
            value, reason = None, "is too large for a float"
        except ZeroDivisionError:
            value = None
        if perfect and self.perfect is not None:
            return self.perfect
        if value is None:
            raise UndefinedError(f"{self.name} has no value here: {self.formula} {reason}")
        return value

    def is_symmetric(self, **options: Any) -> bool:
        """Whether swapping truth and prediction changes nothing, given the options.

        Parameters
        ----------
        **options
            Options of the measure; the others have their defaults.

        Returns
        -------
        bool
            Whether both orders give the same value, to the last bit.

        Raises
        ------
        InputError
            If the measure has no such option.

        Examples
        --------
        >>> import partita
        >>> partita.v_measure.is_symmetric(), partita.v_measure.is_symmetric(beta=2)
        (True, False)
        """
        return self._claims(self._stated[0], options)

    @property
    def symmetric_by_options(self) -> bool:
        """Whether its symmetry depends on the options."""
        return callable(self._stated[0])

    def is_margin_affine(self, **options: Any) -> bool:
        """Whether the mean of its sum over cells gives its own mean, given the options.

        Parameters
        ----------
        **options
            Options of the measure; the others have their defaults.

        Returns
        -------
        bool
            Whether it is affine in that sum for given group sizes; see `margin_affine`.

        Raises
        ------
        InputError
            If the measure has no such option.

        Examples
        --------
        >>> import partita
        >>> nmi = partita.normalized_mutual_information
        >>> nmi.is_margin_affine(), nmi.is_margin_affine(average="joint")
        (True, False)
        """
        return self._claims(self._stated[1], options)

    def _claims(self, claim: Claim, options: Mapping[str, Any]) -> bool:
        check_option_names(self.name, options, self.options)
        return bool(claim(**{**self.options, **options})) if callable(claim) else claim

    @property
    def reads(self) -> str:
        """The family whose own statistic it reads; "table" where it needs more than that."""
        return self.family if self._main else "table"

    @property
    def direction(self) -> str:
        """What to call better: higher, lower, or neither of a baseline."""
        return "neither" if self.baseline else self.better
