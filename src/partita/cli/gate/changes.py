"""Changes since a baseline: paired differences of scores, and whether a loss is certain."""

from __future__ import annotations

from math import isclose
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.errors import InputError, about, prediction_of
from ...base.wording import level_text, number_text
from ...inference.differences.differences import by_measure
from ...inference.differences.margins import Margin, is_loss, toward_better
from ...inference.sampling.bootstrap_intervals import Settings
from ...inference.sampling.pairing import paired
from ...labels.records import from_zero
from .baseline import positions
from .checks import Check
from .partitions import split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...base.arrays import Int64
    from ...inference.sampling.pairing import Pairing
    from ...measures.chosen import Chosen
    from ...report.formats.text import Cell
    from ...results import Difference
    from .baseline import Baseline, Run
    from .plan import Plan

_SAME = 1e-9  # relative difference of a score between machines, at most


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
        numbers = baseline.clusters(partner, run.objects)
        with about(prediction_of(name, many=len(names) > 1)):
            pair, whole = _paired(run, name, numbers)
            moves = compared(pair, measures, plan, len(names) * len(measures))
            for one, (moved, outcome) in zip(measures, moves, strict=True):
                before, now = one.of(pair.b), one.of(pair.a)
                if whole:
                    _require_same(before, one, baseline, partner)
                found.append(Change(name, partner, one, before, now, moved, outcome))
    return found


def _paired(run: Run, name: str, numbers: Int64) -> tuple[Pairing, bool]:
    """A clustering and that of the baseline on the objects that both runs count.

    Policies were applied. The second is whether these are all objects of the baseline.
    """
    counted = run.comparison.counted[name]
    where = np.empty_like(run.objects.order)
    where[run.objects.order] = np.arange(run.objects.n)
    rows = positions(counted)
    clusters, kept = split(numbers)
    both = kept[where[rows]]
    if not both.any():
        raise InputError(
            "no object has a label in both runs: write the baseline again (--write-baseline)"
        )
    pair = counted.pair
    found = paired(
        from_zero(pair.truth)[both],
        from_zero(pair.prediction)[both],
        clusters[where[rows]][both],
        None if counted.units is None else counted.units[both],
        weights=None if pair.weights is None else pair.weights[both],
    )
    return found, bool(kept.sum() == both.sum())


def _require_same(before: float, one: Chosen, baseline: Baseline, partner: str) -> None:
    """Refuse a baseline whose recorded score is another one."""
    recorded = baseline.value(partner, one.label)
    if recorded is not None and not isclose(recorded, before, rel_tol=_SAME, abs_tol=_SAME):
        raise InputError(
            f"{baseline.path}: {one.label} of {partner!r} was {recorded!r} with partita"
            f" {baseline.document['partita']}, and is {before!r} now for the same labels: the"
            " measure changed; write the baseline again (--write-baseline)"
        )


def compared(
    pair: Pairing, measures: Sequence[Chosen], plan: Plan, comparisons: int
) -> list[tuple[Difference, str]]:
    """The difference by each measure at the level of the plan, and what it means.

    `comparisons` is the number of all intervals of the gate, of which these are a part.
    """
    risks = [(1 - level) / comparisons for level in plan.levels]
    settings = [Settings(plan.method, 1 - risk, plan.seed) for risk in risks]
    found = by_measure(measures, pair, plan.draws_for(risks[0]), settings)
    return [(own[0], _outcome(own, one, plan)) for own, one in zip(found, measures, strict=True)]


def _outcome(found: Sequence[Difference], one: Chosen, plan: Plan) -> str:
    """One of `plan.OUTCOMES`, from the difference at both levels."""
    for kind, at_level in zip(("certain", "likely"), found, strict=True):
        side = _side(at_level, one, plan)
        if side:
            return f"{kind} {side}"
    # Without a margin, this interval would have been a certain loss.
    accepted = toward_better(found[0].interval, one.sign)[1] < 0
    return "accepted loss" if accepted else "no clear change"


def _side(found: Difference, one: Chosen, plan: Plan) -> str:
    """Whether a whole interval is a loss beyond the margin, or a gain."""
    ends = toward_better(found.interval, one.sign)
    if is_loss(ends, Margin(-plan.margin, 0.0)):
        return "loss"
    return "gain" if ends[0] > 0 else ""
