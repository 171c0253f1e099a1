# SPDX-License-Identifier: Apache-2.0
"""Appendix about the compared systems: hardware, storage layout, prices, changed settings, and the procedure.

Empty parts are omitted.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from app.analysis.format import label_text
from app.report.content import Block, Heading, Paragraph, ReportColumn, ReportTable, Row, Tone
from app.results.study_records import Study
from app.results.system_sheets import DRIVER, MISSING, AgentLine, FileResult, HardwareResult, device_text

GIB, MIB, KIB = 2**30, 2**20, 2**10
STATED = " *"


def hardware_part(study: Study) -> Iterator[Block]:
    """Yield a table of all systems' hardware, group by group; systems with identical hardware share a column."""
    rows, here = study.appendix.hardware, study.appendix.here
    if not rows:
        return
    yield Heading("Hardware")
    columns = _shared_columns(rows)
    if here:
        text = f"{_and(here)} ran on the machine that drove the load, where this was captured before the first run."
        yield Paragraph(text, "dim")
    several = sum(letter != DRIVER for letters in columns for letter in letters[:1]) > 1
    head = [ReportColumn("", "left", 0.25)] if several else []
    head += [ReportColumn("Group", "left", 1.0), ReportColumn("", "left", 1.1)]
    head += [ReportColumn(_title(study, letters), "left", 2.4) for letters in columns]
    printed = []
    for group, rows_of_group in groupby(rows, key=lambda row: row.group):
        for number, row in enumerate(rows_of_group):
            texts = [row.texts[letters[0]] + STATED * (letters[0] in row.stated) for letters in columns]
            mark = ["≠" if row.differs else ""] if several else []
            tone: Tone = "warning" if several and row.differs else ""
            printed.append(Row((*mark, "" if number else group, row.label, *texts), tone))
    yield ReportTable(tuple(head), tuple(printed))
    if any(row.stated for row in rows):
        yield Paragraph("* As the scenario states it; Outpace did not look.", "dim")


def agents_part(study: Study) -> Iterator[Block]:
    """Yield a table of the machines that drove the load or were observed, with their hardware and clocks."""
    lines = study.appendix.agents
    if not lines:
        return
    yield Heading("Agents")
    yield Paragraph(
        "Other machines that drove the load, or were watched. Everything is on the clock of the machine that Outpace "
        "ran on; ±: the most by which a moment of theirs may be off on it.",
        "dim",
    )
    several = len({line.file for line in lines}) > 1
    columns = [ReportColumn("Session", "left", 1.2)] if several else []
    columns += [
        ReportColumn("Agent", "left", 1.0),
        ReportColumn("Host", "left", 1.2),
        ReportColumn("Drives, watches", "left", 0.8),
    ]
    columns += [
        ReportColumn("Processor", "left", 2.0),
        ReportColumn("Cores", weight=0.5),
        ReportColumn("Memory", weight=0.8),
    ]
    columns += [
        ReportColumn("System", "left", 1.6),
        ReportColumn("Clock ±", weight=0.8),
        ReportColumn("Drift", weight=0.8),
    ]
    columns += [
        ReportColumn("Round trip", weight=0.8),
        ReportColumn("Late", weight=0.5),
        ReportColumn("Away", weight=0.6),
    ]
    yield ReportTable(tuple(columns), tuple(_agent_row(line, several) for line in lines))


def _agent_row(line: AgentLine, several: bool) -> Row:
    one = line.agent
    watched = f"({', '.join(one.watches)})" if one.watches else ""
    cells = (
        one.name, one.host or MISSING, " ".join(filter(None, (", ".join(one.drives), watched))) or MISSING,
        one.processor or MISSING, f"{one.cores:,}" if one.cores else MISSING,
        f"{one.memory_gib:,.1f} GiB" if one.memory_gib else MISSING, one.system or MISSING,
        _seconds(one.uncertainty_s), MISSING if one.drift_ppm is None else f"{one.drift_ppm:+.1f} ppm",
        _seconds(one.round_trip_s), MISSING if one.late is None else f"{one.late:,}",
        f"{one.away_s:.0f} s" if one.away_s else "0 s",
    )  # fmt: skip
    tone: Tone = "warning" if one.away_s or one.late else ""
    return Row((line.file, *cells) if several else cells, tone)


def _seconds(value: float | None) -> str:
    return MISSING if value is None else label_text(value, "s")


def layout_part(study: Study) -> Iterator[Block]:
    """Yield a table per system: its files with their sizes and storage."""
    rows = study.appendix.files
    if not rows:
        return
    yield Heading("Storage layout and file placement")
    yield Paragraph("Before the first load, once each system was ready for it.", "dim")
    for system in study.systems:
        rows_of_system = [row for row in rows if row.system == system.letter]
        if rows_of_system:
            yield Heading(f"{system.letter}  {system.name}", 3)
            yield _layout_table(rows_of_system)


def _layout_table(rows: Sequence[FileResult]) -> ReportTable:
    several = any(row.target for row in rows)
    columns = [ReportColumn("Target", "left", 0.8)] if several else []
    columns += [
        ReportColumn("What", "left", 1.1),
        ReportColumn("Folder", "left", 2.0),
        ReportColumn("Files", weight=0.5),
    ]
    columns += [
        ReportColumn("Size", weight=0.9),
        ReportColumn("Lies on", "left", 1.6),
        ReportColumn("Mount options", "left", 1.4),
    ]
    printed = []
    for row in rows:
        what = f"{row.what} {row.name}" if row.name else row.what
        files = f"{row.files:,}" if row.files is not None else MISSING
        place = row.place or "not told by the server"
        lies, options = device_text(row) or MISSING, row.options.replace(",", ", ") or MISSING
        cells = (what, place, files, size_text(row.size_bytes), lies, options)
        printed.append(Row((row.target, *cells) if several else cells))
    sizes = [row.size_bytes for row in rows]
    if len(rows) > 1 and None not in sizes:
        total = size_text(sum(size for size in sizes if size is not None))
        printed.append(Row((*[""] * several, "all of these", "", "", total, "", ""), "dim"))
    return ReportTable(tuple(columns), tuple(printed))


def price_part(study: Study) -> Iterator[Block]:
    """Yield each system's price list with the total."""
    sheets = study.appendix.prices
    if not sheets:
        return
    yield Heading("Price list")
    for sheet in sheets:
        yield Heading(f"{sheet.system}  {study.system(sheet.system).name}", 3)
        rows = [
            Row(
                (
                    one.item,
                    f"{one.quantity:,.10g}",
                    money(one.unit_price, sheet.currency),
                    money(one.price, sheet.currency),
                )
            )
            for one in sheet.items
        ]
        rows.append(Row(("Sum", "", "", money(sheet.total, sheet.currency)), "good"))
        columns = (
            ReportColumn("Item", "left", 3.0),
            ReportColumn("Quantity", weight=0.8),
            ReportColumn("Unit price"),
            ReportColumn("Price"),
        )
        yield ReportTable(columns, tuple(rows))
    if len({sheet.currency for sheet in sheets}) > 1:
        yield Paragraph("The lists are in different currencies: prices of one figure are not compared.", "warning")


def changed_part(study: Study) -> Iterator[Block]:
    """Yield the settings of the scenario, the engines and the kernel that differ from their defaults."""
    rows = study.appendix.changed
    if not rows:
        return
    several = len(study.systems) > 1
    yield Heading("What differs from the defaults")
    if several:
        yield Paragraph("=: set identically on all systems that have it. ≠: it differs between the systems.", "dim")
    columns = [ReportColumn("", "left", 0.25)] if several else []
    columns += [
        ReportColumn("Of", "left", 0.9),
        ReportColumn("Setting", "left", 2.0),
        ReportColumn("Default", "left", 1.1),
    ]
    columns += [ReportColumn(system.letter, "left", 1.4) for system in study.systems]
    printed = []
    for group, rows_of_group in groupby(rows, key=lambda row: row.group):
        for number, row in enumerate(rows_of_group):
            mark = {True: "=", False: "≠", None: ""}[row.same]
            texts = [row.texts.get(system.letter, MISSING) for system in study.systems]
            cells = ("" if number else group, row.name, row.default or "not told", *texts)
            tone: Tone = "warning" if several and row.same is False else ""
            printed.append(Row((mark, *cells) if several else cells, tone))
    yield ReportTable(tuple(columns), tuple(printed))


def procedure_part(study: Study) -> Iterator[Block]:
    """Yield the steps of the procedure as recorded in the sessions, numbered."""
    procedures = study.appendix.procedures
    if not procedures:
        return
    yield Heading("Procedure")
    yield Paragraph("What was done, as the recording tells it.", "dim")
    for one in procedures:
        if len(procedures) > 1:
            yield Heading(one.file, 3)
        columns = (ReportColumn("", weight=0.12), ReportColumn("", "left", 4.0))
        yield ReportTable(columns, tuple(Row((f"{number}.", step)) for number, step in enumerate(one.steps, 1)))


def size_text(size_bytes: float | None) -> str:
    """Return a size as text: "1.20 MiB", "3.40 GiB"."""
    if size_bytes is None:
        return MISSING
    for unit, name in ((GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")):
        if size_bytes >= unit:
            return f"{size_bytes / unit:,.2f} {name}"
    return f"{size_bytes:,.0f} B"


def money(value: float, currency: str) -> str:
    """Format an amount: "8,478.00 USD", with its own number of decimals, but at least two."""
    decimals = f"{value:.8f}".rstrip("0").partition(".")[2]
    return f"{value:,.{max(2, len(decimals))}f} {currency}"


def _shared_columns(rows: Sequence[HardwareResult]) -> list[list[str]]:
    """Group the letters of systems whose texts are the same in every row; the driver's machine is separate."""
    letters_by_texts: dict[tuple[object, ...], list[str]] = {}
    for letter in rows[0].texts:
        key = (letter == DRIVER, *((row.texts[letter], letter in row.stated) for row in rows))
        letters_by_texts.setdefault(key, []).append(letter)
    return list(letters_by_texts.values())


def _title(study: Study, letters: Sequence[str]) -> str:
    if letters[0] == DRIVER:
        return "The driver's machine"
    if len(letters) == 1:
        return f"{letters[0]}  {study.system(letters[0]).name}"
    return _and(letters)


def _and(texts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(texts[:-1]), texts[-1]]))
