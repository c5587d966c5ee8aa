"""Cases for every engine: columns of labels, with the policies of the call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import partita
from partita import Contingency, InputError

MEASURES = ("adjusted_rand", "v_measure", "pair_f_measure", "van_dongen")


@dataclass(frozen=True)
class Case:
    """Columns by name, their roles, and the policies."""

    columns: dict[str, list[Any]]
    truth: str = "truth"
    prediction: Any = "cluster"
    weights: str | None = None
    groups: str | None = None
    options: dict[str, Any] = field(default_factory=dict)

    def arguments(self) -> dict[str, Any]:
        """The arguments of `tabulate`."""
        named = {"weights": self.weights, "groups": self.groups}
        asked = {key: value for key, value in named.items() if value is not None}
        return {"truth": self.truth, "prediction": self.prediction, **asked, **self.options}

    def labels(self, *, text: bool = False) -> dict[str, list[Any]]:
        """All columns, as a text file holds them or as they are."""
        if not text:
            return self.columns
        others = (self.weights, "id")
        return {
            name: column if name in others else [_text(x) for x in column]
            for name, column in self.columns.items()
        }

    def expected(self, *, text: bool = False) -> Any:
        """The tables as arrays give them; in a text file all labels are text."""
        columns = self.labels(text=text)
        several = isinstance(self.prediction, list)
        names = self.prediction if several else [self.prediction]
        found = {name: self._tables(columns, name) for name in names}
        return found if several else found[self.prediction]

    def _tables(self, columns: dict[str, list[Any]], name: str) -> Any:
        def table(places: list[int]) -> Any:
            weights = self.weights and [columns[self.weights][at] for at in places]
            sides = ([columns[one][at] for at in places] for one in (self.truth, name))
            return Contingency.from_labels(*sides, weights=weights, **self.options)

        everything = range(len(columns[self.truth]))
        if self.groups is None:
            return table(list(everything))
        found = {}
        for group in set(columns[self.groups]):
            places = [at for at in everything if columns[self.groups][at] == group]
            with suppress_nothing_left():
                found[group] = table(places)
        return found


@contextmanager
def suppress_nothing_left() -> Iterator[None]:
    """Ignore a group without objects, which has no table."""
    try:
        yield
    except InputError as error:
        if "nothing is left" not in str(error):
            raise


def _text(label: Any) -> str | None:
    return None if label is None else str(label)


def drawn(objects: int, classes: int, clusters: int, seed: int = 0) -> dict[str, list[Any]]:
    """Integer labels with weights and groups."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, objects)
    return {
        "truth": truth.tolist(),
        "cluster": np.where(
            rng.random(objects) < 0.7, truth, rng.integers(0, clusters, objects)
        ).tolist(),
        "other": rng.integers(-1, clusters, objects).tolist(),
        "times": rng.integers(0, 5, objects).tolist(),
        "share": (rng.random(objects) * 10.0 ** rng.integers(-3, 3, objects)).tolist(),
        "donor": rng.choice(["d1", "d2", "d3"], objects).tolist(),
    }


def named(labels: list[int], names: list[Any]) -> list[Any]:
    """Labels with names instead of numbers."""
    return [names[label] for label in labels]


NUMBERS = drawn(400, 4, 5)
WORDS = ["a", "ß", "日本", "a b", 'say "hi"', "it's \\o'", "NA", "null", "nan", "1", "01", "1.0"]
TEXT = {
    "truth": named(drawn(400, 12, 12)["truth"], WORDS),
    "cluster": named(drawn(400, 12, 12)["cluster"], WORDS),
}
GAPS = {
    "truth": [None, 1, 1, 2, 2, None, 2, 2] * 3,
    "cluster": [0, 0, None, -1, 1, None, 1, -1] * 3,
    "times": [1, 2, 3, 1, 1, 2, 0, 1] * 3,
    "share": [0.5, 0.1, 0.25, 1.5, 0.3, 0.7, 0.2, 2.5] * 3,
}
DROPPED = {  # of the two objects of d3, one is noise and the other has no label
    "truth": [1, 1, 2, 2, -1, 1],
    "cluster": [1, 1, 2, 1, 2, None],
    "other": [3, None, 3, -1, 4, 4],
    "donor": ["d1", "d2", "d1", "d2", "d3", "d3"],
}
MANY = {
    "truth": [f"label {k % 20_011}" for k in range(30_000)],
    "cluster": [k * 7 % 10_007 for k in range(30_000)],
}

CASES = {
    "integers": Case(NUMBERS),
    "text": Case(TEXT),
    "one class": Case({"truth": ["x"] * 5, "cluster": [1, 1, 2, 2, 2]}),
    "one object": Case({"truth": ["x"], "cluster": [7]}),
    "many labels": Case(MANY),
    "large integers": Case(
        {"truth": [2**62, 2**62 + 1, -(2**62)], "cluster": [2**53, 2**53 + 1, 0]}
    ),
    "odd names": Case(
        {'the "truth"': ["a", "b", "b"], "clus`ter; --": [1, 1, 2]},
        'the "truth"',
        "clus`ter; --",
    ),
    "truth is prediction": Case(TEXT, "truth", "truth"),
    "several": Case(NUMBERS, prediction=["cluster", "other"]),
    "grouped": Case(NUMBERS, groups="donor"),
    "several grouped": Case(NUMBERS, prediction=["cluster", "other"], groups="donor"),
    "frequencies": Case(NUMBERS, weights="times"),
    "shares": Case(NUMBERS, weights="share"),
    "shares grouped": Case(NUMBERS, weights="share", groups="donor"),
    "noise alone": Case(NUMBERS, prediction="other", options={"noise": {"prediction": -1}}),
    "noise dropped": Case(
        NUMBERS, prediction="other", options={"noise": {"prediction": -1}, "noise_as": "drop"}
    ),
    "noise text dropped": Case(TEXT, options={"noise": "it's \\o'", "noise_as": "drop"}),
    "several dropped": Case(
        DROPPED,
        prediction=["cluster", "other"],
        options={"missing": "drop", "noise": -1, "noise_as": "drop"},
    ),
    "group dropped": Case(
        DROPPED, groups="donor", options={"missing": "drop", "noise": -1, "noise_as": "drop"}
    ),
    "gaps dropped": Case(GAPS, options={"missing": "drop"}),
    "gaps together": Case(GAPS, options={"missing": "category"}),
    "gaps alone": Case(GAPS, options={"missing": "singletons"}),
    "gaps alone, frequencies": Case(GAPS, weights="times", options={"missing": "singletons"}),
    "gaps alone, shares": Case(GAPS, weights="share", options={"missing": "singletons"}),
    "gaps and noise": Case(
        GAPS, options={"missing": "category", "noise": {"prediction": -1}, "noise_as": "drop"}
    ),
}

PAIRS = {  # two predictions, counted jointly
    "plain": Case(NUMBERS, prediction=["cluster", "other"]),
    "grouped": Case(NUMBERS, prediction=["cluster", "other"], groups="donor"),
    "frequencies": Case(NUMBERS, prediction=["cluster", "other"], weights="times"),
    "noise alone": Case(
        NUMBERS, prediction=["cluster", "other"], options={"noise": {"prediction": -1}}
    ),
    "noise dropped": Case(
        NUMBERS,
        prediction=["cluster", "other"],
        groups="donor",
        options={"noise": {"prediction": -1}, "noise_as": "drop"},
    ),
    "gaps alone, frequencies": Case(
        {**GAPS, "truth": [1, 1, 1, 2, 2, 1, 2, 2] * 3, "other": GAPS["cluster"][::-1]},
        prediction=["cluster", "other"],
        weights="times",
        options={"missing": "singletons"},
    ),
    "gaps dropped": Case(
        {**GAPS, "other": GAPS["cluster"][::-1]},
        prediction=["cluster", "other"],
        options={"missing": "drop"},
    ),
}


def text_noise(case: Case) -> Case:
    """The case with noise labels as text, for text files."""
    noise = case.options.get("noise")
    if noise is None:
        return case
    sides = noise if isinstance(noise, dict) else dict.fromkeys(("truth", "prediction"), noise)
    texts = {side: str(label) for side, label in sides.items()}
    options = {**case.options, "noise": texts}
    return Case(case.columns, case.truth, case.prediction, case.weights, case.groups, options)


def assert_same(found: Any, expected: Any) -> None:
    """Check that tables have the same cells and measures the same bits."""
    if isinstance(expected, dict):
        assert set(found) == set(expected)
        for name, table in expected.items():
            assert_same(found[name], table)
        return
    assert type(found) is type(expected)
    assert cells(found) == cells(expected)
    for measure in MEASURES:
        one = partita.measure(measure)
        assert one.of(found) == one.of(expected)


def kinds_by_hand(case: Case, *, text: bool = False) -> list[tuple[Any, ...]]:
    """Kinds of objects with their numbers, counted one object at a time."""
    columns = case.labels(text=text)
    asked, noise = case.options, case.options.get("noise", {})
    found: Counter[tuple[Any, ...]] = Counter()
    for at in range(len(columns[case.truth])):
        sides = [("truth", case.truth), *(("prediction", name) for name in case.prediction)]
        row: list[str | None] = []
        for side, name in sides:
            label = columns[name][at]
            gone = asked.get("missing") if label is None else None
            if noise and label == noise.get(side):
                gone = asked.get("noise_as", "singletons")
            alone = f"Unlabeled <unlabeled> {at}"
            row.append({"drop": None, "singletons": alone}.get(gone or "", _named(label)))
        if None not in row:
            group = () if case.groups is None else (_named(columns[case.groups][at]),)
            times = 1 if case.weights is None else columns[case.weights][at]
            found[(*row, *group)] += times
    plain = ((*(x.partition(">")[0] for x in row), n) for row, n in found.items() if n)
    return sorted(plain)


def assert_joint(found: Any, case: Case, *, text: bool = False) -> None:
    """Check the kinds of a joint table by hand, and a difference to the bits of that of labels."""
    sides = [found.truth, *found.clusterings.values(), *([found.units] if found.units else [])]
    rows = zip(*([_named(side.names[k]) for k in side.codes] for side in sides), strict=True)
    counted = zip(rows, found.counts.tolist(), strict=True)
    plain = [(*(x.partition(">")[0] for x in row), n) for row, n in counted]
    assert sorted(plain) == kinds_by_hand(case, text=text)
    columns = case.labels(text=text)
    named = {"weights": case.weights, "groups": case.groups}
    more = {key: columns[name] for key, name in named.items() if name is not None}
    labels = [columns[name] for name in (case.truth, *case.prediction)]
    expected = partita.difference("v_measure", *labels, draws=19, **more, **case.options)
    assert partita.difference("v_measure", table=found, draws=19) == expected


def cells(table: Any) -> list[tuple[str, str, Any, Any]]:
    """Cells by name; objects without a label share a name, so their order does not matter."""
    pairs = table.counts if table.pair_weights is None else table.pair_weights
    return sorted(
        (_named(table.classes[r]), _named(table.clusters[c]), n.item(), q.item())
        for r, c, n, q in zip(table.rows, table.cols, table.counts, pairs, strict=True)
    )


def _named(name: Any) -> str:
    plain = name.item() if isinstance(name, np.generic) else name
    return f"{type(plain).__name__} {plain!r}"


def distinct(objects: int) -> Contingency:
    """The table of objects k with labels k and k // 2, which has a cell for every object."""
    truth = np.arange(objects)
    return Contingency.from_cells(truth, truth // 2, np.ones(objects, dtype=np.int64))
