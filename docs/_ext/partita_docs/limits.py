"""The degenerate cases for which the pages compare measures and packages."""

from __future__ import annotations

Labels = tuple[list[int], list[int]]

CASES: dict[str, Labels] = {
    "identical": ([0, 0, 1, 1, 1, 2], [5, 5, 7, 7, 7, 9]),
    "one class, one cluster": ([0] * 6, [0] * 6),
    "single objects on both sides": (list(range(6)), list(range(6))),
    "one class, three clusters": ([0] * 6, [0, 0, 1, 1, 2, 2]),
    "three classes, one cluster": ([0, 0, 1, 1, 2, 2], [0] * 6),
    "one class, single objects": ([0] * 6, list(range(6))),
    "independent": ([0, 0, 1, 1], [0, 1, 0, 1]),
    "one object": ([0], [0]),
}


def ours(name: str, case: str) -> float | None:
    """The value of a measure in a case, or None if it is undefined."""
    from partita import MEASURES, Contingency, UndefinedError  # the cases do not need partita

    try:
        return MEASURES[name].of(Contingency.from_labels(*CASES[case]))
    except UndefinedError:
        return None
