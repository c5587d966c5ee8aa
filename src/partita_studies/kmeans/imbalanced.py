"""Imbalanced samples of a real set of documents (Table 6 and Figure 2b).

The paper sampled hitech, 2301 newspaper articles on six topics, which may not be redistributed. We
sample 2301 descriptions of software packages on six topics with the same class sizes, or a set of
the user.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from partita import uniform_effect
from partita.base.arrays import Floats, Int64
from partita.report.formats.text import Table
from partita.statistics.group_sizes import coefficient_of_variation

from ..algorithms.spherical import spherical_kmeans
from ..algorithms.text import counted, weighed_by_rarity
from ..datasets import skewed_documents
from ..entries import Basis
from ..frame import Entry, Finding, based_on, from_samples, judged, stated
from ..own_data import OwnSet, digest, own_sets
from ..run import Arrays, Run
from .pictures import curves
from .scoring import Designs, crossed, packed, unpacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Of Table 6 the text kept only the ends of CV₀, .490 and 1.862. One class of b documents and five
# of a documents have CV₀ = √6 (b - a)/(5a + b). Samples of 750 documents in equal steps from
# b = 250, a = 100 to b = 600, a = 30 fit into hitech's classes and give both ends to all digits.
DESIGNS = tuple((250 + 50 * k, *5 * (100 - 10 * k,)) for k in range(8))
PRINTED = (0.490, *6 * (None,), 1.862)  # CV₀ of the designs
HITECH = (603, 485, 481, 429, 187, 116)  # documents in each class, Section 4
_LEAST = (600, *5 * (100,))  # documents in the classes of a set from which all designs can be drawn
TOPICS = len(_LEAST)
_DRAWS, _STARTS = (10, 2), (10, 3)  # in a full run and in a quick one
FEWER_SAMPLES = (
    f"{_DRAWS[1]} draws of each design instead of {_DRAWS[0]}, and documents from {_STARTS[1]}"
    f" starts instead of {_STARTS[0]}"
)
_RECONSTRUCTED = "the text lost the table; the designs are rebuilt from the printed ends"


@dataclass(frozen=True, eq=False)
class Collection:
    """A set of documents from which every design can be drawn."""

    name: str
    truth: NDArray[Any]
    counts: Any  # of terms; None if the values of the user are no counts
    rows: Any
    said: str  # on the page
    basis: Basis
    digest: str = ""


@lru_cache(maxsize=1)
def counts() -> tuple[NDArray[np.str_], Any]:
    """The topics of all documents and their sparse counts of all terms."""
    found = skewed_documents()
    return found.truth, counted(found.texts).values


@lru_cache(maxsize=1)
def weights() -> tuple[NDArray[np.str_], Any]:
    """The topics of all documents and their sparse tf·idf weights, with all terms."""
    truth, found = counts()
    return truth, weighed_by_rarity(found)


@lru_cache(maxsize=2)
def collection(run: Run) -> Collection:
    """Hitech or the largest other set of the user that has enough documents, or else ours."""
    own = [one for one in own_sets(run.data) if _enough(one)]
    if own:
        return _of_user(max(own, key=lambda one: (one.name == "hitech", len(one.truth), one.name)))
    truth, rows = weights()
    missing = (
        " (The folder of `--data` has no set with one class of 600 documents or more and five of"
        " 100 or more.)"
    )
    said = (
        "The paper samples hitech (San Jose Mercury articles, 2301 documents, six topics), which"
        f" may not be redistributed.{missing if run.data else ''} We use 2301 descriptions of free"
        " software packages on six topics (`skewed_documents`), chosen to have the same class"
        " sizes."
    )
    return Collection("skewed documents", truth, counts()[1], rows, said, "other data")


def _sizes(truth: NDArray[Any]) -> list[int]:
    """Documents of each class, the largest class first."""
    return sorted(np.unique(truth, return_counts=True)[1].tolist(), reverse=True)


def _enough(one: OwnSet) -> bool:
    sizes = _sizes(one.truth)[:TOPICS]
    return len(sizes) == TOPICS and all(a >= b for a, b in zip(sizes, _LEAST, strict=True))


def _of_user(one: OwnSet) -> Collection:
    same = tuple(_sizes(one.truth)) == HITECH
    said = (
        f"The paper samples hitech. We sample {one.name} of the folder of `--data`, which has"
        f" {len(one.truth)} documents; its class sizes are"
        f" {'' if same else 'not '}those that the paper gives for hitech."
    )
    if len(_sizes(one.truth)) > TOPICS:
        said += f" Only its {TOPICS} largest classes are sampled."
    basis: Basis = "paper" if same else "other data"
    terms = None if one.rows is one.values else one.values
    return Collection(one.name, one.truth, terms, one.rows, said, basis, digest((one,)))


@lru_cache(maxsize=2)
def samples(run: Run) -> Designs:
    """Samples of every design, clustered into six by spherical k-means."""
    draws, starts = run.size(*_DRAWS), run.size(*_STARTS)
    source = collection(run)

    def work() -> dict[str, Int64]:
        generator = run.generator("kmeans", "imbalanced")
        found = []
        for sizes in DESIGNS:
            run.say(f"{source.name}, CV₀ = {coefficient_of_variation(sizes):.2f}")
            for _ in range(draws):
                chosen = draw(source.truth, sizes, generator)
                labels = spherical_kmeans(source.rows[chosen], TOPICS, generator, starts=starts)
                found.append(crossed(source.truth[chosen], labels.labels))
        return packed(found)

    return in_designs(run.kept(f"kmeans-imbalanced{source.digest}", work), draws)


def in_designs(kept: Arrays, draws: int) -> Designs:
    """Packed tables, the draws of each design together."""
    tables = unpacked(kept)
    return Designs(tuple(tuple(tables[k : k + draws]) for k in range(0, len(tables), draws)))


def draw(truth: NDArray[Any], sizes: Sequence[int], generator: np.random.Generator) -> Int64:
    """Random documents of the largest topics, in the given numbers."""
    names, sizes_of = np.unique(truth, return_counts=True)
    order = names[np.argsort(-sizes_of, kind="stable")][: len(sizes)]
    parts = [
        generator.permutation(np.flatnonzero(truth == topic))[:size]
        for topic, size in zip(order, sizes, strict=True)
    ]
    return np.concatenate(parts)


def imbalance(run: Run) -> Finding:
    """Table 6 and Figure 2b."""
    source, found = collection(run), samples(run)
    skew, dcv = [coefficient_of_variation(sizes) for sizes in DESIGNS], found.dcv()
    rows = [
        (k, ", ".join(map(str, sizes)), cv, float(change))
        for k, (sizes, cv, change) in enumerate(zip(DESIGNS, skew, dcv, strict=True), 1)
    ]
    return Finding(
        "Table 6 and Figure 2(b): imbalanced samples of a set of documents",
        "Section 4, Table 6 and Figure 2(b)",
        f"{source.said} Each of eight designs is drawn {len(found.tables[0])} times. The documents"
        " are rows of tf·idf weights with all terms; spherical k-means clusters them with K = 6 by"
        " CLUTO's criterion I2.\n\nOf Table 6 the text kept only the range of CV₀, 0.490 to 1.862."
        " One class of b documents and five of a documents have CV₀ = √6 (b - a)/(5a + b), so the"
        " printed ends imply b = 2.5a and b = 20a. Samples of 750 documents in equal steps, from"
        " one class of 250 and five of 100 to one of 600 and five of 30, give both ends to all"
        " digits and fit into hitech's classes. We assume that these are the paper's designs.",
        (
            *_of_designs(skew),
            *based_on(source.basis, from_samples(_of_clusterings(found), FEWER_SAMPLES)),
        ),
        {
            "Designs, and DCV as the mean over the draws": Table(
                ("sample", "class sizes", "CV₀", "DCV"), rows
            )
        },
        (
            curves(
                "Figure 2(b): DCV of the samples of documents",
                "DCV falls as CV₀ grows.",
                skew,
                {"DCV": dcv},
                ("CV₀ of the classes", "DCV"),
            ),
        ),
    )


def _of_designs(skew: list[float]) -> list[Entry]:
    return [
        judged(
            f"CV₀ of sample {k}", printed, cv, digits=3, note=_RECONSTRUCTED, basis="reconstructed"
        )
        for k, (printed, cv) in enumerate(zip(PRINTED, skew, strict=True), 1)
    ]


def _of_clusterings(found: Designs) -> list[Entry]:
    dcv = found.dcv()
    steps = np.diff(dcv)
    falls = bool((steps < 0).all())
    return [
        stated(
            "DCV as CV₀ grows",
            "decreases",
            f"{dcv[0]:+.3f} to {dcv[-1]:+.3f}, lower in {int((steps < 0).sum())} of {len(steps)}"
            " steps",
            holds=falls,
            note="" if falls else _rise(found, steps),
        ),
        stated(
            "sign of DCV",
            "usually negative",
            f"negative in {int((dcv < 0).sum())} of {len(dcv)} means",
            holds=bool((dcv < 0).mean() > 0.5),
        ),
    ]


def _rise(found: Designs, steps: Floats) -> str:
    """The largest step upward, compared with the standard error of a difference of two means."""
    place = int(np.argmax(steps))
    values = [uniform_effect(found.tables[k]).table["dcv"] for k in (place, place + 1)]
    error = np.sqrt(sum(np.var(one, ddof=1) / len(one) for one in values))
    return f"the largest rise is {steps[place]:.3f}; its standard error is {error:.3f}"
