"""Checks as JUnit XML, which CI systems show as tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...base.wording import printable
from .checks import failures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .checks import Check


def junit(checks: Sequence[Check], file: str) -> str:
    """A suite with a test for each check; `file` is the file that was scored."""
    from xml.etree.ElementTree import Element, SubElement, indent, tostring

    counts = {"tests": str(len(checks)), "failures": str(len(failures(checks))), "errors": "0"}
    root = Element("testsuites", {"name": "partita", **counts})
    suite = SubElement(root, "testsuite", {"name": f"partita score {printable(file)}", **counts})
    for one in checks:
        case = SubElement(
            suite,
            "testcase",
            {
                "classname": f"partita.{printable(one.prediction)}",
                "name": f"{printable(one.subject)}: {one.demand}",
            },
        )
        if not one.passed:
            message = printable(str(one))
            failure = SubElement(case, "failure", {"message": message, "type": one.demand})
            failure.text = message
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, "unicode")}\n'
