"""Every sentence about the data appears where it is true, and nowhere else.

The sentences are read from the source: one that has no data on which it is true, and none on which
it is false, fails.
"""

import ast
import re
from pathlib import Path

import pytest
from statement_cases import APPLIES, DOES_NOT_APPLY, EXPLAINS, STATEMENTS

import partita
from partita.comparison import compare
from partita.comparison.advice.rules import RULES
from partita.report.formats.references import bibliography

ROOT = Path(partita.__file__).parent
SPEAKING = [
    *(
        path
        for folder in ("advice", "diagnosis", "edits", "verdict")
        for path in sorted((ROOT / "comparison" / folder).glob("*.py"))
        if path.stem not in ("rules", "beyond_chance", "best")  # test_advice, test_verdict
    ),
    ROOT / "comparison" / "report_data.py",
    *(
        path
        for path in sorted((ROOT / "report" / "page").glob("*.py"))
        if path.stem not in ("frame", "style")  # HTML and style sheets
    ),
]  # fmt: skip


def sentences(path):
    """The texts of a module with three words or more, with {} for each placeholder."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            skipped.add(id(getattr(node.body[0], "value", None)))  # a docstring
        elif isinstance(node, ast.Raise):
            skipped |= set(map(id, ast.walk(node)))
        elif isinstance(node, ast.JoinedStr):
            skipped |= set(map(id, node.values))
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.JoinedStr):
            parts = (v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            text = "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if " " in text and len(re.findall(r"[A-Za-z]{2,}", text)) >= 3:
            yield text


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: path.stem)
def test_every_sentence_has_data_on_which_it_is_true_and_false(path):
    known = [one.text for one in STATEMENTS] + EXPLAINS
    new = [text for text in sentences(path) if not any(one in text for one in known)]
    assert not new, "add true and false data for these to tests/support/statement_cases.py"


def test_every_statement_is_still_in_the_source():
    held = "\n".join(text for path in SPEAKING for text in sentences(path))
    assert [one.text for one in STATEMENTS if one.text not in held] == []


@pytest.mark.parametrize("one", STATEMENTS, ids=lambda one: one.text)
def test_a_statement_appears_where_it_is_true_and_nowhere_else(one):
    said = one.said or one.text
    assert said in one.true()
    assert said not in one.false()


def test_every_rule_has_data_and_cites_what_the_bibliography_has():
    assert {rule.name for rule in RULES} == set(APPLIES) == set(DOES_NOT_APPLY)
    assert {key for rule in RULES for key in rule.references} <= set(bibliography())


def advised(example):
    truth, prediction, *options = example()
    return {one.rule: one for one in compare(truth, prediction, **dict(*options)).advice}


@pytest.mark.parametrize("name", APPLIES)
def test_a_rule_applies_with_its_numbers(name):
    found = advised(APPLIES[name])[name]
    assert not re.search(r"\{[a-z_]+[:}]", str(found))  # all placeholders are filled
    assert found.evidence
    numbers = re.findall(r"-?[0-9]+(?:\.[0-9]+)?", str(found).replace(",", ""))
    shown = {abs(float(number)) for number in numbers}
    held = {round(abs(value) * scale, places) for value in found.evidence.values()
            for scale in (1, 100) for places in range(5)}  # fmt: skip
    assert name in ("same clustering", "label -1 decides") or shown & held


@pytest.mark.parametrize("name", DOES_NOT_APPLY)
def test_a_rule_does_not_apply(name):
    assert name not in advised(DOES_NOT_APPLY[name])
