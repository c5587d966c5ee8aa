"""`partita schema`: the JSON Schema of the outputs."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from typing import Any

from .options import file_option
from .status import DONE

_FILE = "outputs.schema.json"


def options(command: ArgumentParser) -> None:
    """Add the options."""
    command.description = (
        "Print the JSON Schema (2020-12) of everything that --format json, --format jsonl and"
        " --write-baseline write."
    )
    command.epilog = "example:\n  partita schema score > score.schema.json"
    text = "only this output: score, score_line (of --format jsonl), baseline, ... (default: all)"
    kinds = tuple(schema()["$defs"])
    command.add_argument("kind", nargs="?", choices=kinds, metavar="KIND", help=text)
    file_option(command)


def run(arguments: Namespace) -> tuple[str, int]:
    """Print the schema of one output, or the definitions of all."""
    return json.dumps(schema(arguments.kind), indent=2, ensure_ascii=False) + "\n", DONE


def schema(kind: str | None = None) -> dict[str, Any]:
    """The schema of one output, or the definitions of all."""
    with open(os.path.join(os.path.dirname(__file__), _FILE), encoding="utf-8") as file:
        found: dict[str, Any] = json.load(file)
    return found if kind is None else {**found, "$ref": f"#/$defs/{kind}"}
