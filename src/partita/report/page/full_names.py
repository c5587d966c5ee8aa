"""The full names of clusterings, where a page shows short ones."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...base.wording import brief
from ..formats.markup import plain

FULL = 160  # characters of a name in full
_NAMED = re.compile(r'<(?P<kind>text|span)\b[^>]* data-clustering="(?P<name>[^"]*)"[^>]*>')


def with_full_names(page: str, full_names: Mapping[str, str]) -> str:
    """The page with the full name under the pointer wherever a clustering has a short one."""
    full = {str(plain(short)): plain(brief(name, FULL)) for short, name in full_names.items()}

    def titled(found: re.Match[str]) -> str:
        name = full.get(found["name"])
        if name is None:
            return found[0]
        if found["kind"] == "span":
            return f'{found[0][:-1]} title="{name}">'
        return f"{found[0]}<title>{name}</title>"

    return _NAMED.sub(titled, page) if full else page
