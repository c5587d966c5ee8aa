"""One page for each measure, from its declaration: meaning, formula, claims, example, sources."""

from __future__ import annotations

import re

from partita import MEASURES, Contingency, Measure
from partita.interop.conventions import standing_for
from partita.report.formats.docstrings import LETTERS, parameters, raised, returned
from partita.report.formats.formulas import mathml
from partita.report.formats.listing import bounds, fixed_values, symmetry
from partita.report.formats.references import citation

from .conventions import CONVENTIONS
from .curves import pictures
from .inventories import addresses
from .limits import CASES, ours
from .markdown import drawn, number, page, plain, table
from .property_record import answer
from .types import typed

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


FAMILIES = {  # of measures: what they compare
    "information": "Information: what the cluster of an object tells about its class",
    "pairs": "Pairs: which objects belong together",
    "association": "Association: how far the table is from independence",
    "overlap": "Overlap: the best counterpart of each group",
    "matching": "Matching: classes and clusters paired one to one",
    "records": "Records: links, pieces and merges, as in coreference and entity resolution",
    "coding": "Coding: what it costs to describe the classes",
}
MOVES = (
    "First, a share of 300 objects in five classes is misplaced into random clusters. Then all "
    "labels are random, with k clusters of equal size. Each point is a mean over random draws. The "
    "dashed line is the value for five random clusters."
)


def pages() -> dict[str, str]:
    """A page for every measure of the package."""
    return {f"measures/{m.name}.md": _page(m) for m in measures()}


def measures() -> list[Measure]:
    """The measures that come with the package."""
    return [m for m in MEASURES.values() if m.ours]


def _page(m: Measure) -> str:
    return page(
        f"# {m.name.replace('_', ' ')} ({plain(m.symbol)})",
        f"**{plain(m.reading)}**",
        *map(plain, m.remarks),
        drawn(f'<div class="formula">{mathml(m.formula)}</div>'),
        f"{_letters(LETTERS[m.family])}.",
        f":::{{admonition}} Beware\n:class: warning\n\n{plain(_sentence(m.drawback))}\n:::",
        "## Behavior",
        drawn(pictures(m)),
        MOVES,
        "## Facts",
        _facts(m),
        "## Call",
        _call(m),
        "## Example",
        _example(m),
        "## Degenerate cases",
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
        "symmetric": symmetry(m),
        "fixed values": fixed_values(m),
        "if all counts are multiplied": _multiplied(m),
        "reads": f"`{_record(m)}` of the contingency table",
        "also called": ", ".join(f"`{alias}`" for alias in m.aliases),
        "all properties": "[next to those of other measures](../properties/index.md)",
    }
    return table(("", ""), [(name, text) for name, text in facts.items() if text])


def _multiplied(m: Measure) -> str:
    words = {"yes": "the same value", "asymptotically": "asymptotically the same value"}
    return words.get(answer(m.name, "n-invariance"), "another value")


def _letters(text: str) -> str:
    """Text with the letters of formulas typeset."""
    pieces = _LETTER.split(text)
    pieces[::2] = map(plain, pieces[::2])
    pieces[1::2] = (mathml(letter, display=False) for letter in pieces[1::2])
    return "".join(pieces)


_LETTER = re.compile(r"(H\([CK](?:\|[CK])?\)|\|[CK]\||\b[abn]_[ij]+|\bN\d\d\b|\b[CIKMPQnσ]\b)")


def _record(m: Measure) -> str:
    """The name of the statistic that a formula reads."""
    annotation = next(iter(m.function.__annotations__.values()))
    return annotation if isinstance(annotation, str) else annotation.__name__


def _call(m: Measure) -> str:
    shown, returns = typed(m) or ("", "")
    of = ", ".join(["table", *(f"{name}={value!r}" for name, value in m.options.items())])
    return page(
        f"```{{py:function}} partita.{m.name}{shown} -> {returns}\n```",
        "\n\n".join(map(_parameter, parameters(m))),
        f"It returns a float: {returned(m)[0].lower()}{plain(returned(m)[1:])}",
        "\n".join(
            f"- It raises `{name}` {text[:1].lower()}{plain(text[1:])}" for name, text in raised(m)
        ),
        f"For a table that is counted already: `{m.name}.of({of})`. On the command line: "
        f"`partita score FILE --truth COLUMN --prediction COLUMN --measure {m.name}`.",
    )


def _parameter(entry: tuple[str, str]) -> str:
    """An entry of the list of parameters, with a link to the conventions."""
    line, text = entry
    name, _, kind = line.partition(" : ")
    heading = CONVENTIONS.get(name)
    link = f" See [conventions](../../conventions.md#{heading})." if heading else ""
    kind = re.sub(r'(\{.*?\}|"[^"]*")', r"`\1`", kind)  # choices as they are typed
    return f"{plain(name)} : *{plain(kind)}*\n: {plain(text.replace('``', '`'))}{link}"


def _shown(value: object) -> str:
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
        "What it reads from them:",
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
    """The numbers that the formula reads, with their letters."""
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
    note = "A dash means that the measure has no value and raises `UndefinedError`. "
    missing = note if any(row[1] == "–" for row in rows) else ""
    return page(
        table(("case", "value"), rows),
        _independent(m),
        missing + "The [conventions](../../conventions.md) give the reasons.",
    )


def _independent(m: Measure) -> str:
    """Why a measure that is 0 on average for random labels is below 0 for independent ones."""
    found = ours(m.name, "independent")
    if "0 is the mean of random labels" not in m.reading or found is None or found >= 0:
        return ""
    truth, prediction = (" ".join(map(str, labels)) for labels in CASES["independent"])
    return (
        f"The value for random labels is 0 on average, not each time. The case `independent` has "
        f"classes {truth} and clusters {prediction}. Random clusters of these sizes are identical "
        f"to the classes in 1 of 3 draws, which scores 1, and divide both classes in 2 of 3, which "
        f"scores {number(found)}: the mean is 0."
    )


def _elsewhere(m: Measure) -> str:
    known = addresses()
    rows = []
    for one in standing_for(m.name):
        address = known.get(f"sklearn.metrics.{one.name}", "") * (one.package == "scikit-learn")
        name = f"[`{one.name}`]({address})" if address else f"`{one.name}`"
        rows.append((one.package, name, one.differs))
    if not rows:
        return ""
    return page("## In other packages", table(("package", "name", "here, not there"), rows))
