"""The types that the reference shows: the annotations, with names that readers know.

The annotation ``Any`` means everything that contains labels or numbers. Parameters of the same name
take the same types everywhere, so the name says which.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from inspect import Parameter
from typing import Any, ForwardRef

from partita.report.formats.docstrings import section

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


def signature_of(obj: Any) -> inspect.Signature | None:
    """The signature without self, or None if there is none."""
    try:
        found = inspect.signature(obj)
    except (TypeError, ValueError):
        return None
    parameters = list(found.parameters.values())
    if parameters and parameters[0].name in {"self", "cls"}:
        parameters = parameters[1:]
    if any(one.default is ... for one in parameters):  # these defaults only serve error messages
        parameters = [
            one.replace(default=one.empty) if one.default is ... else one
            for one in parameters
            if one.kind is not one.VAR_POSITIONAL
        ]
    return found.replace(parameters=parameters)


def typed(
    obj: Any, owner: str = "", link: Callable[[str], str] = lambda text: text
) -> tuple[str, str] | None:
    """The parameters and the return type of a function, with linked types."""
    found = signature_of(obj)
    if found is None:
        return None
    told = _told(obj)
    parameters = [
        one.replace(annotation=Text(link(text)) if (text := _kind(one, told)) else one.empty)
        for one in found.parameters.values()
    ]
    returned = shown(found.return_annotation)
    return str(inspect.Signature(parameters)), link(owner if returned == "Self" else returned)


def _told(obj: Any) -> dict[str, str]:
    """The types that the docstring states, as Python expressions."""
    found = {}
    for line, _ in section(inspect.getdoc(obj), "Parameters"):
        names, _, kind = line.partition(" : ")
        kind = re.sub(r"\{.*?\}", "str", kind).split(", default")[0].split(", optional")[0]
        kind = re.sub(r"list of (\w+)", r"list[\1]", kind.replace(" of numbers", ""))
        expression = " | ".join(re.split(r", | or ", kind))
        found.update(dict.fromkeys(names.split(", "), expression) if kind else {})
    return found


def _kind(parameter: Parameter, told: dict[str, str]) -> str:
    """The type of a parameter: its annotation, or if that is Any, what the docstring states."""
    unknown = parameter.annotation is parameter.empty or "Any" in str(parameter.annotation)
    if not unknown or parameter.name not in told:
        return type_of(parameter)
    return told[parameter.name] + (" | None" if parameter.default is None else "")
