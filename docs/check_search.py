"""Searches the built site for what newcomers search for: ``python docs/check_search.py SITE``.

The search runs in Chromium. Each query must find the right page first.
"""

from __future__ import annotations

import sys
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FIRST = {  # query: the page that must be first
    "tutorial": "generated/tutorial/decide.html",
    "install": "install.html",
    "GMM": "generated/howto/d_mixtures.html",
    "mixture": "generated/howto/d_mixtures.html",
    "BERTopic": "generated/howto/c_topics.html",
    "noise": "generated/howto/c_topics.html",
    "pdf": "generated/howto/h_paper.html",
    "latex": "generated/howto/h_paper.html",
    "spark": "generated/howto/g_spark.html",
    "AnnData": "generated/howto/b_single_cell.html",
    "leiden": "generated/howto/b_single_cell.html",
    "entity resolution": "generated/howto/e_entities.html",
    "which measure": "which_measure.html",
    "weights": "conventions.html",
    "missing values": "conventions.html",
    "p-value": "differences.html",
    "compare": "generated/api/comparing.html",
    "adjusted_rand": "generated/measures/adjusted_rand.html",
    "v-measure": "generated/measures/v_measure.html",
    "NMI": "generated/measures/normalized_mutual_information.html",
}


def main(site: Path) -> int:
    """Run all queries and print whether the first result is right."""
    options = webdriver.ChromeOptions()
    for argument in ("--headless", "--no-sandbox", "--disable-gpu"):
        options.add_argument(argument)
    options.binary_location = "/usr/bin/chromium"
    browser = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))
    wrong = 0
    try:
        for typed, page in FIRST.items():
            found = first_found(browser, site, typed)
            wrong += found != page
            print(f"{'right' if found == page else 'WRONG'}  {typed}: {found}")
    finally:
        browser.quit()
    return min(wrong, 1)


def first_found(browser: webdriver.Chrome, site: Path, typed: str) -> str:
    """Return the first page that the search lists, relative to the site."""
    browser.get(f"{(site / 'search.html').resolve().as_uri()}?q={typed}")
    links = (By.CSS_SELECTOR, "ul.search li a")
    link = WebDriverWait(browser, 20).until(lambda b: b.find_elements(*links))[0]
    address = str(link.get_attribute("href"))
    return address.removeprefix(site.resolve().as_uri() + "/").partition("#")[0].partition("?")[0]


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
