"""Look for inputs that break the kernel, the readers of labels or the readers of files.

``python tools/fuzz.py --minutes 30`` runs every target for 30 minutes, one after the other, from
its kept inputs. ``--keep`` adds the inputs found to them; ``--target NAME`` runs one target.
Targets of the kernel need Clang with libFuzzer, the others need atheris. A crash ends the run and
leaves its input in the working directory: make it a test and fix the fault.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from itertools import accumulate
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KERNEL = sorted((ROOT / "kernel/fuzz").glob("fuzz_*.cpp"))
PYTHON = sorted((ROOT / "tests/fuzz").glob("fuzz_*.py"))
TARGETS = {path.stem.removeprefix("fuzz_"): path for path in (*KERNEL, *PYTHON)}
CORPUS = ROOT / "tests/fuzz/corpus"  # a file per target, a hexadecimal line per input
KEPT = 30_000  # bytes of all inputs of a target, the shortest first
LARGEST = {"tabulate": 6000}  # most bytes of an input, if 3,000 do not reach every regime
_FUZZED = """
import atheris, sys, importlib.util as u
sys.path.insert(0, {folder!r})
with atheris.instrument_imports(include=["partita"]):
    spec = u.spec_from_file_location("target", {path!r})
    target = u.module_from_spec(spec)
    spec.loader.exec_module(target)
atheris.Setup(sys.argv, target.run)
atheris.Fuzz()
"""


def main() -> int:
    """Run the targets; the exit status is 1 if one of them crashed."""
    options = _options()
    status = 0
    for name in options.target or TARGETS:
        with tempfile.TemporaryDirectory() as scratch:
            grown = Path(scratch, "corpus")
            grown.mkdir()
            run = _run(name, Path(scratch), grown, options.minutes)
            print(f"{name}: {_summary(run.stderr)}, exit {run.returncode}", flush=True)
            if run.returncode:
                print(run.stderr[-3000:])
                status = 1
            elif options.keep:
                _keep(name, Path(scratch), grown)
    return status


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=1.0, help="for each target (default: 1)")
    parser.add_argument("--target", action="append", choices=sorted(TARGETS))
    parser.add_argument("--keep", action="store_true", help="add the inputs found to the corpus")
    return parser.parse_args()


def _run(name: str, scratch: Path, grown: Path, minutes: float) -> subprocess.CompletedProcess[str]:
    kept = scratch / "kept"
    kept.mkdir()
    lines = (CORPUS / f"{name}.txt").read_text("ascii").split() if _known(name) else []
    for number, line in enumerate(lines):
        (kept / str(number)).write_bytes(bytes.fromhex(line))
    limits = [f"-max_total_time={round(60 * minutes)}", f"-max_len={LARGEST.get(name, 3000)}"]
    command = [*_command(name, scratch), *limits, str(grown), str(kept)]
    environment = os.environ | {"TMPDIR": str(scratch)}  # libFuzzer leaves files of a target
    return subprocess.run(  # noqa: S603 - our own targets
        command, capture_output=True, text=True, check=False, env=environment
    )


def _command(name: str, scratch: Path) -> list[str]:
    path = TARGETS[name]
    if path.suffix == ".py":
        return [sys.executable, "-c", _FUZZED.format(path=str(path), folder=str(path.parent))]
    program = scratch / name
    if not program.exists():
        compiler = os.environ.get("CLANG") or shutil.which("clang++-14") or "clang++"
        checks = ["-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all"]
        flags = ["-std=c++20", "-O1", "-g", "-ffp-contract=off", "-pthread", *checks]
        place = ["-I", str(ROOT / "kernel/include"), str(path), "-o", str(program)]
        subprocess.run([compiler, *flags, *place], check=True)  # noqa: S603 - our own sources
    return [str(program)]


def _known(name: str) -> bool:
    return (CORPUS / f"{name}.txt").is_file()


def _keep(name: str, scratch: Path, grown: Path) -> None:
    """Keep a short set of inputs with the coverage of all."""
    least = scratch / "least"
    least.mkdir()
    merge = [*_command(name, scratch), "-merge=1", str(least), str(scratch / "kept"), str(grown)]
    subprocess.run(merge, check=True, capture_output=True)  # noqa: S603 - our own target
    if not any(path.stat().st_size for path in least.iterdir()):
        least = grown  # atheris cannot merge
    inputs = sorted(
        (path.read_bytes() for path in least.iterdir()), key=lambda data: (len(data), data)
    )
    lengths = accumulate(map(len, inputs))
    chosen = [data.hex() for data, length in zip(inputs, lengths, strict=True) if length <= KEPT]
    CORPUS.mkdir(exist_ok=True)
    (CORPUS / f"{name}.txt").write_text("\n".join(filter(None, chosen)) + "\n", "ascii")


def _summary(said: str) -> str:
    runs = re.findall(r"^#(\d+)\s.*cov: (\d+)", said, re.MULTILINE)
    done = re.search(r"Done (\d+) runs in (\d+) second", said)
    if done:
        covered = runs[-1][1] if runs else "?"
        return f"{int(done[1]):,} runs in {done[2]} s, {covered} edges"
    return "stopped"


if __name__ == "__main__":
    sys.exit(main())
