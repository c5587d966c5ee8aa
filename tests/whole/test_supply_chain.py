"""Builds are reproducible: pinned tools, the same source twice, a complete bill of materials."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import partita

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PINS = (ROOT / ".ci/build-requirements.txt").read_text("utf-8")


def name_of(requirement):
    return re.match(r"[A-Za-z0-9_-]+", requirement)[0]


def test_every_build_requirement_is_pinned_by_hash():
    lines = [line for line in PINS.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z-]+==[0-9.]+ --hash=sha256:[0-9a-f]{64}", one) for one in lines)
    pinned = {name_of(line) for line in lines}
    assert {name_of(one) for one in PROJECT["build-system"]["requires"]} <= pinned
    assert {"cmake", "ninja"} <= pinned


def test_ci_builds_with_them_and_nothing_else():
    script = (ROOT / ".ci/run").read_text("utf-8")
    pinned, installed = (
        script.index(part) for part in ("--require-hashes -r .ci/build-", "\npip install '.[test]'")
    )
    assert pinned < installed
    assert "PIP_NO_BUILD_ISOLATION=0" in script[pinned:installed]


def test_the_bill_of_materials_names_dependencies_and_compiled_parts(tmp_path):
    target = tmp_path / "bill.json"
    for _ in range(2):
        subprocess.run([sys.executable, ROOT / "tools/sbom.py", target], check=True)
    bill = json.loads(target.read_text("utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    named = {part["name"]: part for part in bill["components"]}
    assert {name_of(one) for one in PROJECT["project"]["dependencies"]} <= set(named)
    assert f"nanobind=={named['nanobind']['version']} " in PINS
    assert all(part["licenses"] for part in named.values())
    (needs,) = bill["dependencies"]
    assert set(needs["dependsOn"]) == {part["bom-ref"] for part in bill["components"]}
    assert bill["metadata"]["component"]["licenses"] == [
        {"expression": PROJECT["project"]["license"]}
    ]


def test_the_source_is_the_same_bytes_twice(tmp_path):
    pytest.importorskip("scikit_build_core")
    command = [sys.executable, ROOT / "tools/release.py", tmp_path]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    stated, name = (tmp_path / "SHA256SUMS").read_text("utf-8").split()
    assert name == archive.name
    assert stated in run.stdout


@pytest.mark.parametrize("name", ["ci", "wheels"])
def test_workflows_may_only_read(name):
    text = (ROOT / f".github/workflows/{name}.yml").read_text("utf-8")
    assert "permissions:\n  contents: read\n" in text
    assert "write" not in text
    assert "secrets." not in text


def test_the_conda_recipe_renders_with_the_requirements_of_the_project():
    rattler_build = pytest.importorskip("rattler_build")
    variants = rattler_build.VariantConfig.from_yaml(
        "c_stdlib: [sysroot]\nc_stdlib_version: ['2.17']\npython: ['3.12.* *_cpython']\n"
    )
    recipe = rattler_build.Stage0Recipe.from_file(ROOT / "recipe/recipe.yaml")
    (rendered,) = (one.recipe.to_dict() for one in recipe.render(variants))
    project = PROJECT["project"]
    assert rendered["package"] == {"name": "partita", "version": partita.__version__}
    assert rendered["about"]["license"] == project["license"]
    assert rendered["about"]["license_file"] == project["license-files"]
    needs = {
        part: re.sub(r"(?<=[a-z]) (?=[<>=])", "", "\n".join(listed)).splitlines()
        for part, listed in rendered["requirements"].items()
    }
    assert set(project["dependencies"]) <= set(needs["run"])
    assert set(PROJECT["build-system"]["requires"]) <= set(needs["host"])
