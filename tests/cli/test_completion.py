"""`partita completion` prints scripts for three shells."""

import os
import pty
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest
from cells_file import CELLS
from command_line import environment

from partita.cli.parser import commands


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_commands_options_and_measures(run, shell):
    status, out, err = run("completion", shell)
    assert (status, err) == (0, "")
    for name in (*commands(), "adjusted_rand", "singletons"):
        assert name in out
    assert "fail-under" in out
    interpreter = shutil.which(shell)
    if interpreter:  # -n: all three read the script and run nothing
        subprocess.run([interpreter, "-n"], input=out, text=True, check=True)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (("sco",), ["score"]),
        (("score", "--noise"), ["--noise", "--noise-as"]),
        (("score", "f.csv", "--noise-as", "s"), ["singletons"]),
        (("explain", "adjusted_r"), ["adjusted_rand"]),
        (("completion", "z"), ["zsh"]),
        (("score", CELLS, "--truth", "cell_l"), ["cell_line"]),
        (("score", CELLS, "--prediction", "kmeans_5", "single"), ["single_link_5"]),
        (("sweep", f"'{CELLS}'", "--prediction", "kmeans_1"), ["kmeans_10"]),
        (("score", CELLS, "--prediction", "kmeans_5", "--conf"), ["--confidence"]),
        (("score", CELLS, "--measure", "ARI", "adjusted_ran"), ["adjusted_rand"]),
        (("score", "missing.csv", "--truth", "cell"), []),
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(run, typed, expected, tmp_path, monkeypatch):
    add_partita(tmp_path, monkeypatch)
    script = run("completion", "bash")[1]
    words = " ".join(map(shlex.quote, ("partita", *typed)))
    program = (
        f"{script}\nCOMP_WORDS=({words}); COMP_CWORD={len(typed)}; _partita\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    ended = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == expected


def add_partita(folder, monkeypatch):
    """Put this partita on the path of the shell, which asks it for columns."""
    (folder / "partita").write_text(f'#!/bin/sh\nexec {sys.executable} -m partita "$@"\n')
    (folder / "partita").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "source {script}"),
    "zsh": (
        ["zsh", "-f", "-i"],
        "fpath=({folder} $fpath); autoload -U compinit; compinit -u -D; unsetopt beep",
    ),
    "fish": (["fish", "--no-config", "-i"], "source {script}"),
}


@pytest.mark.long
@pytest.mark.parametrize("shell", SHELLS)
def test_a_tab_completes_columns_in_a_real_shell(run, shell, tmp_path, monkeypatch):
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    add_partita(tmp_path, monkeypatch)
    (tmp_path / "_partita").write_text(run("completion", shell)[1])
    shutil.copy(CELLS, tmp_path / "cells.csv")
    arguments, start = SHELLS[shell]
    child, terminal = pty.fork()
    if child == 0:  # the shell
        os.chdir(tmp_path)
        os.execvpe(shell, arguments, environment(TERM="xterm", HOME=str(tmp_path)))
    try:
        given = start.format(script=tmp_path / "_partita", folder=tmp_path)
        until(terminal, f"{given}; echo rea''dy\r", "ready")
        until(terminal, "partita score cells.csv --truth cell_l\t", "cell_line")
        until(terminal, " --prediction kmeans_5 sing\t", "single_link_5")
        until(terminal, " --conf\t", "--confidence")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def until(terminal, typed, expected):
    """Type into a terminal and wait until it shows a text."""
    os.write(terminal, typed.encode())
    seen, end = "", time.monotonic() + 30
    while expected not in seen:
        assert time.monotonic() < end, f"{typed!r} gave {seen!r}"
        if select.select([terminal], [], [], 1)[0]:
            seen += os.read(terminal, 1 << 16).decode(errors="replace")
