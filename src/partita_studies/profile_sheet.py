"""Profiles of measures as tables and sentences for ``partita study``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from partita.measures.chosen import choose
from partita.report.formats.sheet import Part, Sheet
from partita.report.formats.text import Table

from .profile import Profile
from .vmeasure.desirable import PROPERTIES

_LARGEST = 16  # cells of the largest counterexample that is written out


def profile_sheet(found: Sequence[Profile], *, configurations: int) -> Sheet:
    """Everything that was found, with the counterexamples below the tables."""
    records = [_record(one) for one in found]
    document = {"schema": 1, "configurations": configurations, "measures": records}
    return Sheet(document, records, _long(found), list(_parts(found, configurations)))


def _record(one: Profile) -> dict[str, Any]:
    return {
        "measure": one.measure,
        "desirable": one.desirable,
        "criterion_1": asdict(one.criterion),
        "mathematical": [asdict(tried) for tried in one.mathematical],
    }


def _long(found: Sequence[Profile]) -> Table:
    rows = []
    for one in found:
        rows += [(one.measure, name, rate) for name, rate in one.desirable.items()]
        rows.append((one.measure, "Criterion 1", float(one.criterion.holds)))
        rows += [(one.measure, tried.name, float(tried.holds)) for tried in one.mathematical]
    return Table(("measure", "property", "rate"), rows)


def _parts(found: Sequence[Profile], configurations: int) -> Iterator[Part]:
    yield Part(
        Table(
            ("measure", *(one.name for one in PROPERTIES)),
            [(one.measure, *one.desirable.values()) for one in found],
        ),
        f"Desirable properties: their share of the steps, in {configurations:,} clusterings",
        [f"{one.name}: {one.statement}." for one in PROPERTIES],
    )
    preferred = [
        (one.measure, one.criterion.first, one.criterion.second,
         "II" if one.criterion.holds else "I, the worse")
        for one in found
    ]  # fmt: skip
    yield Part(
        Table(("measure", "I", "II", "prefers"), preferred),
        "Criterion 1: does it see that k-means makes clusters of equal size?",
    )
    names = [tried.name for tried in found[0].mathematical]
    rows = [(one.measure, *(_answer(tried.holds) for tried in one.mathematical)) for one in found]
    tried = found[0].mathematical[0].tried
    yield Part(
        Table(("measure", *names), rows),
        f"Mathematical properties, tried on {tried} random tables",
        list(_sentences(found)),
    )


def _answer(holds: bool) -> str:  # noqa: FBT001 - an answer is yes or no
    return "yes" if holds else "no"


def _sentences(found: Sequence[Profile]) -> Iterator[str]:
    """Counterexamples, and the claims that they refute."""
    for one in found:
        claimed = _claimed(one.measure)
        for tried in one.mathematical:
            if tried.witness is None or tried.values is None:
                continue
            table = [list(row) for row in tried.witness]
            shown = (
                table if sum(map(len, table)) <= _LARGEST else "a larger table (see --format json)"
            )
            claim = ", although the measure claims it" if claimed.get(tried.name) else ""
            value, due = tried.values
            lacks = f"{one.measure} lacks {tried.name}{claim}"
            yield f"{lacks}: {shown} gives {value:.4g}, not {due:.4g}."


def _claimed(label: str) -> dict[str, bool]:
    asked = choose(label)
    own = asked.measure
    return {
        "symmetry": own.is_symmetric(**asked.options),
        "n-invariance": own.n_invariant,
        "convex additivity": own.convex_additive,
        "bounds": True,
    }
