"""Compile a paper with TeX, and what its log says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PROGRAMS = ("pdflatex", "bibtex", "pdftotext")
REQUIRED = "tex" in os.environ.get("PARTITA_REQUIRE", "").split(",")
MOST = 2.0  # points that a line may be too long; a letter has five


def require_tex() -> None:
    """Skip a test without TeX, or fail with PARTITA_REQUIRE=tex."""
    missing = [name for name in PROGRAMS if shutil.which(name) is None]
    if missing and REQUIRED:
        pytest.fail(f"PARTITA_REQUIRE=tex, but {', '.join(missing)} is not installed")
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed")


def compiled(folder: Path, document: str = "preview") -> str:
    """The text of the PDF; every error, unknown reference and line that is too long fails."""
    _run(folder, "pdflatex", "-interaction=nonstopmode", "-halt-on-error", document)
    found = _run(folder, "bibtex", document)
    assert "Warning" not in found, found
    for _ in range(2):
        _run(folder, "pdflatex", "-interaction=nonstopmode", "-halt-on-error", document)
    log = (folder / f"{document}.log").read_text(encoding="latin-1")
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([0-9.]+)pt", log)]
    assert max(wide, default=0.0) < MOST, re.findall(r"Overfull .*\n.*", log)
    assert "Overfull \\vbox" not in log
    assert "undefined" not in log.lower()
    assert "Warning" not in log, re.findall(r".*Warning.*", log)
    assert "Missing character" not in log
    _run(folder, "pdftotext", "-layout", f"{document}.pdf")
    return (folder / f"{document}.txt").read_text(encoding="utf-8")


def _run(folder: Path, *command: str) -> str:
    ended = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    said = ended.stdout.decode("latin-1")
    assert ended.returncode == 0, said[-3000:]
    return said
