"""The types that the reference shows: the annotations, with names that readers know.

The annotation ``Any`` means everything that contains labels or numbers. Parameters of the same name
take the same types everywhere, so the name says which.
"""

from __future__ import annotations

import re
from inspect import Parameter
from typing import Any, ForwardRef

ANY = {  # the type of a parameter that is annotated Any, by its name
    **dict.fromkeys(
        (
            *("truth", "prediction", "a", "b", "labels", "labels_true", "labels_pred", "groups"),
            *("weights", "classes", "clusters", "counts", "matrix", "squares", "elements"),
            *("memberships", "possibilities", "masses", "linkage", "levels", "contingency"),
            *("sets", "focal_sets"),
        ),
        "array_like",
    ),
    "adata": "AnnData",
    "heights": "Mapping",
    "noise": "label | dict",
    "parents": "Mapping",
    "rng": "int | Generator | SeedSequence | None",
    "source": "object",
    "statistic": "object",
    "table": "Contingency | WeightedContingency | Mapping",
    **dict.fromkeys(("pairs", "prediction_pairs", "together", "truth_pairs"), "int"),
}
NAMES = {  # a name in our annotations: a name that readers know
    "Any": "object",
    "AnyTable": "Contingency | WeightedContingency",
    "Asked": "str | Measure | tuple[str, dict]",
    "Chosen": "str",
    "Codes": "ndarray",
    "Colors": "Mapping | Sequence",
    "Exact": "int",
    "Floats": "ndarray",
    "Formula": "Callable",
    "Int64": "ndarray",
    "LawKind": "str",
    "Lists": "Mapping | Sequence",
    "Array": "ndarray",
    "Read": "Callable",
    "Table": "Contingency | WeightedContingency",
    "Whole": "ndarray",
    "os.PathLike": "PathLike",
}
OUTSIDE = {  # full names of types of other projects
    "Axes": "matplotlib.axes.Axes",
    "DataFrame": "pandas.DataFrame",
    "Generator": "numpy.random.Generator",
    "SeedSequence": "numpy.random.SeedSequence",
    "PathLike": "os.PathLike",
    "Callable": "collections.abc.Callable",
    "Hashable": "collections.abc.Hashable",
    "Iterable": "collections.abc.Iterable",
    "Iterator": "collections.abc.Iterator",
    "Mapping": "collections.abc.Mapping",
    "Sequence": "collections.abc.Sequence",
    "csr_array": "scipy.sparse.csr_array",
    "csr_matrix": "scipy.sparse.csr_matrix",
    "ndarray": "numpy.ndarray",
}
PLAIN = {
    name: name for name in ("array_like", "bool", "True", "False", "None")
}  # instead of numpydoc's
_ARRAY = re.compile(r"(?:npt?\.)?NDArray\[[\w.]+\]")


class Text(str):
    """An annotation that a signature shows without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def type_of(parameter: Parameter) -> str:
    """The type of a parameter as a Python expression, empty if it is unknown."""
    text = shown(parameter.annotation, parameter.name)
    missing = parameter.default is None and text and "None" not in text
    return f"{text} | None" if missing else text


def shown(annotation: Any, name: str = "") -> str:
    """An annotation in names that readers know; `name` is the parameter, for Any."""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    if annotation is Parameter.empty or annotation is None:
        return ANY.get(name, "")
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    text = _ARRAY.sub("ndarray", text)
    if re.search(r"\bAny\b", text) and name in ANY and "[" not in text.partition("Any")[0]:
        text = ANY[name] + (" | None" if text.endswith("| None") else "")
    for ours, known in NAMES.items():
        text = re.sub(rf"(?<![\w.]){re.escape(ours)}(?!\w)", known, text)
    return " | ".join(dict.fromkeys(_alternatives(text)))


def _alternatives(text: str) -> list[str]:
    """The parts between bars outside brackets."""
    parts, depth, start = [], 0, 0
    for place, sign in enumerate(text):
        depth += (sign == "[") - (sign == "]")
        if sign == "|" and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return [*parts, text[start:].strip()]


def words(parameter: Parameter) -> str:
    """The type and the default as in a section of parameters: ``str, optional``."""
    kinds = _alternatives(type_of(parameter))
    default = parameter.default
    if default is None:
        kinds = [kind for kind in kinds if kind != "None"]
    text = " or ".join(filter(None, (_choices(kind) for kind in kinds)))
    if default is Parameter.empty or not text:
        return text
    if default is None:
        return f"{text}, optional"
    return f"{text}, default {_literal(default)}"


def _choices(kind: str) -> str:
    if kind.startswith("Literal["):
        return "{" + kind.removeprefix("Literal[").removesuffix("]").replace("'", '"') + "}"
    return kind


def _literal(value: Any) -> str:
    if isinstance(value, type):
        return value.__name__
    return f'"{value}"' if isinstance(value, str) else repr(value)
