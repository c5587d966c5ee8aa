"""The same formulas for TeX: each element of MathML as a command of plain LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

from .reader import Reader
from .tokens import clauses

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau",
    "φ": "varphi", "χ": "chi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta", "Θ": "Theta",
    "Λ": "Lambda", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
_OPERATORS = {"log", "max", "min"}
_SIGNS = {
    "−": "-", "·": r"\cdot ", "∑": r"\sum ", "∏": r"\prod ", "′": r"\prime ", "\u2062": "",
    "½": r"\frac{1}{2}",
}  # fmt: skip
_LONG = 20  # signs of a numerator or a denominator
_CLOSING = {"(": ")", "[": "]", "|": "|"}


def tex(formula: str) -> str:
    r"""Typeset a formula as the inside of a formula of LaTeX, which needs no package.

    Examples
    --------
    >>> tex("(1/n) Σ_j max_i n_ij"), tex("H(C|K) / log |C|")
    ('\\frac{1}{n}\\,\\sum _{j}\\,\\max _{i}\\,n_{ij}', '\\frac{H(C|K)}{\\log \\,|C|}')
    """
    return r", \allowbreak ".join(_clause(clause) for clause in clauses(formula))


def tex_symbol(symbol: str) -> str:
    r"""Typeset the symbol of a measure on one line, with a slash for a fraction.

    Examples
    --------
    >>> tex_symbol("B³F_C"), tex_symbol("ARI"), tex_symbol("VI/log n")
    ('{B^{3}F}_{C}', '\\mathrm{ARI}', '\\mathrm{VI}/\\log \\,n')
    """
    return "/".join(map(tex, symbol.split("/")))


def _clause(clause: str) -> str:
    """One clause; a ValueError says that it cannot be parsed."""
    try:
        root = ET.fromstring(f"<mrow>{Reader(clause).whole()}</mrow>")  # noqa: S314 - we wrote it
    except ET.ParseError as error:
        raise ValueError(f"not understood: {clause!r}") from error
    code = _element(root)
    return code.replace(r"\,", r"\,\allowbreak ") if _length(code) > 2 * _LONG else code


def _element(node: ET.Element) -> str:
    return _WRITTEN[node.tag](node)


def _row(node: ET.Element) -> str:
    parts = [_element(child) for child in node]
    edges = node[0] if len(node) > 1 else None
    if edges is not None and edges.tag == "mo" and "stretchy" not in edges.attrib:
        closing = _CLOSING.get(edges.text or "")
        high = closing and node[-1].text == closing
        if high and _length("".join(parts)) <= _LONG:  # lines do not end between such parentheses
            return rf"\left{edges.text}{''.join(parts[1:-1])}\right{closing}"
    return "".join(parts)


def _name(node: ET.Element) -> str:
    text = node.text or ""
    if text in _OPERATORS:
        return rf"\{text} "
    if len(text) > 1:
        return rf"\mathrm{{{''.join(map(_letter, text))}}}"
    return _letter(text)


def _letter(sign: str) -> str:
    if sign in _GREEK:
        return rf"\{_GREEK[sign]} "
    return _SIGNS.get(sign, sign)


def _sign(node: ET.Element) -> str:
    text = node.text or ""
    return _SIGNS.get(text, text)


def _words(node: ET.Element) -> str:
    from ..tex_text import escape_latex

    words = [rf"\mbox{{{escape_latex(word)}}}" for word in (node.text or "").split()]
    return r"\ \allowbreak ".join(words)


def _fraction(node: ET.Element) -> str:
    above, below = map(_element, node)
    if node.get("linethickness") == "0":
        return rf"{{{above}\atop {below}}}"
    if max(_length(above), _length(below)) > _LONG:  # lines end only outside of fractions
        return f"({above})/({below})"
    return rf"\frac{{{above}}}{{{below}}}"


def _length(code: str) -> int:
    """About the number of signs that a formula shows."""
    return len(re.sub(r"\\[a-z]+|[{}^_\\ ,]", "", code))


def _script(mark: str) -> Callable[[ET.Element], str]:
    def written(node: ET.Element) -> str:
        base, script = map(_element, node)
        plain = node[0].tag in ("mi", "mo") or (node[0].tag == "msub" and mark == "^")
        if node[0].tag == "mrow" and len(node[0]) == 1 and node[0][0].tag == "mi":
            plain = True
        return f"{base if plain else f'{{{base}}}'}{mark}{{{script}}}"

    return written


_WRITTEN: dict[str, Callable[[ET.Element], str]] = {
    "mrow": _row,
    "mi": _name,
    "mn": lambda node: node.text or "",
    "mo": _sign,
    "mtext": _words,
    "mspace": lambda _: r"\,",
    "mfrac": _fraction,
    "msub": _script("_"),
    "munder": _script("_"),
    "msup": _script("^"),
    "msqrt": lambda node: rf"\sqrt{{{''.join(map(_element, node))}}}",
}
