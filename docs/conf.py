"""The documentation site: ``sphinx-build -W --keep-going -b html docs build/docs``.

The build and the pages need no network: nothing downloads fonts, scripts or inventories. When the
build starts, the modules in ``docs/_ext/partita_docs`` write the pages that are generated from the
code (measures, names, references, other packages, gallery) into ``docs/generated``.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from partita_docs import inventories, types
from partita_docs.api_pages import documented

import partita

project = "partita"
author = "the partita developers"
copyright = "the partita developers"  # noqa: A001 - the name that Sphinx reads
version = release = partita.__version__

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "partita_docs",
    "partita_docs.code_links",
    "partita_docs.completed",
    "partita_docs.drawn",
]
exclude_patterns = ["_ext", "examples", "pictures"]
exclude_patterns += ["generated/limit_cases.md", "generated/peers/*"]  # parts of other pages
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
default_role = "py:obj"  # `name` in a docstring is code, and a link if the name is documented

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# Types are those of the annotations; `partita_docs.completed` adds them to the sections.
autodoc_typehints = "signature"
python_maximum_signature_line_length = 88
intersphinx_mapping = inventories.mapping()
autodoc_member_order = "bysource"
toc_object_entries_show_parents = "hide"
numpydoc_show_class_members = False  # autodoc lists the members
numpydoc_class_members_toctree = False
numpydoc_xref_param_type = True
numpydoc_xref_aliases = {**documented(), **types.OUTSIDE, **types.PLAIN}
numpydoc_xref_ignore = {"and", "as", "default", "numbers", "of", "optional", "or", "label", "to"}

html_theme = "pydata_sphinx_theme"
html_title = "partita"
html_static_path = ["_static", "generated/static"]
html_css_files = ["partita.css", "figures.css"]
html_search_scorer = str(Path(__file__).parent / "_static" / "scorer.js")
html_show_sourcelink = False
html_copy_source = False
ALONE = ("index", "install", "which_measure", "packages", "migration", "generated/gallery/index")
ALONE += ("generated/properties/index",)
html_sidebars = {name: [] for name in ALONE}  # they have no neighbors, and wide tables
html_context = {"default_mode": "auto"}
html_theme_options = {
    "logo": {"text": "partita"},
    "navbar_align": "left",
    "navigation_with_keys": False,
    "header_links_before_dropdown": 7,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
