"""The registry: finding measures, wrong options, and checks of the claims of a user's measure."""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
import tempfile
from math import inf, nan
from pathlib import Path

import numpy as np
import pytest

import partita
from partita import MEASURES, Contingency, InputError, UndefinedError
from partita.measures.chosen import choose_all
from partita.statistics import PairCounts

TRUTH, PREDICTION = [0, 0, 1, 1], [0, 0, 1, 2]


# --- looking up -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("ARI", "adjusted_rand"),
        ("ari", "adjusted_rand"),
        ("adjusted_rand", "adjusted_rand"),
        ("adjusted_rand_score", "adjusted_rand"),
        ("V", "v_measure"),
        ("NMI", "normalized_mutual_information"),
        ("normalized_mutual_info_score", "normalized_mutual_information"),
        ("fowlkes_mallows_score", "fowlkes_mallows"),
        ("AMI", "adjusted_mutual_information"),
        ("VI", "variation_of_information"),
        ("Adjusted  Rand", "adjusted_rand"),
        ("misclassification index", "classification_error"),
    ],
)
def test_a_measure_is_found_by_any_of_its_names(asked, name):
    assert partita.measure(asked) is MEASURES[name]


def test_a_measure_is_its_own_name():
    assert partita.measure(partita.rand) is partita.rand


def test_the_error_of_an_unknown_name_suggests_the_nearest():
    with pytest.raises(InputError, match="adjusted_rand"):
        partita.measure("adjusted_rnd")
    with pytest.raises(InputError, match="partita measures"):
        partita.measure("zzzzzz")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ARI", r"'ARI' is adjusted_rand: write MEASURES\['adjusted_rand'\], or measure\('ARI'\)"),
        ("zzzzzz", "no measure is called 'zzzzzz'; `partita measures` lists them all"),
        (3, "a measure is named by text"),
    ],
)
def test_the_catalog_says_which_name_a_measure_has(name, message):
    with pytest.raises(KeyError, match=message):
        MEASURES[name]
    assert MEASURES.get(name) is None


def test_every_measure_is_a_public_name():
    for name, measure in MEASURES.items():
        if measure.ours:
            assert getattr(partita, name) is measure


def test_the_registry_cannot_be_written_to():
    with pytest.raises(TypeError):
        MEASURES["rand"] = None


def test_canonical_names_are_there():
    canonical = """
    homogeneity completeness v_measure purity inverse_purity conditional_entropy cluster_entropy
    mutual_information variation_of_information normalized_variation_of_information f_measure
    normalized_f_measure cluster_f_measure pair_f_measure pair_precision pair_recall rand
    adjusted_rand jaccard fowlkes_mallows normalized_fowlkes_mallows hubert_gamma
    hubert_gamma_prime jaccard_distance_prime normalized_jaccard minkowski_score
    normalized_minkowski mirkin normalized_mirkin classification_error
    normalized_classification_error maximum_matching van_dongen normalized_van_dongen split_join
    micro_averaged_precision goodman_kruskal dom_q0 dom_q2 partition_distance
    normalized_mutual_information expected_mutual_information adjusted_mutual_information
    b_cubed_precision b_cubed_recall b_cubed_f variation_of_information_by_objects
    variation_of_information_by_groups
    """
    assert set(canonical.split()) <= set(MEASURES)


# --- options --------------------------------------------------------------------------------------


@pytest.mark.parametrize("same", [True, False], ids=["identical", "different"])
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("rand", {"beta": 1}),
        ("v_measure", {"betta": 1}),
        ("v_measure", {"beta": -1}),
        ("v_measure", {"beta": nan}),
        ("v_measure", {"beta": "1"}),
        ("v_measure", {"beta": None}),
        ("v_measure", {"beta": True}),
        ("v_measure", {"beta": [1]}),
        ("pair_f_measure", {"beta": -0.5}),
        ("b_cubed_f", {"beta": nan}),
        ("variation_of_information", {"base": 1}),
        ("variation_of_information", {"base": 0}),
        ("variation_of_information", {"base": -2}),
        ("variation_of_information", {"base": nan}),
        ("variation_of_information", {"base": inf}),
        ("variation_of_information", {"base": "2"}),
        ("mutual_information", {"base": 1}),
        ("conditional_entropy", {"base": [2]}),
        ("normalized_mutual_information", {"average": "mean"}),
        ("normalized_mutual_information", {"average": None}),
        ("adjusted_mutual_information", {"average": "harmonic"}),
        ("partition_distance", {"normalize": "n+1"}),
        ("partition_distance", {"normalize": 1}),
    ],
)
def test_wrong_options_are_refused(name, options, same):
    prediction = TRUTH if same else PREDICTION
    with pytest.raises(InputError, match=next(iter(options))):
        MEASURES[name](TRUTH, prediction, **options)
    with pytest.raises(InputError, match=next(iter(options))):
        MEASURES[name].of(Contingency.from_labels(TRUTH, prediction), **options)


@pytest.mark.parametrize("beta", [0, 1, 2.5, inf, np.float32(0.5), np.int64(2)])
def test_numbers_of_any_kind_are_a_beta(beta):
    assert type(partita.v_measure(TRUTH, PREDICTION, beta=beta)) is float


def test_options_are_keywords():
    with pytest.raises(TypeError):
        partita.v_measure(TRUTH, PREDICTION, 0.5)


def test_an_undefined_value_says_so():
    with pytest.raises(UndefinedError, match="minkowski_score"):
        partita.minkowski_score([0, 1, 2], [0, 0, 0])


def test_numpy_scalars_do_not_leak():
    truth, prediction = np.array(TRUTH), np.array(PREDICTION)
    for measure in MEASURES.values():
        assert type(measure(truth, prediction)) is float


def test_help_shows_reading_and_drawback():
    shown = inspect.getdoc(partita.rand)
    assert partita.rand.reading.split()[0] in shown
    assert partita.rand.drawback[1:] in " ".join(shown.partition("Warnings")[2].split())
    assert str(inspect.signature(partita.v_measure)).startswith("(truth")


# --- a user's measure: one file is all it takes ---------------------------------------------------

OWN = """
from partita import register
from partita.base.arithmetic import ratio
from partita.statistics import Overlaps, PairCounts


@register(symbol="OwnRR", formula="N11 / M", symmetric=True, margin_affine=True, undefined=1.0)
def own_russell_rao(p: PairCounts) -> float:
    \"\"\"Share of all pairs that are together in both partitions.

    Beware: identical partitions do not score 1.
    \"\"\"
    return ratio(p.together, p.pairs)
"""

FALSE = {
    "perfect=1.0": "p.pairs",
    "symmetric=True, undefined=1.0": "p.truth_pairs",
    "bounds=(0.0, 0.1), undefined=0.0": "p.pairs",
    "independence=0.0, undefined=0.0": "p.pairs",
    "n_invariant=True, undefined=0.0": "p.pairs",
    "convex_additive=True, undefined=0.0": "p.pairs",
}


def liar(number, claims, divisor):
    return f"""

@register(symbol="Liar{number}", formula="N11 / {divisor}", {claims})
def liar_{number}(p: PairCounts) -> float:
    \"\"\"Makes a false claim.

    Beware: {claims}.
    \"\"\"
    return ratio(p.together, {divisor})
"""


def failed_claims(folder, tests):
    """Run the claims with the measures of a folder registered as well; return those that failed."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        str(tests / "test_claims.py"),
        "-q",
        "-n0",
        "-p",
        "own",
    ]
    command += ["-k", "own_ or liar_", "--tb=no", "-p", "no:cacheprovider", "-rf"]
    paths = [str(folder), str(Path(partita.__file__).parents[1])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    run = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert " passed" in run.stdout, run.stdout + run.stderr
    return set(re.findall(r"^FAILED .*\[(?:.*-)?(\w+)\]", run.stdout, flags=re.MULTILINE))


def test_the_claims_of_a_users_measure_are_checked(tmp_path, request):
    liars = [liar(number, *claim) for number, claim in enumerate(FALSE.items())]
    (tmp_path / "own.py").write_text("".join([OWN, *liars]))
    tests = Path(request.path).parents[1] / "whole"
    assert failed_claims(tmp_path, tests) == {f"liar_{number}" for number in range(len(FALSE))}


def test_a_users_measure_is_a_measure():
    code = """
import pickle, own, partita
m = own.own_russell_rao
assert isinstance(m, partita.Measure) and m.family == "pairs"
assert m([0, 0, 1], [0, 0, 0]) == 1 / 3
assert partita.measure("OwnRR") is pickle.loads(pickle.dumps(m)) is m
assert m.reading == "Share of all pairs that are together in both partitions."
assert m.drawback == "identical partitions do not score 1."
"""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "own.py").write_text(OWN)
        paths = [folder, str(Path(partita.__file__).parents[1])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)


def test_a_measure_of_ours_cannot_be_replaced():
    def rand(p: PairCounts) -> float:
        return 0.0

    with pytest.raises(InputError, match="rand"):
        partita.register(symbol="R", formula="0")(rand)


def test_a_formula_must_say_what_it_reads():
    def silent(x) -> float:
        return 0.0

    with pytest.raises(InputError, match="silent"):
        partita.register(symbol="S", formula="0")(silent)


RETURNED = {
    "nan": "finite number; its formula returned nan",
    "inf": "finite number; its formula returned inf",
    "'0.5'": "finite number; its formula returned '0.5'",
    "None": "finite number; its formula returned None",
    "True": "finite number; its formula returned True",
    "1.5": r"is 1.5 here, outside its bounds from 0.0 to 1.0: .*bounds=\(0.0, 1.5\)",
}


def own_measure(returned, **claims):
    """A measure that is not registered and returns this."""
    names = {"PairCounts": PairCounts, "nan": nan, "inf": inf}
    source = f"def own_value(p: PairCounts) -> float:\n    return {returned}\n"
    exec(source, names)
    return partita.Measure(names["own_value"], symbol="own", formula="own", **claims)


@pytest.mark.parametrize("returned", RETURNED)
def test_the_values_of_a_users_measure_are_checked(returned):
    own = own_measure(returned)
    with pytest.raises(InputError, match=f"own_value.*{RETURNED[returned]}"):
        own(TRUTH, PREDICTION)
    with pytest.raises(InputError, match="own_value"):
        partita.compare(TRUTH, {"a": PREDICTION}, measures=[own]).to_dict()


def test_a_users_measure_may_return_any_kind_of_number():
    for returned in ("1", "p.together / p.pairs", "__import__('fractions').Fraction(1, 3)"):
        value = own_measure(returned)(TRUTH, PREDICTION)
        assert type(value) is float


def test_bounds_are_claimed_for_counts_only():
    assert own_measure("1.5")(TRUTH, PREDICTION, weights=[0.5] * 4) == 1.5


def test_a_division_by_zero_in_a_users_measure_names_it():
    own = own_measure("p.together / 0")
    with pytest.raises(UndefinedError, match="own_value has no value here: own divides by zero"):
        own(TRUTH, PREDICTION)
    assert own_measure("p.together / 0", perfect=1.0)(TRUTH, TRUTH) == 1.0


def test_a_baseline_has_no_direction_and_is_not_among_all():
    assert partita.expected_mutual_information.direction == "neither"
    named = [one.measure.name for one in choose_all("all")]
    assert "expected_mutual_information" not in named
    assert len(named) == len(MEASURES) - 1
