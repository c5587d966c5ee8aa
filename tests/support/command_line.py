"""Calls the command line in this process, or in a new one."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from patience import PATIENCE

from partita.cli import main

if TYPE_CHECKING:
    import pytest

LABELS = """\
id,truth,good,coarse,gaps,noisy,weight,share,donor
1,a,x,1,1,0,2,0.5,d1
2,a,x,1,1,0,1,0.25,d1
3,a,x,1,,-1,1,0.5,d2
4,b,y,1,2,1,3,1,d2
5,b,y,1,2,-1,1,1,d3
"""
TRUTH = ["a", "a", "a", "b", "b"]
COARSE = ["1"] * 5


class Caller:
    """Calls `main` and collects its output."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        """Return the exit status, stdout and stderr."""
        try:
            status = main(arguments)
        except SystemExit as ending:  # argparse leaves this way
            status = ending.code
        printed = self.capsys.readouterr()
        return status, printed.out, printed.err


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run partita in a new process, as users do."""
    return subprocess.run(
        [sys.executable, "-m", "partita", *arguments],
        capture_output=True,
        check=False,
        timeout=60 * PATIENCE,
        **options,
    )


def environment(**changes: str | None) -> dict[str, str]:
    """Return the environment with other variables; None removes one."""
    merged = {**os.environ, **changes}
    return {name: value for name, value in merged.items() if value is not None}
