"""The page of references, from the package's bibliography, with the measures that cite each."""

from __future__ import annotations

from partita.report.formats.references import bibliography, citation

from .markdown import page, plain
from .measure_pages import measures


def pages() -> dict[str, str]:
    """The page of references, by author and year."""
    entries = bibliography()
    order = sorted(entries, key=lambda key: (entries[key]["author"].casefold(), key))
    return {
        "references.md": page(
            "# References",
            "All sources that measures, rules of advice and methods cite, with the measures that "
            "cite them.",
            "\n".join(f"- {_entry(key)}" for key in order),
        )
    }


def _entry(key: str) -> str:
    text = plain(citation(key))
    doi = bibliography()[key].get("doi")
    if doi and doi not in citation(key):
        text += f" [doi:{plain(doi)}](https://doi.org/{doi})"
    citing = [f"[{m.name}](measures/{m.name}.md)" for m in measures() if key in m.references]
    return f"{text} — {', '.join(citing)}" if citing else text
