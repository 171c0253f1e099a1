# SPDX-License-Identifier: Apache-2.0
"""One Chromium for all tests of pages in this process."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from app.report.outputs import Outputs, write_reports
from tests.support.pages import OpenedPage
from tests.support.recorded import recorded


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Start the distribution's Chromium; skip the test if it is not installed."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip("chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium: Browser) -> Iterator[OpenedPage]:
    """Provide a browser page that records everything that must not happen."""
    page = OpenedPage(chromium)
    yield page
    page.close()


@pytest.fixture(scope="package")
def recorded_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page of a 90 s session of two systems."""
    folder = tmp_path_factory.mktemp("page")
    session = recorded(folder / "pair.outpace", seconds=90, title="Two journals")
    write_reports([session], Outputs(page=folder / "pair.html"))
    return folder / "pair.html"
