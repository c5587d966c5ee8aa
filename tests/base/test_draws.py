"""The default numbers of draws follow from the sizes of tables, in steps and not by a clock."""

from __future__ import annotations

import pytest

from partita.base.draws import (
    CELLS,
    FEWEST_OBJECTS,
    OBJECTS,
    P_VALUE,
    ROUGH_P_VALUE,
    affordable,
    draws_of_objects,
    draws_of_report,
    enough_draws,
    samples_of_population,
)

SIZES = [
    1,
    10,
    100,
    1000,
    5000,
    5001,
    10_000,
    25_000,
    25_013,
    50_000,
    100_000,
    10**6,
    10**9,
    10**18,
]


@pytest.mark.parametrize(
    ("cells", "draws"),
    [  # 50,000,000 = 9999 · 5000.5 = 4999 · 10,002.0 = 1999 · 25,012.5 = 999 · 50,050.1 = …
        (1, 9999),
        (5000, 9999),
        (5001, 4999),
        (10_002, 4999),
        (10_003, 1999),
        (25_012, 1999),
        (25_013, 999),
        (50_050, 999),
        (50_051, 499),
        (100_200, 499),
        (100_201, 199),
        (10**18, 199),
    ],
)
def test_tables_for_p_fit_the_budget(cells: int, draws: int) -> None:
    assert affordable(P_VALUE, ROUGH_P_VALUE, cells) == draws
    assert draws * cells <= CELLS or draws == ROUGH_P_VALUE


@pytest.mark.parametrize(("cells", "draws"), [(1, 499), (2004, 499), (2005, 199), (10**9, 199)])
def test_draws_that_a_report_adds_fit_its_budget(cells: int, draws: int) -> None:
    # 1,000,000 = 499 · 2004.0
    assert draws_of_report(cells) == draws


def test_draws_of_objects_leave_ten_beyond_each_end() -> None:
    # 10 of 399 draws are beyond 2.5%, 10 of 1999 beyond 0.5%
    assert (enough_draws(0.05), enough_draws(0.01)) == (399, 1999)
    assert [draws_of_objects(cells, 0.95) for cells in (25_012, 25_013, 50_051, 10**9)] == [
        *(1999, 999, 499, 499)
    ]
    assert [draws_of_objects(10**9, level) for level in (0.5, 0.9, 0.98, 0.99, 0.999)] == [
        *(499, 499, 999, 1999, 1999)
    ]


def test_a_sample_of_a_population_counts_four_times() -> None:
    assert [samples_of_population(cells) for cells in (25_050, 25_051)] == [499, 199]


def test_larger_tables_are_never_drawn_more_often() -> None:
    for found in (
        [affordable(P_VALUE, ROUGH_P_VALUE, cells) for cells in SIZES],
        [draws_of_objects(cells, 0.95) for cells in SIZES],
        [samples_of_population(cells) for cells in SIZES],
    ):
        assert found == sorted(found, reverse=True)


def test_a_least_number_between_the_steps_is_kept() -> None:
    assert affordable(P_VALUE, 1039, 10**9) == 1039
    assert affordable(P_VALUE, 20_000, 10**9) == P_VALUE
    assert affordable(OBJECTS, FEWEST_OBJECTS, 100, budget=0) == FEWEST_OBJECTS
