"""Docstrings of measures: every section follows from the declaration, and says what is true."""

import inspect
import subprocess
import sys
from itertools import product

from looping import in_turn

import partita
from partita import MEASURES, Contingency, UndefinedError, register
from partita.covers import COVER_MEASURES
from partita.hierarchies import HIERARCHY_MEASURES
from partita.report.formats.docstrings import OPTIONS, parameters, raised, section
from partita.soft.relational import RELATIONAL
from partita.statistics import PairCounts

OURS = {name: m for name, m in MEASURES.items() if m.ours}
OTHERS = {**COVER_MEASURES, **HIERARCHY_MEASURES, **RELATIONAL}
PARTITIONS = [[0], [0, 0], [0, 1], [0, 0, 1], [0, 1, 0], [0, 1, 1], [0, 1, 2], [0, 0, 0, 0],
              [0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 1, 2], [0, 1, 2, 3]]  # fmt: skip


@in_turn("name", sorted(OURS))
def test_a_docstring_documents_every_parameter_in_order(name):
    listed = [line.partition(" : ")[0] for line, _ in section(OURS[name].__doc__, "Parameters")]
    taken = list(inspect.signature(OURS[name]).parameters)
    assert ", ".join(listed).split(", ") == taken


@in_turn("name", sorted(OURS))
def test_every_option_has_words_of_its_own(name):
    described = dict(parameters(OURS[name]))
    for option in OURS[name].options:
        meaning = next(text for line, text in described.items() if line.startswith(f"{option} :"))
        assert meaning in {text for _, text in OPTIONS.values()}


@in_turn("name", sorted(OURS))
def test_a_docstring_says_when_a_measure_has_no_value(name):
    said = dict(raised(OURS[name])).get("UndefinedError", "")
    found = False
    for truth, prediction in product(PARTITIONS, repeat=2):
        if len(truth) == len(prediction):
            try:
                OURS[name].of(Contingency.from_labels(truth, prediction))
            except UndefinedError:
                found = True
    assert ("divides by zero" in said) == found


@in_turn("name", sorted(OURS))
def test_a_docstring_has_reading_drawback_sources_and_an_example(name):
    m, text = OURS[name], " ".join(OURS[name].__doc__.split())
    assert text.startswith(m.reading)
    assert m.drawback[1:] in text
    assert m.formula in text
    assert ">>>" in text
    assert text.partition("References ----------")[2].count(" - ") >= len(m.references)


@in_turn("name", sorted(OTHERS))
def test_measures_of_other_kinds_have_the_same_sections(name):
    text = OTHERS[name].__doc__
    assert all(f"\n{title}\n" in text for title in ("Parameters", "Returns", "Raises", "Warnings"))
    assert section(text, "Parameters")[0][0] == f"a, b : {OTHERS[name].takes}"


def test_help_shows_the_sections():
    code = "import partita; help(partita.adjusted_rand)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "weights : array_like of numbers, optional" in done.stdout
    assert "From -0.5 to 1. Higher is better." in done.stdout


def test_a_docstring_is_written_when_it_is_read_and_not_before():
    code = "import sys, partita; print('partita.report' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert partita.Measure.__doc__.startswith("A comparison of two partitions")


def test_a_measure_of_somebody_else_has_a_docstring_too():
    @register(symbol="doc_own", formula="N11 / M", references=())
    def measure_with_docstring(p: PairCounts, power: float = 2.0) -> float:
        """Share of pairs, to a power."""
        return (p.together / p.pairs) ** power

    text = measure_with_docstring.__doc__
    assert text.startswith("Share of pairs, to a power.\n\nParameters")
    assert "power : float, default 2.0\n" in text
    assert ">>>" not in text


def test_a_section_is_read_entry_by_entry():
    text = """Do it.

    Parameters
    ----------
    a, b : int
        Two numbers,
        one after the other.
    c
        A third.

    Returns
    -------
    int
        The sum.
    """
    assert section(text, "Parameters") == [
        ("a, b : int", "Two numbers, one after the other."), ("c", "A third."),
    ]  # fmt: skip
    assert section(text, "Raises") == []


def test_an_example_of_the_function_is_kept():
    own = inspect.cleandoc(partita.v_measure.function.__doc__)
    assert partita.v_measure.__doc__.endswith(own[own.index(">>>") :] + "\n")
