# SPDX-License-Identifier: Apache-2.0
"""Author's text in a report, which is shown literally and never interpreted."""

from collections.abc import Callable, Iterator

import msgspec

from app.model.logo import Logo, LogoError, logo_of
from app.model.report_text import LONGEST_LINE, LONGEST_TEXT, ReportDetails
from app.model.visible_text import visible
from app.report.content import Block, Items, Paragraph

BULLET = "- "


class AuthorText(msgspec.Struct, frozen=True):
    """Text of the author; "" if not given. The date is the date of the test, as a string."""

    author: str = ""
    company: str = ""
    date: str = ""
    summary: str = ""
    conclusion: str = ""
    logo: Logo | None = None


NO_AUTHOR = AuthorText()


def author_text_of(details: ReportDetails) -> AuthorText:
    """Return the given texts; an invalid logo is dropped because a session's contents are untrusted."""
    return AuthorText(
        author=_one_line(details.author),
        company=_one_line(details.company),
        date=_one_line(details.date),
        summary=(details.summary or "").strip(),
        conclusion=(details.conclusion or "").strip(),
        logo=_logo(details.logo),
    )


def unnamed_author_text(text: AuthorText, unnamed: Callable[[str], str]) -> AuthorText:
    """Return the texts without the author's name; `unnamed` replaces names within them."""
    return AuthorText(date=text.date, summary=unnamed(text.summary), conclusion=unnamed(text.conclusion))


def text_blocks(text: str) -> Iterator[Block]:
    """Split a text into paragraphs at empty lines; lines that start with "- " form lists."""
    lines = visible(text.replace("\r\n", "\n").replace("\r", "\n")[: 2 * LONGEST_TEXT]).split("\n")
    paragraph: list[str] = []
    items: list[str] = []
    for line in [*(line.strip() for line in lines), ""]:
        bullet = line.startswith(BULLET)
        if paragraph and (bullet or not line):
            yield Paragraph("\n".join(paragraph))
            paragraph = []
        if items and not bullet:
            yield Items(tuple(items))
            items = []
        if bullet:
            items.append(line.removeprefix(BULLET).strip())
        elif line:
            paragraph.append(line)


def _one_line(text: str | None) -> str:
    return visible(" ".join((text or "").split()))[:LONGEST_LINE]


def _logo(data: bytes | None) -> Logo | None:
    if not data:
        return None
    try:
        return logo_of(data)
    except LogoError:
        return None
