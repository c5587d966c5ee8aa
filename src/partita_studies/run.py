"""One run of the studies: seed, effort, progress, and results kept from an earlier run."""

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
    """What every part of a study receives."""

    seed: int = 0
    effort: Effort = "full"  # quick: smaller samples, fewer repetitions, the same steps
    cache: Path | None = None  # folder of kept results; None keeps nothing
    say: Callable[[str], None] = field(default=_silent)  # progress
    data: Path | None = None  # folder of the user's data sets; None takes those of partita

    def __post_init__(self) -> None:
        if self.seed < 0:
            raise InputError(f"seed must be 0 or more; got {self.seed}")

    def size(self, full: T, quick: T) -> T:
        """The sample size, list of k or number of starts for this effort."""
        return full if self.effort == "full" else quick

    def generator(self, *names: str) -> np.random.Generator:
        """A random generator for each named piece, so that pieces can run alone."""
        key = [self.seed, *(byte for name in names for byte in name.encode())]
        return np.random.default_rng(key)

    def kept(self, piece: str, work: Callable[[], Mapping[str, Any]]) -> Arrays:
        """Read the arrays of a piece if an earlier run of this version kept them, else make them.

        Only arrays of numbers and text are kept, and they are read without pickle.
        """
        if not re.fullmatch(r"[\w-]+", piece):
            raise InputError(f"{piece!r} is not a name of a piece: use letters, digits, _ and -")
        if self.cache is None:
            return _arrays(work())
        path = self.cache / f"{piece}-{self.effort}-{self.seed}-{__version__}.npz"
        if path.exists():
            try:
                with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
                    return {name: stored[name] for name in stored.files}
            except (OSError, ValueError, EOFError, BadZipFile):
                pass  # truncated or not ours: make it again
        make_folder(self.cache)  # fails before the work, not after it
        made = _arrays(work())
        packed = io.BytesIO()
        np.savez(packed, allow_pickle=False, **made)
        write_whole(path, packed.getvalue())
        return made


def _arrays(made: Mapping[str, Any]) -> Arrays:
    return {name: np.asarray(value) for name, value in made.items()}
