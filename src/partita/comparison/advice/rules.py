"""Rules of advice, as data: when they speak, what they found, what to do, and who says so.

A rule speaks when all its conditions hold; a condition on a number that is absent does not hold.
Scope "truth" is asked once, "clustering" of each clustering, "comparison" of several together. A
finding about clusterings is one sentence, in which `each` is said of every clustering concerned.
Names that end in _z are in standard errors (of a difference) or standard deviations (of chance).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...inference.sampling.samples import FEW_GROUPS
from ..draws.gaps import SURE, WITHIN
from ..verdict.beyond_chance import ALPHA

Condition: TypeAlias = "tuple[str, Literal['<', '<=', '==', '>=', '>'], float]"

CHANCE = 3.0  # standard deviations: no adjusted measure may lie this far from random labels
HARMLESS = 0.25  # a bias below this part of the standard error (Efron and Tibshirani 1993)
UNEVEN = 0.85  # K-means yields CV1 in [0.09, 0.85] (Wu et al. 2009, section 3.1)


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
    each: str = ""  # what the finding says of one clustering


RULES = (
    Rule(
        "no better than chance",
        "clustering",
        (("chance_z", "<", CHANCE), ("chance_p", ">", ALPHA)),
        "No better than chance: {each}.",
        ("adjusted_*", "chance_*"),
        "Chance explains these scores: random labels with the same group sizes do as well. Do "
        "not rank by them.",
        ("hubert1985", "vinh2010"),
        each="{name} (adjusted_rand = {adjusted_rand:.3f}, random labels 0 ± "
        "{adjusted_rand_deviation:.3f})",
    ),
    Rule(
        "label -1",
        "clustering",
        (("minus_one_share", ">", 0.0),),
        "The label {label} usually marks noise, but counts as a cluster here: {each}.",
        ("minus_one_share", "ari_*"),
        'If it is noise, write noise={noise}, and noise_as="drop" to leave it out; if it is a '
        'cluster, write noise={noise}, noise_as="cluster". The command line has --noise and '
        "--noise-as.",
        each="{name} ({minus_one_share:.1%} of the {unit}{treatments})",
    ),
    Rule(
        "label -1 decides",
        "comparison",
        (("leaders", ">", 1.0),),
        "The order depends on what the label -1 means: adjusted_rand is highest for {order}.",
        ("leaders",),
        "Decide whether -1 is noise before comparing the clusterings, and say it with noise=.",
    ),
    Rule(
        "label -1 in the truth",
        "truth",
        (("minus_one_share", ">", 0.0),),
        "The label {label} usually marks noise, but counts as a class here: "
        "{minus_one_share:.1%} of the {unit}{treatments}.",
        ("minus_one_share", "ari_*"),
        "If it is noise, write noise={noise}; if it is a class, write noise={noise}, "
        'noise_as="cluster".',
    ),
    Rule(
        "imbalanced classes",
        "truth",
        (("cv0", ">", UNEVEN),),
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
        (("cv0", ">", UNEVEN), ("dcv_z", "<=", -SURE), ("cut", ">", 0.0)),
        "Clusters are more even in size than the classes, and large classes are cut: {each}.",
        ("cv0", "cv1", "dcv", "dcv_z", "cut"),
        "normalized_van_dongen and normalized_variation_of_information count this as a loss; "
        "purity and conditional_entropy do not. classes() shows the pieces.",
        ("wu2009",),
        each="{name} (CV1 = {cv1:.3f}, CV0 = {cv0:.3f}, difference {dcv:.3f}; {cut_text})",
    ),
    Rule(
        "close scores",
        "comparison",
        (("cv0", ">", UNEVEN), ("vd_z", "<", WITHIN)),
        "{first} and {second} are best in normalized_van_dongen and differ there by "
        "{vd_gap:.4f}, which is within sampling error (standard error {vd_error:.4f}); classes "
        "are imbalanced (CV0 = {cv0:.3f}).",
        ("vd_gap", "vd_error", "vd_z", "cv0"),
        "Read normalized_variation_of_information, which is more sensitive to changes of the "
        "table, and test the difference with ranks().",
        ("wu2009",),
    ),
    Rule(
        "same clustering",
        "comparison",
        (("same", ">", 0.0),),
        "The same clustering under two names: {pairs}.",
        ("same",),
        "Keep one of them.",
    ),
    Rule(
        "few objects differ",
        "comparison",
        (("differing", ">", 0.0),),
        "Clusterings that differ in few objects: {pairs}.",
        ("differing", "least_p"),
        "Treat them as equally good: even if all these objects favor one clustering, the sign test "
        "gives {least_p_text}.",
    ),
    Rule(
        "chance",
        "clustering",
        (("chance_v", ">=", 0.1),),
        "V is far from 0 by chance alone; random labels with the same group sizes reach {each}.",
        ("chance_v", "v", "ami", "clusters", "unclustered"),
        "Read adjusted_mutual_information or adjusted_rand; v_measure, "
        "normalized_mutual_information and purity of random labels grow with the number of "
        "clusters.",
        ("vinh2010",),
        each="{chance_v:.3f} on average for {name}, which has V = {v:.3f} and AMI = {ami:.3f}",
    ),
    Rule(
        "more clusters, more V",
        "comparison",
        (("v_rise", ">", 0.0), ("ami_fall", ">", 0.0)),  # found where they are no sampling error
        "{first} leads in V by {v_rise:.4f} with {more} than {second}, which leads in "
        "adjusted_mutual_information by {ami_fall:.4f}.",
        ("more_*", "v_rise*", "ami_fall*"),
        "Do not choose the number of clusters by v_measure; use sweep(), which shows the level "
        "of chance beside every score.",
        ("rosenberg2007", "vinh2010"),
    ),
    Rule(
        "matching problem",
        "comparison",
        (("v_gap", ">", 0.0),),
        "{first} and {second} differ in f_measure by sampling error only ({f_gap:.4f}, standard "
        "error {f_error:.4f}), but v_measure prefers {first} by {v_gap:.4f} (standard error "
        "{v_error:.4f}).",
        ("f_gap", "f_error", "v_gap", "v_error"),
        "F sees only the best matching pieces; v_measure and adjusted_rand also see where the "
        "other objects lie. Read those.",
        ("rosenberg2007",),
    ),
    Rule(
        "small sample",
        "clustering",
        (("per_cell", "<", 20.0), ("v_bias_z", ">", HARMLESS)),
        "Few objects for each cell of the table, so V is too high: {each}.",
        ("n", "cells", "per_cell", "v", "v_bias*"),
        "Show intervals, and prefer adjusted_rand or adjusted_mutual_information.",
        ("vinh2010",),
        each="{name} ({object_count} fill {cell_count}, {per_cell:.1f} for each; V = "
        "{v:.3f}, jackknife bias {v_bias:.3f})",
    ),
    Rule(
        "few objects",
        "clustering",
        (("per_cell", "<", 20.0), ("v_bias_z", "<=", HARMLESS)),
        "Few objects for each cell of the table: {each}.",
        ("n", "cells", "per_cell"),
        "Show intervals.",
        each="{name} ({object_count}, {cell_count}, {per_cell:.1f} for each)",
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
        "Objects are noise or without label: {each}.",
        ("noise_share",),
        "Say so beside the scores. Leaving noise out flatters a method that calls much of its "
        "input noise; compare methods under the same noise_as.",
        each="{noise_share:.1%} in {name}, {treatment}",
    ),
    Rule(
        "one group",
        "clustering",
        (("groups", "==", 1.0), ("cells", ">", 1.0)),  # one against one is identity
        "One side is a single group: {each}.",
        ("classes", "clusters", "unclustered"),
        "Scores are limit values here: homogeneity of one class and completeness of one cluster "
        "are 1 by convention, adjusted measures 0. They do not rank clusterings.",
        ("rosenberg2007",),
        each="{name} ({groups_text})",
    ),
    Rule(
        "nearly continuous labels",
        "clustering",
        (("distinct_share", ">", 0.5), ("n", ">=", 10.0)),
        "One side has more than half as many groups as there are objects: {each}.",
        ("distinct_share", "n", "classes", "clusters"),
        "Check that these are labels and not measurements or identifiers; measures of one side, "
        "such as homogeneity and purity for many clusters, are close to their best for any such "
        "labels.",
        ("vinh2010",),
        each="{name} ({most_groups} groups, {object_count})",
    ),
    Rule(
        "measures disagree",
        "comparison",
        (("conflict", ">", 0.0),),
        "Measures disagree by more than sampling error: {sides}.",
        ("conflict", "lead_*"),
        "Decide what matters before choosing: {why}.",
        ("wu2009", "rosenberg2007"),
    ),
)
