"""The parser: names of commands, help and version."""

import pytest

import partita
from partita.cli.parser import commands


@pytest.mark.parametrize(
    ("typed", "meant"), [("scor", "score"), ("compair", "compare"), ("measure", "measures")]
)
def test_a_misspelt_command_is_told_what_was_meant(run, typed, meant):
    status, out, err = run(typed)
    assert (status, out) == (2, "")
    assert err.endswith(f"no command is called '{typed}'; did you mean '{meant}'?\n")


def test_every_command_explains_itself(run):
    for name in commands():
        status, out, _ = run(name, "--help")
        assert status == 0
        assert out.startswith(f"usage: partita {name} ")


def test_version_and_help(run):
    assert run("--version") == (0, f"partita {partita.__version__}\n", "")
    status, out, _ = run("--help")
    assert status == 0
    assert "score" in out
    assert "Exit status" in out
    assert run()[0] == 2
