# SPDX-License-Identifier: Apache-2.0
"""Rendered reports: pages printed by Chromium and poppler, and their words with positions."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

WORD = re.compile(r'<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</word>')
PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.DOTALL)


@dataclass(frozen=True)
class Word:
    """Word and its box on the page, in points."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Page:
    width: float
    height: float
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def program(name: str) -> str:
    """Return the path of a program; skip the test if it is not installed."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def printed(html: Path) -> Path:
    """Print the HTML file with Chromium."""
    pdf = html.with_suffix(".printed.pdf")
    _chromium(html, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
    return pdf


def screenshot(html: Path, width: int, height: int) -> QImage:
    """Return a screenshot of the HTML file in Chromium."""
    png = html.with_suffix(".png")
    _chromium(html, f"--screenshot={png}", f"--window-size={width},{height}", "--hide-scrollbars")
    image = QImage(str(png))
    assert not image.isNull()
    return image


def _chromium(html: Path, *options: str) -> None:
    profile = html.with_suffix(".profile")
    command = [program("chromium"), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
    done = subprocess.run([*command, *options, html.as_uri()], capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]


def pages_of(pdf: Path) -> list[Page]:
    """Return the words of a PDF, as a user would select them."""
    command = [program("pdftotext"), "-bbox", str(pdf), "-"]
    done = subprocess.run(command, capture_output=True, timeout=120, check=True)
    pages = []
    for width, height, body in PAGE.findall(done.stdout.decode()):
        words = [
            Word(unescape(text), *(float(place) for place in box)) for *box, text in WORD.findall(body) if text.strip()
        ]
        pages.append(Page(float(width), float(height), tuple(words)))
    return pages


def picture_of(pdf: Path, page: int, dpi: int = 60) -> QImage:
    """Render a page with poppler."""
    stem = pdf.with_suffix("")
    command = [program("pdftoppm"), "-r", str(dpi), "-f", str(page), "-l", str(page), "-png", "-singlefile"]
    subprocess.run([*command, str(pdf), f"{stem}-{page}"], capture_output=True, timeout=120, check=True)
    image = QImage(f"{stem}-{page}.png")
    assert not image.isNull()
    return image


def ink_share(image: QImage) -> float:
    """Return the share of pixels that are not white."""
    plain = image.convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return float((rows[:, : plain.width()] < 250).mean())


def clipped(pages: list[Page], margin: float = 10.0) -> list[str]:
    """Return the words that extend beyond their page's margin."""
    return [
        f"page {number}: {word.text}"
        for number, page in enumerate(pages, 1)
        for word in page.words
        if word.left < margin
        or word.top < margin
        or word.right > page.width - margin
        or word.bottom > page.height - margin
    ]


def overlapping(pages: list[Page]) -> list[str]:
    """Return pairs of words whose overlap exceeds a third of the smaller one's box."""
    found = []
    for number, page in enumerate(pages, 1):
        words = sorted(page.words, key=lambda word: word.top)
        for index, one in enumerate(words):
            for other in words[index + 1 :]:
                if other.top >= one.bottom:
                    break
                wide = min(one.right, other.right) - max(one.left, other.left)
                high = min(one.bottom, other.bottom) - max(one.top, other.top)
                if wide > 0 and high > 0 and wide * high > min(_area(one), _area(other)) / 3:
                    found.append(f"page {number}: {one.text} and {other.text}")
    return found


def _area(word: Word) -> float:
    return (word.right - word.left) * (word.bottom - word.top)
