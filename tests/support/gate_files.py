"""Files for tests of the gate: objects with a truth, and clusterings that get worse."""

from __future__ import annotations

from pathlib import Path

import numpy as np

TRUTH, OTHER = "abcd", "bcda"


def table(n: int = 200, seed: int = 0) -> dict[str, list[str]]:
    """Columns: `same` is `old` under other names, `near` has other errors, `worse` has more."""
    random = np.random.default_rng(seed)
    truth = random.integers(0, 4, n)
    hard = random.random(n)
    others = random.random(n)

    def labels(wrong: np.ndarray) -> list[str]:
        return [OTHER[t] if one else TRUTH[t] for t, one in zip(truth, wrong, strict=True)]

    old = labels(hard < 0.1)
    return {
        "id": [f"cell{k}" for k in range(n)],
        "truth": [TRUTH[t] for t in truth],
        "old": old,
        "same": [f"cluster {one}" for one in old],
        "near": labels(others < 0.1),
        "worse": labels(hard < 0.4),
        "weight": ["2" if k % 3 else "1" for k in range(n)],
        "donor": [f"d{k % 20}" for k in range(n)],
    }


def write(path: Path, columns: dict[str, list[str]], rows: list[int] | None = None) -> str:
    """Write some rows, or all, as CSV."""
    every = list(zip(*columns.values(), strict=True))
    lines = [",".join(columns)]
    lines += [",".join(every[row]) for row in (range(len(every)) if rows is None else rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)
