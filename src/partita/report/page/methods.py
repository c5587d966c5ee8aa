"""The last sections: how the report was computed, and how to cite it."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ...base.wording import brief, count_text, first_of, number_of
from ...comparison.advice.noise import noise_treatment
from ...labels.records import python_names
from ..formats.markup import Content, Markup, bullets, joined, paragraph, tag
from ..formats.references import software_citation, software_entry
from .citations import Citations
from .frame import Section, section

if TYPE_CHECKING:
    from ...comparison import Comparison
    from ...comparison.counting.counting import Counted
    from ...comparison.report_data import ReportData

_NAMED = 12


def methods_section(found: ReportData, facts: Mapping[str, str]) -> Section:
    """The facts that the caller gives, versions, sizes, policies and seed."""
    comparison = found.comparison
    listed: list[tuple[str, Content]] = [
        *verbatim(facts),
        ("truth", brief(comparison.truth, 60)),
        ("objects", _sizes(comparison)),
        ("clusterings", _clusterings(comparison)),
        ("measures", ", ".join(one.label for one in comparison.measures)),
    ]
    listed += [("labels", text) for text in _policies(comparison)]
    listed += [("seed", str(comparison.rng)), ("intervals and chance", " ".join(found.remarks))]
    methods = sorted({one.expectation.how for one in comparison.scores if one.expectation})
    listed += [("soft scores", "; ".join(methods))] if methods else []
    listed.append(("software", versions()))
    about = "data, settings, seed and versions"
    return section("methods", "How this was computed", defined(listed), about=about)


def versions() -> str:
    """The versions on which numbers depend."""
    from ... import __version__

    return f"partita {__version__}, Python {platform.python_version()}, NumPy {np.__version__}"


def citation_section(works: Citations) -> Section:
    """A citation to copy, and the references of the page."""
    return section(
        "citation",
        "How to cite",
        paragraph("Cite the software, and for each measure that you report its papers below."),
        tag("pre", software_citation(), tabindex="0"),
        tag("pre", *_lines(software_entry().rstrip("\n")), tabindex="0"),
        tag("h3", "References"),
        works.listed(),
        about="the software, and papers of the measures",
    )


def _lines(text: str) -> list[Markup]:
    """Text with its line breaks."""
    return [Markup("\n".join(joined([line]) for line in text.split("\n")))]


def verbatim(facts: Mapping[str, str]) -> list[tuple[str, Content]]:
    """Facts that the caller gives, such as a command to copy."""
    return [(name, tag("code", text)) for name, text in facts.items()]


def defined(facts: Sequence[tuple[str, Content]]) -> Markup:
    """Names with what is known, as a list of definitions."""
    return tag(
        "dl", *(joined([tag("dt", name), tag("dd", what)], "") for name, what in facts if what)
    )


def _sizes(comparison: Comparison) -> str:
    sizes = set(comparison.sizes.values())
    if len(sizes) == 1:
        return count_text(next(iter(sizes)))
    listed = [f"{brief(name, 28)}: {count_text(size)}" for name, size in comparison.sizes.items()]
    return ", ".join(listed[:_NAMED]) + (" …" if len(listed) > _NAMED else "")


def _clusterings(comparison: Comparison) -> Markup:
    listed: list[Content] = []
    for name in comparison.predictions[:_NAMED]:
        counted = comparison.counted.get(name)
        if counted is None:
            listed.append(f"{brief(name, 40)}: soft")
            continue
        found = counted.table.groups
        listed.append(f"{brief(name, 40)}: {found.cluster_text} against {found.class_text}")
    if len(comparison.predictions) > _NAMED:
        listed.append(f"{len(comparison.predictions) - _NAMED} more")
    return bullets(listed, "plain")


def _policies(comparison: Comparison) -> list[str]:
    """How noise, missing labels, weights and groups were treated, if there were any."""
    counted = comparison.counted
    told = []
    if any(one.weighted for one in counted.values()):
        told.append("objects are weighted")
    if any(one.units is not None for one in counted.values()):
        told.append(_groups(counted.values()))
    unlabeled = max((one.table.groups.unlabeled for one in counted.values()), default=0)
    if unlabeled:
        one = "object has no class and is counted as a single object"
        many = "objects have no class and are counted as single objects"
        told.append(number_of(unlabeled, one, many))
    told += [
        f"{brief(name, 28)}: {one.noise + one.left_out:,} of {one.given:,} objects are noise or "
        f"without label, {noise_treatment(one)}"
        for name, one in counted.items()
        if one.noise or one.left_out
    ]
    if counted and not told and not any(one.from_table for one in counted.values()):
        told = ["every object has a label on both sides and counts once"]
    return told[:_NAMED]


def _groups(counted: Iterable[Counted]) -> str:
    """That the objects come in groups, and the first names of these."""
    found = next((one.unit_names for one in counted if one.unit_names is not None), None)
    names = [] if found is None else [brief(name, 28) for name in python_names(found)]
    listed = f": {first_of(names, _NAMED)}" if names else ""
    return f"objects come in groups, and whole groups are drawn{listed}"
