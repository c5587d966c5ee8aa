"""Which heading of the page of conventions says more about an option of all measures."""

CONVENTIONS = {
    "weights": "weights",
    "missing": "missing-values",
    "noise": "noise",
    "noise_as": "noise",
    "align": "objects",
}
