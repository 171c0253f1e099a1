# SPDX-License-Identifier: Apache-2.0
"""Report as a single HTML file, suitable for printing, without scripts or external resources."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources

from app.model.visible_text import visible
from app.report.content import (
    PAGE,
    Block,
    Chart,
    Code,
    DrawingGrid,
    Heading,
    Items,
    Masthead,
    NewPage,
    OnePage,
    Paragraph,
    ReportContent,
    ReportTable,
    VerdictBlock,
)

COLOR = re.compile(r"#[0-9a-fA-F]{6}")
PERCENT = re.compile(r"(?<=\d) %")
"""Space between a number and its percent sign, which is made nonbreaking."""


class Styles:
    """Rules of single elements, as classes of the style sheet: a policy can then forbid every style attribute."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, rule: str) -> str:
        """Return the class that applies a rule ("width: 20.00%")."""
        return self._names.setdefault(rule, f"z{len(self._names)}")

    @property
    def sheet(self) -> str:
        """Style sheet of all classes."""
        return "".join(f".{name} {{ {rule}; }}\n" for rule, name in self._names.items())


def html_of(content: ReportContent) -> str:
    """Return the HTML file."""
    styles = Styles()
    first = blocks_html(content.blocks[: content.first_page], styles)
    rest = blocks_html(content.blocks[content.first_page :], styles)
    style = "\n" + resources.files("app.report").joinpath("report.css").read_text(encoding="utf-8") + styles.sheet
    # Nothing may be fetched or executed, whatever a session's text contains; a logo is embedded in the file.
    policy = f"default-src 'none'; style-src '{source_hash(style)}'"
    policy += "; img-src data:" if _has_logo(content) else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{escape(visible(content.title))}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f'<main>\n<section class="first">\n{first}\n</section>\n{rest}\n'
        f"<footer>{escape(visible(content.footer))}</footer>\n</main>\n</body>\n</html>\n"
    )


def source_hash(text: str) -> str:
    """Return the expression that permits an inline script or style in a content security policy."""
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def blocks_html(blocks: Iterable[Block], styles: Styles) -> str:
    """Return the HTML of blocks; their rules are added to `styles`."""
    return "\n".join(_block(block, styles) for block in blocks)


def _block(block: Block, styles: Styles) -> str:  # noqa: PLR0911 - one return per kind of block
    match block:
        case Masthead():
            return _masthead(block)
        case Heading(text, level):
            return f"<h{level}>{_text(text)}</h{level}>"
        case Paragraph(text, tone):
            return f"<p{_class(tone)}>{_text(text)}</p>"
        case VerdictBlock(statement, detail, color, tone):
            edge = styles.name(f"border-color: {color}") if COLOR.fullmatch(color) else ""
            statement = f'<p class="statement">{_text(statement)}</p>'
            return f"<div{_class('verdict', tone, edge)}>{statement}<p>{_text(detail)}</p></div>"
        case Chart():
            return f"<figure>{block.svg}</figure>"
        case DrawingGrid():
            return "".join(_chart_row(row, block.columns, styles) for row in block.rows())
        case ReportTable():
            return _table(block, styles)
        case Items(texts, tone):
            return f"<ul{_class(tone)}>{''.join(f'<li>{_text(text)}</li>' for text in texts)}</ul>"
        case Code(text):
            return f"<pre>{escape(visible(text))}</pre>"
        case NewPage():
            return '<div class="newpage"></div>'
        case OnePage(blocks):
            return f'<section class="onepage">{"".join(_block(one, styles) for one in blocks)}</section>'


def _masthead(masthead: Masthead) -> str:
    *lines, last = masthead.lines or ("",)
    texts = "".join(f"<p>{_text(line)}</p>" for line in lines) + (f'<p class="dim">{_text(last)}</p>' if last else "")
    picture = ""
    if masthead.logo is not None:
        data = b64encode(masthead.logo.data).decode()
        picture = f'<img class="logo" alt="" src="data:{masthead.logo.media_type};base64,{data}">'
    return f"<header><div><h1>{_text(masthead.title)}</h1>{texts}</div>{picture}</header>"


def _has_logo(content: ReportContent) -> bool:
    return any(isinstance(block, Masthead) and block.logo is not None for block in content.blocks)


def _chart_row(charts: Sequence[Chart], columns: int, styles: Styles) -> str:
    figures = "".join(f"<figure>{chart.svg}</figure>" for chart in charts)
    name = styles.name(f"grid-template-columns: repeat({columns}, 1fr)")
    return f"<div{_class('charts', name)}>{figures}</div>"


def _table(table: ReportTable, styles: Styles) -> str:
    names = [styles.name(f"width: {100 * width / PAGE:.2f}%") for width in table.widths()]
    widths = "".join(f"<col{_class(name)}>" for name in names)
    aligned = [
        ' class="n"' if column.align == "right" else ' class="s"' if spaced else ""
        for column, spaced in zip(table.columns, table.spaced, strict=True)
    ]
    head = ""
    if any(column.text for column in table.columns):
        cells = zip(table.columns, aligned, strict=True)
        head = f"<thead><tr>{''.join(f'<th{align}>{_text(column.text)}</th>' for column, align in cells)}</tr></thead>"
    rows = []
    for row in table.rows:
        texts = zip(row.indented, aligned, strict=True)
        rows.append(f"<tr{_class(row.tone)}>{''.join(f'<td{align}>{_text(text)}</td>' for text, align in texts)}</tr>")
    small = styles.name(f"font-size: {table.type_scale:.3f}em") if table.type_scale < 1 else ""
    inside = f"<table{_class(small)}><colgroup>{widths}</colgroup>{head}<tbody>{''.join(rows)}</tbody></table>"
    return f'<div class="table">{inside}</div>'


def _class(*names: str) -> str:
    given = " ".join(filter(None, names))
    return f' class="{given}"' if given else ""


def _text(text: str) -> str:
    return PERCENT.sub("\u00a0%", escape(visible(text), quote=False)).replace("\n", "<br>")
