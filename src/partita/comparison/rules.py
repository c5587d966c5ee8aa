"""Rules of advice, as data: when they speak, what they found, what to do, and who says so.

A rule speaks when all its conditions hold; a condition on a number that is absent does not hold.
Scope "truth" is asked once, "clustering" of each clustering, "comparison" of several together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..inference.samples import FEW_GROUPS

Condition: TypeAlias = "tuple[str, Literal['<', '<=', '==', '>=', '>'], float]"


@dataclass(frozen=True, slots=True)
class Rule:
    """One piece of advice: conditions on numbers, and texts with those numbers in braces."""

    name: str
    scope: Literal["truth", "clustering", "comparison"]
    when: tuple[Condition, ...]
    finding: str
    evidence: tuple[str, ...]  # names of numbers; a last sign * takes all that begin so
    recommendation: str
    references: tuple[str, ...] = ()


RULES = (
    Rule(
        "imbalanced classes",
        "truth",
        (("cv0", ">", 0.85),),  # K-means yields CV1 in [0.09, 0.85] (Wu et al. 2009, section 3.1)
        "Class sizes vary much (CV0 = {cv0:.3f}, above 0.85).",
        ("cv0",),
        "Read normalized_van_dongen first and adjusted_rand beside it; do not rank by "
        "conditional_entropy, purity or mutual_information, which miss classes that are cut to "
        "even sizes.",
        ("wu2009",),
    ),
    Rule(
        "uniform effect",
        "clustering",
        (("cv0", ">", 0.85), ("cv1", "<=", 0.85), ("dcv", "<", 0.0)),
        "{name}: clusters are of more even size than the classes (CV1 = {cv1:.3f}, CV0 = "
        "{cv0:.3f}, difference {dcv:.3f}), as K-means tends to make them.",
        ("cv0", "cv1", "dcv"),
        "Look in classes() for large classes cut into pieces; normalized_van_dongen and "
        "normalized_variation_of_information show this, purity and conditional_entropy do not.",
        ("wu2009",),
    ),
    Rule(
        "close scores",
        "comparison",
        (("cv0", ">", 0.85), ("vd_gap", "<", 0.01)),
        "{first} and {second} differ by {vd_gap:.4f} in normalized_van_dongen, on imbalanced "
        "classes (CV0 = {cv0:.3f}).",
        ("vd_gap", "cv0"),
        "Read normalized_variation_of_information, which is more sensitive to changes of the "
        "table, and ask ranks() whether the two can be told apart.",
        ("wu2009",),
    ),
    Rule(
        "chance",
        "clustering",
        (("chance_v", ">=", 0.1),),
        "{name}: random labels with the same group sizes reach V = {chance_v:.3f} on average "
        "(this clustering: V = {v:.3f}, AMI = {ami:.3f}).",
        ("chance_v", "v", "ami", "clusters"),
        "Read adjusted_mutual_information or adjusted_rand; v_measure, "
        "normalized_mutual_information and purity of random labels grow with the number of "
        "clusters.",
        ("vinh2010",),
    ),
    Rule(
        "more clusters, more V",
        "comparison",
        (("more_clusters", ">", 0), ("v_rise", ">=", 0.005), ("ami_fall", ">=", 0.005)),
        "{first} leads in V by {v_rise:.4f} with {more_clusters:.0f} more clusters than "
        "{second}, which leads in adjusted_mutual_information by {ami_fall:.4f}.",
        ("more_clusters", "v_rise", "ami_fall"),
        "Do not choose the number of clusters by v_measure; use sweep(), which shows the level "
        "of chance beside every score.",
        ("rosenberg2007", "vinh2010"),
    ),
    Rule(
        "matching problem",
        "comparison",
        (("f_gap", "<=", 0.01), ("v_gap", ">=", 0.05)),
        "{first} and {second} are equal in f_measure within {f_gap:.4f} but differ by "
        "{v_gap:.3f} in v_measure.",
        ("f_gap", "v_gap"),
        "F sees only the best matching pieces; v_measure and adjusted_rand also see where the "
        "other objects lie. Read those.",
        ("rosenberg2007",),
    ),
    Rule(
        "small sample",
        "clustering",
        (("per_cell", "<", 20.0),),
        "{name}: {object_count} {cell_count}, {per_cell:.1f} for each: so few that "
        "information measures show more agreement than there is.",
        ("n", "cells", "per_cell"),
        "Show intervals, and prefer adjusted_rand or adjusted_mutual_information.",
        ("vinh2010",),
    ),
    Rule(
        "few groups",
        "truth",
        (("units", "<", FEW_GROUPS),),
        "The {n:.0f} objects come from {units:.0f} groups, and these are the real size of the "
        "sample.",
        ("units", "n"),
        "Intervals and p-values from fewer than 10 groups are too certain: show the score of each "
        "group beside them, and collect more groups rather than more objects.",
        ("cameron2008",),
    ),
    Rule(
        "noise",
        "clustering",
        (("noise_share", ">", 0.05),),
        "{name}: {noise_share:.1%} of the objects are noise or without label, {treatment}.",
        ("noise_share",),
        "Say so beside the scores. Leaving noise out flatters a method that calls much of its "
        "input noise; compare methods under the same noise_as.",
    ),
    Rule(
        "one group",
        "clustering",
        (("groups", "==", 1.0), ("cells", ">", 1.0)),  # one against one is identity
        "{name}: {class_count} against {cluster_count}, so one side is a single group.",
        ("classes", "clusters"),
        "Scores are limit values here: homogeneity of one class and completeness of one cluster "
        "are 1 by convention, adjusted measures 0. They do not rank clusterings.",
        ("rosenberg2007",),
    ),
    Rule(
        "nearly continuous labels",
        "clustering",
        (("distinct_share", ">", 0.5), ("n", ">=", 10.0)),
        "{name}: one side has {distinct_share:.0%} as many groups as there are objects ({n:.0f}).",
        ("distinct_share", "n", "classes", "clusters"),
        "Check that these are labels and not measurements or identifiers; measures of one side, "
        "such as homogeneity and purity for many clusters, are close to their best for any such "
        "labels.",
        ("vinh2010",),
    ),
    Rule(
        "measures disagree",
        "comparison",
        (("conflict", ">", 0.01),),
        "Measures disagree: {sides}.",
        ("conflict", "lead_*"),
        "Decide what matters before choosing: {why}.",
        ("wu2009", "rosenberg2007"),
    ),
)
