"""The statements of the paper about Table 7: how strongly each measure correlates with DCV."""

from __future__ import annotations

from ..entries import Basis
from ..frame import Entry, based_on, judged, stated
from ..run import Run
from .correlation import correlations
from .imbalanced import collection
from .normalized import NORMALIZED
from .scoring import symbol
from .settings import EASIER, HARDER, MORE_DRAWS, UNWEIGHED, correlation_of
from .tables import DEFECTIVE, LOST, THIRTEEN

STRONG = 0.8  # a rank correlation from which we call consistency strong
WEAK = 0.5  # a rank correlation below which we call it weak
POOL = tuple(name for name in THIRTEEN if name not in DEFECTIVE)
CONFLICT = ("variation_of_information", "van_dongen", "minkowski_score")
_STRONG = ("rand", "hubert_gamma", "hubert_gamma_prime")
_WEAK = ("f_measure", "classification_error", "jaccard", "fowlkes_mallows")
_LOOSE = ("normalized_f_measure", "normalized_classification_error")
PERFECT = tuple(name for name in NORMALIZED if name not in _LOOSE)


def entries(run: Run) -> tuple[Entry, ...]:
    """All statements and the lost numbers of the table."""
    return (
        _perfect(run, 0),
        *based_on(collection(run).basis, _on_documents(run)),
        *_lost(run),
    )


def least_normalized(setting: str, run: Run) -> float:
    """The lowest τ of the normalized measures that the paper calls perfect, in a setting."""
    return min(correlation_of(name, run)[setting] for name in PERFECT)


def _kinds(run: Run) -> tuple[str, str]:
    return "simulated sets", f"documents ({collection(run).name})"


def _on_documents(run: Run) -> list[Entry]:
    """The statements for which documents are needed."""
    return [
        _perfect(run, 1),
        _strong(run),
        *_conflicts(run),
        *(_weak(name, run) for name in _WEAK),
        _loose(run),
    ]


def _perfect(run: Run, place: int) -> Entry:
    found = {name: correlations(name, run)[place] for name in PERFECT}
    least = min(found, key=lambda name: found[name])
    holds = found[least] > 1 - 1e-9
    return stated(
        f"normalized measures but F_n and ε_n, {_kinds(run)[place]}",
        "perfect consistency",
        "τ = 1 for each" if holds else f"lowest τ: {symbol(least)} {signed(found[least])}",
        holds=holds,
        note=f"with {MORE_DRAWS}: lowest {least_normalized(MORE_DRAWS, run):.2f}"
        if place and not holds
        else "",
    )


def _strong(run: Run) -> Entry:
    found = {name: min(correlations(name, run)) for name in POOL}
    strong = [name for name in POOL if found[name] >= STRONG]
    near = ", ".join(f"{symbol(name)} {signed(found[name])}" for name in _STRONG)
    return stated(
        "strong on both, of the ten that are not defective",
        ", ".join(map(symbol, _STRONG)),
        ", ".join(map(symbol, strong)) or "none",
        holds=set(strong) == set(_STRONG),
        note=f"strong: τ ≥ {STRONG:g}; the weaker τ of each: {near}",
    )


def _conflicts(run: Run) -> list[Entry]:
    return [
        stated(
            f"{symbol(name)} on documents",
            "close to -1",
            signed(correlations(name, run)[1]),
            holds=correlations(name, run)[1] < -STRONG,
            note=f"close: below {-STRONG:g}; {_under_settings(name, run)}",
        )
        for name in CONFLICT
    ]


def _under_settings(name: str, run: Run) -> str:
    found = correlation_of(name, run)
    shown = [
        (UNWEIGHED, "not weighed by rarity"),
        (EASIER, "easier texts"),
        (HARDER, "harder texts"),
    ]
    said = [f"{signed(found[key])} {said}" for key, said in shown if key in found]
    return ", ".join(said) or "no other setting was tried"


def _weak(name: str, run: Run) -> Entry:
    """A correlation that the text calls weak, on the data where it is weaker."""
    least = min(correlations(name, run))
    return stated(
        f"{symbol(name)}: the weaker of the two",
        "weak",
        signed(least),
        holds=least < WEAK,
        note=f"weak: τ < {WEAK:g} on one kind of data; on documents {_under_settings(name, run)}",
    )


def _loose(run: Run) -> Entry:
    found = {name: correlations(name, run) for name in _LOOSE}
    return stated(
        "F_n and ε_n",
        "not consistent with DCV",
        "; ".join(
            f"{symbol(name)}: {signed(one)} and {signed(two)}" for name, (one, two) in found.items()
        ),
        holds=all(min(pair) < STRONG for pair in found.values()),
        note=f"not consistent: τ < {STRONG:g} on one kind of data",
    )


def _lost(run: Run) -> list[Entry]:
    bases: tuple[Basis, ...] = ("paper", collection(run).basis)
    return [
        judged(
            f"τ of {symbol(name)}, {kind}",
            None,
            correlations(name, run)[place],
            digits=2,
            note=LOST,
            basis=bases[place],
        )
        for name in POOL
        for place, kind in enumerate(_kinds(run))
    ]


def signed(value: float) -> str:
    """A correlation with its sign and two digits.

    >>> signed(-0.357)
    '-0.36'
    """
    return f"{value:+.2f}"
