"""`partita demo`: its output, and its behavior if no report can be written."""

import json

from command_line import command


def test_the_demo_shows_scores_certainty_advice_and_the_report(run, written, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("demo")
    assert (status, err) == (0, "")
    assert written == ["partita-demo-report.html"]
    assert out.endswith(
        "partita: report written to partita-demo-report.html: open it in a browser\n"
    )
    scores = out[: out.index("Advice")]  # a line of the advice may begin with a measure
    rows = {line.split()[0]: line.split() for line in scores.splitlines() if line.strip()}
    assert rows["measure"][2:5] == ["kmeans_2", "kmeans_5", "kmeans_10"]
    # scikit-learn 1.9.1 on the same columns, four digits; value and interval are three words
    assert rows["adjusted_rand"][2:15:3] == ["0.3584", "0.9358", "0.6109", "0.9551", "0.1897"]
    assert rows["v_measure"][2:15:3] == ["0.5013", "0.9149", "0.7731", "0.9376", "0.3968"]
    for heading in ("Leaderboard by adjusted_rand", "Differences of adjusted_rand", "Advice"):
        assert heading in out


def test_the_demo_goes_on_without_a_report(run, monkeypatch):
    def refuses(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("partita.base.files.replace", refuses)
    status, out, err = run("demo", "--report", "there.html")
    assert (status, err) == (0, "")
    assert "Leaderboard" in out
    assert out.endswith(
        "partita: no report: there.html: cannot be written: Permission denied; allow it (chmod),"
        " or name a file elsewhere (--report FILE)\n"
    )


def test_the_demo_runs_as_users_run_it(tmp_path):
    ended = command("demo", "--format", "json", "--report", "no/such/place.html", cwd=tmp_path)
    assert ended.returncode == 0
    assert json.loads(ended.stdout)["rankings"][0]["measure"] == "adjusted_rand"
    assert b"no report" in ended.stderr
