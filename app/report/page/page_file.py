# SPDX-License-Identifier: Apache-2.0
"""The interactive page as one HTML file: policy, static part, data and script; it loads nothing.

The static part holds the report's words, readable and printable without JavaScript. The policy permits the one script
and the one style sheet by their hashes, so that no text of a session can add another.
"""

import base64
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from html import escape
from importlib import resources

import msgspec

from app.model.visible_text import visible
from app.report.appendix import disclosure_part, left_out_part
from app.report.content import Block, Heading, Items, tidied
from app.report.first_page import first_page
from app.report.html import Styles, blocks_html, source_hash
from app.report.page.page_content import PageContent, PageOptions, page_content
from app.report.session_blocks import session_tables
from app.results.result import result_of
from app.results.session_headline import SessionHeadline
from app.results.study_records import Study
from app.session.reader import SessionReader

SCRIPTS = ("columns", "figures", "counters", "charts", "replay", "counter_table", "result", "live", "page")
"""Files of the script, joined in this order."""
UPLOT_HASHES = {
    "uPlot.iife.min.js": "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f",
    "uPlot.min.css": "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
}
"""SHA-256 of the vendored files of uPlot 1.6.32 (npm: uplot), unchanged, in resources/uplot."""
LEVEL = 9
"""Compression level of zlib."""


class LivePaths(msgspec.Struct, frozen=True):
    """Paths that a live page reads from its own server."""

    events: str
    data: str


def page_of(
    reader: SessionReader,
    study: Study | None,
    headline: SessionHeadline | None,
    options: PageOptions = PageOptions(),  # noqa: B008 - it is frozen
) -> str:
    """Return the page of a session.

    Args:
        reader: Session to show.
        study: Study of the session; None if it has no results.
        headline: Headline of the study.
        options: Options of the page.
    """
    content, columns = page_content(reader, study, options)
    return page_html(content, columns, list(static_blocks(reader, study, headline, options)))


def static_blocks(
    reader: SessionReader, study: Study | None, headline: SessionHeadline | None, options: PageOptions
) -> Iterator[Block]:
    """Yield what the page says without JavaScript: the report's first page, tables, exclusions and disclosure."""
    if study is None or headline is None:
        yield Heading(options.text(reader.info.title), 1)
    else:
        yield from first_page(study, headline)
        if options.unnamed is None:
            yield Heading("Figures")
            yield from session_tables(reader, result_of(reader, study=study))
        yield from left_out_part(study)
        yield from disclosure_part(study)
    if options.unnamed is None and reader.end is not None and reader.end.reasons:
        yield Heading("Why it is not valid", 3)
        yield Items(tuple(map(reader.sentence, reader.end.reasons)), "bad")


def page_html(content: PageContent, columns: bytes, blocks: Sequence[Block], live: LivePaths | None = None) -> str:
    """Return the HTML file.

    Args:
        content: Content for the script.
        columns: Bytes of the content's columns.
        blocks: Static part.
        live: Where a live page reads what follows; None for a file.
    """
    styles = Styles()
    static = blocks_html(tidied(list(blocks)), styles)
    script, style = page_script(), page_style() + styles.sheet
    policy = (
        f"default-src 'none'; script-src '{source_hash(script)}'; style-src '{source_hash(style)}';"
        f" connect-src {chr(39)}{'self' if live is not None else 'none'}{chr(39)}; base-uri 'none'; form-action 'none';"
        " require-trusted-types-for 'script'; trusted-types 'none'"
    )
    paths = f' data-live="{escape(msgspec.json.encode(live).decode())}"' if live is not None else ""
    data = base64.b64encode(packed(content, columns)).decode()
    footer = f"Session {content.hash[:12]} · " if content.hash else ""
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(content.language)}"{paths}>\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(content.title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        '<div id="page" hidden></div>\n'
        f'<main id="static" lang="en">\n{static}\n'
        "<noscript><p>Charts, replay and the table of counters need JavaScript.</p></noscript>\n"
        f"<footer>{escape(visible(footer))}Outpace {escape(visible(content.outpace))} · page format {content.format}"
        "</footer>\n</main>\n"
        f'<script type="text/plain" id="data">{data}</script>\n<script>{script}</script>\n</body>\n</html>\n'
    )


def packed(content: PageContent, columns: bytes, level: int = LEVEL) -> bytes:
    """Return one zlib stream: length of the JSON (uint32, little-endian), JSON, columns."""
    head = msgspec.json.encode(content)
    return zlib.compress(len(head).to_bytes(4, "little") + head + columns, level)


@cache
def page_script() -> str:
    """Return the script: uPlot, and Outpace's files within one function, so that they add no global names."""
    folder = resources.files("app.report.page").joinpath("script")
    own = "\n".join(folder.joinpath(f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)
    return f'{_uplot("uPlot.iife.min.js")}\n(() => {{\n"use strict";\n{own}\n}})();\n'


@cache
def page_style() -> str:
    """Return the style sheet of every page."""
    own = resources.files("app.report.page").joinpath("page.css").read_text(encoding="utf-8")
    return _uplot("uPlot.min.css") + own


def _uplot(name: str) -> str:
    return resources.files("resources").joinpath("uplot", name).read_text(encoding="utf-8")
