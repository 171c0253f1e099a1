# SPDX-License-Identifier: Apache-2.0
"""A page in a real browser, and everything that must not happen on it: requests, dialogs, errors, foreign elements."""

import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request

LOCAL = ("file:", "data:", "blob:")
READY_MS = 60_000


class OpenedPage:
    """Page in a fresh context; `faults` lists its requests, dialogs, console errors and exceptions."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.faults: list[str] = []
        self._allowed: tuple[str, ...] = LOCAL
        self.page: Page

    def open(
        self,
        address: Path | str,
        *,
        width: int = 1400,
        height: int = 900,
        phone: bool = False,
        dark: bool = False,
        scripted: bool = True,
    ) -> Page:
        """Open a file, offline, or the address of a server.

        Args:
            address: file or address.
            width: width of the window.
            height: height of the window.
            phone: whether to emulate a phone with a touch screen.
            dark: whether the person prefers a dark page.
            scripted: whether JavaScript is on.
        """
        url = address.as_uri() if isinstance(address, Path) else address
        if isinstance(address, str):
            self._allowed = (*LOCAL, url.rpartition("/")[0])
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            is_mobile=phone,
            has_touch=phone,
            java_script_enabled=scripted,
            offline=isinstance(address, Path),
            locale="en-US",
        )
        self.page = context.new_page()
        self.page.on("dialog", self._dialog)
        self.page.on("request", self._request)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.goto(url)
        if scripted:
            self.page.wait_for_selector("html[data-ready]", timeout=READY_MS)
        return self.page

    def run(self, code: str, *arguments: Any) -> Any:
        """Evaluate JavaScript in the page."""
        return self.page.evaluate(code, *arguments)

    def wait(self, condition: str) -> None:
        """Wait until a JavaScript condition holds; Playwright's own waiting is refused by the page's policy."""
        until_s = time.monotonic() + READY_MS / 1000
        while not self.run(condition):
            assert time.monotonic() < until_s, f"never: {condition}"
            self.page.wait_for_timeout(20)

    def sideways(self) -> int:
        """Return by how many pixels the page is wider than its window."""
        return int(self.run("document.documentElement.scrollWidth - innerWidth"))

    def close(self) -> None:
        if hasattr(self, "page"):
            self.page.context.close()

    def _dialog(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.url.startswith(self._allowed):
            self.faults.append(f"request: {request.url[:100]}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"console: {message.text}")
