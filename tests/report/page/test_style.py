"""Colors of the report can be read."""

import pytest

from partita.report.page.style import PAPER_DARK, PAPER_LIGHT


def contrast(first, second):
    """WCAG 2.2, relative luminance and contrast ratio."""

    def luminance(color):
        parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        parts = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colors", [PAPER_LIGHT, PAPER_DARK], ids=["light", "dark"])
@pytest.mark.parametrize("words", ["ink", "muted", "link"])
@pytest.mark.parametrize("behind", ["paper", "surface"])
def test_words_have_contrast(colors, words, behind):
    assert contrast(colors[words], colors[behind]) >= 4.5
