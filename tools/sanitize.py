"""Run the Python tests on a kernel that checks itself: addresses, values, or threads.

``python tools/sanitize.py address,undefined`` and ``python tools/sanitize.py thread`` build the
extensions with these sanitizers (GCC, with nanobind, cmake and ninja at hand), put them into a copy
of the package and run the tests on it that reach the kernel. The first finding ends the run.
``--build FOLDER`` keeps what was compiled; other arguments are handed to pytest, in place of the
usual tests.
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
    "tests/browser": "Chromium, which the sanitizers' library cannot be loaded into",
    "tests/docs": "pages, not the kernel",
    "tests/figures": "pictures of results, not the kernel",
    "tests/interop": "other people's suites, on calls that the other tests make too",
    "tests/sources/databases/test_spark.py": "Java, which cannot load the sanitizers' library",
    "tests/mutation": "reads files",
    "tests/report": "pages of results, not the kernel",
    "tests/studies": "hours of the same calls",
    "tests/whole/test_benchmarks.py": "starts processes that time calls",
    "tests/whole/test_examples.py": "starts a process that runs an example",
    "tests/whole/test_import_light.py": "starts processes that import",
    "tests/kernel/test_interruption.py": "limits of time; kernel/tests/test_call.cpp gives up too",
    "tests/whole/test_layers.py": "reads files",
    "tests/whole/test_repository.py": "reads files",
    "tests/whole/test_supply_chain.py": "reads files",
}
# Tests that limit the address space, of which the sanitizers take most for themselves.
LIMITED = (
    "tests/outputs/test_memory.py::test_a_bomb_is_refused_with_its_place_and_the_limit",
    "tests/outputs/test_memory.py::test_a_command_without_memory_says_so",
    "tests/outputs/test_memory.py::test_a_count_without_memory_is_an_error_and_never_a_wrong_value",
)
# What starts threads in the kernel, or calls it from several. No test that imports polars, whose
# allocator the sanitizer of threads does not survive.
THREADED = (
    "tests/chance",
    "tests/inference",
    "tests/kernel/test_soft.py",
    "tests/kernel/test_kernel.py",
    "tests/table/test_contingency.py",
    "tests/whole/test_exactness.py",
    "tests/whole/test_reliability.py",
)
# Of these, one imports polars to count with it.
WITH_POLARS = "tests/whole/test_reliability.py::test_every_way_to_a_table_gives_the_same_bits"
# Tests that are run by four threads at once, on top: they share tables, options and the registry.
TOGETHER = (
    "tests/kernel/test_kernel.py",
    "tests/labels/test_objects.py",
    "tests/measures",
    "tests/table",
)
# Those that add measures to the registry run alone.
ALONE = ("tests/measures/test_chosen.py", "tests/measures/test_measure.py")
# Python's own memory is handed out by malloc, so that the ends of its texts and lists are guarded.
# Memory that is left at the end is the interpreter's; too much asked for is an error to be caught.
# Tests have limits of time for a kernel that checks nothing.
SETTINGS = {
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=3",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    "TSAN_OPTIONS": "ignore_noninstrumented_modules=1:halt_on_error=1",
    "PYTHONMALLOC": "malloc",
    "PARTITA_PATIENCE": "30",
}
RUNTIMES = {"address": "libasan.so", "undefined": "libubsan.so", "thread": "libtsan.so"}


def main() -> int:
    """Build, run, and say what it took."""
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
    """What the tests run under: the runtime is loaded first, the package is the checked one."""
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
