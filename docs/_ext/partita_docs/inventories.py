"""Links to the documentation of other projects, without a network.

Sphinx finds links in inventories, which it would download. These inventories contain only the names
that our pages cite, with the stable addresses of the official sites. The build writes them.
"""

from __future__ import annotations

import zlib

_LISTED = "{name}.html#{name}"
SITES: dict[str, tuple[str, dict[str, str]]] = {  # project: its site, kind of name with addresses
    "python": (
        "https://docs.python.org/3/",
        {
            "bool float": "library/functions.html#{name}",
            "dict int list str tuple set object": "library/stdtypes.html#{name}",
            "ValueError TypeError UserWarning": "library/exceptions.html#{name}",
            "collections.abc.Callable collections.abc.Hashable collections.abc.Iterable "
            "collections.abc.Iterator collections.abc.Mapping collections.abc.Sequence": (
                "library/collections.abc.html#{name}"
            ),
            "os.PathLike": "library/os.html#{name}",
        },
    ),
    "numpy": (
        "https://numpy.org/doc/stable/",
        {
            "numpy.ndarray": f"reference/generated/{_LISTED}",
            "numpy.random.Generator": "reference/random/generator.html#{name}",
            "numpy.random.SeedSequence": "reference/random/bit_generators/generated/" + _LISTED,
            "array_like": "glossary.html#term-array_like",
        },
    ),
    "scipy": (
        "https://docs.scipy.org/doc/scipy/",
        {
            "scipy.sparse.csr_array scipy.sparse.csr_matrix": f"reference/generated/{_LISTED}",
            "scipy.cluster.hierarchy.linkage": f"reference/generated/{_LISTED}",
        },
    ),
    "pandas": (
        "https://pandas.pydata.org/docs/",
        {"pandas.DataFrame pandas.Series pandas.Index": f"reference/api/{_LISTED}"},
    ),
    "matplotlib": (
        "https://matplotlib.org/stable/",
        {"matplotlib.axes.Axes": "api/_as_gen/" + _LISTED},
    ),
    "scikit-learn": (
        "https://scikit-learn.org/stable/",
        {
            " ".join(
                f"sklearn.{name}"
                for name in (
                    *("cluster.DBSCAN", "cluster.HDBSCAN", "cluster.KMeans"),
                    *("metrics.adjusted_mutual_info_score", "metrics.adjusted_rand_score"),
                    *("metrics.completeness_score", "metrics.fowlkes_mallows_score"),
                    *("metrics.homogeneity_completeness_v_measure", "metrics.homogeneity_score"),
                    *("metrics.mutual_info_score", "metrics.normalized_mutual_info_score"),
                    *("metrics.rand_score", "metrics.v_measure_score"),
                    *("metrics.cluster.contingency_matrix",),
                    *("metrics.cluster.pair_confusion_matrix", "mixture.GaussianMixture"),
                    *("model_selection.GridSearchCV", "model_selection.cross_validate"),
                )
            ): f"modules/generated/{_LISTED}"
        },
    ),
}


def addresses() -> dict[str, str]:
    """The address of each name."""
    return {
        name: site + address.format(name=name)
        for site, kinds in SITES.values()
        for names, address in kinds.items()
        for name in names.split()
    }


def pages() -> dict[str, bytes]:
    """The inventories by file name."""
    return {f"inventories/{project}.inv": _inventory(project) for project in SITES}


def mapping() -> dict[str, tuple[str, str]]:
    """The site and the inventory of each project, as the configuration of Sphinx needs them."""
    return {name: (site, f"generated/inventories/{name}.inv") for name, (site, _) in SITES.items()}


def _inventory(project: str) -> bytes:
    """Version 2 of the format: a header, then compressed lines (name, role, priority, address)."""
    _, kinds = SITES[project]
    lines = [
        f"{name} py:class 1 {address.format(name=name)} -"
        for names, address in kinds.items()
        for name in names.split()
    ]
    head = (
        "# Sphinx inventory version 2\n"
        f"# Project: {project}\n# Version: \n"
        "# The remainder of this file is compressed using zlib.\n"
    )
    return head.encode() + zlib.compress("\n".join([*lines, ""]).encode(), 9)
