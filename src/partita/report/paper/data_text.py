"""The sentences on the data: clusterings, objects, noise, missing labels and weights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...base.wording import count_text, listed, number_of, printable
from ...comparison.advice.noise import noise_treatment
from .prose import Paragraph, Sentence

if TYPE_CHECKING:
    from ...comparison import Comparison
    from ...comparison.counting.counting import Counted
    from ...labels.policies import Policies

_NAMED = 12  # clusterings with their numbers of clusters
_MISSING = {
    "drop": "Objects without a label were left out.",
    "singletons": "Each object without a label is a group of its own.",
    "category": "Objects without a label form one group.",
}
_NOISE = {
    "drop": "such objects were left out",
    "singletons": "each such object is a group of its own",
    "cluster": "such objects form one group",
}


def data_text(comparison: Comparison) -> Paragraph:
    """What was compared with what."""
    return [*_compared(comparison), *_labels(comparison.counted)]


def _compared(comparison: Comparison) -> Iterator[Sentence]:
    names, counted = comparison.predictions, comparison.counted
    first = next(iter(counted.values()), None)
    classes = "" if first is None else f", which has {first.table.groups.class_text}"
    what = f"{len(names)} clusterings were" if len(names) > 1 else "One clustering was"
    yield [f"{what} compared with {comparison.truth}{classes}."]
    if len(names) <= _NAMED:
        described = [_described(name, counted.get(name)) for name in names]
        yield [f"{'The clusterings are' if len(names) > 1 else 'It is'} {listed(described)}."]
    elif len(counted) == len(names):
        clusters = [one.table.groups.clusters for one in counted.values()]
        yield [f"They have {min(clusters):,} to {max(clusters):,} clusters."]
    yield [f"{_sizes(comparison)}."]


def _described(name: str, one: Counted | None) -> str:
    return f"{name} ({'soft' if one is None else one.table.groups.cluster_text})"


def _sizes(comparison: Comparison) -> str:
    sizes = comparison.sizes
    weighted = any(one.weighted and not one.is_counts for one in comparison.counted.values())
    noun = "total weight" if weighted else "number of objects"
    if len(set(sizes.values())) == 1:
        return f"The {noun} is {count_text(next(iter(sizes.values())))}"
    each = listed([f"{count_text(size)} for {name}" for name, size in sizes.items()])
    return f"The {noun} is {each}"


def _labels(counted: Mapping[str, Counted]) -> Iterator[Sentence]:
    """Policies, each once, and how many objects they concern."""
    every = list(counted.values())
    if any(one.weighted for one in every):
        yield ["Objects have weights."]
    groups = {n for one in every if (n := one.group_count) is not None}
    if groups:
        yield [f"Objects come in {listed([count_text(n) for n in sorted(groups)])} groups."]
    if any(one.from_table for one in every):
        yield ["Contingency tables were given, not labels."]
    for policies in dict.fromkeys(one.policies for one in every if one.matches):
        yield from _policies(policies)
    unlabeled = max((one.table.groups.unlabeled for one in every), default=0)
    if unlabeled:
        yield [f"{number_of(unlabeled, 'object has', 'objects have')} no class."]
    for name, one in counted.items():
        if one.noise or one.left_out:
            count = f"{one.noise + one.left_out:,} of {one.given:,} objects"
            yield [f"In {name}, {count} are noise or without label: {noise_treatment(one)}."]


def _policies(policies: Policies) -> Iterator[Sentence]:
    noise = policies.noise
    if noise.given:
        sides = {"truth": noise.truth, "prediction": noise.prediction}
        labels = {side: printable(str(label)) for side, label in sides.items() if label is not None}
        if noise.shared:
            where = f"The label {labels['prediction']} marks noise"
        else:
            where = " and ".join(
                f"{'the label' if k else 'The label'} {label} marks noise in the {side}"
                for k, (side, label) in enumerate(labels.items())
            )
        yield [f"{where}: {_NOISE[policies.noise_as]}."]
    if policies.missing in _MISSING:
        yield [_MISSING[policies.missing]]
    elif not noise.given:
        yield ["Every object has a label on both sides."]


def datasets_data_text(comparisons: Mapping[str, Comparison]) -> Paragraph:
    """The sizes of the data sets, and how their labels were treated."""
    sizes = []
    for name, one in comparisons.items():
        n = listed([count_text(size) for size in sorted(set(one.sizes.values()))])
        first = next(iter(one.counted.values()), None)
        classes = "" if first is None else f" ({first.table.groups.class_text})"
        sizes.append(f"{n} in {name}{classes}")
    counted = {
        f"{prediction} of {name}": own
        for name, one in comparisons.items()
        for prediction, own in one.counted.items()
    }
    return [[f"Numbers of objects: {listed(sizes)}."], *_labels(counted)]
