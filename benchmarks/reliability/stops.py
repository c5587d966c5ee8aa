"""How long a call continues after Ctrl-C: the longest work between two checks for signals.

A timer sends signals continuously, and their handler records the CPU time of the thread. One run
of a call thus covers every moment at which it could be interrupted, and other load on the machine
matters little. All work runs on one core and hence on one thread, since more threads have no longer
stretches. Lists of objects are left out: reading them checks only for Ctrl-C, after every 65,536
objects, and runs no handler.
"""

from __future__ import annotations

import subprocess
import sys
from textwrap import dedent

from test_interruption import START

PROMISED = 0.2  # seconds
BEFORE = """
import os
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
"""
AFTER = """
looks = [time.thread_time()]
signal.signal(signal.SIGALRM, lambda *_: looks.append(time.thread_time()))
signal.setitimer(signal.ITIMER_REAL, 0.005, 0.005)
looks[0] = time.thread_time()
call()
looks.append(time.thread_time())
signal.setitimer(signal.ITIMER_REAL, 0)
print(max(map(float.__sub__, looks[1:], looks)), looks[-1] - looks[0])
"""
INTEGERS = "x, y = random.integers(0, {groups}, (2, 10**7))\n"
TEXTS = "x = ['k%d' % i for i in range(10**6)] * 5\n"
RAND = "call = lambda: partita.adjusted_rand(x, x)"
CALLS = {
    "counting 10^7 pairs of 10^7 groups": INTEGERS.format(groups="10**7")
    + "call = lambda: _kernel.count_integers(x, y)",
    "counting 10^7 wide integers": INTEGERS.format(groups="2**62")
    + "call = lambda: _kernel.count_integers(x, y)",
    "numbering 10^7 wide integers": INTEGERS.format(groups="2**62")
    + "call = lambda: _kernel.encode_integers(x)",
    "cells of 10^7 weights": INTEGERS.format(groups="10**6")
    + """
w = random.random(10**7)
call = lambda: _kernel.tabulate_weights(x, 0, 10**6, y, 0, 10**6, w)""",
    "a table of 10^7 integers": INTEGERS.format(groups="10**7")
    + "call = lambda: Contingency.from_labels(x, y)",
    "an array of 5·10^6 texts": TEXTS + "x = np.array(x)\n" + RAND,
    "an Arrow array of 5·10^6 texts": TEXTS + "import pyarrow\nx = pyarrow.array(x)\n" + RAND,
    "an Arrow array of 10^7 integers": INTEGERS.format(groups="10**7")
    + "import pyarrow\nx = pyarrow.array(x)\n"
    + RAND,
    **{
        f"{measure} of 10^7 cells": INTEGERS.format(groups="3 * 10**6")
        + f"table = Contingency.from_labels(x, y)\ncall = lambda: partita.{measure}.of(table)"
        for measure in ("rand", "adjusted_mutual_information", "b_cubed_f", "f_measure", "purity")
    },
    "a matching of 10^5 groups": """
x, y = random.integers(0, 10**5, (2, 10**6))
table = Contingency.from_labels(x, y)
call = lambda: partita.classification_error.of(table)""",
    "bootstrap, 0.4 GB": """
cells = random.integers(1, 9, 10**6)
call = lambda: _resample.bootstrap_counts(cells, 50, 1)""",
    "random tables, 0.4 GB": """
a = sizes(1000, 10**6)
call = lambda: _resample.random_tables(a, a, 50, 1)""",
    "pairs of drawn tables, 0.4 GB": """
draws = _resample.bootstrap_counts(random.integers(1, 9, 10**6), 50, 1)
rows, cols = np.arange(10**6, dtype=np.int32) // 1000, np.arange(10**6, dtype=np.int32)
call = lambda: _resample.read_counts(rows, cols, draws, 1000, 10**6, "pairs")""",
    "permutations of 10^7 objects": """
a = sizes(10**6, 10**7)
call = lambda: _resample.shuffled_tables(a, a, 3, 1)""",
    "permutations with a class of 5·10^6": """
a = np.append(sizes(10**6, 5 * 10**6), 5 * 10**6)
call = lambda: _resample.shuffled_tables(a, a, 3, 1)""",
    "random partitions of 5·10^6 objects": """
call = lambda: _resample.random_partition_tables(
    none, 10**6, none, 10**6, 5 * 10**6, 2, 1, 0, 0)""",
    "expectations without one of 10^7 objects": """
a = sizes(5 * 10**5, 10**7)
rows, cols = random.integers(0, 5 * 10**5, (2, 5 * 10**6)).astype(np.int32)
call = lambda: _resample.expected_without_one(rows, cols, a, a)""",
    "number of successes among 10^5": """
p = random.random(10**5)
call = lambda: _soft.poisson_binomial(p, np.ones(10**5, dtype=np.int64), 0.0)""",
    "law of a soft clustering": "p = soft(24, 1)\ncall = lambda: _soft.margin_law(*p)",
    "margins, state by state": """
p = soft(24, 1)
call = lambda: _soft.margin_extremes(*p, "entropy")""",
}


def measured(chosen: str = "") -> list[str]:
    """Print a line for every call whose name contains a text; return the broken promises."""
    broken = []
    for name, call in CALLS.items():
        if chosen not in name:
            continue
        stretch, whole = _stretch(call)
        print(f"{stretch:.3f} s of {whole:5.2f} s  {name}", flush=True)
        if stretch > PROMISED:
            broken.append(f"{name} works for {stretch:.2f} s without a check")
    return broken


def _stretch(call: str) -> tuple[float, float]:
    """The longest stretch and the whole call, in seconds of CPU time."""
    program = "\n".join(dedent(part) for part in (BEFORE, START, call, AFTER))
    run = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    stretch, whole = map(float, run.stdout.split())
    return stretch, whole
