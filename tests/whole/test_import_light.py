"""Importing is cheap: no NumPy without labels or a table, and no optional libraries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

OPTIONAL = ["pandas", "polars", "pyarrow", "duckdb", "sklearn", "matplotlib", "torch", "rich"]
HEAVY = ["numpy", "scipy", *OPTIONAL]


def loaded_after(code: str, *, watch: list[str]) -> list[str]:
    """Run code in a new interpreter; return which of the watched packages it loaded."""
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
def test_calls_without_labels_need_no_numpy(code):
    assert loaded_after(code, watch=HEAVY) == []


def test_help_needs_no_numpy():
    code = "from partita.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"
    assert loaded_after(code, watch=HEAVY) == []


def test_comparing_labels_loads_nothing_optional():
    code = "import partita; partita.adjusted_rand([0, 0, 1], ['a', 'a', 'b'])"
    assert loaded_after(code, watch=["scipy", *OPTIONAL]) == []


_SCORE = """
import sys, dataclasses
from partita.cli import main
main(["score", sys.argv[1], "--truth", "truth", "--prediction", "prediction"])
"""
_ELSEWHERE = ["partita.cli.added_commands", "partita_studies"]  # commands that other packages add
_UNASKED = [  # modules of partita that scores of a small text file do not need
    *("chance.adjustment", "covers", "hierarchies", "inference", "interop", "results", "soft"),
    *("chance.exact", "chance.levels", "gpu.driver", "sources.databases.duck"),
    *("sources.files.data_files", "sources.tabulation", "report.formats.listing"),
    *("report.formats.markup", "report.formats.references", "report.notebook", "report.page"),
    "figures.plots",
]


@pytest.fixture
def scored(tmp_path):
    """Run `partita score` in a new interpreter; return the value of an expression."""
    file = tmp_path / "labels.csv"
    file.write_text("truth,prediction\na,0\na,0\nb,1\nb,0\n")

    def value(expression):
        code = f"{_SCORE}import json; sys.stderr.write(json.dumps({expression}))"
        command = [sys.executable, "-c", code, str(file)]
        return json.loads(subprocess.run(command, capture_output=True, check=True).stderr)

    return value


def test_scoring_a_small_file_loads_only_what_it_needs(scored):
    assert [name for name in _UNASKED if find_spec(f"partita.{name}") is None] == []
    unasked = [*HEAVY[1:], *_ELSEWHERE, *(f"partita.{name}" for name in _UNASKED)]
    assert scored(f"[m for m in {unasked} if m in sys.modules]") == []


def test_scoring_a_small_file_makes_few_data_classes(scored):
    # Creating one takes almost a millisecond; a named tuple takes a tenth of that.
    loaded = "for m, x in list(sys.modules.items()) if m.startswith('partita') for c in vars(x)"
    made = f"{{c {loaded} if dataclasses.is_dataclass(vars(x)[c])}}"
    assert set(scored(f"sorted({made})")) <= {"Agreement", "Comparison", "Score", "Sweep"}


def test_scores_start_no_threads_for_matrices(tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("truth,prediction\na,0\na,0\nb,1\nb,0\n")
    code = "import json, os, sys; from partita.__main__ import run; run(); "
    code += "sys.stderr.write(json.dumps(os.environ.get('OPENBLAS_NUM_THREADS')))"
    asked = ["score", str(file), "--truth", "truth", "--prediction", "prediction"]
    free = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    command = [sys.executable, "-c", code, *asked]
    ended = subprocess.run(command, capture_output=True, check=True, env=free)
    assert json.loads(ended.stderr) == "1"


def test_nothing_is_imported_from_the_working_directory(tmp_path):
    (tmp_path / "numpy.py").write_text("raise SystemExit('shadowed')")
    subprocess.run([sys.executable, "-P", "-c", "import partita"], cwd=tmp_path, check=True)


@pytest.mark.parametrize("name", ["covers", "hierarchies"])
def test_modules_named_in_messages_exist(name):
    code = f"import partita; assert partita.{name}.__name__ == 'partita.{name}'"
    more = f"assert '{name}' in dir(partita) and '{name}' not in partita.__all__"
    assert loaded_after(f"{code}; {more}", watch=OPTIONAL) == []
