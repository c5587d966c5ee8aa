"""Writes the results as Markdown and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING

from .data import power
from .growth import Series, exponent
from .judging import Outcome, Verdict
from .machine import machine, versions

if TYPE_CHECKING:
    from .timing import Timing

Results = Sequence[tuple[str, str, Sequence[Outcome], Sequence[Verdict]]]
_METHOD = """\
Every contender of a table ran in one process (a cold start and another build: in their own) on the
same labels, in an order drawn again for every round; before each run 200 MB of other memory were
read to evict the caches. Times are the minimum of the runs; CPU time is the sum over all threads.
Memory is the peak of the first run above the memory in use before it. Labels were prepared in the
form that each library reads fastest. Tables are compared with partita's counts, scores with its
scores; a note says where they differ. A library's "table" or "group-by" is only the table;
partita's "six scores" are the table and ARI, homogeneity, completeness, V, NMI and MI. "× limit" is
the CPU time (with two threads: the wall time) divided by the time to read both arrays once with at
most as many threads; "peer / it" is the CPU time of the best peer in the table, for any job,
divided by this one's. Some libraries would take minutes: clusim runs up to 10^5 objects, igraph up
to 10^6, and scikit-learn not if all sizes differ (AMI). A new process has the bytecode of all
imports, as from the second start on."""
_HEAD = (
    *("contender", "job", "threads", "wall ms", "CPU ms", "extra MB", "bytes/object"),
    *("× limit", "peer / it", "runs", "note"),
)


def markdown(results: Results, growth: dict[str, Series], missing: set[str], loads: str) -> str:
    """The whole report."""
    lines = ["# Speed and memory, compared with the read limit and other libraries", ""]
    lines += [f"Machine: {machine()}. {loads}", "", f"Versions: {versions()}.", ""]
    skipped = ", ".join(sorted(missing)) or "none"
    lines += [f"Left out, because not installed: {skipped}.", "", _METHOD, "", "## The bars", ""]
    verdicts = [verdict for _, _, _, judged in results for verdict in judged]
    rows = [_judged(verdict) for verdict in verdicts]
    lines += [*table(("what", "found", "bar", "met"), rows), ""]
    for key, title, outcomes, _ in results:
        lines += [f"## {title} (`{key}`)", ""]
        for outcome in outcomes:
            lines += [f"{outcome.title} (load {outcome.load})", ""]
            lines += [*table(_HEAD, [_row(outcome, one) for one in outcome.timings]), ""]
    for title, found in growth.items():
        lines += [f"## Exponents: {title}", "", *_growth(found), ""]
    return "\n".join(lines)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def _judged(verdict: Verdict) -> tuple[str, ...]:
    sign = "≥" if verdict.sense == ">=" else "≤"
    unit = verdict.unit
    found, bar = _number(verdict.found), _number(verdict.bar)
    return verdict.what, f"{found} {unit}", f"{sign} {bar} {unit}", ("yes" if verdict.met else "no")


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def _row(outcome: Outcome, one: Timing) -> tuple[str, ...]:
    contender = one.contender
    memory = "", ""
    if one.peak is not None:
        memory = f"{one.peak / 10**6:,.1f}", f"{one.peak / outcome.n:.1f}"
    return (
        *(contender.name, contender.job, str(contender.threads)),
        *(_number(1000 * one.wall), _number(1000 * one.cpu), *memory),
        *(_limit(outcome, one), _best(outcome, one), str(len(one.walls)), one.note),
    )


def _limit(outcome: Outcome, one: Timing) -> str:
    limit = outcome.limit(one.contender.threads)
    if limit is None or one.contender.role == "limit":
        return ""
    return f"{(one.cpu if one.contender.threads == 1 else one.wall) / limit:.3g}"


def _best(outcome: Outcome, one: Timing) -> str:
    peers = [peer.cpu for peer in outcome.peers()]
    return _number(min(peers) / one.cpu) if peers and one.contender.role == "own" else ""


def _growth(found: Series) -> Iterator[str]:
    sizes = sorted({size for points in found.values() for size, _ in points})
    steps = list(pairwise(sizes))
    rows = []
    for name, points in found.items():
        known = dict(points)
        each = [
            f"{exponent([(a, known[a]), (b, known[b])]):.2f}" if {a, b} <= known.keys() else ""
            for a, b in steps
        ]
        rows.append((name, *each, f"{exponent(points):.2f}" if len(points) > 1 else ""))
    yield from table(("contender", *(f"{power(a)} → {power(b)}" for a, b in steps), "all"), rows)


def as_csv(results: Results) -> str:
    """A row for every timing, in seconds and bytes."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    head = "case setting load n contender job threads wall cpu median_wall extra_bytes runs note"
    writer.writerow(head.split())
    for key, _, outcomes, _ in results:
        for outcome in outcomes:
            for one in outcome.timings:
                c, walls = one.contender, sorted(one.walls)
                peak = "" if one.peak is None else one.peak
                times = f"{one.wall:.9f}", f"{one.cpu:.9f}", f"{walls[len(walls) // 2]:.9f}"
                row = key, outcome.title, outcome.load, outcome.n, c.name, c.job, c.threads
                writer.writerow((*row, *times, peak, len(walls), one.note))
    return text.getvalue()
