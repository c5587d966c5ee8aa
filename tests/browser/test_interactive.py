"""Interactive reports in a real browser: marking, sorting, switching, saving, and no script."""

import re
import time
import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest

from partita.comparison import compare, sweep
from partita.comparison.report_data import report_data
from partita.comparison.robustness.alternatives import treated_comparisons

HOSTILE = "</script><script>document.title='hit'</script><!--\u2028"
MEASURES = ["adjusted_rand", "v_measure", "homogeneity", "variation_of_information"]
MORE = ["purity", "rand", "completeness"]  # so that the clusterings are columns
ROWS = """
return [...document.querySelector(arguments[0]).querySelectorAll('tbody tr')].map(
  row => row.cells[arguments[1]].textContent.replace('↔', '').trim())
"""
PLACED = """
const svg = document.querySelector(arguments[0]), along = arguments[1];
return [...svg.querySelectorAll('text[data-part=name]')].map(text => [
  text.getBoundingClientRect()[along], text.dataset.clustering]).sort((a, b) => a[0] - b[0])
  .map(([, name]) => name);
"""


def noisy():
    """Clusterings with noise, which is wrong in some of them: treatments change the order."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 6, 400)
    found = {}
    for k, wrong in enumerate((0.05, 0.2, 0.3, 0.45)):
        labels = np.where(random.random(400) < wrong, random.integers(0, 6, 400), truth)
        found[f"method {k}"] = np.where(random.random(400) < 0.3, -1, labels) if k < 2 else labels
    found[HOSTILE] = found["method 3"]
    names = np.array(["a", "class 10", "b", "class 2", "c", "class <b>"], dtype=object)[truth]
    return compare(names, found, measures=[*MEASURES, *MORE], noise=-1)


def one():
    truth = np.repeat(["a", "b", "c"], 10)
    return compare(truth, {"only": np.repeat([0, 1], 15)})


def alike():
    """Without noise, and a measure that has no value for one of the clusterings."""
    truth = np.repeat(["a", "b", "c"], 20)
    clusterings = {"alone": np.arange(60), "good": truth, "shifted": np.roll(truth, 3)}
    return compare(truth, clusterings, measures=["adjusted_rand", "fager_mcgowan"])


def swept():
    truth = np.repeat([0, 1, 2], 30)
    return sweep(truth, {k: np.arange(90) % k for k in (2, 3, 12)}, draws=99)


MADE = {"noisy": noisy, "one": one, "alike": alike, "sweep": swept}


@pytest.fixture(scope="session")
def pages(tmp_path_factory):
    """Interactive and plain reports by name, each written on first use."""
    folder, written = tmp_path_factory.mktemp("interactive"), {}

    def of(name, *, interactive=True):
        path = folder / f"{name}-{interactive}.html"
        if path not in written:
            MADE[name]().report(path, interactive=interactive)
            written[path] = path
        return path

    return of


def find(browser, selector):
    return browser.driver.find_elements("css selector", selector)


def choose(browser, label, shown):
    from selenium.webdriver.support.ui import Select

    (box,) = [one for one in find(browser, ".tools label") if one.text.startswith(label)]
    Select(box.find_element("tag name", "select")).select_by_visible_text(shown)


def press(browser, selector, place=0):
    """Press a button by the keyboard."""
    from selenium.webdriver.common.keys import Keys

    find(browser, selector)[place].send_keys(Keys.ENTER)


def rows(browser, table, column=0):
    return browser.driver.execute_script(ROWS, table, column)


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_script_runs_without_faults_and_loads_nothing(browser, pages, name, width, scheme):
    path = pages(name)
    browser.open(path, width=width, scheme=scheme)
    browser.unfold()
    content, window = browser.wide()
    assert content <= window
    assert browser.complaints() == []
    assert [url for url in browser.requests() if not url.startswith("data:")] == [path.as_uri()]
    assert "hit" not in browser.driver.title
    assert find(browser, ".save button")
    assert find(browser, "button.sort")
    browser.picture(f"interactive-{name}-{width}-{scheme}")


@pytest.mark.parametrize("name", MADE)
def test_without_scripts_the_page_is_the_plain_one(browser, pages, name):
    texts = [pages(name, interactive=given).read_text("utf-8") for given in (False, True)]
    plain, scripted = texts
    assert "<script" not in plain
    assert "script-src" not in plain
    bare = re.sub(r"\s*<(script|template)[ >].*?</\1>", "", scripted, flags=re.DOTALL)
    for pattern in (r"<style>.*?</style>", r"; script-src [^\"]*", r"This page loads nothing[^<]*"):
        plain, bare = (re.sub(pattern, "", text, flags=re.DOTALL) for text in (plain, bare))
    assert "".join(bare.split()) == "".join(plain.split())
    shots = []
    browser.command("Emulation.setScriptExecutionDisabled", value=True)
    try:
        for given in (False, True):
            browser.open(pages(name, interactive=given))
            top = {"x": 0, "y": 0, "width": 1200, "height": 400, "scale": 1}
            taken = browser.command("Page.captureScreenshot", clip=top)
            shots.append(taken["data"])
    finally:
        browser.command("Emulation.setScriptExecutionDisabled", value=False)
    assert shots[0] == shots[1]


def test_another_script_does_not_run(browser, tmp_path, pages):
    text = pages("noisy").read_text("utf-8")
    path = tmp_path / "other.html"
    path.write_text(
        text.replace("</main>", "<script>document.title='hit'</script></main>"), "utf-8"
    )
    browser.open(path)
    assert browser.driver.title != "hit"
    assert any("Content Security Policy" in line for line in browser.complaints())
    assert find(browser, ".tools")


def test_the_pointer_marks_a_clustering_in_figures_and_tables(browser, pages):
    from selenium.webdriver.common.action_chains import ActionChains

    browser.open(pages("noisy"))
    browser.unfold()
    name = find(browser, '#verdict svg text[data-clustering="method 2"][data-part=name]')[0]
    ActionChains(browser.driver).move_to_element(name).perform()
    same = find(browser, ".same")
    assert {one.get_attribute("data-clustering") for one in same if one.tag_name == "text"} == {
        "method 2"
    }
    assert {"TR", "TD", "TH", "text", "g"} <= {one.get_property("tagName") for one in same}
    assert {"verdict", "ranking", "scores", "measures", "plane"} <= set(
        browser.driver.execute_script(
            "return [...document.querySelectorAll('.same')].map(o => o.closest('section').id)"
        )
    )
    ActionChains(browser.driver).move_to_element(find(browser, "h1")[0]).perform()
    assert find(browser, ".same") == []


def test_a_tap_keeps_the_mark_and_escape_removes_it(browser, pages):
    from selenium.webdriver.common.keys import Keys

    browser.open(pages("noisy"), width=390)
    touch = {"enabled": True, "maxTouchPoints": 1}
    browser.command("Emulation.setTouchEmulationEnabled", **touch)
    try:
        name = find(browser, '#verdict svg text[data-clustering="method 1"][data-part=name]')[0]
        browser.driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", name)
        where = browser.driver.execute_script(
            "const b = arguments[0].getBoundingClientRect();"
            "return {x: b.x + b.width / 2, y: b.y + b.height / 2}", name,
        )  # fmt: skip
        browser.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[where])
        browser.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        deadline = time.monotonic() + 10
        while not find(browser, ".same") and time.monotonic() < deadline:
            time.sleep(0.05)
        assert find(browser, 'tr.same[data-clustering="method 1"]')
    finally:
        browser.command("Emulation.setTouchEmulationEnabled", enabled=False)
    find(browser, "body")[0].send_keys(Keys.ESCAPE)
    assert find(browser, ".same") == []


def test_the_keyboard_marks_by_the_arrows_and_by_the_list(browser, pages):
    from selenium.webdriver.common.keys import Keys

    browser.open(pages("noisy"))
    browser.unfold()
    first, second = find(browser, "#scores tbody th")[:2]
    browser.driver.execute_script("arguments[0].focus()", first)
    first.send_keys(Keys.ARROW_DOWN)
    assert browser.driver.switch_to.active_element == second
    marked = {one.get_attribute("data-clustering") for one in find(browser, "#scores tr.same")}
    assert marked == {second.find_element("tag name", "span").get_attribute("data-clustering")}
    choose(browser, "Mark", "method 3")
    assert find(browser, '#verdict svg .same[data-clustering="method 3"]')


def test_tables_sort_numbers_and_names_and_go_back(browser, pages):
    browser.open(pages("noisy"))
    browser.unfold()
    table, button = "#scores table", "#scores thead button"
    original = rows(browser, table)
    values = [float(text[:6]) for text in rows(browser, table, 1)]
    head = find(browser, "#scores thead th")[1]
    assert head.get_attribute("aria-sort") is None
    for direction, turned in (("descending", True), ("ascending", False)):
        press(browser, button, 1)
        assert head.get_attribute("aria-sort") == direction
        found = [float(text[:6]) for text in rows(browser, table, 1)]
        assert found == sorted(values, reverse=turned)
    press(browser, button, 1)
    assert head.get_attribute("aria-sort") is None
    assert rows(browser, table) == original
    press(browser, button, 0)
    assert rows(browser, table) == sorted(original)
    assert find(browser, "#scores th[aria-sort]") == [find(browser, "#scores thead th")[0]]


def test_numbers_in_names_count_and_missing_values_are_last(browser, pages):
    browser.open(pages("noisy"))
    browser.unfold()
    press(browser, "#verdict figure .numbers thead button", 0)
    named = rows(browser, "#verdict figure .numbers table")
    assert named == ["a", "b", "c", "class <b>", "class 2", "class 10"]
    browser.open(pages("alike"))
    browser.unfold()
    place = next(k for k, text in enumerate(rows(browser, "#measures table")) if "fager" in text)
    for _ in range(2):
        press(browser, '#measures button.columns[aria-label*="fager"]')
        shown = [rows(browser, "#measures table", column)[place] for column in (1, 2, 3)]
        assert shown[-1] == "no value"
        assert shown[0] != shown[1]
    choose(browser, "Measure", "fager_mcgowan")
    numbers = "#ranking details.numbers:not([hidden]) table"
    for _ in range(2):
        press(browser, f"{numbers} thead button", 2)
        assert rows(browser, numbers, 2)[-1] == "no value"


def test_columns_of_clusterings_sort_by_a_row(browser, pages):
    browser.open(pages("noisy"))
    browser.unfold()
    read = """
      const row = [...document.querySelectorAll('#measures .scroll tbody tr')].find(
        row => row.textContent.startsWith('homogeneity'));
      return [...row.cells].slice(1).map(cell => parseFloat(cell.textContent))"""
    before = browser.driver.execute_script(read)
    press(browser, '#measures button.columns[aria-label$="homogeneity"]')
    assert browser.driver.execute_script(read) == sorted(before, reverse=True)
    head = find(browser, "#measures .scroll thead th")[1]
    best = noisy_values("homogeneity")
    assert head.find_element("tag name", "span").get_attribute("data-clustering") == best[0][0]
    press(browser, '#measures button.columns[aria-label$="homogeneity"]')
    assert browser.driver.execute_script(read) == sorted(before)
    press(browser, '#measures button.columns[aria-label$="homogeneity"]')
    assert browser.driver.execute_script(read) == before


def noisy_values(measure, treatment="as given"):
    """The clusterings of the report with their values, the best first."""
    found = treated_comparisons(report_data(noisy()).comparison)[treatment]
    own = [one for one in found.scores if one.measure == measure]
    ordered = sorted(own, key=lambda one: -own[0].chosen.sign * one.value)
    return [(one.prediction, one.value) for one in ordered]


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize(
    "treatment", ["as given", "noise as one cluster", "noise as single objects", "noise left out"]
)
def test_measure_and_noise_switch_the_pictures(browser, pages, measure, treatment):
    browser.open(pages("noisy"))
    browser.unfold()
    choose(browser, "Measure", measure)
    choose(browser, "Noise", treatment)
    values = dict(noisy_values(measure, treatment))
    for picture, along in (("#verdict svg[data-ends]", "x"), ("#ranking svg[data-ends]", "y")):
        placed = browser.driver.execute_script(PLACED, picture, along)
        assert set(placed) == set(values)
        shown = [values[name] for name in placed]
        assert shown == [value for _, value in noisy_values(measure, treatment)]
        assert overlapping(browser, picture) == []
    best = noisy_values(measure, treatment)[0]
    said = find(browser, ".tools [role=status]")[0].text
    assert said.startswith(f"Shown: {measure}, {treatment}. Best: {best[0]} ({best[1]:.3f})")
    first = find(browser, "#verdict svg[data-ends] [data-part=score]")
    assert {float(one.text.split()[0].replace("−", "-")) for one in first} == {
        float(f"{value:.2f}") for value in values.values()
    }
    if (measure, treatment) != ("adjusted_rand", "as given"):
        numbers = rows(browser, "#ranking details.numbers:not([hidden]) table", 2)
        assert numbers == [f"{value:.4f}" for _, value in noisy_values(measure, treatment)]
    assert browser.complaints() == []


def overlapping(browser, picture):
    """Texts of a picture that cover each other."""
    return browser.driver.execute_script(
        """
        const texts = [...document.querySelectorAll(arguments[0] + ' text')].map(
          text => [text.textContent, text.getBoundingClientRect()]);
        const shared = (a, b, side, end) => Math.min(a[end], b[end]) - Math.max(a[side], b[side]);
        return texts.flatMap(([text, a], k) => texts.slice(0, k).filter(([, b]) =>
          shared(a, b, 'left', 'right') > 1 && shared(a, b, 'top', 'bottom') > 2).map(
          ([other]) => text + ' covers ' + other));
        """,
        picture,
    )


def test_the_usual_choice_brings_the_page_back(browser, pages):
    browser.open(pages("noisy"))
    read = "return document.querySelector('#verdict').innerHTML"
    before = browser.driver.execute_script(read)
    choose(browser, "Measure", "homogeneity")
    choose(browser, "Noise", "noise left out")
    assert browser.driver.execute_script(read) != before
    choose(browser, "Noise", "as given")
    choose(browser, "Measure", "adjusted_rand")
    assert browser.driver.execute_script(read) == before


def test_figures_are_saved_as_svg_and_png(browser, tmp_path, pages):
    behavior = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.command("Browser.setDownloadBehavior", **behavior)
    browser.open(pages("noisy"), scheme="dark")
    choose(browser, "Measure", "homogeneity")
    for place in (0, 1):
        find(browser, "#verdict .save button")[place].click()
    files = {kind: saved(tmp_path, kind) for kind in ("svg", "png")}
    assert browser.complaints() == []
    assert files["png"].read_bytes().startswith(b"\x89PNG")
    root = ET.fromstring(files["svg"].read_bytes())
    names = {name for each in root.iter() for name in each.attrib}
    assert not names & {"class", "style"}
    assert not any(name.startswith("data-") for name in names)
    words = [text for each in root.iter() if (text := each.text)]
    assert "homogeneity, higher is better" in words
    alone = browser.pictures / "saved.png"
    browser.open(files["svg"])
    alone.write_bytes(browser.picture("saved-figure"))
    assert browser.complaints() == []
    assert light(files["png"]) > 0.5  # on paper, although the page was dark


def saved(folder, kind):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        found = list(folder.glob(f"*.{kind}"))
        if found and found[0].stat().st_size:
            return found[0]
        time.sleep(0.1)
    raise AssertionError(f"no {kind} was saved in {list(folder.iterdir())}")


def light(path):
    """The share of almost white pixels of a picture."""
    image = pytest.importorskip("matplotlib.image").imread(path)
    return (image[..., :3].min(axis=-1) > 0.95).mean()


def test_a_page_with_another_choice_prints(browser, pages):
    browser.open(pages("noisy"))
    choose(browser, "Noise", "noise left out")
    assert browser.printed("interactive").startswith(b"%PDF")


def test_one_clustering_has_no_choice(browser, pages):
    browser.open(pages("one"))
    assert find(browser, ".tools") == []
    assert replace(one()).predictions == ("only",)
