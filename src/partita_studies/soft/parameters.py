"""Whether the printed rows D can be of the stated parameters: starts, listing, levels."""

from __future__ import annotations

from itertools import combinations
from math import comb, floor, log, log10

import numpy as np

from partita.base.arrays import Floats
from partita.report.formats.text import Table
from partita.soft import evidential

from ..algorithms.prototypes import squared_distances
from ..datasets import iris
from ..frame import Entry, Finding, stated
from ..run import Run
from .clusterings import FUZZIFIER, K, closest, textbook, truth
from .printed import TABLE, written
from .values import whole

_SECONDS = TABLE["D-RI"]["FCM"].seconds
_EACH = 1e-6  # seconds for a clustering, less than any Python code needs
_OFFSET = 0.001  # of the library, so that no distance is 0
_ROWS = 4000  # starts at a time, to save memory

_TEXT = (
    "The printed seconds say that the rows D of the soft columns are not of the stated parameters."
    " A public library may explain the fuzzy column. The reading of possibilities as levels"
    " explains nothing.\n\n"
    "*Listing.* The rows D are called exact. The row of fuzzy c-means took {seconds:.0f} s, so its"
    " clusterings were listed (Theorem 2); the sum over pairs of Proposition 2 takes milliseconds."
    " With m = 5, all {open} flowers have three positive memberships, which are 3^{open}"
    " clusterings. Even at a microsecond for each, {seconds:.0f} s are time for {three} open"
    " flowers with three clusters or {two} with two; at 0.1 ms, a fast Rand index in Python, for"
    " {slow_three} and {slow_two}. So at most some twenty flowers were open: most memberships must"
    " have been made 0 or 1 before, which the paper does not say.\n\n"
    "*A double exponent.* In the public library mentioned above, fuzzy c-means raises the weights"
    " to m, and then once more to m for the centers. At m = {m:g} a distance counts by its power"
    " −{square:g}. The centers start at flowers. A flower at its own center has weight"
    " 10^{own:.0f}, and no other has more than 10^{other:.0f}, so the centers do not move,"
    " within the precision of the numbers. The mean of Rand is then that of the start. Over"
    " {tried:,} of the {starts:,} starts at three flowers it runs from {low:.3f} to {high:.3f},"
    " with a median of {median:.3f}; {share} of them give the printed {printed:.3f}. If that"
    " library made the table, its fuzzy column is the outcome of one start.\n\n"
    "*Levels.* In the rows D of the possibilistic column we use one common level for all flowers,"
    " as the minimum demands; in the rows S, a level for each flower, as equation 5 does. The paper"
    " does not say which. The second table has both readings of the rows D: they differ by less"
    " than the distance to the printed ends, so the levels are not the reason."
)


def parameters(run: Run) -> Finding:
    """What time, starts and levels say about the rows D."""
    certain = textbook(run)["FCM"].memberships.max(axis=1) == 1
    open_ = int((~certain).sum())
    rand = run.kept("soft-starts", lambda: {"rand": over_starts(run.size(1, 20))})["rand"]
    (printed,) = TABLE["D-RI"]["FCM"].values
    own, other = weights()
    text = _TEXT.format(
        open=open_, seconds=_SECONDS, three=listed(3), two=listed(2), slow_three=listed(3, 1e-4),
        slow_two=listed(2, 1e-4), m=FUZZIFIER, square=FUZZIFIER**2, own=own, other=other,
        tried=len(rand), starts=comb(len(truth()), K), low=rand.min(), high=rand.max(),
        median=np.median(rand), printed=printed,
        share=f"{np.mean(np.abs(rand - printed) <= 5e-4):.1%}",
    )  # fmt: skip
    return Finding(
        "Can the rows D be of the stated parameters?",
        "Section 4, Table 1 (rows D), Theorem 2",
        text,
        (_listing(open_),),
        {
            f"Open objects that can be listed in {_SECONDS:.0f} s": _affordable(),
            "Possibilistic c-means: lower and upper mean by the reading of the levels": (
                _levels(run)
            ),
        },
    )


def listed(clusters: int, each: float = _EACH) -> int:
    """The number of open objects whose clusterings can be listed in the printed time.

    >>> listed(3), listed(2)
    (18, 29)
    """
    return floor(log(_SECONDS / each) / log(clusters))


def _listing(open_: int) -> Entry:
    return stated(
        "the clusterings of fuzzy c-means with m = 5 are few enough to list in 784 s",
        "yes",
        f"{open_} flowers are open: {K}^{open_} clusterings; at a microsecond each, 784 s suffice"
        f" for {listed(K)} open flowers",
        holds=open_ <= listed(K),
        refuted=True,
        note="the exact values cannot come from listing with the stated parameters",
    )


def _affordable() -> Table:
    return Table(
        ("time for each clustering", "three clusters each", "two clusters each"),
        [
            (name, listed(3, each), listed(2, each))
            for name, each in (("1 µs", 1e-6), ("10 µs", 1e-5), ("0.1 ms", 1e-4), ("1 ms", 1e-3))
        ],
    )


def _levels(run: Run) -> Table:
    """Lower and upper means with a common level, and with a level for each object."""
    rows = []
    for name, made in (("closest", closest(run)), ("textbook", textbook(run))):
        for row in ("RI", "PD"):
            draws = run.size(None, 100)
            one, each = (
                whole(row, truth(), found, seed=run.seed, draws=draws)
                for found in (made["PCM"], evidential(made["PCM"]))
            )
            printed = TABLE[f"D-{row}"]["PCM"].text
            rows.append((f"D-{row}, {name}", printed, written(one.values), written(each.values)))
    return Table(("", "paper", "a common level", "a level for each flower"), rows)


def weights() -> tuple[float, float]:
    """The powers of ten of a flower's weight at its own center, and of the most elsewhere.

    The most is at the smallest distance above 0, with the largest distances to all centers.
    """
    distances = _distances()
    nearest = distances[distances > 0].min() / (K * distances.max())
    own, other = (-(FUZZIFIER**2) * log10(share + _OFFSET) for share in (0.0, float(nearest)))
    return own, other


def _distances() -> Floats:
    points = iris().values
    return np.sqrt(squared_distances(points, points))


def over_starts(every: int) -> Floats:
    """The mean of Rand of the library's fuzzy c-means, for starts at three flowers.

    Since the centers do not move, the memberships follow from the start.
    """
    distances = _distances()
    starts = np.array(list(combinations(range(len(distances)), K)))[::every]
    _, codes = np.unique(truth(), return_inverse=True)
    classes = np.eye(K)[codes]
    found = [
        mean_rand(shares(distances[:, starts[at : at + _ROWS]]), classes)
        for at in range(0, len(starts), _ROWS)
    ]
    return np.concatenate(found)


def shares(distances: Floats) -> Floats:
    """The memberships of the library: objects, starts and clusters in the axes."""
    weights = (distances / distances.sum(axis=-1, keepdims=True) + _OFFSET) ** -FUZZIFIER
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def mean_rand(memberships: Floats, classes: Floats) -> Floats:
    """The mean of Rand over independent draws, for each of many fuzzy clusterings.

    >>> mean_rand(np.array([[[1.0, 0.0]], [[0.5, 0.5]]]), np.array([[1.0], [1.0]])).tolist()
    [0.5]
    """
    n = len(classes)
    sizes = classes.sum(axis=0)
    sums = np.einsum("nbk,nc->bck", memberships, classes)
    itself = (memberships**2).sum(axis=(0, 2))
    both = ((sums**2).sum(axis=(1, 2)) - itself) / 2
    together = ((sums.sum(axis=1) ** 2).sum(axis=1) - itself) / 2
    of_class = (sizes * (sizes - 1) / 2).sum()
    return np.asarray(1 - (of_class + together - 2 * both) / (n * (n - 1) / 2))
