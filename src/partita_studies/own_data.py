"""Data sets of the user: a folder with the files of CLUTO, NAME.mat and NAME.mat.rclass."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from partita import InputError
from partita.base.wording import number_of

from .algorithms.text import weighed_by_rarity
from .cluto.classed import Classed, read_classed

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST_ROWS = 16  # Figure 6 makes up to 15 clusters


@dataclass(frozen=True, eq=False)
class OwnSet:
    """A data set of the user, with the weights that CLUTO gives to its rows by default."""

    name: str
    truth: NDArray[Any]
    values: Any  # as the file has them; sparse ones are counts of terms
    rows: Any
    digest: str  # of both files


@lru_cache(maxsize=2)
def own_sets(folder: Path | None) -> tuple[OwnSet, ...]:
    """All data sets of a folder, by name; none if there is no folder.

    Raises
    ------
    InputError
        If a file is missing, superfluous or damaged. The message names it.
    """
    if folder is None:
        return ()
    if not folder.is_dir():
        raise InputError(f"--data: {folder} is not a folder; name the folder of the matrices")
    matrices = sorted(folder.glob("*.mat"))
    if not matrices:
        raise InputError(
            f"--data: {folder} has no file NAME.mat; put a matrix and its classes there, such as"
            " hitech.mat and hitech.mat.rclass"
        )
    classes = {one: _classes(one) for one in matrices}
    for extra in sorted(set(folder.glob("*.rclass")) - set(classes.values())):
        raise InputError(f"{extra}: there is no matrix for these classes; add it, or remove them")
    return tuple(_read(matrix, labels) for matrix, labels in classes.items())


def _classes(matrix: Path) -> Path:
    """The file of classes, which is called after the matrix, with or without its ending."""
    places = [matrix.with_name(f"{matrix.name}.rclass"), matrix.with_suffix(".rclass")]
    found = [one for one in places if one.exists()]
    if not found:
        raise InputError(f"{places[0]}: there is no such file; write the class of each row there")
    if len(found) > 1:
        raise InputError(f"{found[0]}: {found[1].name} is there too; remove one of the two")
    return found[0]


def _read(matrix: Path, labels: Path) -> OwnSet:
    found = read_classed(matrix, labels)
    size = found.rows.shape[0]
    if size < LEAST_ROWS:
        raise InputError(
            f"{matrix}: {number_of(size, 'row', 'rows')}; {LEAST_ROWS} or more are needed, because"
            " the rows are clustered into up to 15 clusters"
        )
    digest = sha256(matrix.read_bytes() + labels.read_bytes()).hexdigest()
    return OwnSet(matrix.stem, found.truth, found.rows, _weighed(found), digest)


def _weighed(found: Classed) -> Any:
    """Counts of terms by the rarity of the terms, as CLUTO does unless asked not to."""
    return weighed_by_rarity(found.rows) if found.sparse else found.rows


def digest(sets: tuple[OwnSet, ...]) -> str:
    """A name for the results of these sets in the cache; empty if there are none."""
    if not sets:
        return ""
    return "-" + sha256("".join(one.digest for one in sets).encode()).hexdigest()[:16]
