"""Reports in a real browser: they load nothing, run nothing, and are readable in every mode."""

import csv
from importlib.resources import files

import numpy as np
import pytest

import partita
from partita.comparison import compare, sweep

SCRIPTS = [
    "<script>document.title='hit'</script>",
    '"><img src=x onerror="document.title=\'hit\'">',
    "</title><script>document.title='hit'</script>",
    "<svg onload=\"document.title='hit'\">",
    "javascript:document.title='hit'",
    "x" * 3_000,
]


def cells():
    text = (files("partita") / "data" / "cells.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    columns = {name: [row[name] for row in rows] for name in rows[0] if name != "cell"}
    return columns.pop("cell_line"), columns


def one():
    truth, predictions = cells()
    return compare(truth, {"kmeans_10": predictions["kmeans_10"]})


def six():
    truth, predictions = cells()
    return compare(truth, predictions)


def soft():
    truth, _ = cells()
    codes = np.unique(truth, return_inverse=True)[1]
    random = np.random.default_rng(0)
    degrees = np.eye(5)[codes] * 3 + random.random((297, 5))
    fuzzy = partita.Fuzzy(degrees / degrees.sum(axis=1, keepdims=True))
    clusterings = {"fuzzy": fuzzy, "hard": degrees.argmax(axis=1)}
    return compare(truth, clusterings, measures=["adjusted_rand", "v_measure", "rand"])


def large():
    random = np.random.default_rng(0)
    truth = random.integers(0, 10_000, 200_000)
    moved = random.random(200_000) < 0.3
    return compare(truth, np.where(moved, random.integers(0, 10_000, 200_000), truth))


def hostile():
    random = np.random.default_rng(0)
    truth = np.array(SCRIPTS, dtype=object)[random.integers(0, 6, 400)]
    found = np.where(random.random(400) < 0.7, truth, np.roll(truth, 1))
    return compare(truth, {name: found if k % 2 else truth for k, name in enumerate(SCRIPTS)})


def noisy(classes, clusterings, name="clustering {}"):
    """Clusterings that are the worse the more of their objects are in random clusters."""
    random = np.random.default_rng(0)
    truth = random.integers(0, classes, 60 * classes)
    wrong = random.random((clusterings, len(truth))) < np.linspace(0.05, 0.9, clusterings)[:, None]
    noise = random.integers(0, classes, wrong.shape)
    found = np.where(wrong | (truth == 1), noise, truth)  # nobody finds class 1
    names = np.array([f"class {k} of the truth" for k in range(classes)])
    return compare(
        names[truth], {name.format(k / 10): labels for k, labels in enumerate(found, start=1)}
    )


def long():
    return noisy(6, 6, "leiden_resolution_{}_with_harmony_integration_of_all_donors")


def crowded():
    return noisy(60, 15)


def forty():
    return noisy(8, 40, "leiden on 15 neighbors, resolution {}, cosine distance")


def ten():
    first, second = [0, 0, 0, 0, 1, 1, 1, 2, 2, 1], [0, 0, 1, 1, 1, 2, 2, 2, 0, 0]
    return compare(list("aaaabbbccc"), {"first": first, "second": second})


def donors():
    """Twenty-five donors, one with a single cell and one with cells of a single type."""
    random = np.random.default_rng(0)
    truth, donor = random.integers(0, 5, 800), random.integers(0, 24, 800)
    donor[0] = 24
    truth[donor == 1] = 2
    found = [
        np.where(random.random(800) < s, random.integers(0, 5, 800), truth) for s in (0.2, 0.5)
    ]
    names = np.array([f"donor {k:02} of the second cohort" for k in range(25)])
    return compare(truth, dict(zip(("one", "two"), found, strict=True)), groups=names[donor])


def written():
    """Names in several scripts, from right to left, with joiners inside words and emoji."""
    names = [
        "\u062e\u0648\u0634\u0647\u200c\u0628\u0646\u062f\u06cc \u0627\u0648\u0644",  # Persian
        "\u0627\u0644\u062a\u062c\u0645\u064a\u0639 \u0627\u0644\u0647\u0631\u0645\u064a",  # Arabic
        "\u05d0\u05e9\u05db\u05d5\u05dc \u05e8\u05d0\u05e9\u05d5\u05df",  # Hebrew
        "\U0001f469\u200d\U0001f52c laboratory",
    ]
    truth, predictions = cells()
    kinds = dict(zip(sorted(set(truth)), [*names, "T cells"], strict=True))
    labels = [predictions[k] for k in ("mixture_5", "kmeans_5", "hdbscan", "kmeans_10")]
    return compare([kinds[one] for one in truth], dict(zip(names, labels, strict=True)))


def swept():
    truth, predictions = cells()
    ks = {k: predictions[f"kmeans_{k}"] for k in (2, 5, 10)}
    return sweep(truth, ks, draws=99)


MADE = {
    "one": one, "six": six, "soft": soft, "large": large, "hostile": hostile, "sweep": swept,
    "long": long, "crowded": crowded, "forty": forty, "ten": ten, "donors": donors,
    "written": written,
}  # fmt: skip
PAPER = 673  # pixels: A4 without the margins of the style sheet
STICKING_OUT = """
const wide = document.documentElement.clientWidth;
return [...document.querySelectorAll('body *:not(svg *)')]
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.left >= 0 && box.right > wide + 1)
  .map(([one, box]) => `${one.tagName} to ${box.right}: ${one.textContent.slice(0, 60)}`);
"""
BOXES = """
const shared = (a, b, side, end) => Math.min(a[end], b[end]) - Math.max(a[side], b[side]);
const found = [];
for (const svg of document.querySelectorAll('svg')) {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].map(
    text => [text.textContent, text.getBoundingClientRect()]);
  for (const [text, box] of texts)
    if (shared(box, frame, 'left', 'right') < box.width - 1
        || shared(box, frame, 'top', 'bottom') < box.height - 1) found.push(text + ' is cut off');
  texts.forEach(([text, box], k) => {
    for (const [other, place] of texts.slice(0, k))
      if (shared(box, place, 'left', 'right') > 1 && shared(box, place, 'top', 'bottom') > 2)
        found.push(text + ' covers ' + other);
  });
}
return found;
"""


@pytest.fixture(scope="session")
def reports(tmp_path_factory):
    """Reports by name, each written on first use."""
    folder, written = tmp_path_factory.mktemp("reports"), {}

    def of(name):
        if name not in written:
            written[name] = folder / f"{name}.html"
            MADE[name]().report(written[name])
        return written[name]

    return of


@pytest.mark.parametrize("name", MADE)
def test_pages_run_nothing_and_load_nothing(browser, reports, name):
    path = reports(name)
    browser.open(path)
    assert browser.complaints() == []
    assert [url for url in browser.requests() if not url.startswith("data:")] == [path.as_uri()]
    assert "hit" not in browser.driver.title
    source = browser.driver.find_elements("css selector", "script, img, iframe, object, embed")
    assert source == []


def test_names_with_markup_are_shown_as_text(browser, reports):
    browser.open(reports("hostile"))
    browser.unfold()
    words = browser.driver.find_element("tag name", "main").text
    assert "<script>" in words
    assert "onerror" in words
    assert browser.driver.find_elements("css selector", "[onerror], [onload]") == []


def test_a_script_in_the_page_would_not_run(browser, tmp_path, reports):
    """The policy also applies to markup that should not be there."""
    text = reports("one").read_text("utf-8")
    path = tmp_path / "script.html"
    path.write_text(
        text.replace("</main>", "<script>document.title='hit'</script></main>"), "utf-8"
    )
    browser.open(path)
    assert browser.driver.title != "hit"
    assert any("Content Security Policy" in line for line in browser.complaints())


@pytest.mark.parametrize("name", MADE)
def test_pages_have_headings_tables_and_links(browser, reports, name):
    browser.open(reports(name))
    find = browser.driver.find_elements
    assert len(find("tag name", "h1")) == 1
    assert len(find("tag name", "h2")) >= 5
    assert len(find("tag name", "table")) >= 1
    assert find("css selector", "svg[role=img]")
    for link in find("css selector", "nav a"):
        target = link.get_attribute("href").rpartition("#")[2]
        assert find("css selector", f"[id='{target}']")


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_the_window(browser, reports, name, width, scheme):
    browser.open(reports(name), width=width, scheme=scheme)
    content, window = browser.wide()
    assert content <= window  # wide tables and figures scroll inside the page
    picture = browser.picture(f"{name}-{width}-{scheme}")
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000


@pytest.mark.parametrize("name", MADE)
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_overlaps_or_leaves_the_page_when_everything_is_open(browser, reports, name, width):
    browser.open(reports(name), width=width)
    browser.unfold()
    content, window = browser.wide()
    assert content <= window
    if name != "hostile":
        assert browser.driver.execute_script(BOXES) == []


def test_the_first_screen_names_the_winner_and_the_classes_that_nobody_finds(browser, reports):
    browser.open(reports("long"), width=1280)
    shown = browser.driver.find_element("id", "verdict").text
    assert "resolution_0.1… is best by adjusted_rand" in shown
    assert "No clustering finds the class class 1 of the truth (best F" in shown
    picture = browser.driver.find_element("css selector", "#verdict svg")
    assert picture.rect["y"] + picture.rect["height"] < 900
    names = browser.driver.find_element("id", "verdict").get_attribute("textContent")
    assert "leiden_resolution_0.1_with_harmony_integration_of_all_donors" in names


@pytest.mark.parametrize(
    ("name", "screens"), [("ten", 1), ("six", 2), ("long", 2), ("donors", 2), ("crowded", 2)]
)
def test_reports_are_short_until_something_is_opened(browser, reports, name, screens):
    browser.open(reports(name), width=1280)
    size = browser.command("Page.getLayoutMetrics")["cssContentSize"]
    assert size["height"] <= screens * 900


def test_light_and_dark_colors_differ(browser, reports):
    def colors():
        return [browser.style(*each) for each in (("body", "background-color"), ("body", "color"))]

    browser.open(reports("one"), scheme="light")
    light = colors()
    browser.open(reports("one"), scheme="dark")
    assert colors() != light
    assert light[0] == "rgb(255, 255, 255)"


@pytest.mark.parametrize("name", MADE)
def test_pages_print(browser, reports, name):
    browser.open(reports(name), scheme="dark", width=PAPER, media="print")
    assert browser.driver.execute_script(STICKING_OUT) == []
    browser.unfold()  # texts of closed parts are printed, but have no boxes
    assert name == "hostile" or browser.driver.execute_script(BOXES) == []
    pdf = browser.printed(name)
    assert pdf.startswith(b"%PDF")
    assert len(pdf) > 10_000


def test_details_open_without_a_script(browser, reports):
    browser.open(reports("one"))
    part = browser.driver.find_element("css selector", "#flow details.section")
    details = part.find_element("css selector", "figure details")
    inside = details.find_element("tag name", "table")
    for each in (part, details):
        assert not inside.is_displayed()
        each.find_element("tag name", "summary").click()
    assert inside.is_displayed()


def test_the_keyboard_reaches_the_content(browser, reports):
    browser.open(reports("one"))
    from selenium.webdriver.common.keys import Keys

    body = browser.driver.find_element("tag name", "body")
    body.send_keys(Keys.TAB)
    first = browser.driver.switch_to.active_element
    assert first.text == "Skip to the content"
    assert first.is_displayed()
