# SPDX-License-Identifier: Apache-2.0
"""Thresholds in a report: each crossed threshold, with the counter, how often, for how long and by how much."""

from collections.abc import Iterator, Mapping, Sequence

from app.analysis.format import duration_text, label_text
from app.model.thresholds import Threshold
from app.report.content import Block, Heading, Items, Paragraph, ReportColumn, ReportTable, Row
from app.results.crossings import Crossing, ThresholdOutcome, condition_text, own_thresholds, threshold_outcomes
from app.results.study_records import Study
from app.session.reader import SessionReader

COLUMNS = (
    ReportColumn("Threshold", "left", 2.6),
    ReportColumn("System", "left", 0.7),
    ReportColumn("Counter", "left", 2.2),
    ReportColumn("Times", weight=0.6),
    ReportColumn("In all", weight=0.8),
    ReportColumn("Worst", weight=0.9),
    ReportColumn("Longest", "left", 1.4),
)
NOTE = (
    "Over the whole recording, warm-up included. Samples that are no data, and gaps, end a stretch. In all: seconds "
    "beyond the threshold. A threshold is advice of its source, not a verdict on the run."
)


def threshold_part(
    study: Study, readers: Sequence[SessionReader], thresholds: Sequence[Threshold] = ()
) -> Iterator[Block]:
    """Yield the crossings of each session's thresholds; `thresholds` are added to the scenario's."""
    rows: list[Row] = []
    advice: dict[str, None] = {}
    without_counters: dict[str, None] = {}
    threshold_count, counter_count = 0, 0
    for index, reader in enumerate(readers):
        letters = study.sessions[index].letters
        for one in threshold_outcomes(reader, (*own_thresholds(reader), *thresholds)):
            threshold_count += 1
            counter_count += len(one.watched)
            text = condition_text(one.threshold)
            if not one.watched:
                without_counters[text] = None
            if one.crossings:
                rows += _rows(one, text, letters)
                because = " ".join(part for part in (one.threshold.why, one.threshold.source) if part)
                if because:
                    advice[f"{text}: {because}"] = None
    if not threshold_count:
        return
    yield Heading("Thresholds")
    if rows:
        yield ReportTable(COLUMNS, tuple(rows))
        yield Paragraph(NOTE, "dim")
        yield Items(tuple(advice), "dim")
    else:
        yield Paragraph(f"No threshold was passed ({threshold_count} of them, on {counter_count} counters).")
    if without_counters:
        yield Paragraph(f"Nothing was recorded for: {'; '.join(without_counters)}.", "dim")


def _rows(one: ThresholdOutcome, text: str, letters: Mapping[str, str]) -> Iterator[Row]:
    by_counter: dict[tuple[str, str], list[Crossing]] = {}
    for crossing in one.crossings:
        by_counter.setdefault((crossing.letter, crossing.path), []).append(crossing)
    for (letter, path), crossings in by_counter.items():
        longest = max(crossings, key=lambda crossing: crossing.seconds)
        worst = (max if one.threshold.is_above else min)(crossing.worst for crossing in crossings)
        yield Row(
            (
                f"{text} ({one.threshold.level})",
                letters.get(letter, letter) if letter else "driver",
                path,
                str(len(crossings)),
                duration_text(sum(crossing.seconds for crossing in crossings)),
                label_text(worst, crossings[0].unit),
                f"{duration_text(longest.from_s)} – {duration_text(longest.to_s)}",
            ),
            "bad" if one.threshold.level == "critical" else "warning",
        )
