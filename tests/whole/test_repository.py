"""Promises of the repository: commands of the README, links of the pages, no names of machines."""

import re
import tomllib
from pathlib import Path

import pytest

import partita
from partita.cli import main

ROOT = Path(__file__).parents[2]
SKIPPED = {".git", "build", "dist", ".venv", "__pycache__", "generated"}
SUFFIXES = {
    ".py",
    ".pyi",
    ".md",
    ".toml",
    ".hpp",
    ".cpp",
    ".cu",
    ".txt",
    ".bib",
    ".cff",
    ".csv",
    "",
}

# Folders of tests that do not mirror a folder of the source.
BESIDE = {
    "badinputs": "bad inputs of every function, with their promised outcomes",
    "browser": "pages in a real browser",
    "docs": "the pages made from the code",
    "fuzz": "kept inputs of the fuzzers",
    "kernel": "the compiled modules, with sources in kernel/",
    "mutation": "the tool that plants faults",
    "oracles": "definitions to check results against",
    "outputs": "the output of every function to files, terminals and memory",
    "producers": "results on clusterings of other libraries",
    "whole": "promises of the package as a whole",
}
# Tests in a mirrored folder that are about several of its modules.
TOGETHER = {
    "behavior/test_brute_force.py": "P1 to P7 and the metric axioms, by exact definitions",
    "cli/soft/test_soft_kinds.py": "all kinds of soft sides in partita soft",
    "cli/soft/test_soft_page.py": "the page on soft clusterings, by the command",
    "comparison/test_planted.py": "edits and verdicts name the same planted mistakes",
    "comparison/test_statements.py": "sentences of verdicts and of advice, each true and false",
    "interop/test_sklearn_suite.py": "scikit-learn's own tests",
    "labels/test_properties.py": "random labels in every container",
    "labels/test_refusals.py": "values that no reader of labels takes",
    "labels/test_traps.py": "labels that look alike, whichever module reads them",
    "measures/test_importances.py": "all measures, in every unit of weight",
    "measures/test_peers.py": "all measures that scikit-learn has",
    "measures/test_published.py": "values of measures that papers print",
    "soft/test_brute_force.py": "means, ends and distributions of the same cases",
    "soft/test_extreme_memberships.py": "every function, with memberships of every size",
    "sources/test_conformance.py": "all engines, on the same cases",
}
# A path from the root of the repository; parts in <> or with * stand for any name.
FOLDERS = "benchmarks|changes|docs|examples|kernel|src|tests|tools"
PATH = re.compile(rf"(?<![\w/.*{{}}-])(?>(?:{FOLDERS})(?:/[\w.*<>-]*[\w*>])+)(?!/?[{{\w])")
FILE = re.compile(r"`([\w./<>*-]+\.(?:bib|cpp|cu|hpp|py|toml))`")  # by any part of its path
RECORDS = ROOT / "benchmarks" / "results"  # records with the names of their day


def text_files():
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = any(part.startswith(".") and part != ".ci" for part in parts)
        if not hidden and not SKIPPED & set(parts) and path.is_file() and path.suffix in SUFFIXES:
            yield path


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_quick_start_is_a_clone_and_one_command():
    section = page("README.md").partition("## Quick start")[2].partition("\n## ")[0]
    commands = re.findall(r"^    (.+)$", section, flags=re.MULTILINE)
    clone = "git clone ADDRESS-OF-THIS-REPOSITORY partita && cd partita"
    assert commands == [clone, "pip install . && partita demo"]
    assert "`pip install '.[test]' && pytest`" in page("README.md")
    assert len(page("README.md").splitlines()) <= 120


def test_the_example_of_the_readme_prints_what_it_shows(capsys, monkeypatch):
    section = page("README.md").partition("## On the command line")[2]
    typed = re.search(r"^    partita (.+)$", section, flags=re.MULTILINE)[1]
    shown = re.search(r"```\n(.*?)```", section, flags=re.DOTALL)[1]
    monkeypatch.chdir(ROOT)
    assert main(typed.split()) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize("path", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md")))
def test_links_of_the_pages_have_targets(path):
    targets = re.findall(r"\]\(([^)#]+)", path.read_text(encoding="utf-8"))
    made = "generated/"  # made by the build of the site, which warns of broken links
    local = [target for target in targets if "://" not in target and not target.startswith(made)]
    assert [target for target in local if not (path.parent / target).exists()] == []


def matches_a_path(path, deep=""):
    return any(ROOT.glob(deep + re.sub(r"<[\w-]*>", "*", path)))


def test_named_paths_exist():
    """In pages, in docstrings, and in the lists of the tools."""
    made = {"docs/generated"}
    gone = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in text_files()
        for name in set(PATH.findall(path.read_text("utf-8"))) - made
        if not matches_a_path(name)
    ]
    pages = [path for path in text_files() if path.suffix == ".md" and RECORDS not in path.parents]
    gone += [
        f"{path.relative_to(ROOT)}: {name}"
        for path in pages
        for name in set(FILE.findall(path.read_text("utf-8")))
        if not matches_a_path(name, "**/")
    ]
    assert gone == []


def test_tests_are_named_after_their_subject():
    """A test of a module has its name, in the mirrored folder; a test of a folder has its name."""
    misnamed = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        place = path.relative_to(ROOT / "tests")
        first, *rest = place.parent.parts or ("",)
        source = ROOT / "src" / ("partita_studies" if first == "studies" else f"partita/{first}")
        source = source.joinpath(*rest)
        name = place.stem.removeprefix("test_")
        tested = (source / f"{name}.py").is_file() or (source / name).is_dir()
        if first not in BESIDE and not tested and name != place.parent.name:
            misnamed.add(place.as_posix())
    assert misnamed == set(TOGETHER)


def test_the_version_is_the_same_everywhere():
    assert f"version: {partita.__version__}\n" in page("CITATION.cff")
    assert f"## {partita.__version__} " in page("CHANGELOG.md")


def test_the_page_of_conventions_names_the_measures_with_a_base():
    item = page("docs/conventions.md").partition("`base=2` gives bits")[2].partition("\n- ")[0]
    with_base = [name for name, m in partita.MEASURES.items() if "base" in m.options]
    assert re.findall(r"`(\w+)`", item) == with_base


def test_pages_and_messages_name_papers_not_internal_files():
    # "seed" is also a starting value of random numbers; a number after it means an internal file.
    pattern = re.compile(r"\bseeds? ?0[0-9]{2}\b|\bseed (paper|measure|table)", re.IGNORECASE)
    found = [str(path) for path in text_files() if pattern.search(path.read_text("utf-8"))]
    assert [path for path in found if Path(path) != Path(__file__)] == []


def test_the_package_lists_its_license_files():
    project = tomllib.loads(page("pyproject.toml"))["project"]
    assert all((ROOT / name).is_file() for name in project["license-files"])
    assert "the partita developers" in page("LICENSE")


def test_no_file_names_a_machine():
    # Written in pieces, so that this file passes too.
    places = ["/" + place + "/" for place in ("home", "work", "tmp", "root", "Users")]
    pattern = re.compile("|".join(rf"(?<![\w.$}}]){place}" for place in places))
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in text_files()
        for match in pattern.finditer(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_text_files_end_with_one_newline_and_have_no_trailing_blanks():
    for path in text_files():
        text = path.read_text(encoding="utf-8")
        assert not text or text.endswith("\n"), path
        assert not text.endswith("\n\n"), path
        assert not re.search(r"[ \t]+$", text, flags=re.MULTILINE), path


def test_the_checks_are_one_executable_script():
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
