"""Which producers meet which data, and how much is asked of each; in brief and at length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

import partita
from partita import Fuzzy
from partita.measure import Measure

from .file_checks import commanded, written
from .hard import HARD
from .hard_checks import Case, all_measures, compared, held, swept
from .indexed import held_index
from .ledger import Ledger
from .points import LOADERS, Data, data
from .soft import CONTAINERS, MEMBERSHIPS
from .soft_checks import compared_soft, held_soft, of_one_hot
from .structures import covers, held_cover, held_tree, trees
from .writers import WRITERS, installed

NOISE = -1


class Depth(NamedTuple):
    """How much is asked: objects at most, and of how many measures one is asked for."""

    objects: int  # of hard clusterings
    memberships: int  # of fuzzy ones
    few: int  # of the other kinds, whose ends are searched for
    measures: int  # every so many-th measure is scored
    deep: int  # … gets intervals, tests and differences
    compared: int  # … is compared
    means: int  # … gets the mean over a fuzzy clustering
    laws: int  # … gets law and ends of a fuzzy clustering
    ends: int  # … gets mean, law and ends of the other kinds


BRIEF = Depth(
    objects=60, memberships=40, few=12, measures=1, deep=65, compared=26, means=26, laws=65, ends=44
)
LONG = Depth(
    objects=300, memberships=120, few=16, measures=1, deep=26, compared=9, means=6, laws=26, ends=26
)


class Job(NamedTuple):
    """One producer on one data set."""

    kind: str
    producer: str
    data: str

    def chosen(self, step: int) -> list[Measure]:
        """Every so many-th measure, beginning elsewhere for each job."""
        return all_measures()[crc32(" ".join(self).encode()) % step :: step]

    def __str__(self) -> str:
        return f"{self.kind}: {self.producer} on {self.data}"


def run(job: Job, depth: Depth, folder: Path) -> Ledger:
    """Hold everything about one producer on one data set to the invariants."""
    ledger = Ledger(job.producer, job.data)
    KINDS[job.kind](job, depth, ledger, folder)
    return ledger


class NothingMade(Exception):  # noqa: N818 - it is no error of ours
    """The producer itself refused the data."""


def made(produce: Callable[[Data], Any], given: Data) -> Any:
    """What the producer makes of the data."""
    try:
        return produce(given)
    except Exception as error:
        raise NothingMade(f"{type(error).__name__}: {error}") from error


def _hard(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.objects)
    labels = made(HARD[job.producer], given)
    noisy = labels.dtype.kind == "i" and bool((labels == NOISE).any())
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
    for m in job.chosen(3 * depth.means):
        ledger.hold("one-hot", m.name, of_one_hot, given.truth, labels, m)
    if noisy:
        for way in ("drop", "cluster"):
            if way == "drop" and (labels == NOISE).all():
                continue
            kept = Case(given.truth, labels, {**policy, "noise_as": way})
            again = Ledger(job.producer, job.data)
            held(again, kept, measures=job.chosen(depth.deep // 2), deep=())
            ledger.tried |= {(f"{function}, noise as {way}", m) for function, m in again.tried}
            ledger.faults += again.faults


def _neighbor(labels: Any) -> Any:
    """A clustering that puts every ninth object where its predecessor is."""
    other = labels.copy()
    other[1::9] = labels[0::9][: len(other[1::9])]
    return other


def _fuzzy(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.memberships)
    matrix = made(MEMBERSHIPS[job.producer], given)
    _soft(job, ledger, given, lambda: Fuzzy(matrix), folder, (depth.means, depth.laws))


def _other(job: Job, depth: Depth, ledger: Ledger, folder: Path) -> None:
    given = data(job.data).part(depth.few)
    soft = made(CONTAINERS[job.producer], given)
    _soft(job, ledger, given, lambda: soft, folder, (depth.ends, 2 * depth.ends))


def _soft(
    job: Job,
    ledger: Ledger,
    given: Data,
    make: Callable[[], Any],
    folder: Path,
    steps: tuple[int, int],
) -> None:
    found: list[Any] = []

    def taken() -> Iterator[str]:
        """What a library returns is taken as it is, not refused."""
        try:
            found.append(make())
        except partita.InputError as error:
            yield f"refused: {error}"

    ledger.hold("container", job.kind, taken)
    if not found:
        return
    means, laws = job.chosen(steps[0]), job.chosen(steps[1])
    held_soft(ledger, given.truth, found[0], means=means, laws=laws, ends=laws)
    asked = [m.name for m in means]
    compared_soft(ledger, given.truth, {"soft": found[0]}, folder, asked)


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
    commanded(ledger, given.truth, named, matrix, folder, str(NOISE) if noisy else None)


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
COVERED = ("multilabel", "multilabel sparse", "topics", "classes")
TREES = (
    *(f"linkage {method}" for method in ("single", "complete", "average", "weighted", "ward")),
    *(f"agglomerative {method}" for method in ("ward", "average", "complete")),
)


def everything() -> Iterator[Job]:
    """Every producer on every data set."""
    for name in LOADERS:
        for kind, producers in {
            "hard": HARD,
            "fuzzy": MEMBERSHIPS,
            "other": CONTAINERS,
            "tree": TREES,
            "cover": COVERED,
            "file": installed(),
            "command": COMMANDED,
            "index": ("kmeans 5", "fcluster ward 3"),
        }.items():
            for producer in producers:
                yield Job(kind, producer, name)


def left_out() -> list[str]:
    """Writers whose library is not installed."""
    return sorted(set(WRITERS) - set(installed()))
