"""Typeset formulas: MathML from the notation of declarations.

The notation is the ``formula=`` of `register`: products without a sign, ``/`` for fractions, ``√``,
``Σ_i`` and ``max_j`` with their index, ``n_ij`` with a subscript, and words. A slash between blanks
divides the whole product before it; a slash without blanks divides only the names that it touches.
"""

from __future__ import annotations

from html import escape

from .reader import Reader
from .tokens import clauses


def mathml(formula: str, *, display: bool = True) -> str:
    """Typeset a formula: one element per clause between commas, with its text as alttext."""
    style = ' display="block"' if display else ""
    return "".join(
        f'<math{style} alttext="{escape(clause)}"><mrow>{Reader(clause).whole()}</mrow></math>'
        for clause in clauses(formula)
    )
