"""Table 1, rows S-RI and S-PD: the paper's sampling, repeated."""

from __future__ import annotations

from typing import Any

import numpy as np

from partita.report.formats.text import Table
from partita.soft import Evidential

from ..algorithms.evidential import evidential_cmeans
from ..datasets import iris
from ..frame import Entry, Finding, stated
from ..run import Run
from .clusterings import PARTS, closest, hard, masses, textbook, truth
from .exact import entries_of, three_columns
from .printed import TABLE, written
from .values import Ends, nested, whole

_SOFT = ("RKM", "FCM", "PCM", "ECM")


def table(run: Run) -> Finding:
    """Rows S-RI and S-PD of the paper and ours, with the seconds."""
    found = {
        name: _drawn(run, name, make(run))
        for name, make in (("closest", closest), ("textbook", textbook))
    }
    return Finding(
        "Table 1, rows S: by drawing hard clusterings",
        "Section 3.3 and Table 1 (rows S-RI and S-PD)",
        "The paper's sampling draws a set for each object by its masses, then a cluster in each "
        "set. Each selection of sets gives the minimum and the maximum of its draws; their means "
        "over selections are the S rows. Possibilities are drawn as nested masses, independently "
        "for each object, as in equation 5. The paper does not say how many draws it took; 100 × "
        "100 is the default of the library mentioned above (1000 of one label each for a fuzzy "
        "clustering, 100 for a rough one).\n\n"
        "Draws find the ends if few objects are open (rough k-means has two), and the mean of a "
        "fuzzy clustering. They miss the ends if many objects are open, and the more objects the "
        "farther: compare the S rows with the D rows above. The paper saw this for PCM and ECM and "
        "left it open; optimizing the inner ends removes it.\n\n"
        "The printed S-RI of ECM is not inside its D-RI, which is impossible for draws. The "
        "library takes the mass on the empty set out when it enumerates, and turns it into a "
        "cluster of its own when it draws: two different questions. The last table shows how far "
        "that moves the interval, which is not enough to explain the printed rows.",
        (*entries_of(found, "S", _SOFT, run), _inside(), _same_for_two(), _narrower(), _aligned()),
        {
            "Table 1, rows S, in three readings": three_columns(("S-RI", "S-PD"), found),
            "Evidential c-means with the stated parameters, by the policy for the empty set": (
                _policies(run)
            ),
        },
    )


def _drawn(run: Run, name: str, clusterings: dict[str, Any]) -> dict[tuple[str, str], Ends]:
    sizes = {"RKM": (1, 100), "FCM": (1000, 1)}
    rest = run.size((100, 100), (10, 100))
    found = {}
    for row in ("RI", "PD"):
        for one in _SOFT:
            outer, inner = sizes.get(one, rest)
            generator = run.generator("soft", "sampled", name, row, one)
            ends = nested(row, truth(), clusterings[one], generator, outer=outer, inner=inner)
            found[f"S-{row}", one] = ends
    return found


def _inside() -> Entry:
    drawn, exact = TABLE["S-RI"]["ECM"].values, TABLE["D-RI"]["ECM"].values
    inside = exact[0] <= drawn[0] and drawn[1] <= exact[1]
    return stated(
        "ECM: S-RI is inside D-RI, as for draws of allowed clusterings",
        written(drawn),
        f"{'inside' if inside else 'not inside'} {written(exact)}",
        holds=inside,
        note="the two printed rows cannot come from the same clustering and reading",
    )


def _same_for_two() -> Entry:
    rows = [(TABLE[f"D-{row}"][one], TABLE[f"S-{row}"][one])
            for row in ("RI", "PD") for one in ("RKM", "FCM")]  # fmt: skip
    apart = [f"{drawn.text} and {exact.text}" for exact, drawn in rows
             if exact.values != drawn.values]  # fmt: skip
    return stated(
        "RKM and FCM: no differences between the rows S and D",
        "yes",
        f"printed: {'; '.join(apart) or 'none'}",
        holds=not apart,
        refuted=True,
        note="by the paper's own table, D-PD and S-PD of RKM",
    )


def _narrower() -> Entry:
    widths = {
        f"{one}, {row}": [np.ptp(TABLE[f"{kind}-{row}"][one].values) for kind in "SD"]
        for row in ("RI", "PD")
        for one in ("PCM", "ECM")
    }
    return stated(
        "PCM and ECM: the sampled intervals are narrower than the exact ones",
        "systematically",
        "printed widths: "
        + "; ".join(
            f"{cell} {drawn:.3f} of {exact:.3f}" for cell, (drawn, exact) in widths.items()
        ),
        holds=all(drawn < exact for drawn, exact in widths.values()),
        note="draws miss the ends; see how sampling converges",
    )


def _aligned() -> Entry:
    """Whether the algorithms have the same order in the rows S and D."""
    differ = [
        f"{end} {row}: {' < '.join(exact)} in D, {' < '.join(drawn)} in S"
        for row in ("RI", "PD")
        for end, place in (("lower", 0), ("upper", -1))
        if (exact := _ordered(f"D-{row}", place)) != (drawn := _ordered(f"S-{row}", place))
    ]
    return stated(
        "smaller values in the rows D go with smaller values in the rows S",
        "yes",
        "; ".join(differ) or "in all rows",
        holds=not differ,
        note="as an order, by the paper's own table; a tendency is left",
    )


def _ordered(row: str, place: int) -> list[str]:
    return sorted(_SOFT, key=lambda one: TABLE[row][one].values[place])


def _policies(run: Run) -> Table:
    found = evidential_cmeans(iris().values, hard(run).centers, **PARTS)
    lost = f"{found.masses[:, 0].mean():.3f}"
    rows = []
    for policy, name in (("condition", "taken out"), ("noise_singleton", "a cluster of its own")):
        clustering = Evidential(found.masses, found.focal_sets, empty=policy)
        outer, inner = run.size((100, 100), (10, 50))
        drawn = nested("RI", truth(), clustering, run.generator("soft", policy),
                       outer=outer, inner=inner)  # fmt: skip
        rows.append((name, lost, written(drawn.values)))
    exact = whole("RI", truth(), masses(run, **PARTS), seed=run.seed, draws=run.size(None, 100))
    rows.append(("taken out; ends by optimization", lost, written(exact.values)))
    return Table(("mass on the empty set is", "mean of it", "S-RI"), rows)
