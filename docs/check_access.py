"""Searches reports and pages of the site for barriers: ``python docs/check_access.py AXE SITE``.

AXE is the file `axe.min.js` of axe-core. It runs in Chromium on reports of many kinds, which are
made here, on the main pages of the site, and on further PAGES. Serious and critical faults fail.
"""

from __future__ import annotations

import csv
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from selenium import webdriver

import partita
from partita.comparison import Comparison, compare, sweep

PAGES = (
    "index.html", "install.html", "guide.html", "which_measure.html", "compare.html",
    "command_line.html", "conventions.html", "inference.html", "planning.html", "soft.html",
    "generated/tutorial/decide.html", "generated/measures/adjusted_rand.html",
    "generated/api/comparing.html", "search.html",
)  # fmt: skip
GRAVE = ("serious", "critical")
SHUT = {"large.html"}  # pages that take minutes with all their parts open
RUN = """
const [opened, dark, done] = arguments;
if (opened) for (const one of document.querySelectorAll('details')) one.open = true;
const colors = {runOnly: ['color-contrast', 'link-in-text-block']};  // what depends on the scheme
axe.run({resultTypes: ['violations'], ...(dark ? colors : {})}).then(
  found => done(found.violations.map(({id, impact, help, nodes}) => [
    id, impact, help, nodes.length, nodes[0].html.slice(0, 160)])),
  error => done([['axe', 'critical', String(error), 1, '']]));
"""


def main(axe: Path, site: Path, *more: Path) -> int:
    """Print the faults of every page; 1 if one is serious or critical."""
    script, worst = axe.read_text("utf-8"), 0
    with tempfile.TemporaryDirectory() as folder:
        pages = [*_reports(Path(folder)), *(site / name for name in PAGES), *more]
        browser = _browser()
        try:
            for page in pages:
                for scheme in ("light", "dark"):
                    found = _faults(browser, page, script, scheme)
                    grave = [one for one in found if one[1] in GRAVE]
                    worst = max(worst, int(bool(grave)))
                    print(f"{'WRONG' if grave else 'right'}  {page.name}, {scheme}")
                    for name, impact, text, number, example in found:
                        print(f"    {impact}: {name}, {number} times: {text}\n        {example}")
        finally:
            browser.quit()
    return worst


def _browser() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    for argument in ("--headless", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    browser = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
    browser.set_script_timeout(300)
    return browser


def _faults(browser: webdriver.Chrome, page: Path, script: str, scheme: str) -> list[Any]:
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(page.resolve().as_uri())
    browser.execute_script(script)
    opened = page.name not in SHUT
    return list(browser.execute_async_script(RUN, opened, scheme == "dark"))


def _reports(folder: Path) -> Iterator[Path]:
    """Reports of many kinds, in files."""
    for name, comparison in _comparisons():
        path = folder / f"{name}.html"
        comparison.report(path, interactive=name.startswith("interactive"))
        yield path
    truth = np.repeat([0, 1, 2], 30)
    path = folder / "sweep.html"
    sweep(truth, {k: np.arange(90) % k for k in (2, 3, 12)}, draws=99).report(path)
    yield path


def _comparisons() -> Iterator[tuple[str, Comparison]]:
    text = (files("partita") / "data" / "cells.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    columns = {name: [row[name] for row in rows] for name in rows[0] if name != "cell"}
    truth = columns.pop("cell_line")
    donors = np.arange(len(truth)) % 4
    yield "cells", compare(truth, columns)
    yield "interactive-noise", compare(truth, columns, noise="-1")
    yield "donors", compare(truth, columns, groups=donors)
    yield "ten", compare(list("aaaabbbccc"), {"one": list("1111222333"), "two": list("1122113333")})
    yield "large", _large(60, 15)
    random = np.random.default_rng(0)
    degrees = np.eye(5)[np.unique(truth, return_inverse=True)[1]] * 3 + random.random((297, 5))
    fuzzy = partita.Fuzzy(degrees / degrees.sum(axis=1, keepdims=True))
    soft = {"fuzzy": fuzzy, "hard": degrees.argmax(axis=1)}
    yield "soft", compare(truth, soft, measures=["adjusted_rand", "v_measure", "rand"])


def _large(classes: int, clusterings: int) -> Comparison:
    random = np.random.default_rng(0)
    truth = random.integers(0, classes, 40 * classes)
    found = {
        f"clustering {k}": np.where(
            random.random(len(truth)) < (k + 1) / (clusterings + 5),
            random.integers(0, classes, len(truth)),
            truth,
        )
        for k in range(clusterings)
    }
    return compare([f"class {code}" for code in truth], found)


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:])))
