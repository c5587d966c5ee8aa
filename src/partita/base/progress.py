"""Progress of long work: one line in a terminal, one display in a notebook, nothing elsewhere.

`working` and `long_work` open a piece of work; `step_through` and `portions` count its steps. The
steps only write numbers, and a thread reads them now and then and shows them, so results do not
depend on it.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import wraps
from importlib import import_module
from time import perf_counter
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from .wording import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from threading import Event, Thread

    Show = Callable[["Work | None", float], None]

_SHORT = 0.05  # seconds of work that is not worth a thread
_PATIENCE = 1.0  # seconds until the progress of long work is shown
_STEP = 0.5  # seconds until it is shown again
_WIDTH = 80  # columns of a terminal of unknown width

_One = TypeVar("_One")
_Function = TypeVar("_Function", bound="Callable[..., Any]")


class Steps:
    """How many of some steps are done."""

    __slots__ = ("done", "total", "unit")

    def __init__(self, total: int, unit: str) -> None:
        self.done, self.total, self.unit = 0, total, unit

    def __str__(self) -> str:
        return f"{self.done:,} of {self.total:,} {self.unit}"


class Work:
    """A piece of work with its steps; the steps of a loop inside another come after it."""

    __slots__ = ("begun", "done", "steps", "ticker", "watched", "what")

    def __init__(self, what: str) -> None:
        self.what, self.steps, self.begun = what, list[Steps](), perf_counter()
        self.watched = False
        self.ticker: Thread | None = None
        self.done: Event | None = None

    def text(self, seconds: float) -> str:
        """The work, its outermost and innermost steps, and how long it has taken."""
        ends = list(dict.fromkeys((*self.steps[:1], *self.steps[-1:])))
        return f"partita: {self.what} … {', '.join([*map(str, ends), f'{seconds:.0f} s'])}"

    def step(self) -> None:
        """A step begins: watch the work if it is not short; a thread costs a tenth of a ms."""
        if not self.watched and perf_counter() - self.begun > _SHORT:
            self.watch()

    def watch(self) -> None:
        """Start the thread that shows the work, if there is a place to show it."""
        self.watched = True
        show = _display() if _SHOWN.get() else None
        if show is None:
            return
        from contextvars import copy_context
        from threading import Event, Thread

        self.done = Event()
        inside = (_tick, self, show, self.done)
        self.ticker = Thread(target=copy_context().run, args=inside, daemon=True)
        with suppress(RuntimeError):  # a platform without threads
            self.ticker.start()

    def finish(self) -> None:
        """Erase what is shown."""
        if self.ticker is not None and self.done is not None:
            self.done.set()
            if self.ticker.ident is not None:
                self.ticker.join()


_SHOWN: ContextVar[bool] = ContextVar("partita_progress", default=True)
_WORK: ContextVar[Work | None] = ContextVar("partita_work", default=None)


class progress:  # noqa: N801 - used like a function, as decimal.localcontext
    """Switch the line that shows the progress of long work on or off, from here on or in a block.

    After a second, partita shows what it does, how many steps are done and for how long: in one
    line of a terminal (stderr), or in a display that updates itself in a notebook. It erases them
    at the end. It shows nothing in pipes, in tests, or where notebooks run unattended, such as
    nbconvert. Progress changes no result. The setting is a context variable: it holds for this
    thread or task.

    Parameters
    ----------
    shown
        Whether progress is shown.

    Examples
    --------
    >>> import partita
    >>> with partita.progress(False):
    ...     score = partita.confidence_interval("rand", [0, 0, 1, 1], [0, 0, 1, 1])
    """

    def __init__(self, shown: bool) -> None:  # noqa: FBT001 - the only argument
        self._token = _SHOWN.set(bool(shown))

    def __enter__(self) -> None:
        """Nothing is left to do."""

    def __exit__(self, *error: object) -> None:
        _SHOWN.reset(self._token)


def step_through(items: Collection[_One], unit: str) -> Iterator[_One]:
    """The items, each a step of the work in progress."""
    for _, item in zip(portions(len(items), 1, unit), items, strict=True):
        yield item


def portions(total: int, most: int, unit: str = "draws") -> Iterator[tuple[int, int]]:
    """The start and the size of consecutive portions of at most this size, as counted steps.

    >>> list(portions(5, 2))
    [(0, 2), (2, 2), (4, 1)]
    """
    work, steps = _WORK.get(), Steps(total, unit)
    if work is not None and most < total:  # a single portion has no steps to show
        work.steps.append(steps)
    try:
        for start in range(0, total, most):
            steps.done = start
            if work is not None:
                work.step()
            yield start, min(most, total - start)
    finally:
        if work is not None and most < total:
            work.steps.remove(steps)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show the progress of this work, unless it is a part of work that is shown already."""
    if _WORK.get() is not None:
        yield
        return
    work = Work(printable(what))
    token = _WORK.set(work)
    try:
        work.watch()
        yield
    finally:
        _WORK.reset(token)
        work.finish()


def long_work(what: str) -> Callable[[_Function], _Function]:
    """Show the progress of a function that may take long, from its first step that is not early.

    A short call costs a microsecond: no thread is started, and no stream is asked.
    """

    def decorate(function: _Function) -> _Function:
        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            if _WORK.get() is not None:
                return function(*given, **named)
            work = Work(what)
            token = _WORK.set(work)
            try:
                return function(*given, **named)
            finally:
                _WORK.reset(token)
                work.finish()

        return call  # type: ignore[return-value]

    return decorate


def _tick(work: Work, show: Show, done: Event) -> None:
    """Show the work again and again until it is done, then erase it."""
    if done.wait(_PATIENCE - perf_counter() + work.begun):
        return
    with suppress(OSError, ValueError):  # a stream that was closed
        while True:
            show(work, perf_counter() - work.begun)
            if done.wait(_STEP):
                break
        show(None, 0.0)


def _display() -> Show | None:
    """How to show progress here: in a terminal, in a notebook, or not at all."""
    shown: Show | None
    if is_terminal(sys.stderr):
        shown = _line if is_capable(sys.stderr) else _once()
    else:
        shown = _notebook()
    if shown is None:
        return None
    from threading import current_thread, main_thread

    return shown if current_thread() is main_thread() else None  # threads would share the line


def _line(work: Work | None, seconds: float) -> None:
    """Write over the line of a terminal."""
    text = "" if work is None else work.text(seconds)[: _columns() - 1]
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or _WIDTH
    except (OSError, ValueError):
        return _WIDTH


def _once() -> Show:
    """A terminal that cannot write over a line gets one line."""
    written: list[Work] = []

    def show(work: Work | None, seconds: float) -> None:
        del seconds
        if work is not None and not written:
            written.append(work)
            sys.stderr.write(f"partita: {work.what} …\n")

    return show


def _notebook() -> Show | None:
    """A display that updates itself in a notebook with a person, who could answer a question."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if hasattr(ipython, "get_ipython") else None  # type: ignore[union-attr]
    if not getattr(getattr(shell, "kernel", None), "_allow_stdin", False):
        return None
    library: Any = import_module("IPython.display")  # typed in part only

    handles: list[Any] = []

    def show(work: Work | None, seconds: float) -> None:
        shown = library.HTML("" if work is None else _html(work, seconds))
        if handles:
            handles[0].update(shown)
        else:
            handles.append(library.display(shown, display_id=True))

    return show


def _html(work: Work, seconds: float) -> str:
    from html import escape

    shown = f'<span style="opacity:0.75">{escape(work.text(seconds))}</span>'
    for steps in work.steps[:1]:  # the outermost; another thread may remove it meanwhile
        shown = f'<progress value="{steps.done}" max="{steps.total}"></progress> {shown}'
    return shown


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; None is a stream that the shell closed."""
    return stream is not None and stream.isatty()


def is_capable(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that can write over a line."""
    return is_terminal(stream) and os.environ.get("TERM", "dumb") != "dumb"
