"""A process ends cleanly while a daemon thread is inside a kernel call."""

from __future__ import annotations

import subprocess
import sys

from patience import PATIENCE

CODE = """
import sys, threading, time
import numpy as np
import partita
from partita import soft

rng = np.random.default_rng(0)
many, few = rng.integers(0, 2**62, 200_000), rng.integers(0, 9, 300)
memberships = [soft.Fuzzy(rng.dirichlet(np.ones(3), 40)) for _ in range(2)]
CALLS = {
    "count": lambda: partita.Contingency.from_labels(many, many[::-1].copy(), threads=2),
    "rand": lambda: partita.rand(few, few % 4),
    "resample": lambda: partita.confidence_interval("adjusted_rand", few, few % 4, draws=99),
    "soft": lambda: soft.expectation("rand", *memberships),
}
call = CALLS[sys.argv[1]]
call()


class Slow:
    # Lets other threads run while the interpreter ends, like a library that closes its files.
    def __init__(self, sleep=time.sleep):
        self.sleep = sleep

    def __del__(self):
        self.sleep(0.2)


def forever():
    while True:
        call()


kept = Slow()
sys.modules["kept_to_the_end"] = Slow()
threading.Thread(target=forever, daemon=True).start()
time.sleep(0.1)
"""


def test_a_daemon_thread_in_the_kernel_does_not_abort_the_process():
    """Python ends such a thread when it wants the interpreter, which once aborted the process."""
    children = {
        call: subprocess.Popen([sys.executable, "-c", CODE, call], stderr=subprocess.PIPE)
        for call in ("count", "rand", "resample", "soft")
    }
    for call, child in children.items():
        _, said = child.communicate(timeout=60 * PATIENCE)
        assert (child.returncode, said) == (0, b""), call
