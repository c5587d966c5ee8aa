"""A headless Chromium, if installed; with PARTITA_REQUIRE=browser its absence is a failure."""

from __future__ import annotations

import base64
import json
import os
import shutil
from pathlib import Path

import pytest

REQUIRED = "browser" in os.environ.get("PARTITA_REQUIRE", "").split(",")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def absent(reason: str) -> None:
    if REQUIRED:
        pytest.fail(f"PARTITA_REQUIRE=browser, but {reason}")
    pytest.skip(reason)


class Browser:
    """Chromium for the tests: opens a page in a mode, records its requests, takes screenshots."""

    def __init__(self, driver, pictures: Path):
        self.driver, self.pictures = driver, pictures

    def open(
        self, path: Path, *, width: int = 1200, scheme: str = "light", media: str = "screen"
    ) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.command("Emulation.setEmulatedMedia", media=media, features=features)
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        self.command("Emulation.setDeviceMetricsOverride", **size)
        self.driver.get_log("performance")  # discards what was logged before
        self.driver.get_log("browser")
        self.driver.get(path.as_uri())

    def command(self, name: str, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def requests(self) -> list[str]:
        """The addresses that the page has requested."""
        events = [
            json.loads(line["message"])["message"] for line in self.driver.get_log("performance")
        ]
        sent = [event for event in events if event["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def complaints(self) -> list[str]:
        return [line["message"] for line in self.driver.get_log("browser")]

    def style(self, selector: str, what: str) -> str:
        """A computed style, read again if Chromium has renumbered the nodes meanwhile."""
        from selenium.common.exceptions import WebDriverException

        for _ in range(5):
            try:
                return self._style(selector, what)
            except WebDriverException as error:
                if "Could not find node" not in str(error):
                    raise
        return self._style(selector, what)

    def _style(self, selector: str, what: str) -> str:
        """The style by the protocol, since scripts do not run in these pages."""
        document = self.command("DOM.getDocument")["root"]["nodeId"]
        node = self.command("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        self.command("CSS.enable")
        found = self.command("CSS.getComputedStyleForNode", nodeId=node)["computedStyle"]
        return next(each["value"] for each in found if each["name"] == what)

    def wide(self) -> tuple[float, float]:
        """The widths of the content and of the window."""
        found = self.command("Page.getLayoutMetrics")
        return found["cssContentSize"]["width"], found["cssLayoutViewport"]["clientWidth"]

    def unfold(self) -> None:
        """Open everything that opens on a click."""
        self.driver.execute_script(
            "for (const one of document.querySelectorAll('details')) one.open = true"
        )

    def picture(self, name: str, tallest: int = 16_000) -> bytes:
        """A screenshot of the whole page, saved as PNG."""
        size = self.command("Page.getLayoutMetrics")["cssContentSize"]
        clip = {
            "x": 0,
            "y": 0,
            "width": size["width"],
            "height": min(size["height"], tallest),
            "scale": 1,
        }
        taken = self.command("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        data = base64.b64decode(taken["data"])
        (self.pictures / f"{name}.png").write_bytes(data)
        return data

    def printed(self, name: str) -> bytes:
        self.command("Emulation.setEmulatedMedia", media="", features=[])
        taken = self.command("Page.printToPDF", printBackground=True)
        data = base64.b64decode(taken["data"])
        (self.pictures / f"{name}.pdf").write_bytes(data)
        return data


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    chromedriver = shutil.which("chromedriver")
    if not chromium or not chromedriver:
        absent("chromium and chromedriver are not installed")
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ImportError:
        absent("selenium is not installed")
    named = os.environ.get("PARTITA_SCREENSHOTS")
    pictures = Path(named) if named else tmp_path_factory.mktemp("screenshots")
    pictures.mkdir(parents=True, exist_ok=True)
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(chromedriver))
    driver.get("about:blank")  # the browser's start page may still be loading
    yield Browser(driver, pictures)
    driver.quit()
