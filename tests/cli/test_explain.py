"""`partita explain` shows everything that a measure declares."""

import pytest
from looping import in_turn

import partita


@in_turn("name", partita.MEASURES)
def test_explain_says_all_that_is_declared(run, name):
    m = partita.MEASURES[name]
    status, out, _ = run("explain", name)
    assert status == 0
    words = " ".join(out.split())
    for part in (m.name, m.symbol, m.reading, m.drawback, " ".join(m.formula.split()), m.direction):
        assert part in words
    assert m.drawback
    assert words.index("References") > 0


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("cluster_f_measure", ["If two classes tie for the majority, the smaller one is used"]),
        ("partition_distance", ['"n-1"', '"n"', '"count"', "normalize (default n-1)"]),
        ("NMI", ['"geometric"', '"joint"', "average (default arithmetic)"]),
        ("V", ["beta (default 1.0)", "yes for beta=1", "[0, 1]"]),
        ("AMI", ["(-∞, 1]; higher"]),
        ("VI", ["[0, ∞), in nats; lower"]),
        ("ARI", ["[-0.5, 1]"]),
    ],
)
def test_explain_tells_options_remarks_and_range(run, name, parts):
    words = " ".join(run("explain", name)[1].split())
    assert [part for part in parts if part not in words] == []
    assert ">>>" not in words


def test_the_page_fits_the_terminal(run, narrow):
    for name in partita.MEASURES:
        assert max(map(len, run("explain", name)[1].splitlines())) <= 80


def test_explain_takes_another_packages_name_and_suggests_the_nearest(run):
    assert run("explain", "adjusted_rand_score")[1].startswith("adjusted_rand (ARI)\n")
    status, _, err = run("explain", "v_mesure")
    assert status == 2
    assert "did you mean 'v_measure'" in err
