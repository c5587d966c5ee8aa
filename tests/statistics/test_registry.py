"""A statistic is one file: a record and a function that reads it from any table."""

import subprocess
import sys
from itertools import combinations
from typing import NamedTuple

import pytest

import partita
from partita import Contingency, InputError
from partita.statistics import STATISTICS, PairCounts, registry, statistic
from partita.table.table import Table

TRUTH, PREDICTION = [0, 0, 0, 1, 1, 2], [0, 0, 1, 1, 1, 1]

ONE_FILE = '''
from typing import NamedTuple

from partita import Contingency, register
from partita.base.arithmetic import ratio
from partita.statistics import statistic


class Corners(NamedTuple):
    largest: int
    objects: int


@statistic("shape")
def corners(table: Contingency) -> Corners:
    """The largest cell."""
    return Corners(int(table.counts.max()), table.n)


@register(symbol="corner", formula="max n_ij / n", symmetric=True, n_invariant=True)
def largest_corner(c: Corners) -> float:
    """Share of the objects that lie in the largest cell.

    Beware: one large class that is found hides everything else.
    """
    return ratio(c.largest, c.objects)
'''

USES = """
import partita
import one_file
truth, prediction = [0, 0, 0, 1], ["a", "a", "b", "b"]
table = partita.Contingency.from_labels(truth, prediction)
assert table.corners == (2, 4) and table.corners is table.corners
assert partita.measure("largest_corner").of(table) == 0.5
assert partita.measure("corner")(truth, prediction) == 0.5
assert partita.MEASURES["largest_corner"].family == "shape"
assert partita.MEASURES["largest_corner"].statistic == "corners"
assert not partita.MEASURES["largest_corner"].ours
assert "hides everything else" in partita.MEASURES["largest_corner"].__doc__
assert partita.confidence_interval("largest_corner", truth * 9, prediction * 9, draws=99).low < 0.5
assert "largest_corner" in partita.compare(truth, prediction, measures="all").to_csv()
"""


def run(folder, code, **files):
    """Run code with these modules in another interpreter, because declarations last."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )


def test_one_file_adds_a_statistic_and_a_measure_of_it(tmp_path):
    ended = run(tmp_path, USES, one_file=ONE_FILE)
    assert ended.returncode == 0, ended.stderr


def test_one_file_may_be_run_again(tmp_path):
    again = "import importlib, one_file; importlib.reload(one_file)"
    ended = run(tmp_path, again, one_file=ONE_FILE)
    assert ended.returncode == 0, ended.stderr


def test_a_name_that_tables_have_is_refused_once_tables_are_made(tmp_path):
    hidden = ONE_FILE.replace("def corners", "def counts")
    ended = run(tmp_path, "import one_file; one_file.largest_corner([0], [0])", one_file=hidden)
    assert "one_file: tables have an attribute 'counts' already" in ended.stderr


class Own(NamedTuple):
    objects: int


@pytest.mark.parametrize("name", ["counts", "pairs", "to_frame"])
def test_a_name_that_tables_have_is_refused(name):
    def read(table: Table) -> Own:
        return Own(table.n)

    read.__name__ = name
    with pytest.raises(InputError, match=f"attribute '{name}' already; rename the function"):
        statistic("pairs")(read)


def test_a_record_has_one_reader():
    def other_pairs(table: Table) -> PairCounts:
        return table.pairs

    with pytest.raises(InputError, match="PairCounts is the record of pairs already"):
        statistic("pairs")(other_pairs)


def test_a_reader_names_its_record():
    def nameless(table):
        return table.n

    with pytest.raises(InputError, match="nameless: annotate the record it returns"):
        statistic("pairs")(nameless)


@pytest.mark.parametrize("record", STATISTICS)
def test_every_table_has_every_statistic(record):
    table = Contingency.from_labels(TRUTH, PREDICTION)
    found = getattr(table, STATISTICS[record].attribute)
    assert isinstance(found, getattr(partita.statistics, record))
    assert getattr(table, STATISTICS[record].attribute) is found


def test_the_annotations_for_type_checkers_are_true():
    told = registry.Readable.__annotations__.items()
    known = {one.attribute: record for record, one in STATISTICS.items()}
    assert {name: kind.rpartition(".")[2] for name, kind in told} == known


def test_pair_counts_from_sums_equal_those_of_the_pairs():
    sides = TRUTH, PREDICTION
    pairs = [tuple(side[x] == side[y] for side in sides) for x, y in combinations(range(6), 2)]
    counted = PairCounts(*(pairs.count(kind) for kind in ((1, 1), (1, 0), (0, 1), (0, 0))), 6)
    squares = [sum(n * n for n in sizes) for sizes in ((3, 2, 1), (2, 4), (2, 1, 2, 1))]
    assert PairCounts.of_squares(6, *squares) == counted
    totals = counted.together, counted.truth_pairs, counted.prediction_pairs, counted.pairs
    assert PairCounts.of_totals(*totals, 6) == counted
    assert counted.with_together(1) == PairCounts.of_totals(1, *totals[1:], 6)
    assert counted.with_together(1).truth_pairs == counted.truth_pairs
