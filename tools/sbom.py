"""Write a CycloneDX bill of materials: the parts of a wheel of partita, and its dependencies.

Usage: ``python tools/sbom.py FILE``. The same commit gives the same bytes, without times or random
numbers. Versions of compiled parts come from .ci/build-requirements.txt.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COMPILED_IN = {"nanobind": "BSD-3-Clause"}  # includes robin-map (MIT)
ROBIN_MAP = {
    "type": "library",
    "name": "robin-map",
    "description": "hash map inside nanobind, compiled into the extensions",
    "licenses": [{"license": {"id": "MIT"}}],
    "scope": "required",
}


def write_sbom(path: Path) -> None:
    """Write the bill of materials."""
    path.write_text(json.dumps(sbom(), indent=2, ensure_ascii=False) + "\n", "utf-8")


def sbom() -> dict[str, Any]:
    """The bill of materials as plain data."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [_required(text) for text in project["dependencies"]]
    compiled = [_compiled(name, terms) for name, terms in COMPILED_IN.items()]
    parts = [*needed, *compiled, ROBIN_MAP]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": {
                "type": "library",
                "bom-ref": "partita",
                "name": project["name"],
                "version": version(),
                "description": project["description"],
                "licenses": [{"expression": project["license"]}],
            }
        },
        "components": [{"bom-ref": part["name"], **part} for part in parts],
        "dependencies": [{"ref": "partita", "dependsOn": sorted(part["name"] for part in parts)}],
    }


def version() -> str:
    """The version of the package."""
    text = (ROOT / "src/partita/__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "([^"]+)"$', text, re.MULTILINE)
    if found is None:
        raise SystemExit("src/partita/__init__.py has no version")
    return found[1]


def pinned() -> dict[str, str]:
    """The versions of CI builds."""
    text = (ROOT / ".ci/build-requirements.txt").read_text("utf-8")
    return dict(re.findall(r"^([a-z-]+)==([^ ]+) --hash=sha256:[0-9a-f]{64}$", text, re.MULTILINE))


def _required(text: str) -> dict[str, Any]:
    name, bound = re.fullmatch(r"([a-z]+)(>=[0-9.]+)", text).groups()  # type: ignore[union-attr]
    return {
        "type": "library",
        "name": name,
        "purl": f"pkg:pypi/{name}",
        "description": f"needed at run time, {bound}",
        "licenses": [{"license": {"id": "BSD-3-Clause"}}],
        "scope": "required",
    }


def _compiled(name: str, terms: str) -> dict[str, Any]:
    return {
        "type": "library",
        "name": name,
        "version": pinned()[name],
        "purl": f"pkg:pypi/{name}@{pinned()[name]}",
        "description": "compiled into the extensions",
        "licenses": [{"license": {"id": terms}}],
        "scope": "required",
    }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write_sbom(Path(sys.argv[1]))
