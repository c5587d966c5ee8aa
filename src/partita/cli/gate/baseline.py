"""The baseline: a file with the clusterings of a run, for a paired comparison with a later run.

It holds the objects, the partition of the truth, and the clusterings as numbers; no name of an
object, a class or a cluster, only names of columns. A checksum reveals damage.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import error as BadCompression  # noqa: N812 - an exception, named as one

import numpy as np

from ... import __version__
from ...base.errors import InputError, about
from ...base.wording import first_of, show
from ...labels.records import from_zero
from .objects import Objects
from .packed import digest
from .partitions import from_dict, numbered, to_dict

if TYPE_CHECKING:
    from ...base.arrays import Int64
    from ...comparison.comparison import Comparison
    from ...comparison.counting.counting import Counted

_KIND, _SCHEMA = "partita baseline", 1
_NAMED = 6  # clusterings that a message names
_AGAIN = "write the baseline again (--write-baseline)"


class Run(NamedTuple):
    """What a baseline needs of a run."""

    comparison: Comparison
    objects: Objects
    truth: Int64  # the partition of the truth
    weights: str | None  # a digest of the weights, if there are any
    settings: Mapping[str, Any]  # options that say what labels mean

    def clusters(self, name: str) -> Int64:
        """A clustering as numbers, in the order of the baseline."""
        counted = self.comparison.counted[name]
        return numbered(from_zero(counted.pair.prediction), positions(counted), self.objects.order)


class Baseline(NamedTuple):
    """A baseline that was read, and the name of its file."""

    path: str
    document: Mapping[str, Any]

    @property
    def predictions(self) -> tuple[str, ...]:
        """Names of its clusterings."""
        return tuple(self.document["predictions"])

    def clusters(self, name: str, objects: Objects) -> Int64:
        """A clustering as numbers."""
        try:
            return from_dict(self.document["predictions"][name], objects.n)
        except _FAULTS as error:
            raise _damaged(self.path) from error

    def value(self, name: str, measure: str) -> float | None:
        """The score that was recorded, if there is one."""
        return self.document["predictions"][name]["scores"].get(measure)  # type: ignore[no-any-return]

    def partner(self, name: str, names: tuple[str, ...]) -> str:
        """The clustering to compare one of `names` with: the same name, or the only one."""
        known = self.predictions
        if name in known:
            return name
        if len(known) == len(names) == 1:
            return known[0]
        raise InputError(
            f"{self.path} has no clustering {name!r}; it has {first_of(list(known), _NAMED)}: name"
            " the columns as they were, or score one column against a baseline of one"
        )

    def require(self, run: Run) -> None:
        """Refuse a run of other objects, of another truth, or with other options."""
        try:
            with about(self.path):
                run.objects.require(self.document["objects"])
            same_truth = self.document["truth"]["digest"] == digest(run.truth)
            same_weights = self.document["weights"] == run.weights
            known = dict(self.document["settings"])
        except InputError:
            raise
        except _FAULTS as error:
            raise _damaged(self.path) from error
        if not same_truth:
            raise InputError(
                f"{self.path}: the truth {run.comparison.truth!r} is not that of the baseline,"
                f" {self.document['truth']['name']!r}: some objects are in other classes. Both runs"
                f" need the same truth: restore it, or {_AGAIN}"
            )
        if not same_weights:
            raise InputError(
                f"{self.path}: the weights are not those of the baseline: use the same weights, or"
                f" {_AGAIN}"
            )
        for option, value in run.settings.items():
            if known.get(option) != value:
                given = (_option(option, one) for one in (known.get(option), value))
                raise InputError(
                    "{}: the baseline was written {} and this run is {}: use the same options, or"
                    " {}".format(self.path, *given, _AGAIN)
                )


def positions(counted: Counted) -> Int64:
    """The rows of the objects that were counted."""
    if counted.positions is None:
        return np.arange(len(counted.pair.truth.codes))
    return counted.positions.astype(np.int64)


def baseline_text(run: Run) -> str:
    """The baseline of a run."""
    scores: dict[str, dict[str, float | None]] = {name: {} for name in run.comparison.counted}
    for one in run.comparison.scores:
        scores[one.prediction][one.measure] = one.value
    document: dict[str, Any] = {
        "schema": _SCHEMA,
        "kind": _KIND,
        "partita": __version__,
        "objects": run.objects.to_dict(),
        "truth": {"name": run.comparison.truth, "digest": digest(run.truth)},
        "weights": run.weights,
        "settings": dict(run.settings),
        "predictions": {
            name: {"scores": own, **to_dict(run.clusters(name))} for name, own in scores.items()
        },
    }
    return json.dumps({**document, "checksum": _checksum(document)}, indent=1) + "\n"


def read_baseline(path: str) -> Baseline:
    """Read a baseline; refuse other files, damaged ones and newer ones."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}; {_how_to_write()}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: not a baseline, or damaged: {_how_to_write()}") from error
    if not isinstance(document, dict) or document.get("kind") != _KIND:
        raise InputError(f"{path}: not a baseline: {_how_to_write()}")
    schema = document.get("schema")
    if isinstance(schema, int) and schema > _SCHEMA:
        raise InputError(
            f"{path}: written by a newer partita, {show(document.get('partita'))} (schema {schema};"
            f" this is {__version__}, which reads schema {_SCHEMA}): update partita, or {_AGAIN}"
        )
    checksum = document.pop("checksum", None)
    if schema != _SCHEMA or checksum != _checksum(document):
        raise _damaged(path)
    return Baseline(path, document)


_FAULTS = (KeyError, TypeError, ValueError, AttributeError, BadCompression)


def _checksum(document: Mapping[str, Any]) -> str:
    return blake2b(json.dumps(document, sort_keys=True).encode(), digest_size=16).hexdigest()


def _damaged(path: str) -> InputError:
    return InputError(f"{path}: the baseline is damaged, or was changed by hand: {_AGAIN}")


def _how_to_write() -> str:
    return "partita score FILE ... --write-baseline main.json writes one"


def _option(name: str, value: Any) -> str:
    option = name.replace("_", "-")
    return f"without --{option}" if value is None else f"with --{option}={value}"
