# SPDX-License-Identifier: Apache-2.0
"""Load profile in a report: results for each part of a changing load, and the recovery after each pulse."""

from collections.abc import Iterator, Sequence
from math import nan

from app.analysis.format import NO_DATA, count_text, label_text, row_texts
from app.model.workloads import WorkUnit
from app.report.content import Block, Heading, Paragraph, ReportColumn, ReportTable, Row
from app.results.load_parts import (
    BACK_S,
    RATE_LABELS,
    LoadPartResult,
    PartSystem,
    load_parts,
    part_load_text,
    recoveries,
    recovery_text,
    throughput,
)
from app.results.measurings import work_unit
from app.results.study_records import Study
from app.session.reader import SessionReader

NOTE = (
    "Parts of the same name are taken together, their latencies from merged histograms. All systems had the same load "
    "in the same second."
)
RECOVERY_NOTE = (
    "Latency is back in the first second, counted from where the load is low again, from which on the p95 of an "
    f"order (of storage an I/O) stays for {BACK_S} s within the highest p95 of any second of the low load before the "
    "first pulse. Not back: not before the next pulse."
)


def load_profile_part(study: Study, readers: Sequence[SessionReader]) -> Iterator[Block]:
    """Yield the load profiles of the sessions; nothing if no load changed during the measurement."""
    for index, reader in enumerate(readers):
        parts = load_parts(reader)
        if not parts:
            continue
        letters, unit = study.sessions[index].letters, work_unit(reader)
        yield Heading("Load profile" if len(readers) == 1 else f"Load profile: {study.sessions[index].file}")
        columns = [
            ReportColumn("Part", "left", 0.6),
            ReportColumn("Load of each target", "left", 1.8),
            ReportColumn("Run", "left", 0.5),
        ]
        columns += [ReportColumn("System", "left", 0.7), ReportColumn(RATE_LABELS[unit], weight=1.2)]
        columns += [ReportColumn(name) for name in ("Mean", "p50", "p95", "p99", "Max")]
        yield ReportTable(
            tuple(columns),
            tuple(
                Row((*_load(part, unit), letters[letter], *_figures(own, unit)))
                for part in parts
                for letter, own in part.systems.items()
                if letter in letters
            ),
        )
        yield Paragraph(NOTE, "dim")
        recovered = recoveries(reader)
        if recovered:
            yield Heading("Latency after each pulse", 3)
            yield ReportTable(
                tuple(ReportColumn(name, "left") for name in ("Run", "Pulse", "System", "Back after", "Within")),
                tuple(
                    Row((str(one.run), str(one.pulse), letters[one.system], recovery_text(one), _ms(one.limit_ms)))
                    for one in recovered
                    if one.system in letters
                ),
            )
            yield Paragraph(RECOVERY_NOTE, "dim")


def _load(part: LoadPartResult, unit: WorkUnit) -> tuple[str, str, str]:
    return part.name, part_load_text(part, unit), str(part.run)


def _figures(own: PartSystem, unit: WorkUnit) -> Iterator[str]:
    rate = throughput(own, unit)
    yield NO_DATA if rate is None else count_text(rate)
    values = (own.mean_ms, own.p50_ms, own.p95_ms, own.p99_ms, own.max_ms)
    yield from row_texts([nan if value is None else value / 1e3 for value in values], "s")


def _ms(value: float | None) -> str:
    return NO_DATA if value is None else label_text(value / 1e3, "s")
