"""compat reproduces the values of other packages: recorded ones, and live ones if installed."""

from __future__ import annotations

import copy
import json
from importlib.metadata import PackageNotFoundError, version

import peer_packages as live
import pytest

import partita
from partita import InputError, UndefinedError
from partita.interop.conventions import PACKAGES, compat

RECORDED = json.loads(live.RECORD.read_text("utf-8"))
CASES = live.cases()
NOT_REPRODUCED = {  # without a number, though some version of the function returns one
    ("genieclust", "adjusted_mi_score"): "single",  # 0/0, and the last bits of a float decide
    ("torchmetrics", "adjusted_mutual_info_score"): "single",  # the same
    ("clusim", "adjrand_index"): "one object",  # fails under three of its models, 0 under two
}


def check(package, values):
    """Every value is equal; if the package has none, we say so or have the right value."""
    conventions = compat(package).conventions
    wrong = []
    for key, by_case in values.items():
        name, _, options = key.partition(" ")
        given = json.loads(options) if options else {}
        for case, theirs in by_case.items():
            try:
                ours = conventions[name](*CASES[case], **given)
            except UndefinedError:
                ours = None
            if ours is None and NOT_REPRODUCED.get((package, name), "?") in case:
                continue
            if not _agree(ours, theirs):
                wrong.append((key, case, theirs, ours))
    assert not wrong


def _agree(ours, theirs):
    if theirs is None or ours is None:
        return theirs is ours
    return ours == pytest.approx(theirs, rel=2e-6, abs=2e-6)  # torchmetrics counts in float32


@pytest.mark.parametrize("package", RECORDED)
def test_recorded_values_are_reproduced(package):
    check(package, RECORDED[package]["values"])


@pytest.mark.parametrize("package", live.LIVE)
def test_installed_packages_return_the_reproduced_values(package):
    try:
        found = version(package)
    except PackageNotFoundError:
        pytest.skip(f"{package} is not installed")
    if found != compat(package).version:
        pytest.skip(f"{package} {found} is not the version whose conventions are declared")
    check(package, live.returned(package, list(compat(package).conventions)))


def test_names_there_and_here_find_the_same_function():
    peer = compat("sklearn")
    assert peer.normalized_mutual_info is peer.normalized_mutual_info_score
    assert peer.normalized_mutual_information is peer.normalized_mutual_info_score
    assert "adjusted_rand_score" in dir(peer)
    assert compat("scikit_learn") is peer


@pytest.mark.parametrize("package", PACKAGES)
def test_every_convention_names_a_measure_and_its_call_gives_the_value(package):
    sides = CASES["more clusters than classes"]
    for name, one in compat(package).conventions.items():
        assert one.name == name
        assert one.package == package
        assert partita.MEASURES[one.measure.name] is one.measure
        try:
            value = one(*sides)
        except UndefinedError:  # square tables only
            assert name in ("normalized_clustering_accuracy", "normalized_pivoted_accuracy")
            continue
        assert one.of(partita.Contingency.from_labels(*sides)) == value
        if one.ours:  # our call with options, as on the page about migration
            ours, _, options = one.ours.partition("(")
            called = eval(f"partita.{ours}(*sides, {options}", {"partita": partita, "sides": sides})
            assert called == value


def test_a_convention_without_a_number_says_so():
    with pytest.raises(UndefinedError, match="clusim has no number for rand_index of a single"):
        compat("clusim").rand_index([0], [0])


def test_unknown_names_are_refused():
    with pytest.raises(InputError, match=r"does not know the package 'elki'.*scikit-learn"):
        compat("elki")
    with pytest.raises(InputError, match="does not know the package None"):
        compat(None)
    with pytest.raises(AttributeError, match="clusim has no function 'overlap_quality'"):
        _ = compat("clusim").overlap_quality
    with pytest.raises(InputError, match="nmi of clusim has no option 'average'"):
        compat("clusim").nmi([0, 1], [0, 1], average="max")
    with pytest.raises(InputError, match="norm_type"):
        compat("clusim").nmi([0, 1], [0, 1], norm_type="joint")


def test_a_package_can_be_copied():
    peer = compat("igraph")
    assert copy.copy(peer).rand([0, 1], [0, 1]) == 1
    with pytest.raises(AttributeError):
        _ = peer.__wrapped__
