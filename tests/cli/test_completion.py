"""`partita completion` prints scripts for three shells."""

import shutil
import subprocess

import pytest

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
    ],
)
@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(run, typed, expected):
    script = run("completion", "bash")[1]
    words = " ".join(("partita", *typed))
    program = (
        f"{script}\nCOMP_WORDS=({words}); COMP_CWORD={len(typed)}; _partita\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    ended = subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == expected
