"""`partita reproduce`: the experiments of the papers, as a list of numbers and as a page."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from partita import InputError
from partita.base.progress import working
from partita.cli.options import Once, output_options, seed_option
from partita.cli.status import DONE
from partita.cli.terminal import note
from partita.cli.writing import rendered

from .. import STUDIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..frame import Finding, Study
    from ..run import Effort, Run

PAGE = "partita-studies.html"


def options(command: ArgumentParser) -> None:
    """The arguments of the command."""
    add = command.add_argument
    add(
        "study",
        nargs="*",
        type=_study,
        metavar="STUDY",
        help=f"{', '.join(STUDIES)}, or all (default: all)",
    )
    add("--quick", action="store_true", help="smaller samples, fewer repetitions: a minute")
    add("--page", action=Once, default=PAGE, metavar="FILE", help=f"HTML page (default: {PAGE})")
    add(
        "--cache",
        action=Once,
        metavar="FOLDER",
        help="folder of finished pieces to resume from",
    )
    add(
        "--data",
        action=Once,
        metavar="FOLDER",
        help="kmeans: your data sets, as CLUTO's files NAME.mat and NAME.mat.rclass",
    )
    add("--fresh", action="store_true", help="neither read nor keep finished pieces")
    seed_option(command)
    output_options(command)


def _study(name: str) -> str:
    known = [*STUDIES, "all"]
    if name not in known:
        raise ArgumentTypeError(f"no study is called {name!r}; there are {', '.join(known)}")
    return name


def run(arguments: Namespace) -> tuple[str, int]:
    """Run the studies, write the page and list every number with its verdict."""
    from partita.base.files import write_whole

    from .. import study
    from ..own_data import own_sets
    from ..page import study_page
    from ..sheet import study_sheet

    asked = arguments.study or ["all"]
    names = STUDIES if "all" in asked else dict.fromkeys(asked)
    work = _run(arguments)
    if work.data is not None and "kmeans" not in names:
        raise InputError("--data is for the study kmeans: name it, or omit --data")
    own_sets(work.data)  # damaged files are refused before anything runs
    found = {name: (study(name), list(_findings(study(name), work))) for name in names}
    write_whole(arguments.page, study_page(found, work))
    note(f"the page is {os.path.abspath(arguments.page)}")
    return rendered(study_sheet(found, work), arguments), DONE


def _run(arguments: Namespace) -> Run:
    from pathlib import Path

    from ..run import Run

    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    cache = Path(arguments.cache or os.path.join(home, "partita", "studies"))
    if arguments.data == "":
        raise InputError("--data is empty: name a folder")
    if arguments.cache == "":
        raise InputError("--cache is empty: name a folder")
    if arguments.cache and arguments.fresh:
        raise InputError("--fresh neither reads nor keeps pieces: omit --cache")
    if arguments.cache and cache.exists() and not cache.is_dir():
        raise InputError(f"--cache: {arguments.cache} is a file; name a folder")
    kept = None if arguments.fresh else cache
    data = None if arguments.data is None else Path(arguments.data)
    effort: Effort = "quick" if arguments.quick else "full"
    return Run(arguments.seed, effort, kept, note, data)


def _findings(one: Study, work: Run) -> Iterator[Finding]:
    for place, part in enumerate(one.parts, 1):
        label = f"{one.name} {place}/{len(one.parts)}: {part.title}"
        note(label)
        with working(label):
            yield part.work(work)
