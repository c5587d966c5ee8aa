"""Compare clusterings in AnnData: columns of ``adata.obs``, with the colors of the data.

Any object works that has ``obs``, a data frame with a row per object, and ``uns``, a dictionary;
anndata is not imported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..base.errors import InputError
from ..base.keywords import explain_keywords
from ..base.wording import alternatives
from ..comparison.compare import compare as compare_labels

if TYPE_CHECKING:
    from ..comparison import Comparison

__all__ = ["colors", "compare"]

_HEX = re.compile(r"#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?")


@explain_keywords
def compare(
    adata: Any,
    truth: str,
    prediction: str | Iterable[str],
    *,
    groups: str | None = None,
    key_added: str | None = None,
    **options: Any,
) -> Comparison:
    """Compare clusterings of cells with their known types.

    Parameters
    ----------
    adata
        Annotated data; it is not changed unless `key_added` is given.
    truth, prediction
        Columns of ``adata.obs``: the true labels, and one or more clusterings.
    groups
        Column of ``adata.obs`` with the donor or sample of each cell. Intervals then draw whole
        donors, since cells of one donor resemble each other.
    key_added
        Where to store the scores: ``adata.uns[key_added]`` becomes a dictionary of plain text and
        numbers, with ``["scores"][clustering][measure]["value"]``, and with "low", "high",
        "p_value" and so on if you ask for them. Scores without a value are left out.
    **options
        Options of `partita.compare`: measures, confidence, null, rng, missing, noise, …

    Returns
    -------
    Comparison
        Draw it with the colors of the data, ``c.plot.flow(colors=colors(adata, "cell_type"))``,
        or write the report with them, ``c.report(path, colors=colors(adata, "cell_type"))``.

    Raises
    ------
    InputError
        If there is no such column, or an option cannot be used.
    """
    keys = [prediction] if isinstance(prediction, str) else list(prediction)
    if not keys:
        raise InputError("prediction is empty: name at least one column of adata.obs")
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise InputError(f"prediction names {twice[0]!r} twice; once is enough")
    found = compare_labels(
        _column(adata, "truth", truth),
        {key: _column(adata, "prediction", key) for key in keys},
        groups=None if groups is None else _column(adata, "groups", groups),
        **options,
    )
    if key_added is not None:
        adata.uns[key_added] = stored(found, groups)
    return found


def colors(adata: Any, key: str) -> dict[Any, str]:
    """The stored colors of the groups of one column, by label, as ``#rrggbb``.

    scanpy stores them in ``adata.uns[key + "_colors"]`` when it draws the column.

    Parameters
    ----------
    adata
        Annotated data.
    key
        Column of ``adata.obs``.

    Returns
    -------
    dict
        A color for each label.

    Raises
    ------
    InputError
        If there is no such column, it has no stored colors, or they do not fit its categories.

    Examples
    --------
    >>> import pandas as pd
    >>> from anndata import AnnData
    >>> from partita.interop.anndata import colors
    >>> cells = pd.DataFrame({"type": pd.Categorical(["B", "T", "B"])}, index=["a", "b", "c"])
    >>> data = AnnData(obs=cells)
    >>> data.uns["type_colors"] = ["#0072b2", "#e69f00"]
    >>> colors(data, "type")
    {'B': '#0072b2', 'T': '#e69f00'}
    """
    column = _column(adata, "key", key)
    kept = adata.uns.get(f"{key}_colors")
    if kept is None:
        raise InputError(
            f"adata.uns has no '{key}_colors': draw the column with scanpy first, or leave out "
            "colors="
        )
    if not hasattr(column, "cat"):
        raise InputError(
            f"adata.obs[{key!r}] has colors but no categories, so no label has a color of its own; "
            "make it categorical with .astype('category')"
        )
    labels = list(column.cat.categories)
    if len(kept) < len(labels):
        raise InputError(
            f"adata.uns['{key}_colors'] has {len(kept)} colors for {len(labels)} categories of "
            f"{key!r}; delete it, or store one for each"
        )
    return {label: _hex(key, color) for label, color in zip(labels, kept, strict=False)}


def stored(found: Comparison, groups: str | None = None) -> dict[str, Any]:
    """A comparison as nested dictionaries of text and numbers, which all file formats store."""
    scores: dict[str, dict[str, dict[str, float]]] = {name: {} for name in found.predictions}
    for one in found.scores:
        if one.value is not None:
            known = {name: number for name, number in one.details.items() if number is not None}
            scores[one.prediction][one.measure] = {"value": one.value, **known}
    source = {} if groups is None else {"groups": groups}
    head = {"schema": 1, "partita": __version__, "truth": found.truth, "seed": found.rng}
    return {**head, **source, "scores": scores}


def _column(adata: Any, argument: str, key: str) -> Any:
    columns = getattr(getattr(adata, "obs", None), "columns", None)
    if columns is None:
        raise InputError(
            f"adata must have obs, a data frame with a row per object; got {type(adata).__name__}"
        )
    if key in columns:
        return adata.obs[key]
    raise InputError(
        f"{argument}: adata.obs has no column {key!r}; {alternatives(key, list(columns))}"
    )


def _hex(key: str, color: Any) -> str:
    """A color as #rrggbb; matplotlib, if installed, knows names such as "red"."""
    text = str(color)
    if _HEX.fullmatch(text):
        return text[:7].lower()
    try:
        from matplotlib.colors import to_hex

        return str(to_hex(text))
    except (ImportError, ValueError):
        raise InputError(
            f"adata.uns['{key}_colors'] has {text[:40]!r}, which is not a color; write #rrggbb"
        ) from None
