"""Write the files of a paper, and replace no file that was not written so."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from ...base.errors import InputError
from ...base.files import make_folder, system_error, write_whole
from ...base.wording import first_of

LIST = "partita-files.json"  # the files of earlier calls, with their SHA-256
_NAMED = 4


def write_files(
    folder: str | os.PathLike[str], files: Mapping[str, bytes], *, overwrite: bool
) -> tuple[Path, ...]:
    """Write all files or, if one of them would replace a file of the user, none.

    A file may be replaced if an earlier call wrote it and it has not changed since.
    """
    place = _folder(folder)
    known = _known(place)
    others = [name for name in [*files, LIST] if _is_other(place / name, known, files.get(name))]
    if others and not overwrite:
        raise InputError(
            f"{place}: {first_of(others, _NAMED)} would be replaced, not written by an earlier "
            "call or changed since: name another folder, or pass overwrite=True (--overwrite)"
        )
    make_folder(place)
    hashes = {name: sha256(content).hexdigest() for name, content in files.items()}
    kept = {name: one for name, one in known.items() if name not in hashes and name != LIST}
    for name, content in files.items():
        write_whole(place / name, content)
    document = {"schema": 1, "files": dict(sorted({**kept, **hashes}.items()))}
    write_whole(place / LIST, json.dumps(document, indent=2) + "\n")
    return tuple(place / name for name in files)


def _folder(folder: object) -> Path:
    text = os.fspath(folder) if isinstance(folder, (str, os.PathLike)) else None
    if not isinstance(text, str) or not text or "\0" in text:
        raise InputError(f"folder must be the name of a folder, such as 'paper'; got {folder!r}")
    place = Path(text)
    if place.exists() and not place.is_dir():
        raise InputError(f"{place}: is a file; name a folder")
    return place


def _known(place: Path) -> dict[str, str]:
    """The hashes of the files that earlier calls wrote, and that of their list."""
    try:
        content = (place / LIST).read_bytes()
        files = json.loads(content)["files"]
        return {**{str(name): str(one) for name, one in files.items()},
                LIST: sha256(content).hexdigest()}  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _is_other(path: Path, known: Mapping[str, str], content: bytes | None) -> bool:
    """Whether there is a file that this call may not replace."""
    if not os.path.lexists(path):
        return False
    try:
        found = path.read_bytes()
    except IsADirectoryError:
        raise InputError(f"{path}: is a folder; name another folder for the paper") from None
    except FileNotFoundError:  # a link to a file that does not exist
        return True
    except OSError as error:
        raise system_error(f"{path}: cannot be read", error) from error
    return found != content and sha256(found).hexdigest() != known.get(path.name)
