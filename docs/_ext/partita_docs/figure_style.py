"""The style sheet of figures inside pages: colors follow the light or dark mode of the page."""

from __future__ import annotations

import re

from partita.figures.svg.elements import STYLE

_COLORS = re.compile(r"--partita-[\w-]+:#[0-9a-f]+;")


def pages() -> dict[str, str]:
    """The style sheet."""
    light, dark = STYLE.split("@media screen", 1)
    dark = dark.partition("}}")[0]
    themes = "".join(
        f'html[data-theme="{theme}"] .partita-figure{{{"".join(_COLORS.findall(text))}}}'
        for theme, text in (("light", light), ("dark", dark))
    )
    return {"static/figures.css": f"{STYLE}{themes}\n"}
