"""The jobs: which producers run on which data, and how many checks; in short and in full."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

import partita
from partita import Fuzzy
from partita.measures.measure import Measure

from .file_checks import commanded, written
from .hard import HARD
from .hard_checks import Case, all_measures, compared, held, swept
from .indexed import held_index
from .ledger import Ledger
from .points import LOADERS, Data, data
from .soft import CONTAINERS, MEMBERSHIPS
from .soft_checks import SoftCase, compared_soft, held_soft, of_one_hot
from .structures import covers, held_cover, held_tree, trees
from .writers import WRITERS, installed

NOISE = -1
SEARCHED = 5  # clusters; with more, the search for ends of some measures takes minutes


class Depth(NamedTuple):
    """The effort: the most objects, and one in how many measures is checked."""

    objects: int  # in hard clusterings
    memberships: int  # in fuzzy clusterings
    few: int  # in other kinds, whose ends need a search
    measures: int  # one in this many measures is scored
    deep: int  # … has intervals, tests and differences
    compared: int  # … is compared
    means: int  # … has the mean over a fuzzy clustering; one in four of these also law and ends
    ends: int  # … the same for other kinds


BRIEF = Depth(
    objects=60, memberships=24, few=8, measures=1, deep=130, compared=33, means=44, ends=65
)
LONG = Depth(
    objects=300, memberships=30, few=12, measures=1, deep=44, compared=13, means=16, ends=33
)


class Job(NamedTuple):
    """One producer on one data set."""

    kind: str
    producer: str
    data: str

    def chosen(self, step: int) -> list[Measure]:
        """One in this many measures, starting elsewhere for each job."""
        return all_measures()[crc32(" ".join(self).encode()) % step :: step]

    def __str__(self) -> str:
        return f"{self.kind}: {self.producer} on {self.data}"


def run(job: Job, depth: Depth, folder: Path) -> Ledger:
    """Check all invariants for one producer on one data set."""
    ledger = Ledger(job.producer, job.data)
    KINDS[job.kind](job, depth, ledger, folder)
    return ledger


class NothingMade(Exception):
    """The producer failed on the data, or returned NaN."""


def made(produce: Callable[[Data], Any], given: Data) -> Any:
    """The producer's output for the data."""
    try:
        found = produce(given)
    except Exception as error:
        raise NothingMade(f"{type(error).__name__}: {error}") from error
    if isinstance(found, np.ndarray) and found.dtype.kind == "f" and not np.isfinite(found).all():
        raise NothingMade("the producer returned NaN or infinite numbers")
    return found


def _hard(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.objects)
    labels = made(HARD[job.producer], given)
    # If classes are floats (Hastie's are -1.0 and 1.0), the integer -1 is not a label: rejected.
    whole = labels.dtype.kind == "i" and given.truth.dtype.kind != "f"
    noisy = whole and bool((labels == NOISE).any())
    policy = {"noise": NOISE} if noisy else {}
    other = _neighbor(labels)
    case = Case(given.truth, labels, policy)
    held(
        ledger, case, measures=job.chosen(depth.measures), deep=job.chosen(depth.deep), other=other
    )
    several = {"own": labels, "other": other, "same": labels.copy()}
    asked = [m.name for m in job.chosen(depth.compared)]
    options = {"confidence": 0.95, "null": "permutation", "measures": asked, **policy}
    compared(ledger, given.truth, several, folder, **options)
    swept(ledger, given.truth, dict(enumerate(several.values(), 2)), folder, **policy)
    for m in job.chosen(depth.deep):
        ledger.hold("one-hot", m.name, of_one_hot, given.truth, labels, m)
    if noisy:
        for way in ("drop", "cluster"):
            if way == "drop" and (labels == NOISE).all():
                continue
            kept = Case(given.truth, labels, {**policy, "noise_as": way})
            again = Ledger(job.producer, job.data)
            held(again, kept, measures=job.chosen(depth.compared), deep=())
            ledger.add(again, f"noise as {way}")


def _neighbor(labels: Any) -> Any:
    """A clustering with every ninth object in the cluster of its predecessor."""
    other = labels.copy()
    other[1::9] = labels[0::9][: len(other[1::9])]
    return other


def _fuzzy(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.memberships)
    matrix = made(MEMBERSHIPS[job.producer], given)
    _soft(job, ledger, lambda: SoftCase(given.truth, Fuzzy(matrix)), folder, depth.means)


def _other(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.few)
    soft = made(CONTAINERS[job.producer], given)
    _soft(job, ledger, lambda: SoftCase(given.truth, soft), folder, depth.ends)


def _soft(job: Job, ledger: Ledger, make: Callable[[], SoftCase], folder: Path, step: int) -> None:
    made: list[SoftCase] = []

    def taken() -> Iterator[str]:
        """A library's output is accepted as it is."""
        try:
            made.append(make())
        except partita.InputError as error:
            yield f"refused: {error}"

    ledger.hold("container", job.kind, taken)
    for case in made:
        means = job.chosen(step)
        laws = means[::4] if case.soft.k <= SEARCHED else []
        held_soft(ledger, case, means=means, laws=laws)
        compared_soft(ledger, case, folder, means)


def _tree(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(min(60, depth.objects))
    found = made(lambda one: dict(trees(one)), given)
    held_tree(ledger, given, found[job.producer], found["linkage average"])


def _cover(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.objects)
    for name, truth, matrix in made(lambda one: list(covers(one)), given):
        if name == job.producer:
            held_cover(ledger, truth, matrix)


def _file(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.objects)
    labels = made(HARD["dbscan 0.5"], given)
    written(ledger, job.producer, {"truth": given.truth, "found": labels}, folder)


def _command(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.objects)
    labels = {name: made(HARD[name], given) for name in (job.producer, "kmeans 3")}
    named = {name.replace(" ", "_"): one for name, one in labels.items()}
    noisy = any((np.asarray(one) == NOISE).any() for one in labels.values())
    matrix = made(MEMBERSHIPS["gmm full 3"], given)
    told = {"truth": given.truth, **named}
    commanded(ledger, told, matrix, folder, str(NOISE) if noisy else None)


def _index(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.objects)
    held_index(ledger, given.truth, made(HARD[job.producer], given))


KINDS: dict[str, Callable[[Job, Depth, Ledger, Path], None]] = {
    "hard": _hard,
    "fuzzy": _fuzzy,
    "other": _other,
    "tree": _tree,
    "cover": _cover,
    "file": _file,
    "command": _command,
    "index": _index,
}
COMMANDED = ("kmeans 5", "dbscan 0.5", "hdbscan 5", "bins uniform 4", "fcluster ward 3")
INDEXED = ("kmeans 5", "fcluster ward 3")
COVERED = ("multilabel", "multilabel sparse", "topics", "classes")
TREES = (
    *(f"linkage {method}" for method in ("single", "complete", "average", "weighted", "ward")),
    *(f"agglomerative {method}" for method in ("ward", "average", "complete")),
)


# One in this many pairs of producer and data runs; every producer runs on several data sets.
THINNED = {
    "hard": 8,
    "fuzzy": 6,
    "other": 6,
    "tree": 3,
    "cover": 2,
    "file": 2,
    "command": 5,
    "index": 2,
}


def everything() -> Iterator[Job]:
    """Every producer on some data sets, and every data set with some producers of each kind."""
    producers = {
        "hard": HARD,
        "fuzzy": MEMBERSHIPS,
        "other": CONTAINERS,
        "tree": TREES,
        "cover": COVERED,
        "file": installed(),
        "command": COMMANDED,
        "index": INDEXED,
    }
    for kind, names in producers.items():
        for place, producer in enumerate(names):
            yield from (
                Job(kind, producer, name)
                for name in list(LOADERS)[place % THINNED[kind] :: THINNED[kind]]
            )


def left_out() -> list[str]:
    """Writers whose library is not installed."""
    return sorted(set(WRITERS) - set(installed()))
