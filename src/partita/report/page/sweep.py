"""The report of a sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.wording import brief, three
from ...table.groups import Groups
from ..formats.markup import bullets, paragraph, tag
from .citations import Citations
from .extras import sweep_section
from .frame import document, section
from .methods import citation_section, defined, verbatim, versions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...comparison import Sweep
    from ...measures.chosen import Chosen
    from .interactive import Extra


def sweep_page(
    sweep: Sweep, *, facts: Mapping[str, str] | None = None, interactive: bool = False
) -> str:
    """The parameter that each measure prefers, scores with chance, and what the measures mean."""
    works = Citations()
    preferred = [_preferred(sweep, one) for one in sweep.measures]
    notes = [
        tag("li", tag("b", f"{m.name} ({m.symbol})"), f": {m.reading} ", works.cite(m.references))
        for m in (one.measure for one in sweep.measures)
    ]
    drawn = f"{sweep.draws:,} draws of objects, seed {sweep.rng}" if sweep.draws else "no draws"
    how = [*verbatim(facts or {}), ("draws", drawn), ("software", versions())]
    sections = [
        section("verdict", "Verdict", bullets(preferred, "verdict")),
        sweep_section(sweep),
        section("measures", "What the measures say", tag("ul", *notes), about="and its papers"),
        section(
            "methods", "How this was computed", defined(how),
            about="data, draws, seed and versions",
        ),
        citation_section(works),
    ]  # fmt: skip
    first, last = sweep.parameters[0], sweep.parameters[-1]
    lead = f"{len(sweep.parameters)} clusterings, parameter {brief(first, 20)} to {brief(last, 20)}"
    return document(
        "Scores over a parameter", sections, lead=paragraph(lead, kind="lead"),
        footer=f"Made by {versions()}.", more=_script() if interactive else None,
    )  # fmt: skip


def _script() -> Extra:
    from .interactive import extra

    return extra()


def _preferred(sweep: Sweep, asked: Chosen) -> str:
    """The parameter that a measure prefers, with its score, chance, and how certain that is."""
    name, best = asked.label, sweep.best[asked.label]
    row = next(row for row in sweep.of(name).rows() if row["parameter"] == best)
    text = f"{sweep.preference(name)} ({three(row['value'])}"
    expected = row.get("expected")
    text += f"; chance {three(expected)}" if expected is not None and expected == expected else ""  # noqa: PLR0124
    lower = "; lower is better" if asked.measure.better == "lower" else ""
    groups = Groups(0, row["clusters"], 0, row.get("unclustered", 0))
    return f"{text}; {groups.cluster_text}{lower})."
