"""Runs a function in another process: with other limits, as another user, or killed."""

from __future__ import annotations

import os
import pickle
import resource
import signal
from collections.abc import Callable, Sequence
from typing import Any

NOBODY = 65534


def result_of(
    function: Callable[[], Any],
    *,
    user: int | None = None,
    groups: Sequence[int] = (),
    **limits: int,
) -> tuple[int, Any]:
    """Run a function in a fork; return the exit code (0, or minus the signal) and the result.

    An error of the function is returned. Limits are named as in `resource`, such as ``FSIZE=1000``.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            for name, limit in limits.items():
                kind = getattr(resource, f"RLIMIT_{name}")
                resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1]))
            if user is not None:
                os.setgroups(groups)
                os.setgid(user)
                os.setuid(user)
            try:
                found = function()
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is the result
                found = error
            os.write(writing, pickle.dumps(found))
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        told = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), pickle.loads(told) if told else None


def killed(function: Callable[[], Any], after: Callable[[], Any]) -> None:
    """Fork a process that runs a function, and kill it (SIGKILL) after `after` returns."""
    child = os.fork()
    if not child:
        try:
            function()
        finally:
            os._exit(0)
    after()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
