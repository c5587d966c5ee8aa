"""Tables by group give the same bootstrap draws of groups as labels in memory."""

import numpy as np
import pytest
from engine_cases import CASES

import partita
from partita import InputError
from partita.inference.sampling import samples
from partita.inference.sampling.given_tables import sample_of_tables
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
    with pytest.raises(InputError, match="cannot be paired; compare labels, or tables by group"):
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
