"""The random tables are what they say, and the same for the same seed."""

import numpy as np

from partita.behavior.trials import (
    doubled_tables,
    exchanges,
    independent_tables,
    perfect_tables,
    random_tables,
    refinements,
    turned_tables,
)


def cells(table):
    return table.to_scipy().toarray()


def test_the_same_seed_gives_the_same_tables():
    again = random_tables.__wrapped__(5, 30, 1)
    assert random_tables(5, 30, 1) == again
    assert random_tables(6, 30, 1) != again


def test_turned_tables_exchange_the_sides():
    for table, turned in zip(random_tables(0, 20, 1), turned_tables(0, 20), strict=True):
        assert np.array_equal(cells(table).T, cells(turned))


def test_doubled_tables_are_two_copies():
    for table, doubled in zip(random_tables(0, 20, 1), doubled_tables(0, 20), strict=True):
        k, m = table.shape
        assert np.array_equal(cells(doubled)[:k, :m], cells(table))
        assert np.array_equal(cells(doubled)[k:, m:], cells(table))
        assert doubled.n == 2 * table.n


def test_independent_tables_are_products_of_their_margins():
    for table in independent_tables(0, 20, 1):
        found = cells(table)
        assert min(found.shape) > 1
        assert np.array_equal(found * table.n, np.outer(found.sum(axis=1), found.sum(axis=0)))


def test_perfect_tables_are_perfect():
    assert all(table.perfect for table in perfect_tables(0, 20))


def test_refinements_are_refinements():
    for place, (whole, blocks) in enumerate(refinements(0, 20)):
        rows = [one.T if place % 2 else one for one in blocks]
        found = cells(whole.T if place % 2 else whole)
        assert ((found > 0).sum(axis=0) == 1).all()
        assert [block.n for block in rows] == found.sum(axis=1).tolist()


def test_exchanges_keep_all_sizes_and_change_four_cells():
    for before, after in exchanges(0, 40):
        assert (before.class_sizes == after.class_sizes).all()
        assert (before.cluster_sizes == after.cluster_sizes).all()
        assert np.count_nonzero(cells(before) != cells(after)) == 4
