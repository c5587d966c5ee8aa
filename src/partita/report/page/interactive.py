"""What an interactive page adds: its script, which the policy allows by its hash, and data for it.

The script is `interactive.js`. It is read here and nowhere else, so that other pages do not load
it. The data are JSON in an element that browsers do not run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from ..formats.markup import Markup, joined, tag

_DATA = "partita-choices"  # the element with the data
_PICTURE = "partita-picture-"  # the elements with other pictures, and their numbers
_UNSAFE = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}


class Extra(NamedTuple):
    """What a page has besides its content."""

    policy: str  # of scripts
    style: str
    body: Markup  # the end of the body


def extra(data: Mapping[str, Any] | None = None, pictures: Sequence[Markup] = ()) -> Extra:
    """The script with its style; data for its choices, and the first picture of each of these."""
    script = _text("interactive.js")
    parts = [
        tag("template", picture, id=f"{_PICTURE}{place}")
        for place, picture in enumerate(pictures, start=1)
    ]
    if data is not None:
        text = Markup(embedded(data))
        parts.append(tag("script", text, type="application/json", id=_DATA))
    parts.append(Markup(f"<script>{script}</script>"))
    return Extra(f"script-src '{_hash(script)}'", _text("interactive.css"), joined(parts))


def embedded(data: Mapping[str, Any]) -> str:
    r"""JSON that cannot end the element that it is in, nor begin a comment.

    >>> embedded({"name": "</script><!--\u2028"})
    '{"name":"\\u003c/script\\u003e\\u003c!--\\u2028"}'
    """
    return json.dumps(data, separators=(",", ":"), allow_nan=False).translate(_UNSAFE)


def _hash(script: str) -> str:
    digest = hashlib.sha256(script.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _text(name: str) -> str:
    return (files(__package__) / name).read_text("utf-8")
