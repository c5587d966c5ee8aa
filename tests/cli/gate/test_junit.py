"""Checks as JUnit XML, with the elements and attributes that readers of it know."""

from xml.etree import ElementTree as ET

from hostile import HOSTILE

from partita.cli.gate.checks import Check
from partita.cli.gate.junit import junit

PASSED = Check("kmeans", "rand", "at least 0.5", "is 0.7500", passed=True)
FAILED = Check("ward", "rand", "at least 0.8", "is 0.7500, worse than 0.8", passed=False)
KNOWN = {  # of the Jenkins schema junit-10.xsd, to which the whole file also conforms
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "time"},
    "testcase": {"name", "classname", "time"},
    "failure": {"message", "type"},
}


def test_each_check_is_a_test_and_each_failure_has_its_sentence():
    text = junit([PASSED, FAILED], "labels.csv")
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ')
    root = ET.fromstring(text)
    (suite,) = root
    for one in (root, suite):
        assert [one.get(name) for name in ("tests", "failures", "errors")] == ["2", "1", "0"]
    assert suite.get("name") == "partita score labels.csv"
    good, bad = suite
    assert (good.get("classname"), good.get("name")) == (
        "partita.kmeans",
        "rand of kmeans: at least 0.5",
    )
    assert list(good) == []
    (failure,) = bad
    assert failure.get("message") == failure.text == "rand of ward is 0.7500, worse than 0.8"


def test_only_known_elements_and_attributes_are_written():
    for one in ET.fromstring(junit([PASSED, FAILED], "labels.csv")).iter():
        assert set(one.attrib) <= KNOWN[one.tag]


def test_hostile_names_stay_text():
    for name in HOSTILE.values():
        (case,) = ET.fromstring(junit([FAILED._replace(prediction=name)], name)).iter("testcase")
        assert [one.tag for one in case] == ["failure"]
