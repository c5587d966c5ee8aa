"""Tables by group give the same bootstrap draws of groups as labels in memory."""

import numpy as np
import pytest
from engine_cases import CASES

import partita
from partita import InputError
from partita.inference.sampling import samples
from partita.inference.sampling.given_tables import sample_of_tables
from partita.inference.sampling.pairing import paired
from partita.labels import read_policies
from partita.sources import tabulate


@pytest.mark.parametrize("options", [{}, {"noise": -1}], ids=["plain", "noise"])
def test_the_sample_equals_that_of_the_labels(options):
    columns = CASES["grouped"].columns
    tables = tabulate(columns, "truth", "other", groups="donor", **options)
    found = sample_of_tables(tables)
    expected = samples.group_sample(
        *(np.array(columns[name]) for name in ("truth", "other", "donor")),
        policies=read_policies(**options),
    )
    assert found.size == expected.size == 3
    assert found.table.n == expected.table.n
    if not options:  # objects without a cluster have no name to sort by
        assert found.table == expected.table
        assert (found.shares.toarray() == expected.shares.toarray()).all()
    else:
        assert (found.shares.sum(axis=1) == expected.shares.sum(axis=1)).all()
        assert (found.shares.sum(axis=0) == found.table.counts).all()


def test_tables_that_cannot_be_drawn_are_refused():
    columns = CASES["grouped"].columns
    tables = tabulate(columns, "truth", "other", groups="donor", weights="share")
    with pytest.raises(InputError, match="must be integers"):
        sample_of_tables(tables)
    with pytest.raises(InputError, match="at least two"):
        sample_of_tables({"d1": tables["d1"]})


@pytest.fixture
def tables():
    columns = CASES["grouped"].columns
    return tabulate(columns, "truth", ["cluster", "other"], groups="donor")


def test_intervals_from_tables_by_group_equal_those_from_labels(tables):
    columns = CASES["grouped"].columns
    found = partita.confidence_interval("rand", table=tables["cluster"], draws=99)
    labels = columns["truth"], columns["cluster"]
    assert found == partita.confidence_interval("rand", *labels, groups=columns["donor"], draws=99)
    assert "3 groups" in found.how
    with pytest.raises(InputError, match="need no groups"):
        partita.confidence_interval("rand", table=tables["cluster"], groups=columns["donor"])


def test_chance_shuffles_the_objects_of_all_groups(tables):
    columns = CASES["grouped"].columns
    expected = partita.significance("rand", columns["truth"], columns["cluster"], draws=99)
    assert partita.significance("rand", table=tables["cluster"], draws=99) == expected


def test_differences_draw_the_same_groups_for_both(tables):
    columns = CASES["grouped"].columns
    labels = [columns[name] for name in ("truth", "cluster", "other")]
    expected = partita.difference("rand", *labels, groups=columns["donor"], draws=99)
    for given in (tables, (tables["cluster"], tables["other"])):
        assert partita.difference("rand", table=given, draws=99) == expected


def test_differences_need_groups_that_match(tables):
    pair = [dict(one) for one in tables.values()]
    whole = {name: sum(one.values()) for name, one in tables.items()}
    with pytest.raises(InputError, match="does not say which of them are the same"):
        partita.difference("rand", table=whole)
    del pair[0]["d1"]
    with pytest.raises(InputError, match="'d1' has a table of one clustering only"):
        partita.difference("rand", table=pair)
    pair[1]["d1"] = pair[0]["d1"] = tables["cluster"]["d1"]
    pair[0]["d2"] = tables["cluster"]["d3"]
    with pytest.raises(InputError, match="group 'd2' has"):
        partita.difference("rand", table=pair)
    with pytest.raises(InputError, match="not both"):
        partita.difference("rand", [1], [1], [1], table=tables)
    with pytest.raises(InputError, match="give truth, a and b"):
        partita.difference("rand", [1], [1])


def test_a_comparison_takes_tables(tables):
    columns = CASES["grouped"].columns
    labels = {name: columns[name] for name in tables}
    options = {"confidence": 0.9, "null": "permutation", "draws": 49, "measures": ["ARI", "V"]}
    expected = partita.compare(columns["truth"], labels, groups=columns["donor"], **options)
    found = partita.compare(table=tables, **options)
    assert found.to_dict() == expected.to_dict()
    plain = partita.compare(table={name: sum(one.values()) for name, one in tables.items()})
    assert plain.to_dict() == partita.compare(columns["truth"], labels).to_dict()
    assert str(partita.compare(table=sum(tables["other"].values()))).startswith("truth")
    assert found.advice
    assert str(found.classes("other")) == str(expected.classes("other"))


def test_tables_by_group_are_ranked_as_their_labels_are(tables):
    # whole groups are drawn, so the draws of tables are paired as with labels
    columns = CASES["grouped"].columns
    labels = {name: columns[name] for name in tables}
    expected = partita.compare(columns["truth"], labels, groups=columns["donor"]).ranks(draws=199)
    found = partita.compare(table=tables)
    ranking = found.ranks(draws=199)
    for name in ("prediction", "value", "low", "high", "rank", "group"):
        assert ranking.table[name].tolist() == expected.table[name].tolist()
    assert ranking.groups == expected.groups
    best = next(one for one in found.verdict if one.topic == "best")
    assert "not tested" not in best.sentence
    with pytest.raises(InputError, match=r"of 3 clusterings, and a difference is of two.*ranks"):
        partita.difference("rand", table=[*tables.values(), tables["other"]])


def test_tables_of_other_groups_are_not_paired(tables):
    one, other = tables.values()
    renamed = {f"{group} again": table for group, table in other.items()}
    found = partita.compare(table={"one": one, "other": renamed})
    with pytest.raises(InputError, match="do not have the same groups"):
        found.ranks()
    fewer = dict(list(other.items())[:-1])
    with pytest.raises(InputError, match="do not have the same groups"):
        partita.compare(table={"one": one, "other": fewer}).ranks()


def test_requests_that_need_the_objects_are_refused(tables):
    found = partita.compare(table=tables)
    with pytest.raises(InputError, match="does not hold its objects"):
        found.elements("other")
    whole = partita.compare(table={name: sum(one.values()) for name, one in tables.items()})
    with pytest.raises(InputError, match=r"cannot be paired; compare labels.* joint=True"):
        whole.ranks("adjusted_rand")
    for wrong in ({"truth": [1]}, {"groups": [1]}, {"missing": "drop"}):
        with pytest.raises(InputError, match="not"):
            partita.compare(table=tables, **wrong)
    with pytest.raises(InputError, match="pass what partita"):
        partita.compare(table={"a": [1, 2]})


def test_a_report_can_be_made_from_tables(tables, tmp_path):
    partita.compare(table=tables, confidence=0.9, draws=49).report(tmp_path / "r.html")
    assert "adjusted_rand" in (tmp_path / "r.html").read_text("utf-8")


def test_fractional_weights_have_scores_only():
    columns = CASES["grouped"].columns
    table = tabulate(columns, "truth", "other", weights="share")
    expected = partita.compare(columns["truth"], columns["other"], weights=columns["share"])
    found = partita.compare(table=table)
    assert [one.value for one in found.scores] == [one.value for one in expected.scores]


FIVE = ["a", "b", "c", "d", "e"]


@pytest.fixture(scope="module")
def five():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 4, 300)
    columns = {"truth": truth, "donor": rng.integers(0, 9, 300), "times": rng.integers(0, 4, 300)}
    for name, share in zip(FIVE, (0.9, 0.8, 0.75, 0.6, 0.55), strict=True):
        columns[name] = np.where(rng.random(300) < share, truth, rng.integers(-1, 4, 300))
    return columns


@pytest.mark.parametrize(
    "options",
    [{"groups": "donor", "weights": "times"}, {"noise": -1}],
    ids=["weighted groups", "noise"],
)
def test_all_that_needs_the_same_objects_is_as_from_labels(five, options, tmp_path):
    """Real labels give the same bits, as a joint table knows which objects are the same."""
    joint = tabulate(five, "truth", FIVE, joint=True, **options)
    own = {k: five[v] if k in ("groups", "weights") else v for k, v in options.items()}
    labels = {name: five[name] for name in FIVE}
    for call in (partita.difference, partita.posterior):
        expected = call("v_measure", five["truth"], five["a"], five["b"], draws=39, **own)
        assert call("v_measure", table=joint.select("a", "b"), draws=39) == expected
    asked = {"measures": ["ARI", "V"], "confidence": 0.9, "draws": 39}
    expected = partita.compare(five["truth"], labels, **asked, **own)
    found = partita.compare(table=joint, **asked)
    assert found.to_dict() == expected.to_dict()
    for make in (
        lambda one: one.ranks("V", draws=39),
        lambda one: one.ranks("V", draws=39).differences,
        lambda one: one.advice,
        lambda one: one.robustness,
        lambda one: one.plane(),
        lambda one: one.edits("c"),
        lambda one: one.class_matrix(),
        *([lambda one: one.by_group(draws=9)] if "groups" in options else []),
    ):
        assert str(make(found)) == str(make(expected))
    assert [one.sentence for one in found.verdict] == [one.sentence for one in expected.verdict]
    runs = {"kmeans": FIVE[:3], "leiden": FIVE[3:]}
    given = {method: {name: labels[name] for name in names} for method, names in runs.items()}
    methods = partita.compare_runs(five["truth"], given, **own)
    assert str(partita.compare_runs(table=joint, runs=runs)) == str(methods)
    found.report(tmp_path / "r.html")
    with pytest.raises(InputError, match="does not hold its objects"):
        found.elements("a")


def test_tables_by_group_are_runs_too(five):
    tables = tabulate(five, "truth", FIVE, groups="donor")
    runs = {"kmeans": FIVE[:3], "leiden": FIVE[3:]}
    given = {method: [five[name] for name in names] for method, names in runs.items()}
    expected = partita.compare_runs(five["truth"], given, groups=five["donor"])
    found = partita.compare_runs(table=tables, runs=runs)
    assert str(found) == str(expected)
    with pytest.raises(InputError, match=r"runs\['kmeans'\] names 'f', which table does not have"):
        partita.compare_runs(table=tables, runs={"kmeans": ["a", "f"]})
    with pytest.raises(InputError, match="must map methods to names of clusterings"):
        partita.compare_runs(table=tables, runs=["a", "b"])
    with pytest.raises(InputError, match="not both"):
        partita.compare_runs([1], runs, table=tables)
    with pytest.raises(InputError, match="give truth and runs, or table="):
        partita.compare_runs([1])
    plain = tabulate(five, "truth", FIVE)
    with pytest.raises(InputError, match=r"count .* joint=True"):
        partita.compare_runs(table=plain, runs=runs)


def test_joint_tables_where_one_or_two_clusterings_are_asked_for(five):
    joint = tabulate(five, "truth", FIVE, joint=True)
    for call in (partita.difference, partita.posterior):
        with pytest.raises(InputError, match=r"5 clusterings.*table\.select\(a, b\).*ranks"):
            call("rand", table=joint)
    for call in (partita.confidence_interval, partita.significance):
        with pytest.raises(InputError, match=r"pass table\.table\('a'\)"):
            call("rand", table=joint)
    expected = partita.confidence_interval("rand", five["truth"], five["a"], draws=19)
    assert partita.confidence_interval("rand", table=joint.table("a"), draws=19) == expected
    weighted = {**five, "times": five["times"].astype(float)}
    guessed = tabulate(weighted, "truth", ["a", "b"], weights="times", joint=True)
    with pytest.warns(partita.WeightsWarning):
        partita.difference("rand", table=guessed, draws=19)


def test_groups_correspond_by_objects_not_by_rows(five):
    """A row of weight w is w objects, also when clusters are matched to count differing groups."""
    rows = np.repeat(np.arange(300), five["times"])
    weighted = paired(*(five[k] for k in ("truth", "a", "d", "donor")), weights=five["times"])
    plain = paired(*(five[k][rows] for k in ("truth", "a", "d", "donor")))
    assert weighted.differing == plain.differing


@pytest.mark.long
def test_as_many_kinds_as_objects_are_drawn_as_kinds():
    """Beyond 50,000 kinds, labels are drawn in blocks and joint tables by kinds: the same error."""
    rng = np.random.default_rng(0)
    n = 60_000
    columns = {"t": rng.integers(0, 50, n)} | {k: rng.integers(0, 200, n) for k in "ab"}
    columns["c"] = np.where(rng.random(n) < 0.5, columns["t"], columns["a"])
    joint = tabulate(columns, "t", list("abc"), joint=True)
    assert joint.nnz > 50_000
    found = partita.compare(table=joint).ranks(draws=99)
    labels = partita.compare(columns["t"], {k: columns[k] for k in "abc"}).ranks(draws=99)
    assert found.blocks is None
    assert labels.blocks == 1000
    assert found.table["group"].tolist() == labels.table["group"].tolist()
