"""Strict JSON: no NaN, no infinity."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def loads(text: str) -> Any:
    """Read JSON; reject NaN and infinity, which Python's writer allows."""

    def refuse(name: str) -> NoReturn:
        raise AssertionError(f"{name} is in the JSON")

    return json.loads(text, parse_constant=refuse)
