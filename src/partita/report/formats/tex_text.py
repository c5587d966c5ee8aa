"""Text for TeX: every sign is printed as it is, and numbers have a minus sign."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from unicodedata import bidirectional, normalize

from ...base.wording import number_text, printable

_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: "\\" + sign for sign in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "{''}",
    "`": r"\textasciigrave{}",
    "*": "{*}",  # at the start of a row, these would be options of the line before
    "[": "{[}",
    "]": "{]}",
    # Signs that a plain TeX prints with a command; the others need a font that has them.
    "\u00a0": "~",
    "–": "{--}",
    "—": "{---}",
    "…": r"\dots{}",
    "‘": "{`}",
    "’": "{'}",
    "“": "{``}",
    "”": "{''}",
    "ß": r"\ss{}",
    "æ": r"\ae{}",
    "Æ": r"\AE{}",
    "œ": r"\oe{}",
    "Œ": r"\OE{}",
    "ø": r"\o{}",
    "Ø": r"\O{}",
    "ł": r"\l{}",
    "Ł": r"\L{}",
    "ı": r"\i{}",
    "§": r"\S{}",
    "©": r"\copyright{}",
    "•": r"\textbullet{}",
    "¡": "{!`}",
    "¿": "{?`}",
    **{
        sign: rf"\ensuremath{{{command}}}"
        for sign, command in {
            "−": "-", "×": r"\times", "±": r"\pm", "·": r"\cdot", "°": r"^{\circ}", "²": "^{2}",
            "³": "^{3}", "¹": "^{1}", "→": r"\rightarrow", "←": r"\leftarrow", "↑": r"\uparrow",
            "↓": r"\downarrow", "≤": r"\le", "≥": r"\ge", "≠": r"\ne", "≈": r"\approx",
            "∞": r"\infty", "√": r"\surd", "Σ": r"\Sigma", "∩": r"\cap", "∪": r"\cup",
            "µ": r"\mu", "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta",
            "ε": r"\varepsilon", "ζ": r"\zeta", "η": r"\eta", "θ": r"\theta", "ι": r"\iota",
            "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "ν": r"\nu", "ξ": r"\xi", "π": r"\pi",
            "ρ": r"\rho", "σ": r"\sigma", "τ": r"\tau", "υ": r"\upsilon", "φ": r"\varphi",
            "χ": r"\chi", "ψ": r"\psi", "ω": r"\omega", "Γ": r"\Gamma", "Δ": r"\Delta",
            "Θ": r"\Theta", "Λ": r"\Lambda", "Ξ": r"\Xi", "Π": r"\Pi", "Φ": r"\Phi",
            "Ψ": r"\Psi", "Ω": r"\Omega", "½": r"\frac{1}{2}",
            "¼": r"\frac{1}{4}", "¾": r"\frac{3}{4}", "₀": "_{0}", "₁": "_{1}",
            "₂": "_{2}", "₃": "_{3}",
        }.items()
    },
}  # fmt: skip
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u ",
    "\u0307": ".", "\u0308": '"', "\u030a": "r ", "\u030b": "H ", "\u030c": "v ", "\u0323": "d ",
    "\u0327": "c ", "\u0331": "b ",
}  # fmt: skip
_JOINED = frozenset("-',")  # two of them would become a dash or a quotation mark
_RIGHT_TO_LEFT = {"R", "AL"}


def escape_latex(text: str) -> str:
    r"""Text that LaTeX prints unchanged; letters with accents are written with commands.

    Examples
    --------
    >>> print(escape_latex("k_means 50%"), escape_latex("Müller"))
    k\_means 50\% M{\"u}ller
    """
    signs = [_SIGNS.get(sign) or _accented(sign) or sign for sign in printable(text)]
    joined = zip(signs, [*signs, ""][1:], strict=True)
    return "".join(f"{one}{{}}" if one == two and one in _JOINED else one for one, two in joined)


def ascii_letters(text: str) -> str:
    r"""The same with commands for other signs than those of ASCII, as bibliographies hold them.

    Examples
    --------
    >>> print(ascii_letters("Demšar, {Q}"))
    Dem{\v s}ar, {Q}
    """
    return "".join(
        sign if sign.isascii() else _accented(sign) or f"{{{_SIGNS.get(sign, sign)}}}"
        for sign in text
    )


def _accented(sign: str) -> str | None:
    if sign.isascii():
        return None
    base, *marks = list(normalize("NFD", sign))
    if not (base.isascii() and base.isalpha() and marks and set(marks) <= _ACCENTS.keys()):
        return None
    inner = rf"\{base} " if base in "ij" and marks[0] not in "\u0323\u0327\u0331" else base
    for mark in marks:
        inner = rf"{{\{_ACCENTS[mark]}{inner}}}"
    return inner


def other_signs(texts: Iterable[str]) -> list[str]:
    """The signs of other scripts, which pdfLaTeX cannot print without further packages.

    Examples
    --------
    >>> other_signs(["Müller", "细胞"])
    ['细', '胞']
    """
    signs = dict.fromkeys(sign for text in texts for sign in text)
    return [sign for sign in signs if not escape_latex(sign).isascii()]


def needs(texts: Iterable[str]) -> str:
    """What a document with these names needs, or nothing if any TeX prints them."""
    signs = other_signs(texts)
    if not signs:
        return ""
    shown = " ".join(map(printable, signs[:12])) + (" ..." if len(signs) > 12 else "")
    text = f"needs LuaLaTeX or XeLaTeX with fontspec and a font that has {shown}"
    if any(bidirectional(sign) in _RIGHT_TO_LEFT for sign in signs):
        text += "; for names from right to left load babel with bidi=basic"
    return text


def tex_number(value: float, digits: int = 3, *, strong: bool = False) -> str:
    r"""A number with these decimals and a minus sign; a small one is not rounded to zero.

    Examples
    --------
    >>> tex_number(-0.125, 2), tex_number(41), tex_number(0.5, 2, strong=True)
    ('$-$0.12', '41', '\\textbf{0.50}')
    >>> tex_number(3.2e-9)
    '$3.2\\times10^{-9}$'
    """
    if abs(value) == inf:
        return r"$\infty$" if value > 0 else r"$-\infty$"
    text = str(value) if isinstance(value, int) else f"{value + 0.0:.{digits}f}"
    if value and not float(text):
        return _small(value, strong=strong)
    shown = text.replace("-", "$-$") if float(text) else text.removeprefix("-")
    return rf"\textbf{{{shown}}}" if strong else shown


def _small(value: float, *, strong: bool) -> str:
    shown = f"${scientific(f'{value:.1e}')}$"
    return rf"{{\boldmath{shown}}}" if strong else shown


def scientific(text: str) -> str:
    r"""A number such as "3e-09" with a power of ten, as the inside of a formula.

    Examples
    --------
    >>> print(scientific("3e-09"))
    3\times10^{-9}
    """
    mantissa, exponent = text.split("e")
    return rf"{mantissa}\times10^{{{int(exponent)}}}"


def plain_number(value: float, digits: int = 3) -> str:
    """About the same number without commands, to find its width."""
    return number_text(value) if isinstance(value, int) else f"{value:.{digits}f}"
