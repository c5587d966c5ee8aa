"""Every producer on every data set: more than 50,000 combinations, and the faults found."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from producers.ledger import Fault
    from producers.plan import Job

_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_SHOWN = 40  # faults on the page; the log has all of them


class Found(NamedTuple):
    """The results of one job; `nothing` says why a producer made nothing."""

    job: Job
    held: Counter[str]  # by function, without rejected calls
    refused: Counter[tuple[str, str]]
    faults: list[Fault]
    seconds: float
    nothing: str = ""


def one(job: Job) -> Found:
    """Run one job in its own folder."""
    from producers.ledger import Fault
    from producers.plan import LONG, NothingMade, run

    start = time.process_time()
    with tempfile.TemporaryDirectory() as folder:
        try:
            ledger = run(job, LONG, Path(folder))
        except NothingMade as reason:
            return Found(job, Counter(), Counter(), [], time.process_time() - start, str(reason))
        except Exception as error:  # noqa: BLE001 - a check that breaks is a fault to look at, not the end
            fault = Fault(job.producer, job.data, job.kind, "all", f"raised {error!r}")
            return Found(job, Counter(), Counter(), [fault], time.process_time() - start)
    held = Counter(function for function, _ in ledger.held)
    refused = Counter((function, words) for (function, _), words in ledger.refused.items())
    return Found(job, held, refused, ledger.faults, time.process_time() - start)


def measured(processes: int, share: int, match: str) -> tuple[str, list[str]]:
    """The page of all jobs (every `share`-th of each kind), and the faults."""
    from producers.plan import everything, left_out

    chosen = [job for job in everything() if match in str(job)][::share]
    found: list[Found] = []
    os.environ.update(dict.fromkeys(_THREADS, "1"))  # processes share the cores
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        held = 0
        waiting = [pool.submit(one, job) for job in chosen]
        for place, done in enumerate(as_completed(waiting), 1):
            result = done.result()
            found.append(result)
            held += sum(result.held.values())
            for fault in result.faults:
                print("fault:", fault, flush=True)
            if place % 50 == 0:
                print(f"{place} of {len(chosen)} jobs, {held:,} combinations", flush=True)
    found.sort(key=lambda each: str(each.job))
    return page(found, left_out()), [str(fault) for each in found for fault in each.faults]


def page(found: list[Found], left_out: list[str]) -> str:
    """The figures as Markdown."""
    return "\n".join(_lines(found, left_out)) + "\n"


def _lines(found: list[Found], left_out: list[str]) -> Iterator[str]:
    made = [each for each in found if not each.nothing]
    total = sum(sum(each.held.values()) for each in made)
    refused = sum(sum(each.refused.values()) for each in made)
    faults = [fault for each in made for fault in each.faults]
    yield "# Inputs as libraries make them"
    yield ""
    yield "Real producers run on real data, and every public result is checked for the same"
    yield "invariants: it is finite or an error message, within the declared bounds, low ≤ value ≤"
    yield "high, interval and p-value agree about 0, JSON has no NaN, text and report show the"
    yield "numbers of the object, and a second call gives the same bits. Written by `python"
    yield "benchmarks/reliability/run.py producers`."
    yield ""
    yield f"**{total:,} combinations** of producer, data, measure and function from {len(made):,}"
    yield f"pairs of producer and data, {sum(each.seconds for each in found) / 60:.0f} minutes of"
    yield f"CPU time, Python {platform.python_version()}: **{len(faults):,} faults**."
    yield f"{refused:,} more calls were rejected with an error message, and"
    yield f"{len(found) - len(made)} pairs are left out because the producer fails or returns NaN."
    if left_out:
        yield f"Left out, because not installed: {', '.join(left_out)}."
    yield ""
    yield from _counts("kind of producer", Counter(_by_kind(made)))
    yield from _counts("function", sum((each.held for each in made), Counter()))
    yield from _refusals(sum((each.refused for each in made), Counter()))
    if faults:
        yield from ("## Faults", "")
        yield from (f"- {fault}" for fault in faults[:_SHOWN])
        if len(faults) > _SHOWN:
            yield f"- … and {len(faults) - _SHOWN:,} more"


def _by_kind(made: list[Found]) -> dict[str, int]:
    counted: Counter[str] = Counter()
    for each in made:
        counted[each.job.kind] += sum(each.held.values())
    return dict(counted)


def _counts(what: str, counted: Counter[str]) -> Iterator[str]:
    yield f"| {what} | combinations |"
    yield "|---|---|"
    yield from (f"| {name} | {many:,} |" for name, many in sorted(counted.items()))
    yield ""


def _refusals(refused: Counter[tuple[str, str]]) -> Iterator[str]:
    """The most frequent errors, by how they begin."""
    grouped: Counter[tuple[str, str]] = Counter()
    for (function, words), many in refused.items():
        grouped[function, words[:60]] += many
    yield "| rejected by | error | times |"
    yield "|---|---|---|"
    for (function, words), many in grouped.most_common(15):
        yield f"| {function} | {words.replace('|', '/')} … | {many:,} |"
    yield ""
