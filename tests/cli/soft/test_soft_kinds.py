"""`partita soft` with evidential masses and with a soft truth.

`ECM` holds `mass`, and `F` the sets, which `evclust.ecm.ecm` 0.2.1 returns for every fifteenth of
Anderson's irises (all 150 in three clusters, alpha 0.1, beta 1.1, delta 9), with every digit that
pandas writes. The mass of the empty set is what 1 - Σ m leaves, with either sign.
"""

from __future__ import annotations

import contextlib
import io
import json

import numpy as np
import pytest

import partita
from partita.soft import Evidential, Fuzzy, Possibilistic, Rough

ECM = """\
0,1,2,3,4,5,6,7,species
0.0,1.0,1.1248591551226615e-25,2.840129525125218e-20,2.1367990648056936e-30,8.653485484060447e-25,1.5059246098016234e-28,2.7181887326068574e-25,setosa
-2.220446049250313e-16,0.9999732615727067,2.1673102679117732e-09,2.6617412692221762e-05,3.401672821368336e-13,1.037642448653956e-07,1.3780050531996407e-11,1.5068925798240187e-08,setosa
0.0,0.9999999999981313,2.48886006506746e-18,1.8687199108733773e-12,1.4631203101452942e-23,6.781267328089146e-18,1.4390795160892213e-21,3.236290895814959e-18,setosa
0.0,0.9999999999882347,4.09942730873699e-17,1.1765291607563662e-11,3.4032069297608483e-22,9.559572098740307e-17,2.916932826594836e-20,4.718864531590863e-17,setosa
0.0,2.0426722165377362e-08,0.9833810787249624,0.015788216318414674,1.993427694002189e-11,4.9891413533935916e-05,6.879256810560579e-08,0.000780724303864432,versicolor
1.1102230246251565e-16,2.026565404633687e-13,0.0010193306932314054,1.9626935279838926e-09,1.1500461647125611e-07,0.03496391811754657,0.9254688982223542,0.03854773599935499,versicolor
0.0,4.710136945429799e-21,0.9999999979002201,6.878016647123175e-16,7.257047296020797e-19,5.2796479675172835e-12,7.526497233461813e-13,2.0937469207087437e-09,versicolor
-2.220446049250313e-16,6.760693968567451e-18,9.863759729354765e-13,6.59175009594553e-16,0.9999999918092951,3.3441030854339153e-13,8.189082051661283e-09,3.016151948216821e-13,virginica
0.0,7.648569972611895e-24,2.666079636591831e-17,2.528549983041162e-21,0.9999999999244304,1.0441256967259619e-17,7.556964928194349e-11,1.0686657651483433e-17,virginica
0.0,2.5949446601672538e-19,5.531217844714245e-14,3.127125108343238e-17,0.9999999989208148,2.7791537935440894e-14,1.0790794080493367e-09,2.273867931793408e-14,virginica
"""
F = """\
0,1,2
0.0,0.0,0.0
1.0,0.0,0.0
0.0,1.0,0.0
1.0,1.0,0.0
0.0,0.0,1.0
1.0,0.0,1.0
0.0,1.0,1.0
1.0,1.0,1.0
"""
TITLES, *ROWS = ECM.splitlines()
MANY = "\n".join([TITLES, *ROWS * 9])  # 90 objects
SPECIES = [line.rpartition(",")[2] for line in ROWS]
MASS = np.array([line.split(",")[:-1] for line in ROWS], dtype=np.float64)
FLAGS = np.array([line.split(",") for line in F.splitlines()[1:]], dtype=np.float64)
SETS = ["{}", "a", "b", "a|b", "c", "a|c", "b|c", "{*}"]  # the same sets as names of columns

DOUBT = """\
truth,a,b,a|b
x,1,0,0
x,0.6,0,0.4
y,0,1,0
"""
VOTES = """\
t1,t2,p1,p2
1,0,1,0
0.5,0.5,0.25,0.75
0,1,0,1
"""


@pytest.fixture
def soft(tmp_path, run):
    """Run the command on a text, whose name ends like this, and return its results."""

    def call(text, *arguments, name="x.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        status, out, err = run("soft", str(path), *arguments, "--format", "json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return call


@pytest.fixture
def refused(tmp_path, run):
    """The error of the command for a text, without the folder of the file."""

    def call(text, *arguments, name="x.csv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        status, _, err = run("soft", str(path), *arguments)
        assert status == 2
        return err.replace(f"{tmp_path}/", "").removeprefix("partita: error: ").rstrip("\n")

    return call


@pytest.fixture
def sets_file(tmp_path):
    path = tmp_path / "F.csv"
    path.write_text(F, encoding="utf-8")
    return str(path)


EVIDENTIAL = ("--truth", "truth", "--kind", "evidential", "--measure", "rand")
IRISES = ("--truth", "species", "--kind", "evidential")
COLUMNS = ("--memberships", *map(str, range(8)))


def same_as_python(results, truth, clustering):
    """Every result has the bits of the same call in Python."""
    for result in results:
        mean = partita.expectation(result["measure"], truth, clustering)
        assert (result["value"], result["low"], result["high"]) == (mean.value, mean.low, mean.high)
        assert (result["mean_method"], result["ends_method"]) == (mean.method, mean.ends_method)


def test_masses_by_hand(soft):
    """With .6 both x are in a. With .4 one may be in b: Rand is then 1/3, on average 2/3."""
    (result,) = soft(DOUBT, *EVIDENTIAL, "--memberships", "a", "b", "a|b")["results"]
    found = [result[name] for name in ("value", "low", "high")]
    assert found == pytest.approx([0.6 + 0.4 * 2 / 3, 0.6 + 0.4 / 3, 1], abs=1e-15)
    assert (result["mean_method"], result["ends_method"]) == ("exact", "exact")


@pytest.mark.parametrize("empty", ["condition", "omega", "noise_singleton"])
def test_the_output_of_evclust_with_its_file_of_sets(soft, sets_file, empty):
    choice = ("--focal-sets", sets_file, "--empty", empty)
    document = soft(ECM, *IRISES, *COLUMNS, *choice)
    assert (document["kind"], document["empty"]) == ("evidential", empty)
    same_as_python(document["results"], SPECIES, Evidential(MASS, FLAGS, empty=empty))


def test_evclust_itself(tmp_path, run):
    """All irises: from `ecm` by pandas to the command."""
    ecm = pytest.importorskip("evclust.ecm").ecm
    pd = pytest.importorskip("pandas")
    iris = pytest.importorskip("sklearn.datasets").load_iris()
    with contextlib.redirect_stdout(io.StringIO()):
        found = ecm(iris.data, c=3, alpha=1, beta=2, delta=10, disp=False)
    names = iris.target_names[iris.target]
    pd.DataFrame(found["mass"]).assign(species=names).to_csv(tmp_path / "mass.csv", index=False)
    pd.DataFrame(found["F"]).to_csv(tmp_path / "F.csv", index=False)
    asked = (*IRISES, *COLUMNS, "--focal-sets", str(tmp_path / "F.csv"), "--empty", "condition")
    status, out, _ = run("soft", str(tmp_path / "mass.csv"), *asked, "--format", "json")
    assert status == 0
    evidential = Evidential(found["mass"], found["F"], empty="condition")
    same_as_python(json.loads(out)["results"], names, evidential)


def test_mass_on_the_empty_set_needs_a_choice(refused, sets_file):
    assert refused(ECM, *IRISES, *COLUMNS, "--focal-sets", sets_file) == (
        "x.csv, line 7 (row 6): the row of --memberships puts 1.1102230246251565e-16 on the empty"
        " set: choose --empty condition (Dempster), omega (Yager) or noise_singleton"
    )


def as_lines(columns):
    """JSON lines with the species and other columns."""
    rows = zip(SPECIES, columns, strict=True)
    return "".join(f"{json.dumps({'species': name, **read})}\n" for name, read in rows)


def test_every_form_of_the_same_masses_gives_the_same(soft, sets_file):
    """A file of sets, names of columns, another separator, JSON lines with columns or objects."""
    named = ECM.replace(TITLES, ",".join([*SETS, "species"]))
    plus = [one.replace("|", "+") for one in SETS]
    spread = [dict(zip(SETS, row, strict=True)) for row in MASS.tolist()]
    held = [{"m": {one: x for one, x in row.items() if x > 0}} for row in spread]
    asked = (*IRISES, "--empty", "condition", "--measure", "rand", "v_measure")
    found = [
        soft(ECM, *asked, *COLUMNS, "--focal-sets", sets_file),
        soft(named, *asked, "--memberships", *SETS),
        soft(named.replace("|", "+"), *asked, "--set-separator=+", "--memberships", *plus),
        soft(as_lines(spread), *asked, "--memberships", *SETS, name="x.jsonl"),
        soft(as_lines(held), *asked, "--memberships", "m", name="x.jsonl"),
    ]
    keys = ("value", "low", "high")
    numbers = [[[r[key] for key in keys] for r in one["results"]] for one in found]
    for other in numbers[1:]:
        np.testing.assert_allclose(other, numbers[0], rtol=0, atol=1e-12)


def test_a_fuzzy_truth_by_hand(soft):
    """Objects 1 and 3 are certain on both sides, and apart on both, as if they were labels.

    Object 2 is with 1 or with 3: Rand is 1 if both sides agree, with .5 * .25 + .5 * .75 = .5, and
    1/3 otherwise.
    """
    columns = ("--truth-memberships", "t1", "t2", "--memberships", "p1", "p2", "--measure", "rand")
    document = soft(VOTES, *columns)
    (result,) = document["results"]
    assert result["value"] == pytest.approx(2 / 3, abs=1e-15)
    assert (result["low"], result["high"]) == pytest.approx((1 / 3, 1), abs=1e-15)
    assert (result["mean_method"], result["ends_method"]) == ("exact", "exact")
    named = {"truth_memberships": ["t1", "t2"], "truth_kind": "fuzzy", "kind": "fuzzy"}
    assert named.items() <= document.items()
    assert "truth" not in document


@pytest.mark.parametrize("kind", ["fuzzy", "rough", "possibilistic"])
@pytest.mark.parametrize("truth_kind", ["fuzzy", "rough", "possibilistic"])
def test_every_kind_of_truth_with_every_kind_of_clustering(soft, kind, truth_kind):
    make = {"fuzzy": Fuzzy, "possibilistic": lambda rows: Possibilistic(rows, subnormal="rescale")}
    make["rough"] = lambda rows: Rough(np.array(rows) > 0)
    truth = make[truth_kind]([[1, 0], [0.5, 0.5], [0, 1]])
    clustering = make[kind]([[1, 0], [0.25, 0.75], [0, 1]])
    kinds = ["--kind", kind, "--truth-kind", truth_kind]
    kinds += ["--normalize"] * (kind == "possibilistic")
    kinds += ["--truth-normalize"] * (truth_kind == "possibilistic")
    columns = ("--truth-memberships", "t1", "t2", "--memberships", "p1", "p2", "--measure", "rand")
    (result,) = soft(VOTES, *columns, *kinds)["results"]
    mean = partita.expectation("rand", truth, clustering)
    assert (result["value"], result["error"]) == (mean.value, mean.error)
    if (kind, truth_kind) != ("fuzzy", "fuzzy"):
        assert (result["low"], result["high"]) == (mean.low, mean.high)


def test_an_evidential_truth(soft):
    """Swapping the sides of Rand changes nothing."""
    text = "p,q,a,b,a|b\n1,0,1,0,0\n1,0,0.6,0,0.4\n0,1,0,1,0\n"
    masses = ("--truth-memberships", "a", "b", "a|b", "--truth-kind", "evidential")
    (result,) = soft(text, *masses, "--memberships", "p", "q", "--measure", "rand")["results"]
    found = [result[name] for name in ("value", "low", "high")]
    assert found == pytest.approx([0.6 + 0.4 * 2 / 3, 0.6 + 0.4 / 3, 1], abs=1e-15)


def test_a_soft_truth_in_a_file_of_its_own(soft, tmp_path):
    """The rows are in another order, and the columns of both files have the same names."""
    pytest.importorskip("duckdb")
    (tmp_path / "t.csv").write_text("id,1,2\nz,0,1\nx,1,0\ny,.5,.5\n")
    matched = ("--truth-file", str(tmp_path / "t.csv"), "--on", "id", "--measure", "rand")
    columns = ("--truth-memberships", "1", "2", "--memberships", "1", "2")
    (result,) = soft("id,1,2\nx,1,0\ny,.25,.75\nz,0,1\n", *columns, *matched)["results"]
    assert result["value"] == pytest.approx(2 / 3, abs=1e-15)


SOFT_TRUTH = ("--truth-memberships", "t1", "t2", "--memberships", "p1", "p2")


@pytest.mark.parametrize(
    ("text", "arguments", "message"),
    [
        (
            VOTES.replace("0.5,0.5", "0.5,0.4"),
            SOFT_TRUTH,
            (
                "{}: the row of --truth-memberships sums to 0.9, not 1: write"
                " --truth-normalize to divide each row by its sum"
            ),
        ),
        (
            VOTES,
            (*SOFT_TRUTH, "--truth-kind", "possibilistic"),
            (
                "{}: the row of --truth-memberships has the maximum 0.5, not 1:"
                " write --truth-normalize to divide each row by its maximum"
            ),
        ),
        (
            VOTES.replace("0.5,0.5", "0,0"),
            (*SOFT_TRUTH, "--truth-kind", "rough"),
            (
                "{}: the row of --truth-memberships allows no cluster: name at least"
                " one, or all of them if nothing is known about the object"
            ),
        ),
        (
            VOTES.replace("0.25,", "-1e-15,"),
            SOFT_TRUTH,
            (
                "{}, column 'p1': '-1e-15' is below 0 by a rounding error: write"
                " --normalize to set such numbers to 0 and to scale each row"
            ),
        ),
        (
            VOTES.replace("0.25,", "-0.25,"),
            SOFT_TRUTH,
            (
                "{}, column 'p1': '-0.25' is not a degree of membership; expected a"
                " number such as 2 or 0.5, neither negative nor missing"
            ),
        ),
        (
            DOUBT.replace("0.4", "-0.4"),
            (*EVIDENTIAL, "--memberships", "a", "b", "a|b"),
            (
                "{}, column 'a|b': '-0.4' is not a mass; expected a number such as 2"
                " or 0.5, neither negative nor missing"
            ),
        ),
        (
            DOUBT,
            (*EVIDENTIAL, "--memberships", "a", "b", "a|b", "--truth-empty", "omega"),
            "--truth-empty has no effect without --truth-memberships",
        ),
    ],
)
def test_a_fault_is_placed_with_its_remedy(refused, text, arguments, message):
    assert refused(text, *arguments) == message.format("x.csv, line 3 (row 2)")


def test_an_exact_result_out_of_reach_is_refused(refused, sets_file):
    asked = (*IRISES, *COLUMNS, "--focal-sets", sets_file, "--empty", "omega")
    error = refused(MANY, *asked, "--measure", "rand", "--method", "exact")
    assert error.startswith("rand: an exact result is out of reach: ")
    assert error.endswith("; --method auto estimates it by draws and states the error")


def test_the_table_says_what_was_sampled(tmp_path, run, sets_file):
    path = tmp_path / "x.csv"
    path.write_text(MANY)
    asked = (*IRISES, *COLUMNS, "--focal-sets", sets_file, "--empty", "omega", "--measure", "rand")
    draws = "--draws", "100", "--selections", "100"
    _, out, _ = run("soft", str(path), *asked, "--method", "sample", *draws)
    head, _, ends, *how = out.splitlines()
    assert head.split() == ["measure", "better", "mean", "low", "high"]
    assert ends == "low and high are the lower and the upper mean."
    text = " ".join(" ".join(how).split())
    assert text.startswith("rand: mean within 0.00")
    assert ", sampled: 100 draws and 55 listed tables, seed 0" in text
    assert "; low and high sampled: 100 selections of focal sets, seed 0, with ends within" in text
