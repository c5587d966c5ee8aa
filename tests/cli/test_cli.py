"""The command starts from its script, with few imports and quickly."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import partita


@pytest.mark.parametrize("arguments", [["--help"], ["measures"], ["explain", "ARI"]])
def test_commands_that_count_nothing_import_no_numpy(arguments):
    program = (
        "import sys; from partita.cli import main\n"
        f"try: main({arguments!r})\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'scipy', 'csv', 'json', 'difflib', 'shutil'} & set(sys.modules)\n"
        "print(sorted(heavy), file=sys.stderr)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ended.stderr == b"[]\n"


def test_the_installed_script_is_the_same_command():
    script = Path(sys.executable).with_name("partita")
    ended = subprocess.run([script, "--version"], capture_output=True, check=True, text=True)
    assert ended.stdout == f"partita {partita.__version__}\n"


def cpu_seconds(program: str, cache: Path) -> float:
    def spent() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    compiled = {**os.environ, "PYTHONPYCACHEPREFIX": str(cache)}
    compiled.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-c", program]
    before = spent()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=compiled)
    return spent() - before


def test_the_list_of_measures_is_quick(tmp_path):
    programs = "pass", "from partita.cli import main; main(['measures'])"
    rounds = [[cpu_seconds(program, tmp_path) for program in programs] for _ in range(12)]
    bare, listing = map(min, zip(*rounds, strict=True))
    # 40 ms, and a quarter of a millisecond for each measure, if a bare interpreter takes the usual
    # 12 ms; slower machines get proportionally more
    allowed = 0.040 + 0.00025 * len(partita.MEASURES)
    assert listing <= allowed * max(1.0, bare / 0.012)


def test_a_score_of_a_thousand_rows_is_quick(tmp_path):
    path = tmp_path / "labels.csv"
    rows = [f"{i % 7},{i % 5}" for i in range(1000)]
    path.write_text("\n".join(["t,p", *rows]) + "\n", encoding="utf-8")
    arguments = ["score", str(path), "--truth", "t", "--prediction", "p"]
    score = f"from partita.cli import main; main({arguments!r})"
    programs = "pass", "import numpy", score
    rounds = [[cpu_seconds(program, tmp_path) for program in programs] for _ in range(6)]
    bare, numpy, scoring = map(min, zip(*rounds, strict=True))
    # 150 ms in all if a bare interpreter takes 12 ms and the import of NumPy 60 ms
    assert scoring - numpy <= 0.090 * max(1.0, bare / 0.012)
    watched = f"{score}\nimport sys; print('scipy' in sys.modules, file=sys.stderr)"
    ended = subprocess.run([sys.executable, "-c", watched], capture_output=True, check=True)
    assert ended.stderr == b"False\n"
