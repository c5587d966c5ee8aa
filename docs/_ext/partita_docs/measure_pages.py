"""One page for each measure, from its declaration: meaning, formula, claims, example, sources."""

from __future__ import annotations

from inspect import Signature, signature
from typing import Any

from partita import MEASURES, Contingency, Measure
from partita.interop.conventions import standing_for
from partita.report.formats.listing import _fixed_values, _symmetry, bounds
from partita.report.formats.references import citation

from .limits import CASES, ours
from .markdown import number, page, plain, table

TRUTH, PREDICTION = "aaabbbcccc", "0011122233"
OTHER_VALUES = {
    "beta": 2.0,
    "alpha": 0.25,
    "count": "exact",
    "base": 2,
    "average": "max",
    "normalize": "count",
}
OTHER_VALUES |= {"mean": "harmonic", "weighting": "micro", "split": "count", "merge": "entropy"}
COMMON = {
    "weights": "one number per object; whole numbers count as copies",
    "missing": '"error", "drop", "singletons" or "category"',
    "noise": "the label that means: in no cluster",
    "noise_as": '"singletons", "drop" or "cluster"',
    "align": '"error", or "index" for pandas objects with different indices',
}
OWN = {
    "beta": "weight of the two sides; 1 treats them alike",
    "base": "of the logarithm; 2 gives bits, none gives nats",
    "average": '"arithmetic", "geometric", "min", "max" or "joint"',
    "normalize": '"n-1", "n" or "count"',
    "alpha": "weight of precision, from 0 to 1; that of recall is the rest",
    "count": '"approximate" or, where tables are few, "exact"',
    "tversky.alpha": "weight of the pairs missed, from 0 on",
    "tversky.beta": "weight of the pairs claimed wrongly, from 0 on",
    "mean": 'of the two sides, "arithmetic" or "harmonic"',
    "weighting": '"macro": groups count alike, "micro": by size, "combined": their geometric mean',
    "split": 'what a split costs: "product" of the sizes, "count" of 1, or "entropy"',
    "merge": 'what a merge costs: "product" of the sizes, "count" of 1, or "entropy"',
}
_SIZES = "n objects, class sizes a_i, cluster sizes b_j, cells n_ij"
LETTERS = {
    "pairs": "N11 pairs share class and cluster, N10 only the class, N01 only the cluster, N00 "
    "neither; P = N11 + N10, Q = N11 + N01, M = all pairs",
    "information": "C is the class and K the cluster of an object; I is their mutual information, "
    "H(C|K) what the cluster leaves open about the class, H(C) = I + H(C|K); " + _SIZES,
    "association": _SIZES + "; |C| classes, |K| clusters",
    "overlap": _SIZES,
    "matching": _SIZES + "; σ pairs each class with at most one cluster",
    "records": _SIZES + "; |C| classes, |K| clusters, and cells are the occupied n_ij",
    "coding": "C is the class and K the cluster of an object, |C| the number of classes; " + _SIZES,
    "table": _SIZES,
}


def pages() -> dict[str, str]:
    """A page for every measure of the package."""
    return {f"measures/{m.name}.md": _page(m) for m in measures()}


def measures() -> list[Measure]:
    """The measures that come with the package, not those that somebody registered beside."""
    return [m for m in MEASURES.values() if m.ours]


def _page(m: Measure) -> str:
    return page(
        f"# {m.name.replace('_', ' ')} ({plain(m.symbol)})",
        f"**{plain(m.reading)}**",
        *map(plain, m.remarks),
        f"```{{code-block}} text\n:class: formula\n\n{m.formula}\n```",
        f"{plain(LETTERS[m.family])}.",
        f":::{{admonition}} Beware\n:class: warning\n\n{plain(_sentence(m.drawback))}\n:::",
        _facts(m),
        "## Call",
        _call(m),
        "## Example",
        _example(m),
        "## Limit cases",
        _limits(m),
        _elsewhere(m),
        "## References",
        "\n".join(f"- {plain(citation(key))}" for key in m.references),
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _facts(m: Measure) -> str:
    unit = f", in {m.unit}" if m.unit else ""
    facts = {
        "range": f"{bounds(m)}{unit}; {m.direction} is better",
        "symmetric": _symmetry(m),
        "fixed values": _fixed_values(m),
        "all counts times a number": "no change" if m.n_invariant else "changes it",
        "reads": f"the {m.family} statistic of the table",
        "also called": ", ".join(f"`{alias}`" for alias in m.aliases),
    }
    return table(("", ""), [(name, text) for name, text in facts.items() if text])


def _call(m: Measure) -> str:
    bare = [p.replace(annotation=p.empty) for p in signature(m).parameters.values()]
    directive = f"```{{py:function}} partita.{m.name}{Signature(bare)}\n```"
    options = [
        (name, OWN.get(f"{m.name}.{name}") or OWN[name], _shown(value))
        for name, value in m.options.items()
    ]
    common = [(name, text, _shown(_default(m, name))) for name, text in COMMON.items()]
    rows = [(f"`{name}`", plain(text), f"`{value}`") for name, text, value in [*options, *common]]
    of = ", ".join(["table", *(f"{name}={value!r}" for name, value in m.options.items())])
    return page(
        directive,
        table(("option", "what it takes", "default"), rows),
        f"On a table that was counted already: `{m.name}.of({of})`. On the command line: "
        f"`partita score FILE --truth COLUMN --prediction COLUMN --measure {m.name}`.",
    )


def _default(m: Measure, name: str) -> Any:
    return signature(m).parameters[name].default


def _shown(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _example(m: Measure) -> str:
    lines = [
        ">>> import partita",
        f'>>> truth, prediction = list("{TRUTH}"), list("{PREDICTION}")',
    ]
    for options in [{}, *({name: OTHER_VALUES[name]} for name in m.options)]:
        given = "".join(f", {name}={_shown(value)}" for name, value in options.items())
        value = m(list(TRUTH), list(PREDICTION), **options)
        lines += [f">>> partita.{m.name}(truth, prediction{given})", repr(value)]
    counted = Contingency.from_labels(list(TRUTH), list(PREDICTION))
    return page(
        "Ten objects, three classes, four clusters:",
        "```python\n" + "\n".join(lines) + "\n\n```",
        "What it reads:",
        _cells(counted),
        _statistic(m, counted),
    )


def _cells(counted: Contingency) -> str:
    matrix = counted.to_scipy().toarray().tolist()
    header = ("class", *(f"cluster {c}" for c in sorted(set(PREDICTION))), "size a_i")
    rows = [
        (name, *map(str, row), str(sum(row)))
        for name, row in zip(sorted(set(TRUTH)), matrix, strict=True)
    ]
    sizes = [str(sum(column)) for column in zip(*matrix, strict=True)]
    return table(tuple(map(plain, header)), [*rows, ("size b\\_j", *sizes, str(len(TRUTH)))])


def _statistic(m: Measure, counted: Contingency) -> str:
    """The numbers of the family, with the letters of the formula."""
    p, h = counted.pairs, counted.information
    letters = {
        "pairs": {
            "N11": p.together,
            "N10": p.truth_only,
            "N01": p.prediction_only,
            "N00": p.apart,
            "P": p.truth_pairs,
            "Q": p.prediction_pairs,
            "M": p.pairs,
        },
        "information": {
            "I": round(h.mutual, 4),
            "H(C|K)": round(h.class_residual, 4),
            "H(K|C)": round(h.cluster_residual, 4),
        },
        "matching": {"best matching covers": counted.matching.matched},
    }.get(m.family, {})
    return ", ".join(f"{plain(name)} = {value}" for name, value in letters.items())


def _limits(m: Measure) -> str:
    rows = [(case, number(ours(m.name, case))) for case in CASES]
    note = "A dash means that the measure has no value there: it raises `UndefinedError`. "
    missing = note if any(row[1] == "–" for row in rows) else ""
    return page(
        table(("case", "value"), rows), missing + "Why: [conventions](../../conventions.md)."
    )


def _elsewhere(m: Measure) -> str:
    rows = [(one.package, f"`{one.name}`", one.differs) for one in standing_for(m.name)]
    if not rows:
        return ""
    return page("## In other packages", table(("package", "name", "difference"), rows))
