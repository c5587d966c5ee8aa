"""Changes since a baseline: paired differences of scores, and whether a loss is certain."""

from __future__ import annotations

from math import ceil, isclose
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.draws import OBJECTS
from ...base.errors import InputError, about, prediction_of
from ...base.wording import level_text, number_text
from ...inference.differences.differences import difference
from ...labels.records import from_zero
from .baseline import positions
from .checks import Check
from .partitions import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Int64
    from ...measures.chosen import Chosen
    from ...report.formats.text import Cell
    from ...results import Difference
    from .baseline import Baseline, Run

LIKELY = 0.8  # level of the interval that tells a likely change
_BEYOND = 10  # draws beyond each end of an interval, at least
_SAME = 1e-9  # relative difference of a score between machines, at most
OUTCOMES = ("certain loss", "likely loss", "no clear change", "likely gain", "certain gain")


class Plan(NamedTuple):
    """How runs are compared, and which losses fail."""

    confidence: float  # of all intervals together
    margin: float = 0.0  # a loss that is accepted
    fail_on: str = "certain"
    method: str = "calibrated"
    draws: int | None = None
    seed: int = 0

    @property
    def levels(self) -> tuple[float, ...]:
        """The level of certain changes, and that of likely ones if they fail or are named."""
        return self.confidence, min(LIKELY, self.confidence)

    @property
    def false_failures(self) -> float:
        """Share of runs that fail without a loss, at most: the losing half of the intervals."""
        return (1 - self.levels[self.fail_on == "likely"]) / 2

    @property
    def beyond(self) -> str:
        """The accepted loss in words."""
        return f" beyond {self.margin:g}" if self.margin else ""

    def fails(self, outcome: str) -> bool:
        """Whether an outcome fails the gate."""
        return outcome in OUTCOMES[: 1 if self.fail_on == "certain" else 2]

    def draws_for(self, risk: float) -> int:
        """Draws for intervals that miss with this probability."""
        enough = max(OBJECTS, round(2 * _BEYOND / risk) - 1)
        least = ceil(2 / risk - 1)
        if self.draws is not None and self.draws < least:
            raise InputError(
                f"--draws {self.draws}: a certain loss needs at least {least} draws here; leave"
                f" --draws out for {enough}"
            )
        return enough if self.draws is None else self.draws


class Change(NamedTuple):
    """The score of a clustering and that of the baseline on the same objects."""

    prediction: str
    baseline: str  # name of the clustering in the baseline
    chosen: Chosen
    before: float
    now: float
    difference: Difference
    outcome: str

    @property
    def row(self) -> tuple[Cell, ...]:
        """The change as a row of a table."""
        found = self.difference
        ends = (signed(one) for one in (found.value, *found.interval))
        return self.chosen.label, self.prediction, self.before, self.now, *ends, self.outcome

    def check(self, plan: Plan) -> Check:
        """The check that the gate makes of it."""
        kinds = "certain" if plan.fail_on == "certain" else "certain or likely"
        beyond = plan.beyond if "loss" in self.outcome else ""
        return Check(
            self.prediction,
            self.chosen.label,
            f"no {kinds} loss{plan.beyond}",
            f"{self._sentence}: {self.outcome}{beyond}",
            not plan.fails(self.outcome),
            self._numbers(plan),
        )

    @property
    def _sentence(self) -> str:
        found = self.difference
        low, high = map(signed, found.interval)
        moved = f"is still {number_text(self.now)}"
        if found.value:
            before, now = number_text(self.before), number_text(self.now)
            moved = f"went from {before} to {now}, by {signed(found.value)}"
        return f"{moved}, {level_text(round(found.confidence, 6))} interval {low} to {high}"

    def _numbers(self, plan: Plan) -> dict[str, Any]:
        names = ("low", "high", "confidence", "p_value", "at_floor")
        return {
            "baseline": self.baseline,
            "before": self.before,
            "now": self.now,
            "difference": self.difference.value,
            **{name: getattr(self.difference, name) for name in names},
            "margin": plan.margin,
            "outcome": self.outcome,
            "method": self.difference.how,
        }


def signed(value: float) -> str:
    """A difference with its sign."""
    return ("+" if value > 0 else "") + number_text(value)


def guarantee(found: Sequence[Change], plan: Plan, path: str) -> list[str]:
    """Say how runs were compared, and how rarely the gate fails without a loss."""
    every = {1: "the interval holds", 2: "both intervals hold"}.get(
        len(found), f"all {len(found)} intervals hold"
    )
    drawn = found[0].difference
    share = f"{100 * plan.false_failures:.3g}%"
    loss = f"a loss{plan.beyond}"
    compared = f"Compared with {path} on the same objects; {every} with"
    how = f"{level_text(plan.confidence)} ({drawn.method}, {drawn.draws} draws, seed {drawn.rng})"
    return [f"{compared} {how}.", f"Without {loss}, at most {share} of runs fail."]


def changes(run: Run, baseline: Baseline, measures: Sequence[Chosen], plan: Plan) -> list[Change]:
    """Compare every clustering of a run with its partner in the baseline, by each measure.

    Levels are corrected for the number of comparisons (Bonferroni), so that all intervals hold
    together with the confidence of the plan, and the gate fails without a loss as rarely.
    """
    for one in measures:
        if one.measure.baseline:
            raise InputError(f"{one.label} is a value under chance: neither direction is a loss")
    names = run.comparison.predictions
    partners = {name: baseline.partner(name, names) for name in names}
    baseline.require(run)
    found = []
    for name, partner in partners.items():
        pair = _paired(run, name, baseline.clusters(partner, run.objects))
        with about(prediction_of(name, many=len(names) > 1)):
            for one in measures:
                before = _before(pair, one, baseline, partner)
                now = one.measure(pair["truth"], pair["a"], weights=pair["weights"], **one.options)
                moved, outcome = _compared(pair, one, plan, len(names) * len(measures))
                found.append(Change(name, partner, one, before, now, moved, outcome))
    return found


def _paired(run: Run, name: str, numbers: Int64) -> dict[str, Any]:
    """Truth and both clusterings on the objects that both runs count, without policies."""
    counted = run.comparison.counted[name]
    where = np.empty_like(run.objects.order)
    where[run.objects.order] = np.arange(run.objects.n)
    rows = positions(counted)
    clusters, kept = split(numbers)
    both = kept[where[rows]]
    if not both.any():
        raise InputError(f"no object of {name!r} has a label in both runs")
    pair = counted.pair
    return {
        "truth": from_zero(pair.truth)[both],
        "a": from_zero(pair.prediction)[both],
        "b": clusters[where[rows]][both],
        "weights": None if pair.weights is None else pair.weights[both],
        "groups": None if counted.units is None else counted.units[both],
        "whole": bool(kept.sum() == both.sum()),
    }


def _before(pair: dict[str, Any], one: Chosen, baseline: Baseline, partner: str) -> float:
    """Score the baseline's clustering again; if its score was recorded, both must agree."""
    value: float = one.measure(pair["truth"], pair["b"], weights=pair["weights"], **one.options)
    recorded = baseline.value(partner, one.label)
    if pair["whole"] and recorded is not None and not _same(recorded, value):
        raise InputError(
            f"{baseline.path}: {one.label} of {partner!r} was {recorded!r} with partita"
            f" {baseline.document['partita']}, and is {value!r} now for the same labels: the"
            " measure changed; write the baseline again (--write-baseline)"
        )
    return value


def _same(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=_SAME, abs_tol=_SAME)


def _compared(
    pair: dict[str, Any], one: Chosen, plan: Plan, comparisons: int
) -> tuple[Difference, str]:
    """The difference at the level of the plan, and what it means."""
    certain, likely = plan.levels
    found = _difference(pair, one, plan, certain, comparisons)
    side = _side(found, one, plan)
    if side:
        return found, f"certain {side}"
    side = _side(_difference(pair, one, plan, likely, comparisons), one, plan)
    return found, f"likely {side}" if side else "no clear change"


def _difference(
    pair: dict[str, Any], one: Chosen, plan: Plan, confidence: float, comparisons: int
) -> Difference:
    risk = (1 - confidence) / comparisons
    return difference(
        one.measure,
        pair["truth"],
        pair["a"],
        pair["b"],
        groups=pair["groups"],
        weights=pair["weights"],
        confidence=1 - risk,
        method=plan.method,
        draws=plan.draws_for(risk),
        rng=plan.seed,
        **one.options,
    )


def _side(found: Difference, one: Chosen, plan: Plan) -> str:
    """Whether a whole interval is a loss beyond the margin, or a gain."""
    worst, best = sorted(one.sign * end for end in found.interval)
    if best < -plan.margin:
        return "loss"
    return "gain" if worst > 0 else ""
