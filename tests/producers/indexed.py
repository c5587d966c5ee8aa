"""Labels with an index in another order are aligned or rejected, never counted by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import partita
from partita import Cover, Fuzzy, Stream

from .ledger import Ledger, near

Call = Callable[[Any, Any], float]


def _streamed(truth: Any, labels: Any) -> float:
    stream = Stream()
    stream.update(truth, labels)
    return partita.adjusted_rand.of(stream.table)


def _fuzzy(truth: Any, labels: Any) -> float:
    """One-hot memberships as a frame with the index of the labels."""
    import pandas as pd

    return partita.expectation(
        "adjusted_rand", truth, Fuzzy(pd.get_dummies(labels).astype(float))
    ).value


CALLS: dict[str, Call] = {
    "measure": partita.adjusted_rand,
    "compare": lambda t, s: partita.compare(t, {"a": s})["a", "adjusted_rand"].value,
    "compare two": lambda t, s: partita.compare(t, {"a": s, "b": t})["a", "adjusted_rand"].value,
    "difference": lambda t, s: partita.difference("adjusted_rand", t, s, t, draws=9).value + 1,
    "confidence_interval": lambda t, s: (
        partita.confidence_interval("adjusted_rand", t, s, draws=9).value
    ),
    "significance": lambda t, s: partita.significance("adjusted_rand", t, s, draws=9).value,
    "sweep": lambda t, s: (
        partita.sweep(t, {2: s}, draws=0).of("adjusted_rand")["value"].tolist()[0]
    ),
    "agreement": lambda t, s: partita.agreement({"t": t, "s": s})["t", "s"],
    "tabulate a pair": lambda t, s: partita.adjusted_rand.of(partita.tabulate((t, s))),
    "tabulate a mapping": lambda t, s: partita.adjusted_rand.of(
        partita.tabulate({"t": t, "s": s}, "t", "s")
    ),
    "Stream": _streamed,
    "Fuzzy": _fuzzy,
    "Cover": lambda t, s: partita.covers.omega(Cover.from_labels(t), Cover.from_labels(s)),
    "expectation": lambda t, s: partita.expectation("adjusted_rand", t, s).value,
}


def held_index(ledger: Ledger, truth: Any, labels: Any) -> None:
    """Call every function with Series of the same labels in another order."""
    import pandas as pd

    names = [f"row {place}" for place in range(len(truth))]
    known = pd.Series(truth, index=names)
    there = pd.Series(labels, index=names)
    moved = there.sample(frac=1.0, random_state=1)
    expected = partita.adjusted_rand(truth, labels)
    for name, call in CALLS.items():
        ledger.hold(f"own index of {name}", "adjusted_rand", of_index, call, known, there, expected)
        ledger.hold(f"index of {name}", "adjusted_rand", of_index, call, known, moved, expected)


def of_index(call: Call, truth: Any, labels: Any, expected: float) -> Iterator[str]:
    """The value by the index, unless the call is rejected."""
    yield from near("value by the index", float(np.float64(call(truth, labels))), expected, 1e-12)
