"""The parser: names of commands, help and version."""

import pytest

import partita
from partita.cli.parser import commands


@pytest.mark.parametrize(
    ("typed", "meant"), [("scor", "score"), ("compair", "compare"), ("measure", "measures")]
)
def test_a_misspelled_command_is_corrected(run, typed, meant):
    status, out, err = run(typed)
    assert (status, out) == (2, "")
    assert err.endswith(f"no command is called '{typed}'; did you mean '{meant}'?\n")


def test_a_file_instead_of_a_command_names_score(run):
    err = run("cells.csv")[2]
    assert err.endswith("; write partita score cells.csv --truth COL --prediction COL\n")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("pred", "prediction"), ("metric", "measure"), ("random-state", "seed"), ("noize", "noise")],
)
def test_an_unknown_option_is_corrected(run, typed, meant):
    err = run("score", "cells.csv", f"--{typed}", "x")[2]
    assert err.endswith(f"no option is called '--{typed}'; did you mean '--{meant}'?\n")


def test_every_command_has_help_with_an_example(run):
    for name, one in commands().items():
        status, out, _ = run(name, "--help")
        assert status == 0
        assert out.startswith(f"usage: partita {name} ")
        assert f"\nexample:\n  partita {name} " in out or one.package != "partita.cli"


def test_help_shows_options_in_groups(run):
    out = run("score", "--help")[1]
    titles = ["input", "measures", "labels", "intervals and chance", "output", "example"]
    places = [out.index(f"\n{title}:\n") for title in titles]
    assert places == sorted(places)
    assert places[3] < out.index("--seed") < places[4]


def test_version_and_help(run):
    assert run("--version") == (0, f"partita {partita.__version__}\n", "")
    status, out, _ = run("--help")
    assert status == 0
    assert "score" in out
    assert all(kind in " ".join(out.split()) for kind in ("CSV", "TSV", "Parquet", "JSON lines"))
    assert "Exit status" in out
    assert run()[0] == 2
