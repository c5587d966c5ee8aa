"""Sums of memberships are the same bits in every engine, and give the same results as rows."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from membership_cases import PREDICTION, SIDES, TRUTH, bits, memberships

import partita
from partita import Fuzzy, InputError
from partita.soft.relational import RELATIONAL
from partita.soft.sums.integer_sums import UNIT
from partita.soft.sums.readings import GRAM_MEANS, OF_SUMS
from partita.sources import soft_table

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


def test_sums_lose_only_the_rounding_of_products():
    """Against fractions: a product loses at most its rounding and 2^-56."""
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
        with pytest.raises(InputError, match="only if the"):
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
def test_bad_memberships_are_refused_and_missing_ones_can_be_dropped(engine, bad, tmp_path):
    columns = {"t": ["a", "a", "b"], "p": [1.0, bad, 0.0], "q": [0.0, 0.5, 1.0]}
    columns |= {"one": [1.0, bad, 1.0], "none": [0.0, 0.0, 0.0]}  # not in Parquet statistics
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
    with pytest.raises(InputError, match="needs more than sums of products"):
        table.expectation("v_measure")
    with pytest.raises(InputError, match="does not follow from sums"):
        table.relational("campello_rand")
    with pytest.raises(InputError, match="empty"):
        soft_table({name: [] for name in columns}, TRUTH, PREDICTION)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (["a", "b", "c", "c"], "column 'p' is of length 2 and column 't' of length 4"),
        (["a"], "column 'p' is of length 2 and column 't' of length 1"),
        (np.array([["a", "b"], ["c", "d"]]), "truth is a 2-d array"),
    ],
)
def test_labels_and_memberships_have_one_length(column, message):
    for sides in (("t", ["p", "q"]), (["p", "q"], "t")):
        own = message if sides[0] == "t" else message.replace("truth", "prediction")
        with pytest.raises(InputError, match=own):
            soft_table({"t": column, "p": [1.0, 0.5], "q": [0.0, 0.5]}, *sides)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([0.0, 0.5, 1.0], "column 'q' is of length 3 and column 't' of length 2"),
        ([0.0], "column 'q' is of length 1 and column 't' of length 2"),
        ([[0.0], [0.5]], "column 'q' holds .0.0. at position 0"),
        ([[0.0], [0.5, 1.0]], "column 'q' holds .0.0. at position 0"),
        (np.zeros((2, 1)), "column 'q' is 2-dimensional"),
        (0.5, "column 'q' is a float, not a sequence"),
        ({0.5, 1.0}, "column 'q' is a set, not a sequence"),
    ],
)
def test_memberships_are_columns_of_one_length(column, message):
    with pytest.raises(InputError, match=message):
        soft_table({"t": ["a", "b"], "p": [1.0, 0.5], "q": column}, "t", ["p", "q"])


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
@pytest.mark.parametrize("values", [["1", "0"], [True, False], [b"1", b"0"]])
def test_texts_and_truth_values_are_not_numbers(engine, values, tmp_path):
    columns = {"t": ["a", "b"], "p": values, "q": [0.0, 1.0]}
    with pytest.raises(InputError, match=r"column 'p' .*memberships are numbers"):
        soft_table(engine(columns, tmp_path), "t", ["p", "q"])


def test_a_truth_value_among_numbers_is_named():
    for column in ([1.0, True], np.array([1.0, True], dtype=object), (0.5, "0.5")):
        with pytest.raises(InputError, match=r"column 'p' holds .* at position 1: memberships are"):
            soft_table({"t": ["a", "b"], "p": column, "q": [0.0, 0.0]}, "t", ["p", "q"])


TYPES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]
TYPES += ["float32", "float64", "decimal"]
OF_ARROW = {
    "mapping": lambda table, _: table.to_pydict(),
    "pandas": lambda table, _: table.to_pandas(),
    "polars": lambda table, _: polars.from_arrow(table),
    "polars lazy": lambda table, _: polars.from_arrow(table).lazy(),
    "arrow": lambda table, _: table,
    "duckdb": ENGINES["duckdb"],
    "parquet": ENGINES["parquet"],
}


@pytest.mark.parametrize("engine", OF_ARROW.values(), ids=list(OF_ARROW))
@pytest.mark.parametrize("kind", TYPES)
def test_every_numeric_type_is_accepted(engine, kind, tmp_path):
    arrow = pyarrow.decimal128(21, 2) if kind == "decimal" else kind
    column = pyarrow.array([1, 0, None]).cast(arrow)
    table = pyarrow.table({"t": ["a", "b", "b"], "p": column, "q": [0.0, 1.0, 1.0]})
    found = soft_table(engine(table, tmp_path), "t", ["p", "q"], missing="drop")
    assert found.cells.tolist() == [[1.0, 0.0], [0.0, 1.0]]


def test_missing_values_in_memory_are_missing_memberships():
    """Masks of NumPy, NA of pandas, and None."""
    masked = np.ma.array([1.0, 0.0, 0.7], mask=[False, False, True])
    columns = [masked, pandas.Series([1, 0, None], dtype="Int64"), [1, 0, pandas.NA], [1, 0, None]]
    columns += [pandas.Series([1, 0, pandas.NA], dtype=object)]
    for column in columns:
        source = {"t": ["a", "b", "b"], "p": column, "q": [0.0, 1.0, 1.0]}
        found = soft_table(source, "t", ["p", "q"], missing="drop")
        assert found.cells.tolist() == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        ((None, ["p", "q"]), "truth is not given: name the column"),
        ((["p", "q"], None), "prediction is not given: name the column"),
        (({"p", "q"}, ["p", "q"]), "truth is a set: name the column"),
        (("t", frozenset(("p", "q"))), "prediction is a frozenset: name the column"),
        (("t", np.array(["p", "q"])), "prediction is a ndarray: name the column"),
        (("t", ["p", ["q"]]), r"prediction\[1\] is .* cannot name a column"),
        (("t", ["p", None]), r"prediction\[1\] is None"),
    ],
)
def test_sides_that_name_no_columns_are_refused(sides, message):
    with pytest.raises(InputError, match=message):
        soft_table({"t": ["a", "b"], "p": [1.0, 0.5], "q": [0.0, 0.5]}, *sides)


def test_an_option_that_a_measure_lacks_is_refused():
    table = soft_table(memberships(10), TRUTH, PREDICTION)
    assert isinstance(table, partita.SoftTable)
    with pytest.raises(InputError, match="rand has no option 'foo'"):
        table.expectation("rand", foo=1)


@pytest.mark.parametrize("ask", [soft_table, partita.tabulate])
def test_a_query_is_for_a_connection(ask):
    columns = {"t": ["a", "b"], "c": ["x", "y"], "p": [1.0, 0.5], "q": [0.0, 0.5]}
    arguments = ("t", ["p", "q"] if ask is soft_table else "c")
    for source in (columns, pandas.DataFrame(columns), duckdb.from_arrow(pyarrow.table(columns))):
        with pytest.raises(InputError, match="query is given, but source is a"):
            ask(source, *arguments, query="FROM x")
    connection = duckdb.connect()
    connection.register("x", pyarrow.table(columns))
    assert ask(connection, *arguments, query="FROM x").n == 2
    for query, message in (
        ("bad sql", "DuckDB refuses the query .*: pass a SELECT"),
        ("FROM nowhere", "DuckDB refuses the query .*: pass a SELECT"),
        ("", "query gives no rows: pass a SELECT"),
        (3, "query is an int, not a text: pass a SELECT"),
    ):
        with pytest.raises(InputError, match=message):
            ask(connection, *arguments, query=query)
    connection.close()
