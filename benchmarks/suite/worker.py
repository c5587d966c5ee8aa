"""A second process that scores labels with another build of partita.

One process cannot load two builds of an extension, so each build has its own process, which makes
its labels once and then answers each line with a line.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_SUITE = Path(__file__).resolve().parents[1]


class Worker:
    """The client: `labels N K` makes labels, `score` scores them, `clock` is CPU time."""

    def __init__(self, package: Path | None) -> None:
        paths = [str(_SUITE), *([str(package)] if package else []), os.environ.get("PYTHONPATH")]
        path = os.pathsep.join(filter(None, paths))
        self._process = subprocess.Popen(
            (sys.executable, "-m", "suite.worker"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path},
        )

    def ask(self, line: str) -> Any:
        """Send a line and wait for the answer."""
        talk = self._process
        if talk.stdin is None or talk.stdout is None:
            raise RuntimeError("the worker has no pipes")
        talk.stdin.write(line + "\n")
        talk.stdin.flush()
        return json.loads(talk.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()  # closes its input, which ends it


def answer() -> None:
    """The server."""
    from suite import own
    from suite.data import labels

    run = None
    for line in sys.stdin:
        word, *numbers = line.split()
        reply: Any = None
        if word == "labels":
            run = own.six(*labels(*map(int, numbers))).run
        elif word == "clock":
            reply = time.process_time()
        elif run is not None:
            reply = run(None)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    answer()
