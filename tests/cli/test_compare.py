"""`partita compare`: scores, the ranking of the clusterings, the verdict and the advice."""

import csv
import io
import json
from dataclasses import replace

from cells_file import CELLS, THREE, TRUTH

import partita
from partita.comparison.verdict.verdicts import verdicts


def comparison(*arguments):
    return ("compare", CELLS, *TRUTH, *THREE, "--draws", "99", *arguments)


def test_compare_gives_the_numbers_of_the_package(run, columns, three):
    status, out, err = run(*comparison("--measure", "ARI", "--seed", "3", "--format", "json"))
    assert (status, err) == (0, "")
    document = json.loads(out)
    found = partita.compare(
        columns["cell_line"], three, measures="ARI", confidence=0.95, draws=99, rng=3
    )
    found = replace(found, truth="cell_line")
    ranking = found.ranks("ARI", draws=99)
    assert [r["value"] for r in document["results"]] == [s.value for s in found.scores]
    assert [r["low"] for r in document["results"]] == [s.low for s in found.scores]
    (board,) = document["rankings"]
    assert board["ranks"] == list(ranking.table.rows())
    assert [d["p_value"] for d in board["differences"]] == list(ranking.differences["p_value"])
    assert [d["p_adjusted"] for d in board["differences"]] == list(
        ranking.differences["p_adjusted"]
    )
    assert [a["rule"] for a in document["advice"]] == [a.rule for a in found.advice]
    said = verdicts(found, ranking)  # the leaderboard that is shown, not another one
    assert [v["sentence"] for v in document["verdict"]] == [v.sentence for v in said]
    assert "p ≤ 3e-09, corrected for 3 comparisons" in said[0].sentence  # 3 times the smallest p
    assert [r["low"] for r in board["ranks"]] == sorted(
        (s.low for s in found.scores), reverse=True
    )  # the intervals of the scores, not others


def test_compare_shows_the_order_the_letters_and_the_advice(run):
    status, out, err = run(*comparison("--measure", "ARI"))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "truth: cell_line (n = 297)"
    assert lines[2].startswith("kmeans_5 is best by adjusted_rand (0.936), ahead of kmeans_10")
    start = lines.index("Leaderboard by adjusted_rand")
    assert lines[start + 1].split() == ["rank", "value", "group", "prediction"]
    # the order of the values that scikit-learn 1.9.1 gives: 0.9358, 0.6109, 0.3584
    assert [line.split()[-1] for line in lines[start + 2 : start + 5]] == [
        "kmeans_5",
        "kmeans_10",
        "kmeans_2",
    ]
    assert "Differences of adjusted_rand" in lines
    assert "Advice" in lines
    assert "In brackets: 95% intervals (calibrated, 99 draws, seed 0)." in lines


def test_compare_ranks_by_every_given_measure(run):
    _, out, _ = run(*comparison("--measure", "V", "VI", "--format", "csv"))
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["measure"] for row in rows] == ["v_measure"] * 3 + ["variation_of_information"] * 3
    assert [row["rank"] for row in rows] == ["1", "2", "3"] * 2
    assert rows[3]["prediction"] == "kmeans_5"  # lower is better, so the lowest comes first


def test_json_lines_of_compare_have_a_type(run):
    _, out, _ = run(*comparison("--measure", "ARI", "--format", "jsonl"))
    records = [json.loads(line) for line in out.splitlines()]
    kinds = [record["record"] for record in records]
    assert kinds[:9] == ["score"] * 3 + ["rank"] * 3 + ["difference"] * 3
    assert set(kinds[9:]) == {"size_variation", "verdict", "advice"}
    assert {record["schema"] for record in records} == {1}


def test_compare_needs_two_clusterings(run):
    status, _, err = run("compare", CELLS, *TRUTH, "--prediction", "kmeans_2")
    assert status == 2
    assert "name at least two columns, or use partita score for one" in err


def test_compare_guards_a_pipeline(run):
    status, _, err = run(*comparison("--measure", "ARI", "--fail-under", "ARI=0.5"))
    assert status == 1
    assert err == "partita: adjusted_rand of kmeans_2 is 0.3584, worse than 0.5\n"


def test_compare_shows_how_much_group_sizes_vary(run, columns, three):
    found = partita.uniform_effect(partita.compare(columns["cell_line"], three))
    _, out, _ = run(*comparison("--measure", "ARI"))
    lines = out.splitlines()
    start = lines.index("Group sizes")
    assert lines[start + 1 : start + 5] == str(found.table).splitlines()
    assert found.summary[0] in " ".join(" ".join(lines[start:]).split())
    _, out, _ = run(*comparison("--measure", "ARI", "--format", "json"))
    rows = [
        {name: row[name] for name in ("prediction", "cv0", "cv1", "dcv")}
        for row in found.table.rows()
    ]
    assert json.loads(out)["size_variation"] == rows
    _, out, _ = run(*comparison("--measure", "ARI", "--format", "jsonl"))
    records = [json.loads(line) for line in out.splitlines()]
    own = [one for one in records if one["record"] == "size_variation"]
    assert [one["dcv"] for one in own] == [row["dcv"] for row in rows]


def test_of_all_measures_those_without_a_value_are_not_ranked(run, tmp_path):
    """Minkowski's score divides by the pairs of the truth, which classes of one object lack."""
    path = tmp_path / "single.csv"
    path.write_text("truth,a,b\n1,x,x\n2,x,y\n3,y,z\n", encoding="utf-8")
    asked = ("compare", str(path), "--truth", "truth", "--prediction", "a", "b")
    status, out, err = run(*asked, "--measure", "all", "--draws", "19", "--format", "json")
    assert status == 0
    assert err.count("not ranked by minkowski_score: ") == 1
    assert "has no value here: √((N10 + N01) / P) divides by zero\n" in err
    ranked = [board["measure"] for board in json.loads(out)["rankings"]]
    assert "rand" in ranked
    assert "minkowski_score" not in ranked
