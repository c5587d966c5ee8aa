"""The core's promises, measured: speed against scikit-learn, memory, and what importing costs.

Run it with the package and scikit-learn installed: ``python benchmarks/core/run.py``.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np
from sklearn.metrics import adjusted_rand_score

import partita

OBJECTS = 10**7


def labels(groups: int, kept: float = 0.7) -> tuple[np.ndarray, np.ndarray]:
    """Two int32 labelings that agree in a share of the objects."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, groups, OBJECTS, dtype=np.int32)
    noise = rng.integers(0, groups, OBJECTS, dtype=np.int32)
    return truth, np.where(rng.random(OBJECTS) < kept, truth, noise)


def best(call: Callable[[], object], repeats: int) -> float:
    """Least wall time of several calls."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times)


def peak() -> float:
    """Largest memory of this process so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def cpu_of(*command: str) -> float:
    """Least CPU time of a command over several runs, in milliseconds."""
    times = []
    for _ in range(7):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)  # noqa: S603 - our own commands
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * min(times)


def main() -> None:
    """Print one line per promise."""
    truth, prediction = labels(100)
    before = peak()
    ours = best(lambda: partita.adjusted_rand(truth, prediction), 7)
    extra = peak() - before
    theirs = best(lambda: adjusted_rand_score(truth, prediction), 2)
    print(f"ARI, n = 10^7, K = 100, int32: {1000 * ours:.1f} ms, scikit-learn {theirs:.2f} s,")
    print(
        f"  ratio {theirs / ours:.0f}, extra memory {extra * 2**20 / OBJECTS:.3f} bytes per object"
    )
    x, y = truth[:100], prediction[:100]
    print(f"  a call on 100 labels: {1e6 * best(lambda: partita.adjusted_rand(x, y), 200):.0f} µs")
    print(
        f"import partita: {cpu_of(sys.executable, '-c', 'import partita, numpy'):.0f} ms CPU,",
        end="",
    )
    print(f" import numpy: {cpu_of(sys.executable, '-c', 'import numpy'):.0f} ms")
    print(f"partita measures: {cpu_of(sys.executable, '-m', 'partita', 'measures'):.0f} ms CPU")
    many = "import numpy as np, partita\n"
    many += "g = np.random.default_rng(0).integers\nn = 10**7\n"
    many += "a, b = g(0, 10**6, n, dtype=np.int32), g(0, 10**6, n, dtype=np.int32)\n"
    many += "t = partita.Contingency.from_labels(a, b); partita.adjusted_rand.of(t)\n"
    many += "peak = [x for x in open('/proc/self/status') if x.startswith('VmHWM')][0].split()[1]\n"
    many += "print(t.shape, int(peak) / 2**20)"
    found = subprocess.run((sys.executable, "-c", many), check=True, capture_output=True, text=True)  # noqa: S603
    print(f"10^6 x 10^6 clusters, n = 10^7: shape, peak GB of the process: {found.stdout.strip()}")


if __name__ == "__main__":
    main()
