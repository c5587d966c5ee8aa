"""Sections 2 and 3: statements of the paper about V, VI and Q2, checked."""

from __future__ import annotations

from math import isclose, log

import numpy as np

from partita import Contingency, measure
from partita.behavior.trials import random_tables

from ..frame import Entry, Finding, from_samples, stated
from ..run import Run
from .solutions import TABLES

_TABLES = (4000, 400)  # random tables, in a full and in a quick run


def formulas(run: Run) -> Finding:
    """Degenerate cases, β and ranges of the formulas."""
    return Finding(
        "The formulas: degenerate cases, β, ranges",
        "Sections 2 and 3",
        "Equations (1) and (2) print the degenerate cases as H(C,K) = 0 and H(K,C) = 0. The"
        " sentences before them have H(C) = 0 and H(K) = 0, which is right: for one class in two"
        " clusters H(C,K) is not 0, and the printed formula divides 0 by 0. For h = c = 0 the paper"
        " leaves V undefined; here it is 0, the limit.\n\nβ enters linearly, (1 + β) h c / (β h +"
        " c); in van Rijsbergen's F it is squared.\n\nThe paper says that the variation of"
        " information varies over [0, 1] when normalized by log n or by 1/2 log k*. The second must"
        " be the factor 1/(2 log k*): divided by half of log k* it reaches 4.\n\nThe paper also"
        " says that no other measure allows a separate analysis of homogeneity and completeness."
        " VI does: VI = H(C|K) + H(K|C) is the sum of the same two parts.",
        tuple(_entries(run)),
    )


def _entries(run: Run) -> list[Entry]:
    return [
        *_one_class(),
        _beta(),
        *from_samples(
            [*_variation(run), _code_length(run), _separate(run)],
            f"{_TABLES[1]} random tables instead of {_TABLES[0]}",
        ),
    ]


def _one_class() -> list[Entry]:
    """H(C) = 0 with H(C,K) > 0."""
    table = Contingency.from_matrix([[1, 1]])
    value = measure("homogeneity").of(table)
    parts = ("variation_of_information", "mutual_information")
    joint = sum(measure(name).of(table) for name in parts)  # H(C|K) + H(K|C) + I = H(C,K)
    return [
        stated(
            "h of one class in two clusters, by the text",
            "1",
            f"{value:g}",
            holds=value == 1,
        ),
        stated(
            "equation (1): otherwise 1 − H(C|K)/H(C), unless H(C,K) = 0",
            "a number",
            f"0/0 with H(C,K) = {joint:.3f}",
            holds=joint == 0,
            refuted=True,
            note="one class in two clusters: the condition must be H(C) = 0",
        ),
    ]


def _separate(run: Run) -> Entry:
    """VI is the sum of its two conditional entropies."""
    names = ("variation_of_information", "conditional_entropy", "conditional_entropy_of_clusters")
    found = [
        [measure(name).of(table) for name in names]
        for table in random_tables(run.seed, run.size(*_TABLES), 1)
    ]
    gap = max(abs(whole - h - c) for whole, h, c in found)
    return stated(
        "no other measure allows a separate analysis of homogeneity and completeness",
        "yes",
        f"VI = H(C|K) + H(K|C), largest gap {gap:.1e} on {len(found)} random tables",
        holds=gap > 1e-9,
        refuted=True,
        note="VI is the sum of the same two parts",
    )


def _beta() -> Entry:
    """If c < h, more weight on completeness lowers V."""
    counted = TABLES["D"]
    low = measure("completeness").of(counted)
    values = [measure("v_measure").of(counted, beta=beta) for beta in (0, 0.5, 1, 2, 10)]
    falls = values == sorted(values, reverse=True) and values[-1] > low
    shown = ", ".join(f"{value:.3f}" for value in values)
    return stated(
        "β > 1 weights completeness more",
        "yes",
        f"solution D, β = 0, .5, 1, 2, 10: {shown}, towards c = {low:.3f}",
        holds=falls and values[0] == measure("homogeneity").of(counted),
    )


def _variation(run: Run) -> list[Entry]:
    alone = Contingency.from_matrix(np.ones((1, 50), dtype=np.int64))
    even = Contingency.from_matrix([[1, 1], [1, 1]])
    by_objects = measure("variation_of_information_by_objects").of(alone)
    by_groups = measure("variation_of_information_by_groups").of(even)
    tables = [one for one in random_tables(run.seed, run.size(*_TABLES), 1) if one.n > 1]
    most = max(measure("variation_of_information_by_objects").of(one) for one in tables)
    misread = measure("variation_of_information").of(even) / (log(2) / 2)
    return [
        stated(
            "VI / log n lies in [0, 1]",
            "yes",
            f"{by_objects:g} for single objects in one class; at most {most:.3f} on {len(tables)}"
            " random tables",
            holds=isclose(by_objects, 1) and most <= 1 + 1e-12,
            note="VI = H(C|K) + H(K|C) is at most H(C,K), which is at most log n",
        ),
        stated(
            "VI normalized by 1/2 log k* lies in [0, 1]",
            "yes",
            f"VI/(½ log k*) reaches {misread:g}; VI/(2 log k*) {by_groups:g}",
            holds=misread <= 1,
            refuted=True,
            note="on the table [[1, 1], [1, 1]]; the factor must be 1/(2 log k*)",
        ),
    ]


def _code_length(run: Run) -> Entry:
    """Q2 is in (0, 1], and 1 for identical partitions only."""
    found = [
        (measure("dom_q2").of(counted), counted.perfect)
        for counted in random_tables(run.seed, run.size(*_TABLES), 1)
        if counted.shape[0] > 1
    ]
    holds = all(0 < value <= 1 and (value == 1) == perfect for value, perfect in found)
    return stated(
        "Q2 lies in (0, 1], 1 for the best",
        "yes",
        f"{min(value for value, _ in found):.3f} to {max(value for value, _ in found):.3f} on"
        f" {len(found)} random tables",
        holds=holds,
        note="with one class only, Q2 is 0/0",
    )
