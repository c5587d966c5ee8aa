"""Shared options of all measures, and the headings of the conventions that explain them."""

CONVENTIONS = {
    "weights": "weights",
    "missing": "missing-values",
    "noise": "noise",
    "noise_as": "noise",
    "align": "objects",
}
