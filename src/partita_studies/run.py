"""One run of the studies: seed, effort, progress, and pieces kept from an earlier run."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar
from zipfile import BadZipFile

import numpy as np

from partita import InputError, __version__
from partita.base.files import make_folder, write_whole

if TYPE_CHECKING:
    from numpy.typing import NDArray

Effort = Literal["full", "quick"]
Arrays = dict[str, "NDArray[Any]"]
T = TypeVar("T")


def _silent(message: str) -> None:
    del message


@dataclass(frozen=True, slots=True)
class Run:
    """What every part of a study is given."""

    seed: int = 0
    effort: Effort = "full"  # quick: smaller samples, fewer repetitions, the same steps
    cache: Path | None = None  # folder of pieces; None keeps nothing
    say: Callable[[str], None] = field(default=_silent)  # progress

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise InputError(f"seed must be 0 or more; got {self.seed}")

    def size(self, full: T, quick: T) -> T:
        """How much to do: the size of a sample, a list of k, a number of starts."""
        return full if self.effort == "full" else quick

    def generator(self, *names: str) -> np.random.Generator:
        """Random numbers of their own for each named piece, so that pieces can run alone."""
        key = [self.seed, *(byte for name in names for byte in name.encode())]
        return np.random.default_rng(key)

    def kept(self, piece: str, work: Callable[[], Mapping[str, Any]]) -> Arrays:
        """The arrays of a piece: read if an earlier run of the same version left them, else made.

        Only arrays of numbers and text are kept, and they are read without pickle.
        """
        if not re.fullmatch(r"[\w-]+", piece):
            raise InputError(f"{piece!r} is no name of a piece: letters, digits, _ and - only")
        if self.cache is None:
            return _arrays(work())
        path = self.cache / f"{piece}-{self.effort}-{self.seed}-{__version__}.npz"
        if path.exists():
            try:
                with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                    return {name: stored[name] for name in stored.files}
            except (OSError, ValueError, EOFError, BadZipFile):
                pass  # cut off or foreign: make it again
        make_folder(self.cache)  # before the work: where it cannot be kept, say so now
        made = _arrays(work())
        packed = io.BytesIO()
        np.savez(packed, allow_pickle=False, **made)
        write_whole(path, packed.getvalue())
        return made


def _arrays(made: Mapping[str, Any]) -> Arrays:
    return {name: np.asarray(value) for name, value in made.items()}
