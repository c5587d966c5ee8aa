"""Make the files of a release except its wheels: the source, its hash and the bill of materials.

``python tools/release.py FOLDER`` builds the source twice and fails unless both have the same
bytes, so that anybody can build the same file from the same commit and compare.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from sbom import write_sbom

ROOT = Path(__file__).resolve().parents[1]
EPOCH = "1577836800"  # 2020-01-01: the time of the files in the archive


def main(folder: str) -> int:
    """Write the source archive, SHA256SUMS and the bill of materials into a folder."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="partita-source-") as scratch:
        first, second = (source_archive(Path(scratch, part)) for part in ("first", "second"))
        if digest(first) != digest(second):
            print(f"the source is not reproducible: {digest(first)}, then {digest(second)}")
            return 1
        made = Path(shutil.copy(first, target))
    (target / "SHA256SUMS").write_text(f"{digest(made)}  {made.name}\n", "utf-8")
    write_sbom(target / "partita.cdx.json")
    print(f"{made.name}: {digest(made)}")
    return 0


def source_archive(folder: Path) -> Path:
    """Build the archive in its own folder and return it."""
    build = "import scikit_build_core.build as b, sys; b.build_sdist(sys.argv[1])"
    subprocess.run(  # noqa: S603 - our own build
        [sys.executable, "-c", build, folder],
        cwd=ROOT,
        env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (archive,) = folder.glob("*.tar.gz")
    return archive


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 2 else __doc__)
