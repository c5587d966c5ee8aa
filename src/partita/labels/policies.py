"""Apply the policies for missing labels and noise, in one place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..base.arrays import Array, Mask
from ..base.checks import one_of
from ..base.errors import InputError
from .noise import NO_NOISE, SIDES, Noise, noise_groups, read_noise
from .records import (
    Labeling,
    LabelPair,
    Reading,
    Sides,
    Unlabeled,
    from_zero,
    object_names,
    present_mask,
    python_names,
    union,
)
from .weights import check_total

MISSING = ("error", "drop", "singletons", "category")
NOISE_AS = ("singletons", "drop", "cluster")
ALIGN = ("error", "index")
_ERROR = "error"  # the default of two options; most calls pass this same object


class Policies(NamedTuple):
    """What missing values, noise and different indices mean in one call; checked."""

    missing: str = "error"
    noise: Noise = NO_NOISE
    noise_as: str = NOISE_AS[0]
    align: str = "error"


DEFAULT = Policies()


class _Roles(NamedTuple):
    """Objects of one side that leave the group of their label."""

    dropped: Mask | None = None
    alone: Mask | None = None
    together: Mask | None = None


def read_policies(
    missing: object = "error",
    noise: object = None,
    noise_as: object = None,
    align: object = "error",
) -> Policies:
    """Check the options; refuse unknown values and combinations without effect."""
    if noise is None and noise_as is None and missing is align is _ERROR:
        return DEFAULT
    how, order = one_of("missing", missing, MISSING), one_of("align", align, ALIGN)
    meaning = NOISE_AS[0] if noise_as is None else one_of("noise_as", noise_as, NOISE_AS)
    if noise is None and noise_as is not None:
        raise InputError(
            f'noise_as="{noise_as}" has no effect without noise: '
            "say which label is noise, e.g. noise=-1"
        )
    return Policies(how, read_noise(noise), meaning, order)


def settle(sides: Sides, policies: Policies) -> LabelPair:
    """Apply the policies to both sides; an object that one side drops is dropped from both.

    If rows stand for several objects, the weights of the pair are numbers of objects.
    """
    truth, prediction, weights, guessed, n = sides
    if n is not None:
        sides = spread_rows(sides, policies)
        return settle(sides._replace(weights=frequencies(sides), n=None), policies)
    if truth.missing is None and prediction.missing is None and not policies.noise.given:
        return _pair(_labeling(truth), _labeling(prediction), weights, guessed)
    roles = _both_roles(sides, policies)
    keep = _stay(roles)
    if keep is not None and not keep.any():
        raise InputError(
            f"nothing is left to compare: all {len(keep)} objects were dropped, because a label "
            'is missing or noise; use "singletons" instead of "drop"'
        )
    pair = (_regrouped(truth, roles[0], keep), _regrouped(prediction, roles[1], keep))
    weights = weights if keep is None or weights is None else weights[keep]
    return _pair(*pair, weights, guessed, keep)


def stay(sides: Sides, policies: Policies) -> Mask | None:
    """Return which rows the policies keep; None if they keep all."""
    return _stay(_both_roles(sides, policies))


def _stay(roles: list[_Roles]) -> Mask | None:
    dropped = union(roles[0].dropped, roles[1].dropped)
    return None if dropped is None or not dropped.any() else ~dropped


def spread_rows(sides: Sides, policies: Policies) -> Sides:
    """Give each object that becomes a group of its own a row of its own."""
    if sides.n is None:
        return sides
    alone = stand_alone(sides, policies)
    if alone is None:
        return sides
    times = np.where(alone, sides.n, 1)
    found = sides.take(np.repeat(np.arange(len(times)), times))
    return found._replace(n=np.repeat(np.where(alone, 1, sides.n), times))


def stand_alone(sides: Sides, policies: Policies) -> Mask | None:
    """Return the rows whose objects become groups of their own; None if there are none."""
    roles = _both_roles(sides, policies)
    alone = union(roles[0].alone, roles[1].alone)
    return None if alone is None else present_mask(alone)


def frequencies(sides: Sides) -> Array | None:
    """Return the number of objects of each row times their weight; refuse more than int64."""
    if sides.weights is None:
        return sides.n
    if sides.n is None:
        return sides.weights
    if int(sides.weights.max(initial=0)) * int(sides.n.max(initial=0)) >= 2**63:
        raise InputError("weights add up to 2**63 or more: divide all by a common factor")
    return sides.weights * sides.n


def _both_roles(sides: Sides, policies: Policies) -> list[_Roles]:
    readings = (sides.truth, sides.prediction)
    groups = noise_groups(readings, policies.noise)
    return [
        _roles(reading, side, group, policies)
        for reading, side, group in zip(readings, SIDES, groups, strict=True)
    ]


def _pair(
    truth: Labeling,
    prediction: Labeling,
    weights: Array | None,
    guessed: bool,  # noqa: FBT001 - a field of the pair
    kept: Mask | None = None,
) -> LabelPair:
    if weights is not None:
        check_total(weights)
    return LabelPair(truth, prediction, weights, guessed, kept)


def _roles(reading: Reading, side: str, noise: int | None, policies: Policies) -> _Roles:
    missing = reading.missing
    if missing is not None and policies.missing == "error":
        raise InputError(
            f"{side}[{int(missing.argmax())}] is missing ({int(missing.sum())} of "
            f'{len(missing)} labels are): pass missing="drop" to leave such objects out, '
            '"singletons" to give each a group of its own, "category" to make them one group'
        )
    noisy = None
    if noise is not None and policies.noise_as != "cluster":
        noisy = reading.codes == noise + reading.first
        noisy = noisy if missing is None else noisy & ~missing

    def chosen(policy: str) -> tuple[Mask | None, Mask | None]:
        return (
            missing if policies.missing == policy else None,
            noisy if policies.noise_as == policy else None,
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
    """Number the groups again after objects left the group of their label."""
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
    return _labeling(Reading(codes, 0, object_names([*python_names(reading.names), *extra])))
