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


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("micro-averaged recall", "It is also the micro-averaged recall"),
        ("misclassification index", "Some papers call it the misclassification index"),
        ("MI", "which some papers call MI too, is `classification_error`"),
        ("H", "The H of Meilă and Heckerman is another measure, `maximum_matching`"),
    ],
)
def test_explain_says_why_the_name_means_this_measure(run, name, part):
    status, out, _ = run("explain", name)
    assert status == 0
    assert part in " ".join(out.split())


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("precision", "b_cubed_precision"),
        ("recall", "inverse_purity"),
        ("D-RI", 'partita.expectation("rand", truth, soft)'),
        ("S-PD", 'partita.expectation("partition_distance", truth, soft)'),
        ("edit distance", "transfer_distance"),
        ("F-score", "f_measure"),
        ("normalized degree of concordance", "relational.normalized_degree_of_concordance"),
        ("Rand_E", "relational.credal_rand"),
        ("Mallows distance", "relational.zhou_mallows"),
        ("Frigui", "relational.frigui_rand"),
        ("Campello", "relational.campello_rand"),
        ("Hüllermeier", "relational.normalized_degree_of_concordance"),
        ("distributional measure", "partita.law"),
        ("L", "macro_f_measure"),
        ("D", "van_dongen"),
        ("MS′", "minkowski_score"),
        ("DCV", "partita.uniform_effect"),
        ("H(C)", "information.truth_entropy"),
        ("H(K)", "information.prediction_entropy"),
        ("CV0", "partita.uniform_effect"),
        ("1 - Rand", "1 - partita.rand"),
    ],
)
def test_explain_says_what_to_write_instead(run, name, part):
    status, _, err = run("explain", name)
    assert status == 2
    assert part in " ".join(err.split())
