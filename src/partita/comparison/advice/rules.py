"""The rules of advice, as data: conditions, what was found, what to do, and the sources.

A rule applies if all its conditions hold; a condition on an absent number does not hold. Rules of
scope "truth" are applied once, "clustering" to each clustering, "comparison" to all together. One
finding names all clusterings concerned, each with the text of `each`. Numbers with names in _z are
in standard errors (of a difference) or in standard deviations (of chance). docs/advice.md says what
each rule asks, why, and how often it applies by mistake.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ...inference.sampling.samples import FEW_GROUPS, FEW_PER_CELL
from ..draws.gaps import SURE, WITHIN
from ..verdict.beyond_chance import ALPHA

Condition: TypeAlias = "tuple[str, Literal['<', '<=', '==', '>=', '>'], float]"

CHANCE = 3.0  # standard deviations of chance; an adjusted measure above is not tested
HARMLESS = 0.25  # a smaller bias, in standard errors, is harmless (Efron and Tibshirani 1993)


@dataclass(frozen=True, slots=True)
class Rule:
    """One piece of advice: conditions on numbers, and texts with those numbers in braces."""

    name: str
    scope: Literal["truth", "clustering", "comparison"]
    when: tuple[Condition, ...]
    finding: str
    evidence: tuple[str, ...]  # names of numbers; "lead_*" means all that start with "lead_"
    recommendation: str
    references: tuple[str, ...] = ()
    each: str = ""  # the part of the finding on one clustering


RULES = (
    Rule(
        "no better than chance",
        "clustering",
        (("chance_z", "<", CHANCE), ("chance_p", ">", ALPHA)),
        "Not significantly better than chance: {each}.",
        ("adjusted_*", "chance_*"),
        "Random labels with the same group sizes do as well. Do not rank by these scores.",
        ("hubert1985", "vinh2010"),
        each="{name} (adjusted_rand = {adjusted_rand:.3f}; random labels: 0 ± "
        "{adjusted_rand_deviation:.3f})",
    ),
    Rule(
        "label -1",
        "clustering",
        (("minus_one_share", ">", 0.0),),
        "The label {label} usually marks noise, but is counted as a cluster here: {each}.",
        ("minus_one_share", "ari_*"),
        'If it is noise, pass noise={noise}, and noise_as="drop" to leave it out. If it is a '
        'cluster, pass noise={noise}, noise_as="cluster". The command line has --noise and '
        "--noise-as.",
        each="{name} ({minus_one_share:.1%} of the {unit}{treatments})",
    ),
    Rule(
        "label -1 decides",
        "comparison",
        (("leaders", ">", 1.0),),
        "The best clustering depends on what the label -1 means: adjusted_rand is highest for "
        "{order}. The difference changes by {shift:.3f} (standard error {shift_error:.3f}).",
        ("leaders", "shift*"),
        "Decide whether -1 is noise before you compare the clusterings, and pass noise=.",
    ),
    Rule(
        "label -1 in the truth",
        "truth",
        (("minus_one_share", ">", 0.0),),
        "The label {label} of the truth usually marks noise, but is counted as a class here: "
        "{minus_one_share:.1%} of the {unit}{treatments}.",
        ("minus_one_share", "ari_*"),
        "If it is noise, pass noise={noise}. If it is a class, pass noise={noise}, "
        'noise_as="cluster".',
    ),
    Rule(
        "imbalanced classes",
        "truth",
        (("cv0_z", ">=", WITHIN),),
        "Classes are imbalanced: the coefficient of variation of their sizes is CV0 = {cv0:.3f}, "
        "above 0.85 beyond sampling error.",
        ("cv0", "cv0_error"),
        "Read normalized_van_dongen first, together with adjusted_rand. Do not rank by "
        "conditional_entropy, purity or mutual_information: they miss large classes that are split "
        "into even pieces.",
        ("wu2009",),
    ),
    Rule(
        "uniform effect",
        "clustering",
        (("cv0_z", ">=", WITHIN), ("dcv_z", "<=", -SURE), ("cut", ">", 0.0)),
        "Cluster sizes vary less than class sizes, and large classes are split: {each}.",
        ("cv0", "cv1", "dcv", "dcv_z", "cut"),
        "Read normalized_van_dongen or normalized_variation_of_information, which penalize this; "
        "purity and conditional_entropy do not. classes() lists the pieces.",
        ("wu2009",),
        each="{name} (CV1 = {cv1:.3f}, CV0 = {cv0:.3f}, difference {dcv:.3f}; {cut_text})",
    ),
    Rule(
        "close scores",
        "comparison",
        (("cv0_z", ">=", WITHIN), ("vd_z", "<", WITHIN)),
        "{first} and {second} are best in normalized_van_dongen and differ there only by sampling "
        "error ({vd_gap:.4f}, standard error {vd_error:.4f}); classes are imbalanced "
        "(CV0 = {cv0:.3f}).",
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
        "Keep one of each pair.",
    ),
    Rule(
        "few objects differ",
        "comparison",
        (("differing", ">", 0.0),),
        "Some clusterings differ in few objects: {pairs}.",
        ("differing", "least_p"),
        "Treat them as equally good: even if all these objects favor one clustering, the sign test "
        "gives {least_p_text}.",
    ),
    Rule(
        "chance",
        "clustering",
        (("chance_v_z", ">=", SURE),),
        "Chance raises v_measure by more than its sampling error: random labels with the same "
        "group sizes reach {each}.",
        ("chance_v", "v", "v_error", "ami", "v_of_many", "clusters", "unclustered"),
        "Read adjusted_mutual_information or adjusted_rand: v_measure, "
        "normalized_mutual_information and purity of random labels grow with the number of "
        "clusters. To compare data sets of different sizes, use score_at.",
        ("vinh2010", "chao2013"),
        each="{chance_v:.3f} on average for {name} (V = {v:.3f}{many_text}, AMI = {ami:.3f})",
    ),
    Rule(
        "more clusters, more V",
        "comparison",
        (("v_rise", ">", 0.0), ("ami_fall", ">", 0.0)),  # present if they are not sampling error
        "{first} leads in v_measure by {v_rise:.4f} with {more} than {second}, which leads in "
        "adjusted_mutual_information by {ami_fall:.4f}.",
        ("more_*", "v_rise*", "ami_fall*"),
        "Do not choose the number of clusters by v_measure. Use sweep(), which compares every "
        "score with chance.",
        ("rosenberg2007", "vinh2010"),
    ),
    Rule(
        "matching problem",
        "comparison",
        (("v_gap", ">", 0.0),),
        "{first} and {second} differ in f_measure by sampling error only ({f_gap:.4f}, standard "
        "error {f_error:.4f}), but v_measure prefers {first} by {v_gap:.4f} (standard error "
        "{v_error:.4f}), more than f_measure does.",
        ("f_gap", "f_error", "v_gap", "v_error", "contrast_z"),
        "Read v_measure and adjusted_rand, which see where all objects are; f_measure sees only "
        "the best-matching pieces.",
        ("rosenberg2007",),
    ),
    Rule(
        "small sample",
        "clustering",
        (
            ("per_cell", "<", FEW_PER_CELL),
            ("v_bias_z", ">", HARMLESS),
            ("chance_v_z", "<", SURE),  # else the rule "chance" says the same
        ),
        "There are few objects per cell of the contingency table, so v_measure is too high: "
        "{each}.",
        ("n", "cells", "per_cell", "v", "v_of_many", "v_bias*"),
        "Show intervals, and prefer adjusted_rand or adjusted_mutual_information. To compare data "
        "sets of different sizes, use score_at.",
        ("vinh2010", "chao2013"),
        each="{name} ({object_count} in {cell_count}, {per_cell:.1f} per cell; "
        "V = {v:.3f}{many_text}, jackknife bias {v_bias:.3f})",
    ),
    Rule(
        "few objects",
        "clustering",
        (("per_cell", "<", FEW_PER_CELL), ("v_bias_z", "<=", HARMLESS)),
        "There are few objects per cell of the contingency table: {each}.",
        ("n", "cells", "per_cell"),
        "Show intervals.",
        each="{name} ({object_count} in {cell_count}, {per_cell:.1f} per cell)",
    ),
    Rule(
        "few groups",
        "truth",
        (("units", "<", FEW_GROUPS),),
        "The {n:.0f} objects come from only {units:.0f} groups, and the number of groups is the "
        "sample size.",
        ("units", "n"),
        "Intervals from fewer than 10 groups are too narrow, and p-values too small. Show the "
        "score of each group too, and collect more groups rather than more objects.",
        ("cameron2008",),
    ),
    Rule(
        "noise",
        "clustering",
        (("noise_z", ">=", SURE),),
        "The treatment of noise changes adjusted_rand by more than sampling error: {each}.",
        ("noise_share", "noise_effect", "noise_error", "ari_*"),
        "Report the share of noise and its treatment with the scores, and compare methods under "
        "the same noise_as.",
        each="{name} ({noise_share:.1%} of the objects are noise, {noise_text})",
    ),
    Rule(
        "left out",
        "clustering",
        (("left_out_z", ">", HARMLESS),),
        "Objects that are noise or have no label are left out: {each}.",
        ("left_out_share", "ari_error"),
        "Report this share with the scores, which describe the other objects only. Leaving out "
        "flatters a method that calls much of its input noise, so compare methods under the same "
        "noise_as.",
        each="{left_out_share:.1%} in {name}",
    ),
    Rule(
        "one group",
        "clustering",
        (("groups", "==", 1.0), ("cells", ">", 1.0)),  # one class and one cluster are identical
        "One side is a single group: {each}.",
        ("classes", "clusters", "unclustered"),
        "Do not rank by these scores: by convention, homogeneity is 1 for one class, completeness "
        "is 1 for one cluster, and adjusted measures are 0.",
        ("rosenberg2007",),
        each="{name} ({groups_text})",
    ),
    Rule(
        "nearly continuous labels",
        "clustering",
        (("distinct_share", ">", 0.5), ("distinct_p", "<=", ALPHA)),
        "One side has more than half as many groups as there are objects: {each}.",
        ("distinct_share", "distinct_p", "n", "classes", "clusters"),
        "Check that these are labels and not identifiers or measurements (numpy.digitize bins "
        "them). Measures of one side, such as homogeneity and purity for many clusters, are close "
        "to 1 for any such labels.",
        ("vinh2010",),
        each="{name} ({most_groups} groups, {object_count})",
    ),
    Rule(
        "measures disagree",
        "comparison",
        (("conflict", ">", 0.0),),
        "Measures disagree beyond sampling error: {sides}.",
        ("conflict", "lead_*"),
        "Decide what matters before choosing: {why}.",
        ("wu2009", "rosenberg2007"),
    ),
)
