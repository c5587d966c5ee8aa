"""What an interactive page adds: one small script, its hash, and data that cannot become markup."""

import base64
import hashlib
import json
import re
from importlib.resources import files

import numpy as np

from partita.comparison import compare
from partita.comparison.report_data import report_data, with_treatments
from partita.report.page import page
from partita.report.page.interactive import embedded

SCRIPT = (files("partita.report.page") / "interactive.js").read_text("utf-8")
HOSTILE = "</script><!--<script>\u2028&"
TRUTH = np.repeat(["a", "b", "c"], 20)
FOUND = {HOSTILE: np.roll(TRUTH, 3), "other": np.where(np.arange(60) % 7, TRUTH, "-1")}


def scripts(text):
    return re.findall(r"<script([^>]*)>(.*?)</script>", text, flags=re.DOTALL)


def test_the_script_is_small_and_writes_no_markup():
    assert len(SCRIPT.encode()) < 20_000
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacent", "eval(", "fetch("):
        assert forbidden not in SCRIPT
    assert "</script" not in SCRIPT


def test_the_policy_names_the_script_that_the_page_contains():
    found = with_treatments(report_data(compare(TRUTH, FOUND, noise="-1")))
    text = page(found, interactive=True)
    (kind, data), (plain, script) = scripts(text)
    assert (kind, plain) == (' type="application/json" id="partita-choices"', "")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy.endswith(f"; script-src 'sha256-{digest}'")
    assert policy.startswith("default-src 'none';")
    choices = json.loads(data)
    measures, treatments = len(choices["measures"]), len(choices["treatments"])
    assert [len(row) for row in choices["choices"]] == [measures] * treatments
    assert treatments == text.count("<template") + 1
    assert choices["measures"][choices["leading"]] == "adjusted_rand"


def test_the_default_page_does_not_name_scripts():
    text = page(report_data(compare(TRUTH, FOUND)))
    assert scripts(text) == []
    assert "script-src" not in text
    assert "This page loads nothing and runs no script." in text


def test_embedded_data_end_nothing_and_come_back():
    text = embedded({HOSTILE: [1.5, None]})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {HOSTILE: [1.5, None]}
