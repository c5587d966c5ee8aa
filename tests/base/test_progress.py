"""Long work shows its progress in a terminal and in a notebook, and nowhere else."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import numpy as np
import pytest

import partita
from partita.base import progress as progress_module
from partita.base.progress import long_work, portions, progress, step_through, working

_LONG = """
import numpy as np, partita
rng = np.random.default_rng(0)
truth = rng.integers(0, 40, 4000)
clusterings = {f"c{k}": rng.integers(0, 40, 4000) for k in range(60)}
for _ in range(100):
    partita.compare(truth, clusterings, confidence=0.95)
"""


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """A terminal as stderr, in which all work is shown at once."""
    seen = Terminal()
    # pytest puts its own stderr into `sys` after the fixtures
    monkeypatch.setattr(progress_module, "sys", SimpleNamespace(stderr=seen, modules={}))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress_module, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress_module, "_SHORT", 0.0)
    monkeypatch.setattr(progress_module, "_STEP", 0.001)
    return seen


def wait_for(text, seen):
    """Work until the ticker has shown a text."""
    end = time.monotonic() + 10
    while text not in seen.getvalue():
        assert time.monotonic() < end, seen.getvalue()
        time.sleep(0.001)


def test_work_is_shown_on_a_line_that_is_erased(terminal):
    with working("counting"):
        wait_for("counting", terminal)
    shown = terminal.getvalue()
    assert shown.startswith("\r\x1b[Kpartita: counting … 0 s")
    assert shown.endswith("\r\x1b[K")
    assert "\n" not in shown


def test_a_terminal_that_cannot_erase_gets_one_line(terminal, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    with working("counting"):
        wait_for("counting", terminal)
        time.sleep(0.02)
    assert terminal.getvalue() == "partita: counting …\n"


def test_the_outermost_and_the_innermost_steps_are_shown(terminal):
    with working("drawing"):
        for name in step_through(["a", "b", "c"], "clusterings"):
            for _ in step_through(["x", "y"], "measures"):
                for start, _ in portions(2000, 1000):
                    if (name, start) == ("b", 1000):
                        wait_for("1 of 3 clusterings, 1,000 of 2,000 draws, ", terminal)
    assert "measures" not in terminal.getvalue()


def test_a_long_line_is_cut_to_the_terminal(terminal):
    with working("x" * 300):
        wait_for("xxx", terminal)
    assert max(map(len, terminal.getvalue().split("\r\x1b[K"))) < 80


def test_work_inside_other_work_has_no_line_of_its_own(terminal):
    with working("outer"), working("inner"):
        wait_for("outer", terminal)
    assert "inner" not in terminal.getvalue()


def test_portions_cover_the_total():
    assert list(portions(5, 2)) == [(0, 2), (2, 2), (4, 1)]
    assert list(portions(0, 2)) == []
    assert list(step_through({"a": 1}.items(), "things")) == [("a", 1)]


def test_a_loop_that_ends_early_leaves_no_steps(terminal):
    with working("drawing"):
        for start, _ in portions(10, 1):
            if start == 3:
                break
        wait_for("partita: drawing … 0 s", terminal)


def test_calls_are_shown_from_their_first_step(terminal):
    @long_work("computing")
    def compute():
        for _ in step_through([0, 1], "parts"):
            wait_for("computing", terminal)
        return 7

    assert compute() == 7


def test_the_line_can_be_switched_off(terminal):
    with progress(False), working("counting"):
        time.sleep(0.05)
    assert terminal.getvalue() == ""
    with working("counting"):
        wait_for("counting", terminal)


def test_the_switch_holds_for_the_rest_of_a_context():
    from contextvars import copy_context

    from partita.base.progress import _SHOWN

    def off():
        progress(False)
        return _SHOWN.get()

    assert not copy_context().run(off)
    assert _SHOWN.get()


def test_a_switch_restores_the_setting_before(terminal):
    with progress(False), progress(True):
        pass
    with progress(False):
        with progress(True):
            pass
        with working("counting"):
            time.sleep(0.05)
    assert terminal.getvalue() == ""


def test_short_work_is_not_shown(terminal, monkeypatch):
    monkeypatch.setattr(progress_module, "_PATIENCE", 60.0)
    with working("counting"):
        pass
    assert terminal.getvalue() == ""


def test_short_calls_start_no_thread(monkeypatch):
    monkeypatch.setattr(progress_module, "sys", SimpleNamespace(stderr=Terminal(), modules={}))
    monkeypatch.setattr(threading, "Thread", None)
    assert partita.compare([0, 0, 1], [0, 0, 1], measures="rand")["rand"].value == 1


@pytest.mark.parametrize("stream", [io.StringIO(), None], ids=["pipe", "closed"])
def test_pipes_show_nothing(terminal, monkeypatch, stream):
    monkeypatch.setattr(progress_module.sys, "stderr", stream)
    with working("counting"):
        time.sleep(0.02)
    assert stream is None or stream.getvalue() == ""


def test_other_threads_show_nothing(terminal):
    def work():
        with working("counting"):
            time.sleep(0.05)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert terminal.getvalue() == ""


def test_a_closed_terminal_stops_nothing(terminal):
    with working("counting"):
        terminal.close()
        time.sleep(0.02)


def test_progress_changes_no_result(terminal):
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 5, 300)
    clusterings = {"one": rng.integers(0, 5, 300), "two": truth % 3}

    def everything():
        c = partita.compare(truth, clusterings, confidence=0.9, null="permutation", draws=199)
        return c.to_json(), repr(c.ranks(draws=199).differences["p_adjusted"]), str(c.verdict)

    shown = everything()
    assert "comparing clusterings" in terminal.getvalue()
    with progress(False):
        assert everything() == shown


def in_terminal(code):
    """Run Python in a terminal of its own; return the process and the end that reads it."""
    controller, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        start_new_session=True,
    )
    os.close(terminal)
    return process, controller


def read_until(text, controller):
    seen = b""
    while text not in seen:
        seen += os.read(controller, 4096)
    return seen


def test_ctrl_c_ends_work_whose_progress_is_shown():
    own = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
    process, controller = in_terminal(own + _LONG)
    try:
        read_until(b"of 60 clusterings", controller)
        pressed = time.monotonic()
        os.write(controller, b"\x03")
        seen = read_until(b"KeyboardInterrupt", controller)
        assert process.wait(timeout=30) != 0
        assert time.monotonic() - pressed < 5
        assert b"\r\x1b[K" in seen  # the line was erased
    finally:
        process.kill()
        process.wait()
        os.close(controller)


def test_a_script_in_a_pipe_is_quiet():
    code = _LONG.replace("range(100)", "range(1)").replace("range(60)", "range(2)")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (found.stdout, found.stderr) == (b"", b"")
