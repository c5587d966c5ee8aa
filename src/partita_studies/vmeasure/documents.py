"""Figure 4: documents in up to 1000 clusters, and why V rises again at the end."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from partita.base.wording import percent

from ..algorithms.kmeans import on_the_sphere
from ..algorithms.text import leading_terms, tf_idf
from ..datasets import documents as corpus
from ..frame import Entry, Finding, from_samples, stated, without_data
from ..run import Arrays, Run
from .curves import measured, parts, table
from .growth import Growth, partitions, scored

NUMBERS = (
    1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 50, 65, 80, 100, 150, 200, 300, 400, 500,
    700, 1000,
)  # fmt: skip
FEW = (1, 2, 5, 10, 20, 35, 100, 1000)
FEWER = f"{len(FEW)} numbers of clusters from 1 start each, instead of {len(NUMBERS)} from 5"
_FEWER_PEAKS = f"{FEWER}; with seed 0 this moves the peak of V from 15 to 10"
_FIRST = 100  # the first peak is searched up to here; beyond, V follows chance
_TERMS, _PEAK = 484, 35  # printed in section 5.1

_TEXT = (
    "The paper clusters 1884 news texts on 12 topics (TDT-4, which may not be redistributed). We"
    " use 1884 descriptions of software packages on 12 topics in the same proportions. As in the"
    " paper, we use Porter stems and tf·idf weights (occurrences times the logarithm of documents"
    " over documents with the term), and keep the terms that have the highest weight in at least"
    " one document. This leaves {terms} terms; the paper's texts left 484. Terms of a single"
    " document are dropped before, because they cannot join two documents. The paper does not say"
    " whether texts were scaled to the same length; ours are. Without scaling, k-means puts {share}"
    " of the texts into one cluster even at k = 35 (last table). K-means runs from single starts,"
    " up to {starts} for each k; lines are means, and the band goes from the worst to the best"
    " start. The paper does not name the base of its logarithm; here VI is in nats.\n\n"
    "As in the paper, VI reflects the number of clusters more than their quality, and Q2 falls"
    " from its peak. V has its first peak at k = {first} and Q2 at k = {q2}; the paper has both at"
    " k = 35. The paper does not show the level of chance. V falls"
    " from {peak:.3f} at k = {first} to {dip:.3f} at k = {bottom} and then rises to {end:.3f} at k"
    " = {last}, its maximum, although nothing improved: random labels with the same cluster sizes"
    " reach {random:.3f} there, and AMI, which corrects for chance, falls from {ami:.3f} at k ="
    " {ami_at} to {ami_end:.3f}. Homogeneity must grow when clusters become small, and so does the"
    " completeness of random labels. So V depends on the number of clusters, which sections 2 and 6"
    " of the paper deny. Over such a range of k, read V together with its level of chance."
)


def documents(run: Run) -> Finding:
    """V, Q2 and VI of k-means on documents for k up to 1000, and the level of chance."""
    texts = corpus()
    weights = leading_terms(tf_idf(texts.texts))
    starts = run.size(5, 1)
    points = weights.dense()
    growth = grown(run)
    fewer = run.size(2, 1)
    literal = partitions(run, "documents-unscaled", points, run.size(NUMBERS, (10, _PEAK)), fewer)
    unscaled = scored(texts.truth, literal)
    return Finding(
        "Figure 4: documents, k-means, one to a thousand clusters",
        "Section 5.1 and Figure 4",
        _text(growth, len(weights.terms), starts, _largest(literal, _PEAK)),
        judgments(growth, len(weights.terms)),
        {
            "K-means on texts of unit length: means over the starts": table(growth),
            "The same without scaling the texts to unit length": table(unscaled),
        },
        (
            measured(growth, "Documents: V, Q2 and VI as in Figure 4, with AMI and chance"),
            parts(growth, "Documents: homogeneity and completeness, and their level of chance"),
        ),
    )


@lru_cache(maxsize=1)  # the speech sounds are compared with it
def grown(run: Run) -> Growth:
    """The scores of k-means on texts of unit length."""
    texts = corpus()
    points = on_the_sphere(leading_terms(tf_idf(texts.texts)).dense())
    made = partitions(run, "documents", points, run.size(NUMBERS, FEW), run.size(5, 1))
    return scored(texts.truth, made)


def judgments(growth: Growth, terms: int) -> tuple[Entry, ...]:
    """The numbers and statements of section 5.1, and what we found."""
    v, q2, last = growth.best("V", _FIRST), growth.best("Q2"), growth.clusters[-1]
    rises, steps = growth.rises("VI")
    lost = {key: 1 - growth.at(key, last) / growth.at(key, growth.best(key, _FIRST))
            for key in ("V", "Q2")}  # fmt: skip
    overall = growth.best("V")
    flat = "V is flat near its peak, and starts differ by more than neighboring k"
    needed = "needs the texts of TDT-4"
    peak = f"{v} up to k = {_FIRST}; {overall} of all"
    by_peak = (
        without_data("k with the highest V", f"{_PEAK}", f"{needed}; {flat}", peak),
        without_data("k with the highest Q2", f"{_PEAK}", needed, f"{q2}"),
        stated("V and Q2 peak together", "at the same k", f"at {v} and {q2}", holds=v == q2,
               note=f"V only up to k = {_FIRST}; beyond, chance lifts it", basis="other data"),
    )  # fmt: skip
    by_steps = (
        stated("VI depends on k", "to a degree that limits its use",
               f"{growth.mean['VI'][0]:.2f} to {growth.mean['VI'][-1]:.2f}, up at {rises} of "
               f"{steps} steps", holds=rises >= 0.75 * steps, basis="other data"),
        stated("descent from the peak to the largest k", "of both, and greater for Q2",
               f"Q2 {-lost['Q2']:+.0%}, V {-lost['V']:+.0%}".replace("-", "−"),
               holds=lost["Q2"] > lost["V"] > 0, basis="other data",
               note="Q2 falls, but V rises above its peak, as random labels do"),
        Entry("V at the largest k", "", f"{growth.at('V', last):.3f}, by chance "
              f"{growth.by_chance('V', last):.3f}", "lost", "our copy of the text lacks the curve",
              basis="other data"),
    )  # fmt: skip
    compared = (*from_samples(by_peak, _FEWER_PEAKS), *from_samples(by_steps, FEWER))
    shorter = f"{needed}; ours are shorter, and fewer share their leading term"
    return without_data("terms kept", f"{_TERMS}", shorter, f"{terms}"), *compared


def _largest(made: Arrays, clusters: int) -> float:
    """The share of the largest cluster, averaged over the starts."""
    rows = made["labels"][made["clusters"] == clusters]
    return float(np.mean([np.bincount(row).max() / len(row) for row in rows]))


def _text(growth: Growth, terms: int, starts: int, share: float) -> str:
    first, last, ami = growth.best("V", _FIRST), growth.clusters[-1], growth.best("AMI")
    bottom = min((k for k in growth.clusters if k > first), key=lambda k: growth.at("V", k))
    return _TEXT.format(
        terms=terms, starts=starts, share=percent(share), first=first, last=last,
        bottom=bottom, ami_at=ami, q2=growth.best("Q2"),
        peak=growth.at("V", first), dip=growth.at("V", bottom), end=growth.at("V", last),
        random=growth.by_chance("V", last), ami=growth.at("AMI", ami),
        ami_end=growth.at("AMI", last),
    )  # fmt: skip
