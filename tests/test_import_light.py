"""Importing costs nothing: no NumPy until labels or a table are given, nothing optional ever."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

OPTIONAL = ["pandas", "polars", "pyarrow", "duckdb", "sklearn", "matplotlib", "torch", "rich"]
HEAVY = ["numpy", "scipy", *OPTIONAL]


def loaded_after(code: str, *, watch: list[str]) -> list[str]:
    """Run code in a new interpreter and tell which of the watched packages it loaded."""
    report = (
        f"import json, sys; sys.stderr.write(json.dumps([m for m in {watch} if m in sys.modules]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True
    )
    return json.loads(run.stderr)


@pytest.mark.parametrize(
    "code",
    [
        "import partita",
        "import partita; partita.MEASURES['rand'].reading",
        "import partita; partita.measure('ARI')",
        "import partita.cli",
        "from partita.cli import main; main(['measures'])",
        "from partita.cli import main; main(['explain', 'rand'])",
    ],
)
def test_what_needs_no_labels_needs_no_numpy(code):
    assert loaded_after(code, watch=HEAVY) == []


def test_help_needs_no_numpy():
    code = "from partita.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"
    assert loaded_after(code, watch=HEAVY) == []


def test_comparing_labels_loads_nothing_optional():
    code = "import partita; partita.adjusted_rand([0, 0, 1], ['a', 'a', 'b'])"
    assert loaded_after(code, watch=["scipy", *OPTIONAL]) == []


def test_nothing_is_imported_from_the_working_directory(tmp_path):
    (tmp_path / "numpy.py").write_text("raise SystemExit('shadowed')")
    subprocess.run([sys.executable, "-P", "-c", "import partita"], cwd=tmp_path, check=True)


@pytest.mark.parametrize("name", ["covers", "hierarchies"])
def test_modules_that_messages_name_are_there(name):
    code = f"import partita; assert partita.{name}.__name__ == 'partita.{name}'"
    more = f"assert '{name}' in dir(partita) and '{name}' not in partita.__all__"
    assert loaded_after(f"{code}; {more}", watch=OPTIONAL) == []
