"""The tally of entries: numbers and statements apart, the same in every output."""

import re
from pathlib import Path

import pytest

from partita_studies.entries import BASES, VERDICTS
from partita_studies.frame import Finding, Part, Study, from_samples, judged, quoted, stated
from partita_studies.page import study_page
from partita_studies.run import Run
from partita_studies.sheet import study_sheet
from partita_studies.tally import counts, entries_of, sampling, sentences, tables

ENTRIES = (
    judged("a", 1, 1, digits=0),
    judged("b", None, 1, digits=0),
    quoted("c", "1/2", "3/4", agrees=False, basis="reconstructed"),
    *from_samples([stated("d", "yes", "no", holds=False)], "1 start instead of 10"),
    stated("e", "yes", "yes", holds=True, basis="chosen"),
)


def _work(run: Run) -> Finding:
    del run
    return Finding("finding", "where", "text", ENTRIES)


STUDIES = {
    name: (Study(name, f"Study {name}", "", "about", (Part("p", "part", _work),)), [_work(Run())])
    for name in ("one", "two")
}


@pytest.mark.parametrize("effort", ["quick", "full"])
def test_all_outputs_have_the_same_sentences_and_tables(effort):
    run = Run(effort=effort)
    whole = entries_of(finding for _, found in STUDIES.values() for finding in found)
    said = [one for one in (*sentences(whole), sampling(whole, run)) if one]
    sheet, page = study_sheet(STUDIES, run), study_page(STUDIES, run)
    assert sheet.document["summary"] == said
    shown = " ".join(re.sub("<[^>]*>", " ", page).split())
    text = " ".join(sheet.render("table", 200).split())
    for sentence in said:
        assert sentence in shown
        assert sentence in text
    for caption, table in tables(STUDIES).items():
        assert caption in shown
        for row in table.rows:
            assert " ".join(map(str, row)) in shown
            assert " ".join(map(str, row)) in text


def test_the_document_adds_up_to_the_tables():
    tally = study_sheet(STUDIES, Run()).document["tally"]
    for kind, verdicts in VERDICTS.items():
        rows = [row for row in tally if row["kind"] == kind]
        for verdict in verdicts:
            total = sum(row[verdict] for row in rows)
            assert total == 2 * counts(ENTRIES, kind)[verdict]
            by_study = tables(STUDIES)[f"{kind.capitalize()}s by study"]
            assert total == sum(row[by_study.header.index(verdict)] for row in by_study.rows)
    assert {row["basis"] for row in tally} <= set(BASES)


def test_a_quick_run_says_what_is_smaller():
    quick, full = Run(effort="quick"), Run(effort="full")
    text = study_sheet(STUDIES, quick).render("table", 200)
    assert "does not hold (small sample)" in text
    assert "small sample: 1 start instead of 10" in text
    assert "small sample: 1 start instead of 10" in study_page(STUDIES, quick)
    records = study_sheet(STUDIES, quick).document["entries"]
    assert [one["small_sample"] for one in records[:5]] == ["", "", "", "1 start instead of 10", ""]
    assert "2 entries of 10" in sampling(entries_of(f for _, fs in STUDIES.values() for f in fs),
                                         quick)  # fmt: skip
    assert "small sample" not in study_sheet(STUDIES, full).render("table", 200)
    assert "small sample" not in study_page(STUDIES, full)


def test_the_documentation_explains_every_verdict_and_basis():
    page = (Path(__file__).parents[2] / "docs" / "reproduce.md").read_text(encoding="utf-8")
    for word in {*BASES, *(verdict for words in VERDICTS.values() for verdict in words)}:
        assert f"\n| {word} | " in page
