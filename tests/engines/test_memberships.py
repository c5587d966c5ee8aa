"""Sums of memberships are the same bits in every engine, and give what rows in memory give."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from membership_cases import PREDICTION, SIDES, TRUTH, bits, memberships

import partita
from partita import Fuzzy, InputError
from partita.engines import soft_table
from partita.soft.distribution.gram_means import GRAM_MEANS
from partita.soft.relational import RELATIONAL
from partita.soft.relational.of_sums import OF_SUMS
from partita.soft.table import UNIT

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
pyarrow = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")
parquet = pytest.importorskip("pyarrow.parquet")

ENGINES = {
    "mapping": lambda c, _: c,
    "pandas": lambda c, _: pandas.DataFrame(c),
    "polars": lambda c, _: polars.DataFrame(c),
    "arrow": lambda c, _: pyarrow.table(c),
    "polars lazy": lambda c, _: polars.DataFrame(c).lazy(),
    "duckdb": lambda c, _: duckdb.from_arrow(pyarrow.table(c)),
    "parquet": lambda c, p: (
        parquet.write_table(pyarrow.table(c), p / "x.parquet") or p / "x.parquet"
    ),
}


@pytest.mark.parametrize("sides", SIDES.values(), ids=list(SIDES))
@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
def test_every_engine_gives_the_same_bits_in_every_order(engine, sides, tmp_path):
    columns = memberships(500)
    expected = bits(soft_table(columns, *sides))
    assert bits(soft_table(engine(columns, tmp_path), *sides)) == expected
    turned = {name: values[::-1] for name, values in columns.items()}
    assert bits(soft_table(engine(turned, tmp_path), *sides)) == expected


def test_sums_are_exact_but_for_what_is_cut_off():
    """Against products in fractions: at most 2^-56 and the rounding of a product is lost."""
    columns = memberships(200)
    found = soft_table(columns, TRUTH, PREDICTION)
    u, v = ([list(map(Fraction, columns[n])) for n in names] for names in (TRUTH, PREDICTION))
    for i, one in enumerate(u):
        for j, other in enumerate(v):
            exact = sum(a * b for a, b in zip(one, other, strict=True))
            assert abs(Fraction(found.joint[i, j], UNIT) - exact) < 200 * 2.0**-50


def rows(columns, side):
    return columns[side] if side == "label" else Fuzzy(np.array([columns[n] for n in side]).T)


@pytest.mark.parametrize("measure", GRAM_MEANS)
@pytest.mark.parametrize("sides", SIDES.values(), ids=list(SIDES))
def test_means_are_those_of_the_memberships(measure, sides):
    columns = memberships(300)
    table = soft_table(columns, *sides)
    needs = {"pair_recall": 0, "b_cubed_recall": 0, "pair_precision": 1, "b_cubed_precision": 1}
    if measure in needs and not table.hard[needs[measure]]:
        with pytest.raises(InputError, match="only where the"):
            table.expectation(measure)
        return
    expected = partita.expectation(measure, *(rows(columns, side) for side in sides))
    assert table.expectation(measure).value == pytest.approx(expected.value, rel=1e-12)


@pytest.mark.parametrize("name", OF_SUMS)
@pytest.mark.parametrize("sides", SIDES.values(), ids=list(SIDES))
def test_relational_indices_are_those_of_the_memberships(name, sides):
    columns = memberships(300)
    expected = RELATIONAL[name](*(rows(columns, side) for side in sides))
    found = soft_table(columns, *sides).relational(name)
    assert found == pytest.approx(expected, rel=1e-11, abs=1e-12)


def test_columns_of_0_and_1_are_labels():
    columns = memberships(100, hard=True)
    columns["label"] = [TRUTH[k] for k in np.argmax([columns[n] for n in TRUTH], axis=0)]
    one, two = (soft_table(columns, side, PREDICTION) for side in (TRUTH, "label"))
    assert one.hard == two.hard == (True, False)
    order = [list(two.classes).index(name) for name in TRUTH]
    assert one.joint.tolist() == two.joint[order].tolist()
    assert one.squares[0].tolist() == two.squares[0][order].tolist()
    assert one.squares[1].tolist() == two.squares[1].tolist()
    assert one.expectation("pair_recall") == two.expectation("pair_recall")


def test_tables_add():
    columns = memberships(400)
    parts = [{n: values[s] for n, values in columns.items()} for s in (slice(90), slice(90, None))]
    for sides in SIDES.values():
        added = sum(soft_table(part, *sides) for part in parts)
        assert bits(added) == bits(soft_table(columns, *sides))


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
@pytest.mark.parametrize("bad", [None, -0.5, 0.7, float("nan"), float("inf")])
def test_what_is_no_membership_is_refused_and_gaps_are_dropped(engine, bad, tmp_path):
    columns = {"t": ["a", "a", "b"], "p": [1.0, bad, 0.0], "q": [0.0, 0.5, 1.0]}
    columns |= {"one": [1.0, bad, 1.0], "none": [0.0, 0.0, 0.0]}  # what statistics make of these
    for pair in (["p", "q"], ["one", "none"]):
        with pytest.raises(InputError, match="1 of 3 objects have memberships"):
            soft_table(engine(columns, tmp_path), "t", pair)
    if bad is None or np.isnan(bad):
        found = soft_table(engine(columns, tmp_path), "t", ["p", "q"], missing="drop")
        assert found.cells.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    else:
        with pytest.raises(InputError, match="1 of 3 objects have memberships"):
            soft_table(engine(columns, tmp_path), "t", ["p", "q"], missing="drop")


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
def test_labels_and_columns_are_checked(engine, tmp_path):
    columns = {"t": ["a", None, "b"], "p": [1.0, 0.5, 0.0], "q": [0.0, 0.5, 1.0]}
    source = engine(columns, tmp_path)
    with pytest.raises(InputError, match="truth is missing for 1 of 3"):
        soft_table(source, "t", ["p", "q"])
    assert soft_table(source, "t", ["p", "q"], missing="drop").n == 2
    with pytest.raises(InputError, match="no column 'r'"):
        soft_table(source, "t", ["p", "r"])
    with pytest.raises(InputError, match="numbers"):
        soft_table(source, ["p", "q"], ["p", "t"])


def test_wrong_use_is_refused():
    columns = memberships(10)
    for sides, message in (
        (("label", "label"), "count them with tabulate"),
        (([], PREDICTION), "empty list"),
        ((["p1", "p1"], PREDICTION), "twice"),
    ):
        with pytest.raises(InputError, match=message):
            soft_table(columns, *sides)
    table = soft_table(columns, TRUTH, PREDICTION)
    with pytest.raises(InputError, match="more of the memberships"):
        table.expectation("v_measure")
    with pytest.raises(InputError, match="no index of sums"):
        table.relational("campello_rand")
    with pytest.raises(InputError, match="empty"):
        soft_table({name: [] for name in columns}, TRUTH, PREDICTION)
