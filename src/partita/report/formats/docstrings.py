"""The docstring of a measure: the words of its function, and sections that follow from its claims.

The shared parameters of all measures of a kind are documented once, at their ``__call__``.
"""

from __future__ import annotations

import re
from inspect import cleandoc
from itertools import product
from math import inf
from textwrap import fill, indent
from typing import Any

from ...base.errors import UndefinedError
from ...measures.declared import Declared
from ...measures.measure import MEASURES, Measure
from ...table.contingency import AnyTable, Contingency
from ...table.weighted import WeightedContingency
from .listing import fixed_values, symmetry
from .references import citation

Entry = tuple[str, str]  # a name, and the text that describes it

# Options of measures, by name, or by measure and name: type and meaning.
OPTIONS: dict[str, Entry] = {
    "alpha": ("float", "How far the walk goes on: its probability of taking another step."),
    "adapted_rand_error.alpha": (
        "float",
        "Weight of precision, from 0 to 1; the rest is the weight of recall.",
    ),
    "tversky.alpha": ("float", "Weight of the pairs that are missed, 0 or more."),
    "tversky.beta": ("float", "Weight of the pairs that are wrongly claimed, 0 or more."),
    "average": (
        '{"arithmetic", "geometric", "min", "max", "joint"}',
        "The average of the two entropies, or the joint entropy.",
    ),
    "onmi.average": (
        '{"max", "arithmetic", "geometric", "min"}',
        "The average of the two entropies.",
    ),
    "base": ("float, optional", "Base of the logarithm: 2 gives bits. Nats if left out."),
    "beta": (
        "float",
        "Weight of recall or completeness against precision or homogeneity; 1 favors neither.",
    ),
    "count": (
        '{"approximate", "exact"}',
        "How the tables with the same margins are counted; exactly, for small tables only.",
    ),
    "form": (
        '{"conflict", "jousselme", "belief"}',
        "The distance between mass functions: conflict, Jousselme's, or difference in belief.",
    ),
    "mean": ('{"arithmetic", "harmonic"}', "The mean of the two sides."),
    "merge": (
        '{"product", "count", "entropy"}',
        "What a merge costs: the product of the two sizes, 1, or their entropy.",
    ),
    "normalize": (
        '{"max", "min", "none"}',
        "What the value is divided by: the larger entropy, the smaller one, or neither.",
    ),
    "partition_distance.normalize": (
        '{"n-1", "n", "count"}',
        'What the number of misplaced objects is divided by; "count" does not divide it.',
    ),
    "q_measure.beta": ("float", "Weight of parsimony against homogeneity; 1 favors neither."),
    "r": ("float", "Which levels count most: small clusters if r > 0, large ones if r < 0."),
    "split": (
        '{"product", "count", "entropy"}',
        "What a split costs: the product of the two sizes, 1, or their entropy.",
    ),
    "tnorm": ('{"min", "product"}', "How two memberships are combined."),
    "weighting": (
        '{"macro", "micro", "combined"}',
        "Every group counts alike, or by its size, or the geometric mean of both.",
    ),
    "weights": (
        '{"equal", "size"}',
        "Every cluster weighs the same, or as much as its memberships.",
    ),
}
_SIZES = "n objects, class sizes a_i, cluster sizes b_j, cells n_ij"
LETTERS = {  # of the formulas, by family
    "pairs": "N11 pairs share class and cluster, N10 only the class, N01 only the cluster, N00 "
    "neither; P = N11 + N10, Q = N11 + N01, M = all pairs",
    "information": "C is the class and K the cluster of an object; I is their mutual information, "
    "H(C|K) what the cluster leaves open about the class, H(C) = I + H(C|K); " + _SIZES,
    "association": _SIZES + "; |C| classes, |K| clusters",
    "overlap": _SIZES + "; |C| classes, |K| clusters",
    "matching": _SIZES + "; |C| classes, |K| clusters; σ pairs each class with at most one cluster",
    "records": _SIZES + "; |C| classes, |K| clusters, and cells are the occupied n_ij",
    "coding": "C is the class and K the cluster of an object, |C| the number of classes; " + _SIZES,
    "table": _SIZES + "; |C| classes, |K| clusters",
}
TRUTH, PREDICTION = ["a", "a", "a", "b", "b", "b"], [0, 0, 1, 1, 2, 2]


def docstring(m: Measure | Declared) -> str:
    """Write the whole docstring of a measure."""
    words = [_filled(text) for text in (m.reading, *m.remarks)]
    written = {
        "Parameters": _listed(parameters(m)),
        "Returns": _listed([("float", returned(m))]),
        "Raises": _listed(raised(m)),
        "Warns": _listed(_warns(m)),
        "Warnings": _filled(m.drawback[:1].upper() + m.drawback[1:]),
        "Notes": _notes(m),
        "References": "\n".join(_bullet(citation(key)) for key in m.references),
        "Examples": _examples(m),
    }
    parts = [f"{title}\n{'-' * len(title)}\n{body}" for title, body in written.items() if body]
    return "\n\n".join([*words, *parts]) + "\n"


def parameters(m: Measure | Declared) -> list[Entry]:
    """The parameters of a measure: both sides, its own options, and what all measures take."""
    sides, *common = section(type(m).__call__.__doc__, "Parameters")
    if isinstance(m, Declared):
        sides = (f"{sides[0]} : {m.takes}", sides[1])
    own = [_option(m, name, default) for name, default in m.options.items()]
    return [sides, *own, *(entry for entry in common if not entry[0].startswith("**"))]


def section(docstring: str | None, title: str) -> list[Entry]:
    """The entries of a section of a docstring: what is named, and the text below it."""
    lines = cleandoc(docstring or "") + "\n\n"
    found = re.search(rf"^{title}\n-+\n(.*?)\n(?=\n|\Z)", lines, re.MULTILINE | re.DOTALL)
    if found is None:
        return []
    entries = re.findall(r"^(\S.*)\n((?: {4}.*\n?)*)", found[1] + "\n", re.MULTILINE)
    return [(name, " ".join(text.split())) for name, text in entries]


def _option(m: Measure | Declared, name: str, default: Any) -> Entry:
    kind, meaning = OPTIONS.get(f"{m.name}.{name}") or OPTIONS.get(name) or ("", "")
    if not meaning:  # a user's measure
        kind, meaning = type(default).__name__, "An option of the formula."
    shown = f'"{default}"' if isinstance(default, str) else repr(default)
    return f"{name} : {kind}" + ("" if default is None else f", default {shown}"), meaning


def returned(m: Measure | Declared) -> str:
    """Which values it takes, and which of them are better."""
    low, high = m.bounds
    if (low, high) == (-inf, inf):
        reach = "Any number"
    elif high == inf:
        reach = f"{low:g} or more"
    elif low == -inf:
        reach = f"{high:g} or less"
    else:
        reach = f"From {low:g} to {high:g}"
    unit = getattr(m, "unit", "")
    better = "A baseline: neither direction is better" if getattr(m, "baseline", False) else ""
    return f"{reach}{f', in {unit}' if unit else ''}. {better or f'{m.better.title()} is better'}."


def raised(m: Measure | Declared) -> list[Entry]:
    """The errors that a call may raise, and when."""
    found = dict(section(type(m).__call__.__doc__, "Raises"))
    if isinstance(m, Measure) and m.ours:
        found.pop("UndefinedError")
        if conditions := undefined_cases(m):
            found["UndefinedError"] = f"If {', or if '.join(conditions)}."
    return list(found.items())


def undefined_cases(m: Measure) -> list[str]:
    """When one of our measures has no value."""
    cases = [sides for sides in _SMALL if not _has_value(m, Contingency.from_labels(*sides))]
    fractions = WeightedContingency.from_labels([0, 0, 1], [0, 1, 1], weights=[0.5, 1.5, 2.5])
    return [
        *(f"the formula divides by zero, as for {one} and {two}" for one, two in cases[:1]),
        *(["weights are fractions: it counts objects"] if not _has_value(m, fractions) else ()),
    ]


def _has_value(m: Measure, table: AnyTable) -> bool:
    try:
        m.of(table)
    except UndefinedError:
        return False
    return True


_SMALL = [  # every pair of partitions of up to three objects
    (truth, prediction)
    for partitions in (
        [[0]],
        [[0, 0], [0, 1]],
        [[0, 0, 0], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2]],
    )
    for truth, prediction in product(partitions, repeat=2)
]


def _warns(m: Measure | Declared) -> list[Entry]:
    if not isinstance(m, Measure) or m.n_invariant:
        return []
    text = "If weights are floats: the value depends on whether they are counts or importances."
    return [("WeightsWarning", text)]


def _notes(m: Measure | Declared) -> str:
    notes = []
    if m.formula:
        letters = f". Here {LETTERS.get(m.family, _SIZES)}." if isinstance(m, Measure) else ""
        notes.append(_filled(f"Formula: ``{m.formula}``{letters}") + "\n")
    if isinstance(m, Measure):
        notes.append(_bullet(f"Symmetric: {symmetry(m)}."))
        notes += [_bullet(f"Fixed values: {fixed_values(m)}.")] if fixed_values(m) else []
        notes += [_bullet(f"Also called {', '.join(m.aliases)}.")] if m.aliases else []
        notes.append(_bullet(f"``{m.name}.of(table)`` reads it from a table already counted."))
    elif m.hard:
        notes.append(_bullet(f"On hard labels it equals `{m.hard}`."))
    return "\n".join(notes)


def _examples(m: Measure | Declared) -> str:
    """The examples of the function; if it has none, a call with six objects."""
    text = cleandoc(m.function.__doc__ or "")
    start = text.find("\n>>>")
    if start >= 0:
        return text[start + 1 :].rstrip()
    if MEASURES.get(m.name) is not m or not m.ours:
        return ""
    value = m(TRUTH, PREDICTION)
    call = f">>> partita.{m.name}({TRUTH!r}, {PREDICTION!r})".replace("'", '"')
    return f">>> import partita\n{call}\n{value!r}"


def _listed(entries: list[Entry]) -> str:
    return "\n".join(f"{name}\n{indent(_filled(text, 94), '    ')}" for name, text in entries)


def _bullet(text: str) -> str:
    return fill(text, 98, initial_indent="- ", subsequent_indent="  ", **_WHOLE)


def _filled(text: str, width: int = 98) -> str:
    return fill(text, width, **_WHOLE)


_WHOLE: Any = {"break_long_words": False, "break_on_hyphens": False}
