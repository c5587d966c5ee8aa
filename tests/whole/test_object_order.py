"""Every function of two columns of objects rejects columns whose indices disagree.

The labels are of one clustering, the second time in another order with the same ids: by id the
adjusted Rand index is 1, by position -1/9. No call may return the second number.
"""

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

import partita
from partita import Contingency, Cover, Fuzzy, Hierarchy, InputError, Stream, soft, tabulate

pandas = pytest.importorskip("pandas")

IDS, TURNED = list("abcdef"), list("adbecf")


def _series(order, values=(0, 0, 0, 1, 1, 1)):
    return pandas.Series(values, index=IDS).loc[order]


def _frame(labels):
    """Memberships of certain objects, with the index of their labels."""
    columns = {"p": labels == 0, "q": labels == 1}
    return pandas.DataFrame({name: column.astype(float) for name, column in columns.items()})


def _columns(labels):
    frame = _frame(labels)
    return {"p": frame["p"], "q": frame["q"]}


def _evidential(labels):
    return soft.Evidential(_frame(labels), [{"p"}, {"q"}])


PAIRS: dict[str, Callable] = {  # of two labelings t and s
    "measure": partita.adjusted_rand,
    "measure, weights": lambda t, s: partita.rand(list(t), t, weights=s),
    "adjusted measure": partita.adjusted("rand"),
    "from_labels": Contingency.from_labels,
    "weighted from_labels": lambda t, s: partita.WeightedContingency.from_labels(
        list(t), t, weights=s + 0.5
    ),
    "from_cells": lambda t, s: Contingency.from_cells(t, s, [1] * 6),
    "from_cells, counts": lambda t, s: Contingency.from_cells(t, list(t), s + 1),
    "from_matrix, squares": lambda t, s: partita.WeightedContingency.from_matrix(
        _frame(t), _frame(s)
    ),
    "tabulate": lambda t, s: tabulate((t, s)),
    "tabulate, weights": lambda t, s: tabulate((list(t), t), weights=s),
    "tabulate, grouped": lambda t, s: tabulate((list(t), t), groups=s),
    "tabulate a mapping": lambda t, s: tabulate({"t": t, "s": s}, "t", "s"),
    "tabulate a mapping, weights": lambda t, s: tabulate(
        {"t": list(t), "u": t, "w": s}, "t", "u", weights="w"
    ),
    "tabulate a mapping, predictions": lambda t, s: tabulate(
        {"t": list(t), "u": t, "v": s}, "t", ["u", "v"]
    ),
    "tabulate batches": lambda t, s: tabulate(iter([(t, s)])),
    "tabulate weighted batches": lambda t, s: tabulate(iter([(list(t), t, s)])),
    "tabulate batches of columns": lambda t, s: tabulate(iter([{"t": t, "s": s}]), "t", "s"),
    "Stream": lambda t, s: Stream().update(t, s),
    "Stream, weights": lambda t, s: Stream().update(list(t), t, weights=s),
    "Stream, groups": lambda t, s: Stream().update(list(t), t, groups=s),
    "Stream, predictions": lambda t, s: Stream().update(list(t), {"a": t, "b": s}),
    "soft_table": lambda t, s: partita.soft_table({"t": t, **_columns(s)}, "t", ["p", "q"]),
    "soft_table, memberships": lambda t, s: partita.soft_table(
        {"t": list(t), "p": _frame(t)["p"], "q": 1 - _frame(s)["p"]}, "t", ["p", "q"]
    ),
    "compare": partita.compare,
    "compare, predictions": lambda t, s: partita.compare(list(t), {"a": t, "b": s}),
    "compare, weights": lambda t, s: partita.compare(list(t), t, weights=s),
    "compare, groups": lambda t, s: partita.compare(list(t), t, groups=s),
    "compare, soft": lambda t, s: partita.compare(t, Fuzzy(_frame(s))),
    "compare, soft and hard": lambda t, s: partita.compare(
        list(t), {"a": t, "b": Fuzzy(_frame(s))}, measures="rand"
    ),
    "compare, soft truth": lambda t, s: partita.compare(Fuzzy(_frame(t)), s, measures="rand"),
    "sweep": lambda t, s: partita.sweep(list(t), {2: t, 3: s}, draws=0),
    "agreement": lambda t, s: partita.agreement({"a": t, "b": s}),
    "agreement, third": lambda t, s: partita.agreement({"a": list(t), "b": t, "c": s}),
    "compare_runs": lambda t, s: partita.compare_runs(t, {"a": [list(t), s]}),
    "compare_runs, runs": lambda t, s: partita.compare_runs(list(t), {"a": [t, s]}),
    "difference": lambda t, s: partita.difference("rand", list(t), t, s, draws=99),
    "difference, groups": lambda t, s: partita.difference(
        "rand", list(t), t, list(t), groups=s, draws=99
    ),
    "confidence_interval": lambda t, s: partita.confidence_interval("rand", t, s, draws=99),
    "confidence_interval, groups": lambda t, s: partita.confidence_interval(
        "rand", list(t), t, groups=s, draws=99
    ),
    "posterior": lambda t, s: partita.posterior("rand", t, s, draws=99),
    "posterior, groups": lambda t, s: partita.posterior(
        "rand", list(t), t, list(t), groups=s, draws=99
    ),
    "monitor": lambda t, s: partita.monitor("rand", t, s, start=2),
    "monitor, groups": lambda t, s: partita.monitor("rand", list(t), t, list(t), groups=s, start=2),
    "Monitor": lambda t, s: partita.inference.Monitor("rand", start=2).update(list(t), t, s),
    "plan": lambda t, s: partita.plan("rand", t, s, half_width=0.2),
    "plan, groups": lambda t, s: partita.plan("rand", list(t), t, list(t), groups=s, detect=0.2),
    "score_at": lambda t, s: partita.score_at("v_measure", t, s, objects=len(t) // 2, draws=9),
    "significance": lambda t, s: partita.significance("rand", t, s, draws=99),
    "expectation": lambda t, s: partita.expectation("rand", t, Fuzzy(_frame(s))),
    "expectation, both soft": lambda t, s: partita.expectation(
        "rand", Fuzzy(_frame(t)), Fuzzy(_frame(s))
    ),
    "expectation, hard labels": lambda t, s: partita.expectation("rand", t, s),
    "law": lambda t, s: partita.law("rand", t, soft.Rough(_frame(s))),
    "law, possibilistic": lambda t, s: partita.law("rand", t, soft.Possibilistic(_frame(s))),
    "extremes": lambda t, s: partita.extremes("rand", t, soft.Rough(_frame(s))),
    "extremes, from labels": lambda t, s: partita.extremes("rand", t, soft.Rough.from_labels(s)),
    "relational": lambda t, s: soft.relational.normalized_degree_of_concordance(
        t, Fuzzy(_frame(s))
    ),
    "orthopartitions": lambda t, s: soft.relational.soft_mutual_information(
        soft.Rough(_frame(t)), s
    ),
    "pignistic": lambda t, s: partita.expectation("rand", t, soft.pignistic(_evidential(s))),
    "contour": lambda t, s: partita.law("rand", t, soft.contour(_evidential(s))),
    "covers": lambda t, s: partita.covers.omega(Cover.from_labels(t), Cover.from_labels(s)),
    "covers, elements": lambda t, s: Cover.from_labels(
        t, elements=pandas.Series(range(6), s.index)
    ),
    "covers from matrices": lambda t, s: partita.covers.omega(
        Cover.from_matrix(_frame(t)), Cover.from_matrix(_frame(s))
    ),
    "covers from memberships": lambda t, s: partita.covers.omega(
        *(Cover.from_memberships(side.map(lambda label: [label])) for side in (t, s))
    ),
    "levels": lambda t, s: Hierarchy.from_levels([t, s.map(lambda _: 0)]),
    "hierarchies": lambda t, s: partita.hierarchies.cophenetic_correlation(
        Hierarchy.from_levels([t]), Hierarchy.from_levels([s])
    ),
    "hierarchy as a cover": lambda t, s: partita.covers.omega(
        Hierarchy.from_levels([t]).cover(), Cover.from_labels(s)
    ),
    "score_levels": lambda t, s: partita.hierarchies.score_levels(
        "rand", Hierarchy.from_levels([t]), s
    ),
}
every = pytest.mark.parametrize("call", PAIRS.values(), ids=PAIRS)


@every
def test_different_indices_are_rejected(call):
    with pytest.raises(InputError, match=r"different indices \(at position 1: 'b' and 'd'\)"):
        call(_series(IDS), _series(TURNED))


@every
def test_the_same_index_in_the_same_order_passes(call):
    call(_series(TURNED), _series(TURNED).copy())


def test_every_function_of_two_columns_is_tested_here():
    """A new public function of two columns of objects needs a row above."""
    exempt = {
        "match_ids": "matches by id",
        **dict.fromkeys(
            ("consistency", "pool_datasets", "rank_datasets", "uniform_effect"), "take comparisons"
        ),
        **dict.fromkeys(("scaled", "standardized"), "make a measure, like adjusted"),
        "compat": "other packages' conventions, read by the measures",
        **dict.fromkeys(("sql", "register"), "takes no labels"),
        **dict.fromkeys(("properties", "property_matrix"), "take measures"),
        "parametric_clustering": "makes a table",
    }
    functions = {
        name
        for name in partita.__all__
        if callable(found := getattr(partita, name))
        and not isinstance(found, type | partita.Measure)
    }
    assert {name for name in functions if not any(name in case for case in PAIRS)} == set(exempt)


def test_an_array_is_matched_to_a_series_by_position():
    series = _series(TURNED)
    assert partita.adjusted_rand(series, series.to_numpy()) == 1.0
    assert tabulate((series, series.tolist())).perfect
    assert Stream().update(series.to_numpy(), series).table.perfect


def test_remedies_work():
    t, s = _series(IDS), _series(TURNED)
    assert partita.adjusted_rand(t, s, align="index") == 1.0
    assert partita.adjusted_rand.of(tabulate((t, s.loc[t.index]))) == 1.0
    assert partita.adjusted_rand(t.to_numpy(), s.to_numpy()) == pytest.approx(-1 / 9)
    covers = [Cover.from_labels(one, elements=one.index) for one in (t, s)]
    assert partita.covers.omega(*covers) == 1.0
    trees = [Hierarchy.from_levels([one], elements=one.index) for one in (t, s)]
    assert partita.hierarchies.cophenetic_correlation(*trees) == 1.0


def test_clusterings_keep_their_index_when_they_are_copied():
    import pickle

    t, s = _series(IDS), _series(TURNED)
    for made in (Fuzzy(_frame(s)), Cover.from_labels(s), Hierarchy.from_levels([s])):
        assert pickle.loads(pickle.dumps(made)).object_index.equals(s.index)
    with pytest.raises(InputError, match="different indices"):
        partita.expectation("rand", t, pickle.loads(pickle.dumps(Fuzzy(_frame(s)))))


def test_a_column_with_the_name_of_ours_is_not_an_index():
    frame = pandas.DataFrame({"object_index": [1.0, 0.0], "b": [0.0, 1.0]}, index=["x", "y"])
    assert Fuzzy(frame).object_index.tolist() == ["x", "y"]


def test_missing_ids_are_not_reported_as_the_difference():
    t = pandas.Series([0, 0, 1], index=[np.nan, "a", "b"])
    with pytest.raises(InputError, match="at position 1: 'a' and 'b'"):
        partita.rand(t, t.iloc[[0, 2, 1]])


def test_coordinates_of_xarray_are_an_index():
    xarray = pytest.importorskip("xarray")
    t = xarray.DataArray([0, 0, 0, 1, 1, 1], coords={"cell": IDS}, dims="cell")
    s = t.sel(cell=TURNED)
    for call in (partita.adjusted_rand, partita.compare, lambda *pair: tabulate(pair)):
        with pytest.raises(InputError, match="different indices"):
            call(t, s)
    with pytest.raises(InputError, match="different indices"):
        partita.adjusted_rand(t, s.to_series())
    assert partita.adjusted_rand(t, t.copy()) == 1.0
    assert partita.adjusted_rand(t.drop_vars("cell"), t) == 1.0


def test_frames_of_other_libraries_have_no_index():
    polars = pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    labels = [0, 0, 0, 1, 1, 1]
    for make in (polars.Series, arrow.array, lambda x: arrow.chunked_array([x])):
        assert partita.adjusted_rand(make(labels), _series(IDS)) == 1.0


def test_producers_that_leave_an_index_in_another_order():
    """The results of scikit-learn's split, groupby and concat, compared with the frame."""
    from sklearn.model_selection import train_test_split

    frame = pandas.DataFrame({"y": [0, 1, 2] * 10, "z": [0, 1, 1] * 10})
    train, test = train_test_split(frame, random_state=0)
    fresh = SimpleNamespace(
        test=pandas.Series(test["z"].to_numpy()),  # as pd.Series(model.predict(X))
        concat=pandas.concat([train, test])["z"],
        groups=pandas.concat([part["z"] for _, part in frame.groupby("y")]),
    )
    for truth, prediction in (
        (test["y"], fresh.test),
        (frame["y"], fresh.concat),
        (frame["y"], fresh.groups),
    ):
        for call in (partita.rand, partita.compare, lambda *pair: tabulate(pair)):
            with pytest.raises(InputError, match="different indices"):
                call(truth, prediction)
    assert partita.rand(test["y"], test["z"].to_numpy()) == partita.rand(test["y"], test["z"])
    joined = partita.rand(frame["y"], fresh.concat, align="index")
    assert joined == partita.rand(frame["y"], frame["z"])
