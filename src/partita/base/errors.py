"""What partita raises: a message names the argument, the position, what was found, what to do."""


class InputError(ValueError):
    """The caller's data or options cannot be used as they are."""


class OptionError(InputError, TypeError):
    """A keyword that a call does not take: `option`; also a TypeError, as Python raises one."""

    def __init__(self, message: str, option: str = "") -> None:
        super().__init__(message)
        self.option = option


class WeightsWarning(UserWarning):
    """Weights came as floats, and the value depends on whether they are counts or importances."""


class UndefinedError(ValueError):
    """The quantity has no value on this input, and its declaration states no limit."""
