"""What becomes of objects without a label and of noise: decided here, once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..base.errors import InputError
from ..base.wording import choices, show
from .noise import SIDES, Noise, noise_groups, read_noise
from .records import (
    Array,
    Labeling,
    LabelPair,
    Mask,
    Reading,
    Unlabeled,
    from_zero,
    listed,
    object_names,
    union,
)
from .weights import check_total

if TYPE_CHECKING:
    from numpy.typing import NDArray

MISSING = ("error", "drop", "singletons", "category")
NOISE_AS = ("singletons", "drop", "cluster")
ALIGN = ("error", "index")


class Options(NamedTuple):
    """The policies of one call, checked."""

    missing: str
    noise: Noise
    noise_as: str


class _Roles(NamedTuple):
    """Objects of one side that do not stay in the group of their label."""

    dropped: Mask | None = None
    alone: Mask | None = None
    together: Mask | None = None


def check_options(missing: str, noise: object, noise_as: str | None, align: str) -> Options:
    """Refuse option values that do not exist and combinations that mean nothing."""
    _check_choice("missing", missing, MISSING)
    _check_choice("align", align, ALIGN)
    if noise_as is None:
        noise_as = NOISE_AS[0]
    else:
        _check_choice("noise_as", noise_as, NOISE_AS)
        if noise is None:
            raise InputError(
                f'noise_as="{noise_as}" has no effect without noise: '
                "say which label is noise, e.g. noise=-1"
            )
    return Options(missing, read_noise(noise), noise_as)


def _check_choice(option: str, value: object, valid: tuple[str, ...]) -> None:
    if not (isinstance(value, str) and value in valid):
        raise InputError(f"{option} must be {choices(valid)}, not {show(value)}")


def settle(
    truth: Reading, prediction: Reading, weights: Array | None, options: Options
) -> LabelPair:
    """Apply the policies to both sides, and drop an object from both where either drops it."""
    if truth.missing is None and prediction.missing is None and not options.noise.given:
        return _pair(_labeling(truth), _labeling(prediction), weights)
    roles = _both_roles(truth, prediction, options)
    dropped = union(roles[0].dropped, roles[1].dropped)
    keep = None if dropped is None else ~dropped
    if keep is not None and not keep.any():
        raise InputError(
            f"nothing is left to compare: all {len(keep)} objects are missing or noise on one "
            'side or the other, and were dropped; use "singletons" instead of "drop"'
        )
    sides = (_regrouped(truth, roles[0], keep), _regrouped(prediction, roles[1], keep))
    return _pair(*sides, weights if keep is None or weights is None else weights[keep])


def settle_cells(
    truth: Reading, prediction: Reading, n: NDArray[np.int64], options: Options
) -> LabelPair:
    """Apply the policies where a row stands for ``n`` objects with the same labels."""
    places, n = one_by_one(truth, prediction, n, options)
    if places is not None:
        truth, prediction = truth.take(places), prediction.take(places)
    return settle(truth, prediction, n, options)


def one_by_one(
    truth: Reading, prediction: Reading, n: NDArray[np.int64], options: Options
) -> tuple[NDArray[np.intp] | None, NDArray[np.int64]]:
    """Give every object that becomes a group of its own a row of its own.

    Return the rows that are wanted, some of them several times, or None for all as they are; and
    for how many objects each then stands.
    """
    roles = _both_roles(truth, prediction, options)
    alone = union(roles[0].alone, roles[1].alone)
    if alone is None or not alone.any():
        return None, n
    times = np.where(alone, n, 1)
    return np.repeat(np.arange(len(n)), times), np.repeat(np.where(alone, 1, n), times)


def _both_roles(truth: Reading, prediction: Reading, options: Options) -> list[_Roles]:
    readings = (truth, prediction)
    groups = noise_groups(readings, options.noise)
    return [
        _roles(reading, side, group, options)
        for reading, side, group in zip(readings, SIDES, groups, strict=True)
    ]


def _pair(truth: Labeling, prediction: Labeling, weights: Array | None) -> LabelPair:
    if weights is not None:
        check_total(weights)
    return LabelPair(truth, prediction, weights)


def _roles(reading: Reading, side: str, noise: int | None, options: Options) -> _Roles:
    missing = reading.missing
    if missing is not None and options.missing == "error":
        raise InputError(
            f"{side}[{int(missing.argmax())}] is missing ({int(missing.sum())} of "
            f'{len(missing)} labels are): pass missing="drop" to leave such objects out, '
            '"singletons" to give each a group of its own, "category" to make them one group'
        )
    noisy = None
    if noise is not None and options.noise_as != "cluster":
        noisy = reading.codes == noise + reading.first
        noisy = noisy if missing is None else noisy & ~missing

    def chosen(policy: str) -> tuple[Mask | None, Mask | None]:
        return (
            missing if options.missing == policy else None,
            noisy if options.noise_as == policy else None,
        )

    return _Roles(
        dropped=union(*chosen("drop")),
        alone=union(*chosen("singletons")),
        together=chosen("category")[0],
    )


def _labeling(reading: Reading) -> Labeling:
    reading.names.setflags(write=False)
    return Labeling(reading.codes, reading.first, reading.names)


def _regrouped(reading: Reading, roles: _Roles, keep: Mask | None) -> Labeling:
    """Number the groups anew where objects left the group of their label."""
    alone, together = roles.alone, roles.together
    if keep is not None:
        reading = reading._replace(codes=reading.codes[keep])
        alone = None if alone is None else alone[keep]
        together = None if together is None else together[keep]
    if alone is None and together is None:
        return _labeling(reading)
    codes = from_zero(reading)
    extra: list[object] = []
    if together is not None and together.any():
        codes[together] = len(reading.names)
        extra.append(None)
    if alone is not None:
        start, count = len(reading.names) + len(extra), int(alone.sum())
        codes[alone] = np.arange(start, start + count)
        extra += [Unlabeled() for _ in range(count)]
    return _labeling(Reading(codes, 0, object_names([*listed(reading.names), *extra])))
