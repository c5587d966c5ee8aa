"""How often intervals from draws of groups hold the true score, by the number of groups.

    python benchmarks/coverage/groups.py

Groups of 30 objects in four classes; in each group a share of the objects, uniform between 0.4 and
1, has the right label and the others a random one. The true score is that of 3 million objects.
Prints the table of docs/compare.md. Beside it: how often `difference` calls two clusterings
different that are equally good.
"""

from __future__ import annotations

import numpy as np

import partita

MEASURES = ("adjusted_rand", "v_measure")
GROUPS = (4, 6, 8, 10, 15, 20, 30)
SAMPLES, DRAWS = 400, 199


def sample(random: np.random.Generator, groups: int, clusterings: int = 1) -> tuple:
    """A truth, clusterings of the same quality in each group, and the groups."""
    group = np.repeat(np.arange(groups), 30)
    truth = random.integers(0, 4, len(group))
    quality = random.uniform(0.4, 1.0, groups)[group]
    sides = [
        np.where(random.random(len(group)) < quality, truth, random.integers(0, 4, len(group)))
        for _ in range(clusterings)
    ]
    return truth, *sides, group


def main() -> None:
    """Print coverage and level."""
    random = np.random.default_rng(0)
    truth, found, _ = sample(random, 100_000)
    true = {name: partita.MEASURES[name](truth, found) for name in MEASURES}
    for groups in GROUPS:
        for name in MEASURES:
            held = rejected = 0
            for seed in range(SAMPLES):
                truth, a, b, group = sample(random, groups, 2)
                settings = {"groups": group, "draws": DRAWS, "seed": seed}
                one = partita.confidence_interval(name, truth, a, **settings)
                held += one.low <= true[name] <= one.high
                rejected += partita.difference(name, truth, a, b, **settings).p_value < 0.05
            print(
                f"{groups:3} groups  {name:14} held {held / SAMPLES:.3f}  "
                f"called different {rejected / SAMPLES:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
