"""What measures declare: a list of all measures, and a page about one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from ...measures.measure import Measure
from .references import citation
from .sheet import Part, Sheet, complete_lines
from .text import READING_WIDTH, Table

if TYPE_CHECKING:
    from ...interop.conventions import Convention

_LONGEST_LINE = 100  # of a wider terminal, so that lines stay readable


def listing_sheet(measures: Iterable[Measure]) -> Sheet:
    """The list of measures in every format."""
    chosen = list(measures)
    found, table = document(chosen), listing(chosen)
    return Sheet(found, complete_lines(found, "measures"), table, [Part(table)])


def explanation_sheet(m: Measure) -> Sheet:
    """One measure as facts by name, in every format; `explanation` is its page for reading."""
    found = document([m])
    found["measures"][0]["elsewhere"] = {
        f"{one.package} {one.name}": one.differs for one in _elsewhere(m)
    }
    known = {name: _plain(value) for name, value in found["measures"][0].items()}
    table = Table(("fact", "value"), [(name, text) for name, text in known.items() if text])
    return Sheet(found, complete_lines(found, "measures"), table, [Part(table)])


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}={one}" if one != "" else name for name, one in value.items())
    if isinstance(value, list):
        return ", ".join("∞" if each is None else str(each) for each in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def listing(measures: Iterable[Measure]) -> Table:
    """A line per measure."""
    header = ("name", "symbol", "family", "better", "range", "summary")
    rows = [(m.name, m.symbol, m.family, m.direction, bounds(m), m.reading) for m in measures]
    return Table(header, rows)


def document(measures: Iterable[Measure]) -> dict[str, Any]:
    """The declarations as plain data, with null for an infinite bound."""
    return {"schema": 1, "measures": [_record(m) for m in measures]}


def measures_text(measures: Iterable[Measure]) -> str:
    """The names and symbols of measures by family, and how to read more."""
    families = by_family(measures)
    count = sum(map(len, families.values()))
    lines = [f"{count} measures; explain with partita.MEASURES[name] or `partita explain NAME`"]
    for family, own in families.items():
        names = ", ".join(f"{m.name} ({m.symbol})" for m in own)
        lines.append(_wrapped(f"{family}: {names}", READING_WIDTH, indent=2))
    return "\n".join(lines)


def by_family(measures: Iterable[Measure]) -> dict[str, list[Measure]]:
    """The measures of each family."""
    families: dict[str, list[Measure]] = {}
    for m in measures:
        families.setdefault(m.family, []).append(m)
    return families


def listing_text(measures: Iterable[Measure], width: int) -> str:
    """The list of measures for reading: by family, with the summary below each name."""
    lines: list[str] = []
    family = ""
    for m in measures:
        if m.family != family:
            family = m.family
            lines += ["", family]
        use = "a baseline" if m.baseline else f"{m.better} is better"
        head = f"{m.name} ({m.symbol}): {bounds(m)}, {use}"
        lines += [_wrapped(head, width, "  ", 4), _wrapped(m.reading, width, "    ", 4)]
    return "\n".join(lines[1:]) + "\n"


def explanation(m: Measure, width: int | None = None) -> str:
    """A page about one measure, for reading."""
    wrapped = partial(_wrapped, width=min(width or READING_WIDTH, _LONGEST_LINE))
    facts = about(m)
    place = max(map(len, facts)) + 2
    lines = [
        wrapped(text, start=f"{name:<{place}}", indent=place)
        for name, text in facts.items()
        if text
    ]
    sections = [f"{m.name} ({m.symbol})", *map(wrapped, [m.reading, *m.remarks])]
    sections.append("\n".join(lines))
    if m.drawback:
        sections.append(wrapped(f"Beware: {m.drawback}"))
    elsewhere = [
        f"{one.package} `{one.name}`{': ' if one.differs else ''}{one.differs}"
        for one in _elsewhere(m)
    ]
    sources = [citation(key) for key in m.references]
    for title, texts in (("In other packages", elsewhere), ("References", sources)):
        if texts:
            shown = [wrapped(text, start="  ", indent=4) for text in texts]
            sections.append("\n".join([title, *shown]))
    return "\n\n".join(sections) + "\n"


def _elsewhere(m: Measure) -> list[Convention]:
    from ...interop.conventions import standing_for  # late, as the list does not need it

    return list(standing_for(m.name))


def about(m: Measure) -> dict[str, str]:
    """The claims of a measure as text, empty where it has none."""
    return {
        "formula": m.formula,
        "range": f"{bounds(m)}{', in ' + m.unit if m.unit else ''}; {m.direction} is better",
        "symmetric": symmetry(m),
        "fixed values": fixed_values(m),
        "family": m.family,
        "options": ", ".join(f"{name} (default {value})" for name, value in m.options.items()),
        "also called": ", ".join(m.aliases),
    }


def _wrapped(text: str, width: int, start: str = "", indent: int = 0) -> str:
    from textwrap import fill  # the table does without it

    return fill(
        text,
        width=width,
        initial_indent=start,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def bounds(m: Measure) -> str:
    """The range of a measure as an interval."""
    low, high = m.bounds
    start = "(-∞" if low == -inf else f"[{low:g}"
    return f"{start}, ∞)" if high == inf else f"{start}, {high:g}]"


def symmetry(m: Measure) -> str:
    """Whether a measure is symmetric, and for which options."""
    if m.symmetric and m.symmetric_by_options:  # weights of one side against the other
        return "yes for " + ", ".join(
            f"{name}={value if isinstance(value, str) else format(value, 'g')}"
            for name, value in m.options.items()
        )
    return "yes" if m.symmetric else "no: the truth comes first"


def fixed_values(m: Measure) -> str:
    """The values of a measure in its limit cases."""
    values = {
        "identical partitions": m.perfect,
        "independent ones": m.independence,
        "0/0 otherwise": m.undefined,
    }
    return ", ".join(f"{value:g} for {case}" for case, value in values.items() if value is not None)


def _record(m: Measure) -> dict[str, Any]:
    return {
        "name": m.name,
        "symbol": m.symbol,
        "family": m.family,
        "better": m.direction,
        "bounds": [None if abs(bound) == inf else bound for bound in m.bounds],
        "symmetric": m.is_symmetric(),
        "unit": m.unit,
        "headline": m.headline,
        "formula": m.formula,
        "options": dict(m.options),
        "aliases": list(m.aliases),
        "references": list(m.references),
        "summary": m.reading,
        "drawback": m.drawback,
    }
