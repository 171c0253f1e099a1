# SPDX-License-Identifier: Apache-2.0
"""What the report says of thresholds: each one that was passed with the counter, how often, how long and how far; or
that none was."""

from collections.abc import Iterator, Mapping, Sequence

from app.analysis.format import duration_text, label_text
from app.model.thresholds import Threshold
from app.report.content import Block, Column, Heading, Items, Paragraph, Row, Table
from app.results.crossings import Crossing, ThresholdOutcome, condition_text, own_thresholds, threshold_outcomes
from app.results.study_records import Study
from app.session.reader import SessionReader

COLUMNS = (
    Column("Threshold", "left", 2.6),
    Column("System", "left", 0.7),
    Column("Counter", "left", 2.2),
    Column("Times", weight=0.6),
    Column("In all", weight=0.8),
    Column("Worst", weight=0.9),
    Column("Longest", "left", 1.4),
)
NOTE = (
    "Over the whole recording, warm-up included. Samples that are no data, and gaps, end a stretch. In all: seconds "
    "beyond the threshold. A threshold is advice of its source, not a verdict on the run."
)


def threshold_part(
    study: Study, readers: Sequence[SessionReader], thresholds: Sequence[Threshold] = ()
) -> Iterator[Block]:
    """thresholds: beside those of each session's scenario."""
    rows: list[Row] = []
    advice: dict[str, None] = {}
    silent: dict[str, None] = {}
    looked_at, counters = 0, 0
    for index, reader in enumerate(readers):
        letters = study.sessions[index].letters
        for one in threshold_outcomes(reader, (*own_thresholds(reader), *thresholds)):
            looked_at += 1
            counters += len(one.watched)
            text = condition_text(one.threshold)
            if not one.watched:
                silent[text] = None
            if one.crossings:
                rows += _rows(one, text, letters)
                because = " ".join(part for part in (one.threshold.why, one.threshold.source) if part)
                if because:
                    advice[f"{text}: {because}"] = None
    if not looked_at:
        return
    yield Heading("Thresholds")
    if rows:
        yield Table(COLUMNS, tuple(rows))
        yield Paragraph(NOTE, "dim")
        yield Items(tuple(advice), "dim")
    else:
        yield Paragraph(f"No threshold was passed ({looked_at} of them, on {counters} counters).")
    if silent:
        yield Paragraph(f"Nothing was recorded for: {'; '.join(silent)}.", "dim")


def _rows(one: ThresholdOutcome, text: str, letters: Mapping[str, str]) -> Iterator[Row]:
    by_counter: dict[tuple[str, str], list[Crossing]] = {}
    for crossing in one.crossings:
        by_counter.setdefault((crossing.letter, crossing.path), []).append(crossing)
    for (letter, path), passed in by_counter.items():
        longest = max(passed, key=lambda crossing: crossing.seconds)
        worst = (max if one.threshold.is_above else min)(crossing.worst for crossing in passed)
        yield Row(
            (
                f"{text} ({one.threshold.level})",
                letters.get(letter, letter) if letter else "driver",
                path,
                str(len(passed)),
                duration_text(sum(crossing.seconds for crossing in passed)),
                label_text(worst, passed[0].unit),
                f"{duration_text(longest.from_s)} – {duration_text(longest.to_s)}",
            ),
            "bad" if one.threshold.level == "critical" else "warning",
        )
