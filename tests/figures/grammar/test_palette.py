"""Colors: text on them is readable, and names find their color."""

import pytest

from partita.figures.grammar.palette import DARK, LIGHT, coloring, on_depth


def _contrast(one, other):
    """WCAG 2.2 contrast of two colors."""

    def luminance(color):
        parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _mixed(full, paper, share):
    parts = zip(*([int(c[k : k + 2], 16) for k in (1, 3, 5)] for c in (full, paper)), strict=True)
    return "#" + "".join(f"{round(share * a + (1 - share) * b):02x}" for a, b in parts)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_text_is_readable_on_paper_and_on_every_depth(palette):
    for role in ("ink", "muted", "good", "bad"):
        assert _contrast(palette[role], palette["paper"]) >= 4.5
    for step in range(101):
        below = _mixed(palette["sequential"], palette["paper"], step / 100)
        assert _contrast(palette[on_depth(step / 100)], below) >= 4.5


def test_colors_match_by_name_or_by_text():
    chosen = coloring({"1": "#000001"}, [1, 2])
    assert chosen(1) == "#000001"
    assert chosen(2) == "class 1"
