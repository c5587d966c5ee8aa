"""Long work shows its progress on a terminal, and not in a pipe."""

import io
import sys
import threading

import pytest

from partita.cli import terminal


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("xterm", "\r\x1b[Kpartita: counting … 0 s\r\x1b[K"),
        ("dumb", "partita: counting …\n"),
    ],
)
def test_long_work_shows_progress_on_a_terminal(monkeypatch, kind, expected):
    seen = Terminal()
    told = threading.Event()
    monkeypatch.setattr(seen, "flush", told.set, raising=False)
    monkeypatch.setattr(sys, "stderr", seen)
    monkeypatch.setattr(terminal, "_PATIENCE", 0.0)
    monkeypatch.setattr(terminal, "_STEP", 60.0)
    monkeypatch.setenv("TERM", kind)
    with terminal.progress("counting"):
        if kind == "xterm":
            assert told.wait(30)
        else:
            while not seen.getvalue():
                pass
    assert seen.getvalue() == expected


def test_short_work_and_pipes_show_no_progress(monkeypatch):
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    with terminal.progress("counting"):
        pass
    assert seen.getvalue() == ""
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(terminal, "_PATIENCE", 0.0)
    with terminal.progress("counting"):
        pass
    assert sys.stderr.getvalue() == ""
