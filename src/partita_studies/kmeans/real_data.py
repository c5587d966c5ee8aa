"""The real data sets of this study, clustered into as many clusters as there are classes.

The paper used 29 data sets, most of them documents of CLUTO; none may be redistributed. Ours are
ten views of nine data sets, each complete and subsampled twice, so that class sizes range from
equal to very unequal. A user who has data sets in CLUTO's format gives their folder instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from partita import Contingency
from partita.base.arrays import Int64
from partita.base.wording import number_of

from .. import datasets
from ..algorithms.components import principal_components, standardized
from ..algorithms.kmeans import kmeans
from ..algorithms.spherical import spherical_kmeans
from ..algorithms.text import tf_idf
from ..own_data import digest, own_sets
from ..run import Run
from .imbalanced import weights
from .scoring import crossed, packed, unpacked

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEPT = (1.0, 0.75, 0.5)  # the class of rank r keeps this share to the power of r
_LEAST = 8  # objects of a class
_COMPONENTS = 10  # of expression data
_SERIES, _STARTS = (10, 2), (5, 1)  # in a full run and in a quick one
FEWER_SERIES = (
    f"{_SERIES[1]} clusterings of each data set instead of {_SERIES[0]}, from {_STARTS[1]} start"
    f" instead of {_STARTS[0]}"
)
LEAST_SETS = 4  # of the user, below which rank correlations over them say nothing


@dataclass(frozen=True, eq=False)
class Source:
    """A data set with its truth, its rows, and the algorithm that clusters it."""

    name: str
    truth: NDArray[np.str_]
    rows: Any
    cluster: Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Series:
    """One clustering of every data set; `tables` are in the order of `names`."""

    names: tuple[str, ...]
    tables: tuple[Contingency, ...]


@lru_cache(maxsize=1)
def sources() -> tuple[Source, ...]:
    """The ten views of the data sets."""
    iris, wine, digits = datasets.iris(), datasets.wine(), datasets.digits()
    vowels, skewed = datasets.vowels(), datasets.skewed_vowels()
    cells, (_, mixtures) = datasets.cells(), datasets.mixtures()
    texts = datasets.documents()
    topics, rows = weights()
    return (
        Source("iris", iris.truth, iris.values, kmeans),
        Source("wine", wine.truth, standardized(wine.values), kmeans),
        Source("digits", digits.truth, digits.values, kmeans),
        Source("vowels", vowels.truth, standardized(vowels.values[:, :5]), kmeans),
        Source("vowels by speaker", vowels.truth, standardized(vowels.values[:, 5:]), kmeans),
        Source("skewed vowels", skewed.truth, standardized(skewed.values), kmeans),
        Source("documents", texts.truth, tf_idf(texts.texts).values, spherical_kmeans),
        Source("skewed documents", topics, rows, spherical_kmeans),
        Source("cells", cells.truth, principal_components(cells.values, _COMPONENTS), kmeans),
        Source(
            "mixtures", mixtures.truth, principal_components(mixtures.values, _COMPONENTS), kmeans
        ),
    )


def own_sources(run: Run) -> tuple[Source, ...]:
    """The data sets of the user; the paper clusters all of them by the cosine."""
    return tuple(
        Source(one.name, one.truth, one.rows, spherical_kmeans) for one in own_sets(run.data)
    )


def enough(run: Run) -> bool:
    """Whether the user has enough data sets to compare measures over them."""
    return len(own_sets(run.data)) >= LEAST_SETS


def ranked(run: Run) -> tuple[tuple[Source, ...], tuple[float, ...]]:
    """The data sets over which measures are compared, and the shares to which they are thinned."""
    return (own_sources(run), (1.0,)) if enough(run) else (sources(), KEPT)


def origin(run: Run) -> str:
    """Which data sets measures are compared over, for the page."""
    own = own_sets(run.data)
    if enough(run):
        return (
            f"The {len(own)} data sets are those of the folder of `--data`. The text lost Table 8,"
            " which lists the 29 data sets of the paper, so we cannot say whether they are the"
            " same. Spherical k-means clusters each of them."
        )
    few = (
        f" (The folder of `--data` has {number_of(len(own), 'data set', 'data sets')};"
        f" {LEAST_SETS} are needed to compare measures.)"
    )
    return (
        "The 29 data sets of the paper (most come with CLUTO) may not be redistributed."
        f"{few if run.data else ''} We use ten views of nine real data sets, each complete and"
        " subsampled twice, so that class sizes range from equal to very unequal. Documents are"
        " clustered by spherical k-means, the others by plain k-means. Data sets from one source"
        " are related, as some of the paper's are. This collection is the third that we tried, so"
        " an agreement on it says less than an agreement on the first would."
    )


def reason(run: Run) -> str:
    """Why a comparison over these data sets can differ from the paper's."""
    if enough(run):
        return "the text lost the list of the paper's data sets; yours may be others"
    return "30 other data sets: the 29 of the paper may not be redistributed"


@lru_cache(maxsize=2)
def clustered(run: Run) -> tuple[Series, ...]:
    """Several series: each subsamples and clusters every data set again."""
    number, starts = run.size(*_SERIES), run.size(*_STARTS)
    chosen, shares = ranked(run)
    names = tuple(
        one.name if kept == 1 else f"{one.name}, subsampled by {kept:g}"
        for kept in shares
        for one in chosen
    )

    def work() -> dict[str, Int64]:
        generator = run.generator("kmeans", "repository")
        found = []
        for place in range(number):
            run.say(f"real data sets, series {place + 1} of {number}")
            for kept in shares:
                found += [_cluster(one, kept, generator, starts) for one in chosen]
        return packed(found)

    version = digest(own_sets(run.data)) if enough(run) else ""
    tables = unpacked(run.kept(f"kmeans-repository{version}", work))
    size = len(names)
    return tuple(Series(names, tuple(tables[k * size : (k + 1) * size])) for k in range(number))


def _cluster(one: Source, kept: float, generator: np.random.Generator, starts: int) -> Contingency:
    chosen = thinned(one.truth, kept, generator)
    truth = one.truth[chosen]
    labels = one.cluster(one.rows[chosen], len(np.unique(truth)), generator, starts=starts).labels
    return crossed(truth, labels)


def thinned(truth: NDArray[np.str_], kept: float, generator: np.random.Generator) -> Int64:
    """Places of a sample in which the class of rank r keeps the share `kept` to the power of r.

    Classes are ranked by size, with ties at random; at least eight objects of each class stay.
    """
    if kept == 1:
        return np.arange(len(truth))
    names, counts = np.unique(truth, return_counts=True)
    order = np.lexsort((generator.random(len(names)), -counts))
    parts = []
    for rank, k in enumerate(order):
        size = max(min(_LEAST, counts[k]), round(counts[k] * kept**rank))
        parts.append(generator.permutation(np.flatnonzero(truth == names[k]))[:size])
    return np.sort(np.concatenate(parts))
