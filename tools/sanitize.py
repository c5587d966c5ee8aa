"""Run the Python tests on a kernel with sanitizers: addresses, undefined behavior, or threads.

``python tools/sanitize.py address,undefined`` and ``python tools/sanitize.py thread`` build the
extensions with these sanitizers (needs GCC, nanobind, cmake and ninja), put them into a copy of the
package and run the tests that reach the kernel. The first finding ends the run. ``--build FOLDER``
keeps the compiled extensions; other arguments go to pytest and replace the usual tests.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = {
    "tests/browser": "Chromium, which cannot load the sanitizers' library",
    "tests/docs": "pages, not the kernel",
    "tests/figures": "figures, not the kernel",
    "tests/interop": "suites of other libraries, with calls of other tests",
    "tests/sources/databases/test_spark.py": "Java, which cannot load the sanitizers' library",
    "tests/mutation": "reads files",
    "tests/report": "pages of results, not the kernel",
    "tests/studies": "hours of similar calls",
    "tests/whole/test_benchmarks.py": "starts processes that time calls",
    "tests/whole/test_examples.py": "starts a process that runs an example",
    "tests/whole/test_import_light.py": "starts processes that import",
    "tests/kernel/test_interruption.py": "time limits; kernel/tests/test_call.cpp abandons calls",
    "tests/whole/test_layers.py": "reads files",
    "tests/whole/test_repository.py": "reads files",
    "tests/whole/test_supply_chain.py": "reads files",
}
# Tests that limit the address space, most of which the sanitizers need.
LIMITED = (
    "tests/outputs/test_memory.py::test_a_bomb_is_refused_with_its_place_and_the_limit",
    "tests/outputs/test_memory.py::test_a_command_without_memory_says_so",
    "tests/outputs/test_memory.py::test_a_count_without_memory_is_an_error_and_never_a_wrong_value",
)
# Tests that start threads in the kernel or call it from several, except those that import polars:
# its allocator crashes the thread sanitizer.
THREADED = (
    "tests/chance",
    "tests/inference",
    "tests/kernel/test_soft.py",
    "tests/kernel/test_kernel.py",
    "tests/table/test_contingency.py",
    "tests/whole/test_exactness.py",
    "tests/whole/test_reliability.py",
)
# One of these imports polars to count with it.
WITH_POLARS = "tests/whole/test_reliability.py::test_every_way_to_a_table_gives_the_same_bits"
# Tests that four threads run at the same time, sharing tables, options and the registry.
TOGETHER = (
    "tests/kernel/test_kernel.py",
    "tests/labels/test_objects.py",
    "tests/measures",
    "tests/table",
)
# Tests that add measures to the registry run in one thread.
ALONE = ("tests/measures/test_chosen.py", "tests/measures/test_measure.py")
# Python uses malloc, so that the ends of its strings and lists are guarded. Leaks at the end are
# the interpreter's; a request for too much memory must raise an error. Time limits of the tests are
# for a kernel without sanitizers, so they are extended.
SETTINGS = {
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=3",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "ignore_noninstrumented_modules=1:halt_on_error=1",
    "PYTHONMALLOC": "malloc",
    "PARTITA_PATIENCE": "30",
}
RUNTIMES = {"address": "libasan.so", "undefined": "libubsan.so", "thread": "libtsan.so"}


def main() -> int:
    """Build, run the tests, and print the time."""
    options, chosen = _options()
    with tempfile.TemporaryDirectory(prefix="partita-") as scratch:
        build = options.build or Path(scratch, "build")
        _build(build, options.sanitizers)
        package = Path(scratch, "package")
        ignored = shutil.ignore_patterns("*.so", "__pycache__")
        shutil.copytree(ROOT / "src", package, ignore=ignored)
        for extension in build.glob("*.so"):
            shutil.copy(extension, package / "partita")
        environment = _environment(options.sanitizers, package)
        for arguments in [chosen] if chosen else _runs(options.sanitizers):
            start = time.monotonic()
            command = [sys.executable, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider"]
            run = subprocess.run(  # noqa: S603 - our own tests
                [*command, *arguments], cwd=ROOT, env=environment, check=False
            )
            print(f"{options.sanitizers}: exit {run.returncode}, {time.monotonic() - start:.0f} s")
            if run.returncode:
                return 1
    return 0


def _options() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sanitizers", choices=("address,undefined", "thread"))
    parser.add_argument("--build", type=Path, help="folder of the compiled extensions")
    return parser.parse_known_args()


def _runs(sanitizers: str) -> list[list[str]]:
    """The arguments of each run of pytest."""
    if sanitizers == "thread":
        alone = [f"--ignore={name}" for name in ALONE]
        once = [*THREADED, f"--deselect={WITH_POLARS}"]
        return [once, ["--parallel-threads=4", *TOGETHER, *alone]]
    left_out = [f"--ignore={name}" for name in LEFT_OUT]
    return [["tests", *left_out, *(f"--deselect={name}" for name in LIMITED)]]


def _build(folder: Path, sanitizers: str) -> None:
    configure = ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja"]
    configure += [f"-DPython_EXECUTABLE={sys.executable}", f"-DPARTITA_SANITIZE={sanitizers}"]
    for command in (configure, ["cmake", "--build", folder]):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603


def _environment(sanitizers: str, package: Path) -> dict[str, str]:
    """The environment of the tests: preloads the runtime, and imports the sanitized package."""
    compiler = os.environ.get("CXX", "g++")
    libraries = [
        subprocess.run(  # noqa: S603 - the compiler that built them knows where they are
            [compiler, f"-print-file-name={RUNTIMES[one]}"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for one in sanitizers.split(",")
    ]
    paths = {"LD_PRELOAD": " ".join(libraries), "PYTHONPATH": str(package)}
    return {**os.environ, **SETTINGS, **paths}


if __name__ == "__main__":
    sys.exit(main())
