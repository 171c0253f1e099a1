# SPDX-License-Identifier: Apache-2.0
"""Sidebar: a card per system, the workload, the plan with its progress, and the events."""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from app.model.documents import MeasuredStep, TargetFacts
from app.model.events import DriverLimits, LateSample, OtherPrograms, kind_of
from app.model.messages import NO_OTHER_WORDING
from app.model.messages import sentence as sentence_of
from app.model.plans import Plan
from app.model.workloads import StorageIo, WorkloadParameters, pattern_label
from app.scenario.recorded import RecordedScenario, Unknown
from app.session.reader import SessionReader
from app.session.records import Event, SystemInfo
from app.session.session_error import SessionError
from app.ui.compare.differences import stored_comparison
from app.ui.window.background import Task
from app.ui.window.icons import line_icon
from app.ui.workbench.chart_row import value_at
from app.ui.workbench.counter_catalogue import Catalogue, system_color
from app.ui.workbench.localised_figures import (
    NO_DATA,
    WINDOW_LANGUAGE,
    count_text,
    counted_text,
    duration_in_units,
    duration_text,
    message_text,
    number_text,
)
from app.ui.workbench.power_summary import is_metered, key_figures_summary, power_summary
from app.ui.workbench.run_progress import progress_of
from app.ui.workbench.run_status import did_not_start, measured_until, outages_at, sentence
from app.ui.workbench.view import TimeWindow
from widgets.presentation.cards import Chip, InfoCard, SystemCard
from widgets.tables.event_list import EventList
from widgets.theme import Theme
from widgets.translation import marked, tr

OF_THE_DRIVER = (kind_of(DriverLimits), kind_of(LateSample), kind_of(OtherPrograms))
"""Events about the driver's machine, which are explained by the warning in the status bar."""
WIDTH, RAIL, RAIL_CHIP = 272, 48, 24
"""Widths of the sidebar and of the rail in a narrow window, and the side of a chip there, in logical pixels."""
MOST_FACTS = 6
_NUMBER = re.compile(r"\d+(\.\d+)*")
EMBEDDED_SETTINGS = ("journal", "synchronous")
STORAGE = "Storage"
ALIVE = "\\Outpace Driver(_Total)\\Users Alive"
REQUESTED = "\\Outpace Driver(_Total)\\Users Requested"

ROLES = (marked("baseline"), marked("challenger"))
"""Names of roles, marked for translation."""
PASSES = {"read": marked("reads"), "write": marked("writes")}


class Sidebar(QWidget):
    """Sidebar with facts about a session and its progress at the moment shown.

    Attributes:
        events_opened: The list of events was expanded or collapsed.
    """

    events_opened = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedWidth(WIDTH)
        self._theme = theme
        self._cards: list[SystemCard] = []
        self._card_texts: list[object] = []
        self._note = InfoCard(most_lines=12)
        self._results = InfoCard(most_lines=12)
        self._power = InfoCard(most_lines=12)
        self._summarized: Path | None = None
        self._workload = InfoCard(most_lines=6)
        self._plan = InfoCard()
        self._events = EventList(theme.chart)
        self._events.setMinimumHeight(84)
        self._listed_events: tuple[object, ...] = ()
        self._events_open = False
        cards = QWidget()
        self._column = QVBoxLayout(cards)
        self._column.setContentsMargins(12, 12, 12, 4)
        self._column.setSpacing(12)
        self._column.addWidget(self._note)
        self._column.addWidget(self._results)
        self._column.addWidget(self._power)
        self._column.addWidget(self._workload)
        self._column.addWidget(self._plan)
        self._column.addStretch()
        scroll = QScrollArea()
        scroll.setWidget(cards)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.viewport().setAutoFillBackground(False)
        cards.setAutoFillBackground(False)
        self.heading = QToolButton()
        self.heading.setObjectName("eventsHeading")
        self.heading.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.heading.setCheckable(True)
        self.heading.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.heading.setToolTip(tr("Show or hide the list of events"))
        self.heading.toggled.connect(self.open_events)
        self._chips: list[Chip] = []
        self._narrow = self._folded = False
        self._compose(scroll)
        self.open_events(False)

    def _compose(self, scroll: QScrollArea) -> None:
        """Lay out the rail, which is hidden in a wide window, and the rest."""
        self._whole = QWidget()
        frame = QVBoxLayout(self._whole)
        frame.setContentsMargins(0, 0, 0, 8)
        frame.setSpacing(4)
        frame.addWidget(scroll, 5)
        frame.addWidget(self.heading)
        frame.addWidget(self._events, 2)
        self.rail_button = QToolButton()
        self.rail_button.setObjectName("railButton")
        self.rail_button.setIconSize(QSize(20, 20))
        self.rail_button.setToolTip(tr("Show or hide the facts about the systems"))
        self.rail_button.setAccessibleName(self.rail_button.toolTip())
        self.rail_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # otherwise, it would have the focus at first
        self.rail_button.clicked.connect(lambda: self._unfold(self._folded))
        self._rail = QVBoxLayout()
        self._rail.setContentsMargins(0, 10, 0, 0)
        self._rail.setSpacing(8)
        self._rail.addWidget(self.rail_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._rail.addStretch()
        self._rail_place = QWidget()
        self._rail_place.setFixedWidth(RAIL)
        self._rail_place.setLayout(self._rail)
        across = QHBoxLayout(self)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self._rail_place)
        across.addWidget(self._whole)
        self._rail_place.hide()
        self._draw_rail()

    def set_narrow(self, narrow: bool) -> None:
        """Set whether the sidebar is collapsed to a rail with the systems' letters, as in a narrow window."""
        if narrow != self._narrow:
            self._narrow = narrow
            self._rail_place.setVisible(narrow)
            self._unfold(not narrow)

    def _unfold(self, on: bool) -> None:
        self._folded = not on
        self._whole.setVisible(on)
        self.setFixedWidth((WIDTH if on else 0) + (RAIL if self._narrow else 0))

    def _draw_rail(self) -> None:
        self.rail_button.setIcon(line_icon("side", self._theme.label))

    def _show_letters(self, systems: Sequence[SystemInfo]) -> None:
        while len(self._chips) < len(systems):
            chip = Chip(RAIL_CHIP)
            self._rail.insertWidget(len(self._chips) + 1, chip, 0, Qt.AlignmentFlag.AlignHCenter)
            self._chips.append(chip)
        for number, chip in enumerate(self._chips):
            system = systems[number] if number < len(systems) else None
            chip.set_system(system.letter if system else "", system_color(system, self._theme))
            chip.setToolTip(system.name if system else "")

    @property
    def note(self) -> str:
        """Text of a snapshot's card; "" if the session is not a snapshot."""
        return self._note.text if self._note.isVisible() else ""

    @property
    def results(self) -> str:
        """Key figures of an imported session; "" for other sessions."""
        return self._results.text if self._results.isVisible() else ""

    @property
    def power(self) -> str:
        """Text about the power meters; "" if there aren't any."""
        return self._power.text if self._power.isVisible() else ""

    @property
    def plan(self) -> str:
        """Text about the plan; "" if absent."""
        return self._plan.text if self._plan.isVisible() else ""

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self._events.set_palette(theme.chart)
        self._draw_rail()
        self._card_texts = []

    def open_events(self, on: bool) -> None:
        """Expand or collapse the list of events; if collapsed, only their number is shown."""
        self.heading.setChecked(on)
        self.heading.setArrowType(Qt.ArrowType.DownArrow if on else Qt.ArrowType.RightArrow)
        self._events.setVisible(on)
        if on != self._events_open:
            self._events_open = on
            self.events_opened.emit(on)

    def _show_events(self, events: list[tuple[str, str, str]]) -> None:
        self._events.set_events(events)
        serious = sum(severity != "info" for _, _, severity in events)
        text = tr("Events ({number})").format(number=len(events)) if events else tr("Events")
        if serious:
            warnings = tr("1 warning") if serious == 1 else tr("{n} warnings").format(n=serious)
            text = f"{text} · {warnings}"
        self.heading.setText(text)

    def clear(self) -> None:
        """Clear the sidebar."""
        self._listed_events = ()
        self._card_texts = []
        while self._cards:
            card = self._cards.pop()
            card.hide()
            card.deleteLater()
        self._summarized = None
        for info in (self._note, self._results, self._power, self._workload, self._plan):
            info.hide()
        self._show_events([])

    def bind(self, reader: SessionReader) -> None:
        """Show a session."""
        self._listed_events = ()
        self._card_texts = []
        self._summarized = None
        self._note.setVisible(reader.view is not None)
        if reader.view is not None:
            self._note.set_info(tr("Snapshot: {name}").format(name=reader.view.name), reader.view.note)
        elif (remarks := stored_comparison(reader)) is not None:
            lines = [sentence(message_text(line)) for line in remarks.sentences]
            self._note.set_info(tr("Comparison"), "\n".join(lines))
            self._note.setVisible(bool(remarks.sentences))
        self._power.setVisible(is_metered(reader))
        if is_metered(reader):
            self._summarize(reader.path, self._power, tr("Power"), power_summary)
        imported = reader.info.kind == "import"
        self._results.setVisible(imported)
        if imported:
            self._summarize(reader.path, self._results, tr("Results"), key_figures_summary)
        self._workload.setVisible(reader.scenario.workload is not None)
        self._plan.setVisible(reader.scenario.plan is not None)
        if reader.scenario.workload is not None:
            self._workload.set_info(tr("Workload"), workload_text(reader.scenario, reader.scenario.workload))

    def _summarize(self, path: Path, card: InfoCard, title: str, summary: Callable[[Path], str]) -> None:
        """Fill a card in the background because its text needs the complete results."""
        self._summarized = path
        card.set_info(title, "…")

        def show(text: object) -> None:
            if self._summarized == path:
                card.set_info(title, str(text))

        task = Task(lambda: summary(path), (SessionError, OSError), self)
        task.done.connect(show)
        task.failed.connect(show)
        task.start()

    def refresh(
        self, reader: SessionReader, catalogue: Catalogue, window: TimeWindow, passed: Sequence[Event] = ()
    ) -> None:
        """Show the state at the right edge of `window`; `passed` contains the threshold events up to then."""
        # After the run, show the number of users during the load phase instead of the zero that follows.
        stopped_s = min((phase.from_s for phase in reader.phases if phase.name == "stop"), default=window.to_s)
        self._show_systems(reader, catalogue, min(window.to_s, stopped_s), window.to_s)
        if (plan := reader.scenario.plan) is not None:
            work = reader.scenario.workload
            users = work.users if isinstance(work, WorkloadParameters) else 1
            live = reader.end is None and window.to_s >= reader.length_s - 1
            text = plan_text(plan, users, reader.wording)
            self._plan.set_info(tr("Plan"), text, *plan_progress(reader, window.to_s, live=live))
        events = [event for event in reader.events if event.t_s <= window.to_s]
        listed = (len(events), *passed)
        if listed != self._listed_events:
            self._listed_events = listed
            events = sorted((*events, *passed), key=lambda event: event.t_s)
            self._show_events(
                [
                    (
                        f"{reader.info.started + timedelta(seconds=event.t_s):%H:%M:%S}",
                        reader.sentence(event.message, WINDOW_LANGUAGE),
                        "info" if event.kind in OF_THE_DRIVER else event.severity,
                    )
                    for event in events
                ]
            )

    def _show_systems(self, reader: SessionReader, catalogue: Catalogue, at_s: float, window_s: float) -> None:
        """Show the systems, with the users at `at_s` and the outages at `window_s`."""
        while len(self._cards) < len(reader.systems):
            card = SystemCard()
            self._column.insertWidget(len(self._cards) + 1, card)  # after the snapshot's note
            self._cards.append(card)
        while len(self._cards) > len(reader.systems):
            card = self._cards.pop()
            card.hide()
            card.deleteLater()
        self._show_letters(reader.systems)
        texts: list[object] = []
        metered = is_metered(reader)
        facts, away = engine_versions(reader), outages_at(reader, window_s)
        for card, system in zip(self._cards, reader.systems, strict=True):
            rows: list[tuple[str, str] | tuple[str, str, str]] = []
            users = users_text(reader, catalogue, system, measured_until(reader, system.letter, at_s))
            if users != NO_DATA or reader.info.kind != "import":
                rows.append((tr("Outstanding") if catalogue.storage else tr("Users"), users))
            if system.targets and system.targets[0].detail.database:
                rows.append(
                    (tr("File") if catalogue.storage else tr("Database"), *database_texts(reader.systems, system))
                )
            rows += [
                (tr(str(name)), fact_text(name, value, metered=metered))
                for name, value in list(system.facts.items())[:MOST_FACTS]
            ]
            content = (
                f"{system.letter} · {system.name}",
                system_color(system, self._theme),
                system_subtitle(system, facts),
                rows,
            )
            card.set_alert(away.get(system.id, ""), self._theme.chart.error)
            texts.append(content)
            position = len(texts) - 1
            if position >= len(self._card_texts) or self._card_texts[position] != content:
                card.set_system(*content)
        self._card_texts = texts


def fact_text(name: object, value: object, *, metered: bool) -> str:
    """Return the text of a fact; power is labeled as entered by the user if the session also has measured power."""
    typed = metered and str(name).casefold().startswith(("power", "watts"))
    return f"{tr(str(value))} ({tr('typed')})" if typed else tr(str(value))


def system_subtitle(system: SystemInfo, engines: Mapping[int, str] = {}) -> str:
    """Return role, engine with version and settings, and target count. `engines`: engine and version by target ID."""
    parts = [tr(system.role)]
    if system.targets:
        detail = system.targets[0].detail
        parts.append(engines.get(system.targets[0].id, detail.engine))
        if detail.engine == STORAGE:
            through = tr("write-through on") if detail.write_through == "on" else tr("write-through off")
            parts += [tr(detail.cache), through]
        settings = detail.settings
        parts += [str(settings[key]) for key in EMBEDDED_SETTINGS if key in settings]
        others = (key for key in settings if key not in EMBEDDED_SETTINGS)
        parts += [f"{key} {settings[key]}" for key in others if isinstance(settings[key], str)]
        parts += [f"data {detail.data}"] if detail.data else []
    if len(system.targets) > 1:
        parts.append(tr("{count}\u00a0targets").format(count=len(system.targets)))
    return " · ".join(part for part in parts if part)


def engine_versions(reader: SessionReader) -> dict[int, str]:
    """Return engine and version by target ID, as reported by the server before the run: "PostgreSQL 15.18"."""
    products = {}
    for document in reader.documents_of(TargetFacts):
        product, version = document.data.line("Product"), document.data.line("Version")
        if document.target is not None and product:
            number = _NUMBER.match(version)
            products[document.target] = f"{product} {number[0] if number else ''}".rstrip()
    return products


def database_texts(systems: Sequence[SystemInfo], system: SystemInfo) -> tuple[str, str]:
    """Return a summary of a system's data and whether all systems' data are equal, and a tooltip with checksums."""
    name = system.targets[0].detail.database
    every = [target.detail.checksum for other in systems for target in other.targets]
    own = dict.fromkeys(target.detail.checksum for target in system.targets)
    tip = tr("Checksum {sums}").format(sums=", ".join(filter(None, own)))
    if not all(every) or len(every) < 2:
        return name, tip if all(own) else ""
    if len(set(every)) > 1:
        return tr("{name} ✗ not identical").format(name=name), tr(
            "{tip}; not the same in all databases of this session"
        ).format(tip=tip)
    return tr("{name} ✓ identical").format(name=name), tr("{tip}, the same in all {count} databases").format(
        tip=tip, count=len(every)
    )


def users_text(reader: SessionReader, catalogue: Catalogue, system: SystemInfo, at_s: float) -> str:
    """Return the number of active users, followed by the requested number if that is different.

    For a target that lost all its workers together with their machine, the last requested number counts.
    """
    living, wanted = (catalogue.curve(system.letter, path) for path in (ALIVE, REQUESTED))
    if living is None or wanted is None or not math.isfinite(value_at(*reader.samples(living.counter), at_s)):
        return NO_DATA
    targets: list[int | None] = [target.id for target in system.targets] or [None]
    each = [value_at(*reader.samples(living.counter, target=one), at_s) for one in targets]
    last = [reader.samples(wanted.counter, to_s=at_s, target=one)[1][-1:] for one in targets]
    alive, requested = np.nansum(each), sum(float(one.sum()) for one in last)
    if alive != requested:
        return tr("{alive} of {requested}").format(alive=count_text(alive), requested=count_text(requested))
    return count_text(alive) if len(set(each)) > 1 or len(each) == 1 else f"{count_text(each[0])} × {len(each)}"


def requested_users(reader: SessionReader, catalogue: Catalogue, letter: str) -> int | None:
    """Return the last requested number of users of a system, over all its targets."""
    curve = catalogue.curve(letter, REQUESTED)
    if curve is None:
        return None
    _, value = reader.samples(curve.counter)
    known = value[np.isfinite(value)]
    return round(float(known[-1])) if known.size else None


def workload_text(scenario: RecordedScenario, load: WorkloadParameters | Unknown) -> str:
    """Return the workload as one line."""
    if isinstance(load, Unknown):
        text = tr("The workload “{name}” of this session is not installed here; all figures are complete.")
        return text.format(name=load.name)
    if isinstance(load, StorageIo):
        return storage_text(load, scenario.plan)
    caveat = load.caveat and tr(load.caveat)
    if load.label is None:
        return " · ".join(filter(None, (load.description, caveat)))
    plan = scenario.plan
    users = "" if plan is not None and plan.sets_users else tr("{users}\xa0users per target").format(users=load.users)
    setting = message_text(load.setting) if load.setting is not None else ""
    return " · ".join(filter(None, (message_text(load.label), users, pace_text(scenario, load), setting, caveat)))


def pace_text(scenario: RecordedScenario, load: WorkloadParameters) -> str:
    """Return a text about pacing, that is, when each user starts the next order."""
    plan, pacing = scenario.plan, scenario.pacing
    if plan is not None and (plan.arrivals or plan.results.load == "rate"):
        return tr("open loop")
    if pacing.loop == "open":
        return counted_text(marked("open loop, {rate}\u00a0orders/s"), load.unit).format(rate=number_text(pacing.rate))
    if load.pauses:
        return tr("closed loop, think times by transaction")
    think_ms = number_text(load.think_time_s * 1000)
    think = tr("think time {think_ms}\u00a0ms").format(think_ms=think_ms) if load.think_time_s else tr("no think time")
    return tr("closed loop, {think}").format(think=think)


def storage_text(load: StorageIo, plan: Plan | None) -> str:
    """Return the storage workload with the conditions on which its figures depend."""
    cache = tr("CACHED by the operating system") if load.cached else tr("direct")
    through = tr("write-through on") if load.write_through else tr("write-through off")
    through += pattern_label(load.write_pattern)
    sweep = plan.io_sweep if plan is not None else None
    if sweep is None:
        return tr("Storage I/O · {pattern} · {cache} · {through}").format(
            pattern=load.description, cache=cache, through=through
        )
    if sweep.patterns:
        return tr("Storage I/O · {patterns} on {file_size} · {cache} · {through}").format(
            patterns=", ".join(sweep.patterns), file_size=load.file_size, cache=cache, through=through
        )
    sizes = ", ".join(map(str, sweep.blocks_kb)) + "\u00a0KiB" if sweep.blocks_kb else load.block_label(50)
    passes = tr(" then ").join(tr(PASSES.get(one, one)) for one in sweep.passes)
    depths = ", ".join(str(depth) for depth in sweep.depths)
    pattern = tr("{sizes} {access} {passes} on {file_size} · {threads}").format(
        sizes=sizes, access=load.access_label, passes=passes, file_size=load.file_size, threads=load.thread_label
    )
    return tr("Storage I/O · {pattern} x {depths} outstanding · {cache} · {through}").format(
        pattern=pattern, depths=depths, cache=cache, through=through
    )


def plan_text(plan: Plan, users: int, wording: Mapping[str, str] = NO_OTHER_WORDING) -> str:
    """Return the plan as one line.

    Args:
        plan: The plan.
        users: Users per target requested by the workload.
        wording: Replacement text for workloads with other terms.
    """
    summary = plan.summary(users, lambda seconds: duration_in_units(seconds).replace(" ", "\u00a0"))
    return sentence_of(summary, WINDOW_LANGUAGE, wording=wording)


def plan_progress(reader: SessionReader, at_s: float, *, live: bool = True) -> tuple[float | None, str]:
    """Return the completed share of the plan (0 to 1; None before the start) and the step with the remaining time."""
    if reader.end is not None and at_s >= reader.end.t_s - 1:
        ending = tr("ended") if reader.end.valid else tr("ended, not valid")  # the headline shows the reason
        ending = tr("ended early") if reader.end.valid and reader.end.cut_short is not None else ending
        if did_not_start(reader):
            return None, tr("did not start")
        planned = reader.progress is not None and reader.progress.total > 0
        share = reader.progress.done / reader.progress.total if planned and reader.progress else 1.0
        return min(1.0, max(0.0, 1.0 if end_is_whole(reader) else share)), f"{ending} · {duration_text(at_s)}"
    progress = progress_of(reader, at_s, live=live)
    return progress.done, progress.text


def end_is_whole(reader: SessionReader) -> bool:
    """Return whether the plan was completed."""
    return not any(not document.data.complete for document in reader.documents_of(MeasuredStep))
