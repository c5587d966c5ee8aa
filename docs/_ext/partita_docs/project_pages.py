"""Pages of the repository outside ``docs``, copied into the site with their links."""

from __future__ import annotations

import os.path
import re
from pathlib import Path

from .markdown import page

DOCS = Path(__file__).resolve().parents[2]
ROOT = DOCS.parent
NAMED = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
_UNLISTED = "---\norphan: true\nnosearch: true\n---"
_INTRODUCTION = "# One fragment per user-visible change"
_LINK = re.compile(r"\]\(((?:\.\./)+[\w./-]+\.md)\b")


def pages() -> dict[str, str]:
    """The changelog with unreleased changes, contributing, security, and the decisions."""
    found = {f"repository/{name}": _text(ROOT / name) for name in NAMED}
    for name in _linked():  # linked, but listed nowhere
        found[f"repository/{name}"] = page(_UNLISTED, _text(ROOT / name))
    changelog = "repository/CHANGELOG.md"
    found[changelog] = page(found[changelog].rstrip(), _fragments())
    found["decisions.md"] = _decisions()
    return found


def led_inside(text: str, name: str) -> str:
    """A page of ``docs`` whose links to pages outside lead to their copies in the site."""

    def turned(match: re.Match[str]) -> str:
        outside = _outside((DOCS / f"{name}.md").parent, match[1])
        return f"](/generated/repository/{outside}" if outside else match[0]

    return _LINK.sub(turned, text)


def _linked() -> list[str]:
    """Pages of the repository outside ``docs`` that a page links to."""
    sources = [*DOCS.glob("*.md"), *DOCS.glob("decisions/*.md")]
    links = {
        _outside(path.parent, target)
        for path in sources
        for target in _LINK.findall(path.read_text(encoding="utf-8"))
    }
    return sorted(links - {"", *NAMED})


def _outside(folder: Path, target: str) -> str:
    """The path of a link from the root, empty if it leads into ``docs`` or nowhere."""
    path = (folder / target).resolve()
    return "" if path.is_relative_to(DOCS) or not path.is_file() else str(path.relative_to(ROOT))


def _text(path: Path, home: str = "") -> str:
    """A page from outside: links to pages of the site stay, others become plain text."""
    place = (DOCS / "generated" / "repository" / (home or path.relative_to(ROOT))).parent

    def turned(match: re.Match[str]) -> str:
        target = (path.parent / match[2]).resolve()
        if target.is_relative_to(DOCS) and target.is_file():
            return f"[{match[1]}]({os.path.relpath(target, place)})"
        return match[1]

    text = path.read_text(encoding="utf-8")
    return re.sub(r"(?<!!)\[([^\]]+)\]\(([^):#]+)\)", turned, text)


def _fragments() -> str:
    """Changes that are not in the changelog yet."""
    texts = [_text(path, "CHANGELOG.md") for path in sorted(ROOT.glob("changes/*.md"))]
    items = [text.strip() for text in texts if not text.startswith(_INTRODUCTION)]
    bullets = [text if text.startswith("- ") else "- " + _indented(text) for text in items]
    return page("## Next", "\n".join(bullets)) if bullets else ""


def _indented(text: str) -> str:
    return re.sub(r"\n(?=.)", "\n  ", text)


def _decisions() -> str:
    tree = "\n".join(f"../decisions/{p.stem}" for p in sorted(DOCS.glob("decisions/*.md")))
    return page(
        "# Decisions",
        "Decisions that are hard to reverse, half a page each: question, answer, reason, and cost.",
        f"```{{toctree}}\n:maxdepth: 1\n\n{tree}\n```",
    )
