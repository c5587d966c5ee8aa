"""Invariants of results from frames and files, in Python and on the command line."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

import partita
from partita import Contingency, InputError
from partita.cli import main

from .hard_checks import all_measures, value
from .ledger import Ledger, same
from .strict import loads
from .writers import WRITERS


def written(ledger: Ledger, name: str, columns: Mapping[str, Any], folder: Path) -> None:
    """Count a writer's output; every measure has the same bits as for labels in memory."""
    _, text, write = WRITERS[name]
    made: list[Any] = []

    def of_tables() -> Iterator[str]:
        kept = {n: np.asarray(side).astype(str) if text else side for n, side in columns.items()}
        expected = Contingency.from_labels(kept["truth"], kept["found"])
        found = partita.tabulate(write(columns, folder), "truth", "found")
        made.extend([expected, found])
        yield from same("names of classes", *(sorted(map(str, t.classes)) for t in made))
        yield from same("names of clusters", *(sorted(map(str, t.clusters)) for t in made))
        if expected + found != expected + expected:
            yield "the cells differ from those of labels in memory"

    ledger.hold("tabulate", "table", of_tables)
    if len(made) == 2:
        for m in all_measures():
            ledger.hold(
                "tabulate", m.name, lambda m=m: same("value", value(made[0], m), value(made[1], m))
            )


def called(*arguments: str) -> tuple[int, str, str]:
    """The exit status, stdout and stderr of a command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(arguments)
        except SystemExit as ending:
            status = ending.code if isinstance(ending.code, int) else 2
    return status, out.getvalue(), err.getvalue()


def of_command(
    arguments: tuple[str, ...], expected: Mapping[tuple[str, str], float] | None
) -> Iterator[str]:
    """Strict JSON with the numbers of Python, or status 2 with a message; twice the same."""
    status, out, err = called(*arguments, "--format", "json")
    yield from same("a second call", (status, out), called(*arguments, "--format", "json")[:2])
    if status == 2:
        if out or not err.strip() or "Traceback" in err or len(err) > 2000:
            yield f"refused with {out[:80]!r} and {err[:200]!r}"
        raise InputError(err)  # counted as rejected
    if status != 0:
        yield f"status {status}: {err[-300:]!r}"
        return
    document = loads(out)
    for record in document.get("results", []) if expected else []:
        key = record.get("prediction", ""), record["measure"]
        if key in (expected or {}):
            yield from same(f"value of {key}", record["value"], expected[key])


def commanded(
    ledger: Ledger, labels: Mapping[str, Any], memberships: Any, folder: Path, noise: str | None
) -> None:
    """Write a CSV file with labels, `truth` first, and memberships; run the commands on it."""
    truth, labels = labels["truth"], {name: labels[name] for name in labels if name != "truth"}
    path = folder / "labels.csv"
    names = list(labels)
    degrees = [f"p{place}" for place in range(memberships.shape[1])]
    heads = ["truth", *names, *degrees]
    columns = [np.asarray(one).tolist() for one in (truth, *labels.values(), *memberships.T)]
    rows = zip(*columns, strict=True)
    path.write_text(
        "\n".join([",".join(heads), *(",".join(map(str, row)) for row in rows)]) + "\n", "utf-8"
    )
    policy = ("--noise", noise) if noise is not None else ()
    as_text = {name: np.asarray(one).astype(str) for name, one in labels.items()}
    kept = {"noise": noise} if noise is not None else {}
    values = partita.compare(np.asarray(truth).astype(str), as_text, **kept)
    expected = {(one.prediction, one.measure): one.value for one in values.scores}
    where = (str(path), "--truth", "truth")
    commands = {
        "score": ("score", *where, "--prediction", *names, *policy),
        "score confidence": (
            "score",
            *where,
            "--prediction",
            *names,
            *policy,
            "--confidence",
            "0.95",
            "--draws",
            "99",
        ),
        "score null": (
            "score",
            *where,
            "--prediction",
            names[0],
            *policy,
            "--null",
            "permutation",
            "--draws",
            "99",
        ),
        "compare": ("compare", *where, "--prediction", *names, *policy, "--draws", "99"),
        "sweep": (
            "sweep",
            *where,
            "--prediction",
            *(f"{n}={k}" for k, n in enumerate(names, 2)),
            *policy,
            "--draws",
            "49",
        ),
        "agreement": ("agreement", str(path), "--prediction", *names, *policy),
        "soft": ("soft", *where, "--memberships", *degrees, "--normalize"),
        "soft rough": ("soft", *where, "--memberships", *degrees, "--kind", "rough"),
    }
    for name, arguments in commands.items():
        ledger.hold(
            f"partita {name}", "all", of_command, arguments, expected if name == "score" else None
        )
