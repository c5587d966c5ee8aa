"""Displays and progress in a notebook that a kernel executes, as Jupyter does."""

from __future__ import annotations

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")

_START = """
import numpy as np, partita
rng = np.random.default_rng(0)
truth = rng.integers(0, 4, 400)
c = partita.compare(truth, {"one": np.where(rng.random(400) < 0.9, truth, 0), "two": truth // 2})
"""
_SHOWN = {
    "c": "↑ higher is better",
    "c.summary()": "Next steps",
    "c.verdict": "verdict",
    "c.verdict[0]": "one",
    "c.advice": "advice",
    "c.edits('two')": "that would improve adjusted_rand",
    "c.ranks(draws=99)": "<svg",
    "c['one', 'rand']": "rand is 0.",
    "partita.MEASURES": "measures",
    "partita.MEASURES['rand']": "Beware",
    "c.table('one')": "400 objects",
}
_SLOW = """
from partita.base import progress
progress._PATIENCE = progress._SHORT = 0.0
progress._STEP = 0.02
many = {f"c{k}": rng.integers(0, 4, 400) for k in range(8)}
"""
_COMPARE = "found = partita.compare(truth, many, confidence=0.95, draws=199)"


class Client(nbclient.NotebookClient):
    """Executes cells like a person who can answer questions, and collects all messages."""

    attended = True

    def process_message(self, msg, cell, cell_index):
        self.messages.append((cell_index, msg["msg_type"], msg["content"]))
        return super().process_message(msg, cell, cell_index)

    def execute_all(self):
        self.messages = []
        with self.setup_kernel():
            execute = self.kc.execute
            self.kc.execute = lambda *a, **k: execute(*a, **{**k, "allow_stdin": self.attended})
            for place, cell in enumerate(self.nb.cells):
                self.execute_cell(cell, place)


def run(*cells, attended=True):
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(one) for one in cells])
    client = Client(nb, timeout=120, kernel_name="python3")
    client.attended = attended
    client.execute_all()
    return client


def test_results_are_displayed_as_html_and_text():
    client = run(_START, *_SHOWN, attended=False)
    for cell, expected in zip(client.nb.cells[1:], _SHOWN.values(), strict=True):
        (output,) = cell.outputs
        assert output.output_type == "execute_result"
        assert expected in output.data["text/html"]
        assert cell.source == "c.verdict[0]" or "mappingproxy" not in output.data["text/plain"]


def progress_of(client, cell):
    """What a cell displays of its progress, in order."""
    kinds = ("display_data", "update_display_data")
    return [
        (kind, content["data"]["text/html"])
        for place, kind, content in client.messages
        if place == cell and kind in kinds
    ]


def test_progress_is_a_display_that_is_updated_and_emptied():
    client = run(_START, _SLOW, _COMPARE)
    (first, *others, last) = progress_of(client, 2)
    assert first[0] == "display_data"
    assert {kind for kind, _ in others} == {"update_display_data"}
    assert any("of 8 clusterings" in text for _, text in others)
    assert any('<progress value="' in text for _, text in others)
    assert last == ("update_display_data", "")


def test_progress_can_be_switched_off():
    switched = f"with partita.progress(False):\n    {_COMPARE}"
    assert progress_of(run(_START, _SLOW, switched), 2) == []


def test_a_notebook_that_runs_unattended_shows_no_progress():
    assert progress_of(run(_START, _SLOW, _COMPARE, attended=False), 2) == []
