# SPDX-License-Identifier: Apache-2.0
"""Status bar: the current activity and file, and whether the load generator is a bottleneck."""

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QStatusBar

from app.model.events import DriverLimits, LateSample, OtherPrograms, kind_of
from app.results.agents import SessionAgents
from app.results.storage_results import is_storage
from app.session.reader import SessionReader
from app.session.records import SystemInfo
from app.ui.agents.agent_texts import status_text
from app.ui.replay.follower import Follower
from app.ui.window.icons import icon
from app.ui.workbench.chart_row import value_at
from app.ui.workbench.counter_catalogue import Catalogue
from app.ui.workbench.localised_figures import NO_DATA, WINDOW_LANGUAGE, count_text, label_text, number_text, value_text
from app.ui.workbench.run_progress import progress_of
from app.ui.workbench.view import TimeWindow
from widgets.text import ElidedLabel, HintLabel, WholeLabel
from widgets.translation import tr

SHARE = "% of a Core"
EMBEDDED_SHARE = "Embedded Engine % of a Core"
WAKE_UP = "Wake-up Lag p99"
ERRORS = "\\Outpace Driver(_Total)\\Errors/sec"
RETRIES = "\\Outpace Driver(_Total)\\Retries/sec"
LIMIT_EVENT, OTHERS_EVENT = kind_of(DriverLimits), kind_of(OtherPrograms)
"""Kinds of events: a system is limited by the load generator, or other programs use the CPU."""

LimitingAgents = Mapping[str, Sequence[str]]
NO_AGENTS: LimitingAgents = {}
LATE_EVENT = kind_of(LateSample)
"""Kind of event: a sample is late."""

GAP = 16
MOST_NOTED = 4
WIDEST_FILE = 240
"""Maximum width in logical pixels; a longer name is elided in the middle and shown in full in the tooltip."""


class StatusLine:
    """Fills the status bar; `log_button` suggests a logarithmic scale when it would help."""

    def __init__(self, bar: QStatusBar) -> None:
        self._state = WholeLabel()
        self._file = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self._file.setMaximumWidth(WIDEST_FILE)
        self._driver = self._faults = ""
        self._driver_button = QPushButton()
        self._driver_button.setObjectName("quiet")
        self._driver_button.clicked.connect(self.show_driver)
        self._driver_button.hide()
        self._driver_explanation = tr(
            "The busiest worker's share of one core, and how late workers wake up (p99). Above 70 % of a core, or with "
            "a lag above a tenth of the median latency, the driver limits the system."
        )
        self._trouble = QPushButton()
        self._trouble.setObjectName("trouble")
        self._trouble.setIcon(icon("warning"))
        self._trouble.setFlat(True)
        self._trouble.clicked.connect(self.explain)
        self._trouble.hide()
        self._explanation = ""
        self.agents_button = QPushButton()
        self.agents_button.setObjectName("link")
        self.agents_button.setFlat(True)
        self.agents_button.setToolTip(tr("Show the agents (Ctrl+Shift+A)"))
        self.agents_button.hide()
        self.log_button = QPushButton()
        self.log_button.setObjectName("link")
        self.log_button.setFlat(True)
        self.log_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.log_button.hide()
        self._hints = HintLabel(tr("Ctrl+K finds every command"))
        for widget in (self._state, self._file, self.agents_button):
            widget.setContentsMargins(0, 0, GAP, 0)
            bar.addWidget(widget)
        for button in (self.log_button, self._trouble, self._driver_button):
            bar.addPermanentWidget(button)
        bar.addPermanentWidget(self._hints, 1)
        self._bar = bar
        if message := bar.currentMessage():  # added widgets cover the bar's current message
            bar.clearMessage()
            bar.showMessage(message)
        bar.messageChanged.connect(lambda _text: self._show_hints())
        self._hinted = self._live = False
        self.clear()

    @property
    def text(self) -> str:
        """Complete text, for tests and screen readers."""
        texts = [label.text() for label in (self._state, self._file, self.agents_button)]
        return " · ".join(text for text in (*texts, self._driver, self._trouble.text()) if text)

    def clear(self) -> None:
        """Clear the status bar."""
        for label in (self._state, self._file):
            label.clear()
        self._show_driver("", "")
        self._show_agents("")
        self._show_trouble("", "")
        self._hinted = False
        self.offer_log("")

    def offer_log(self, text: str) -> None:
        """Suggest the logarithmic scale with this text; "" withdraws the suggestion."""
        self.log_button.setText(text)
        self.log_button.setVisible(bool(text))
        self._show_hints()

    def _show_hints(self) -> None:
        """Show hints only while they apply and the space is not needed for a message."""
        self._trouble.setVisible(bool(self._trouble.text()) and not self._bar.currentMessage())
        self.agents_button.setVisible(bool(self.agents_button.text()) and not self._bar.currentMessage())
        self._hints.setVisible(self._hinted and not self.log_button.text() and not self._bar.currentMessage())

    def refresh(
        self,
        follower: Follower,
        catalogue: Catalogue,
        window: TimeWindow,
        *,
        frozen: bool,
        agents: SessionAgents | None = None,
    ) -> None:
        """Show the state at the right edge of `window`."""
        self._show_state(follower, frozen=frozen)
        size_text, size_unit = value_text(float(file_bytes(follower)), "B")
        self._file.setText(f"{follower.path.name} · {size_text} {size_unit}")
        if not self._hinted:
            self._hinted = True
            self._show_hints()
        reader = follower.reader
        self._show_agents(status_text(agents, window.to_s) if agents is not None else "")
        errors = round(_total_of_all(reader, catalogue, ERRORS, window.to_s))
        late = sum(1 for event in reader.events if event.kind == LATE_EVENT and event.t_s <= window.to_s)
        self._show_driver(driver_text(reader, catalogue, window, errors, late), faults_text(errors, late))
        limiting = agents.limiting(window.to_s) if agents is not None else {}
        limited = limited_text(reader, window, limiting)
        self._show_trouble(limited, limits_explained(reader, window, limiting) if limited else "")

    def show_driver(self) -> None:
        """Show the figures about the program that sends the load."""
        box = QMessageBox(self._bar.window())
        box.setObjectName("driverFigures")
        box.setWindowTitle(tr("How well it is measured"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText("\n".join(self._driver.split(" · ")))
        box.setInformativeText(self._driver_explanation)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def explain(self) -> None:
        """Explain the warning about the driver and what to do about it."""
        box = QMessageBox(self._bar.window())
        box.setObjectName("driverLimits")
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("This machine is a limit"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        main, _, rest = self._explanation.partition("\n\n")
        box.setText(main)
        box.setInformativeText(rest)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _show_agents(self, text: str) -> None:
        if text != self.agents_button.text():
            self.agents_button.setText(text)
        self.agents_button.setVisible(bool(text) and not self._bar.currentMessage())

    def _show_driver(self, text: str, faults: str) -> None:
        """Show the figures in the tooltip of the button, which names the faults, or says that there are none."""
        self._driver, self._faults = text, faults
        self._driver_button.setToolTip(text.replace(" · ", "\n"))

    def _show_trouble(self, text: str, explanation: str) -> None:
        self._explanation = explanation
        if text != self._trouble.text():
            self._trouble.setText(text)
            self._trouble.setAccessibleName(text)
            self._trouble.setToolTip(explanation.partition("\n\n")[0])
        self._trouble.setVisible(bool(text) and not self._bar.currentMessage())
        said = self._faults or (tr("Measuring well") if self._live else tr("Measured well"))
        if said != self._driver_button.text():
            self._driver_button.setText(said)
        self._driver_button.setVisible(bool(self._driver) and not text)

    def _show_state(self, follower: Follower, *, frozen: bool) -> None:
        self._live = follower.live
        if follower.live:
            running = tr("● recording") if follower.reader.started else tr("● preparing")
            where = progress_of(follower.reader, follower.now_s, live=True).text if follower.reader.started else ""
            text = tr("frozen, still recording") if frozen else " · ".join(filter(None, (running, where)))
        elif follower.playing:
            text = tr("replay {speed}×").format(speed=number_text(follower.speed))
        elif not follower.reader.over:
            text = tr("still recording, not followed") if follower.unanswered else tr("recording broke off")
        elif follower.reader.view is not None:
            text = tr("snapshot")
        else:
            end = follower.reader.end
            text = tr("recorded") if end is None or end.valid else tr("recorded, not valid")
        if text != self._state.text():
            self._state.setText(text)
        name = "recording" if follower.live else ""
        if name != self._state.objectName():
            self._state.setObjectName(name)
            self._state.style().unpolish(self._state)  # restyling takes longer than everything else in the status bar
            self._state.style().polish(self._state)


def file_bytes(follower: Follower) -> int:
    """Return the size of the session in bytes, including its write-ahead log."""
    total = 0
    for path in (follower.path, follower.path.with_name(follower.path.name + "-wal")):
        try:
            total += path.stat().st_size
        except OSError:
            continue
    return total


def faults_text(errors: int, late: int) -> str:
    """Return the number of errors and of late samples, as far as there are any."""
    return " · ".join(([_errors_text(errors)] if errors else []) + ([_late_text(late)] if late else []))


def _errors_text(errors: int) -> str:
    return tr("1 error") if errors == 1 else tr("{errors} errors").format(errors=count_text(errors))


def _late_text(late: int) -> str:
    return tr("1 late sample") if late == 1 else tr("{late} late samples").format(late=late)


def driver_text(reader: SessionReader, catalogue: Catalogue, window: TimeWindow, errors: int, late: int) -> str:
    """Return the CPU load and lag of each system's workers, and the numbers of faults; "" for imported results.

    Args:
        reader: The session.
        catalogue: Its counters.
        window: The part shown; the figures are those at its end.
        errors: The number of errors up to then.
        late: The number of late samples up to then.
    """
    if reader.info.kind == "import":
        return ""
    busy, lags = [], []
    for system in reader.systems:
        share = busiest_share(reader, catalogue, system.letter, window.to_s)
        lag = latest_wake_up(reader, catalogue, system.letter, window.to_s)
        busy.append(f"{system.letter} {share:.0f} %" if math.isfinite(share) else f"{system.letter} {NO_DATA}")
        lags.append(f"{system.letter} {label_text(lag, 's')}")
    retries = _total_of_all(reader, catalogue, RETRIES, window.to_s)
    parts = [
        _late_text(late),
        _errors_text(errors),
        *([tr("{retries} retries").format(retries=count_text(retries))] if retries else []),
        tr("busiest worker {busy} of a core").format(busy=", ".join(busy)),
        tr("scheduling delay {lags}").format(lags=", ".join(lags)),
    ]
    return " · ".join(parts) if reader.systems else ""


def _total_of_all(reader: SessionReader, catalogue: Catalogue, path: str, to_s: float) -> float:
    return sum(_total(reader, catalogue, system.letter, path, to_s) for system in reader.systems)


def _total(reader: SessionReader, catalogue: Catalogue, letter: str, path: str, to_s: float) -> float:
    """Return a system's total of a counter up to a moment; 0 if there is no data."""
    curve = catalogue.curve(letter, path)
    total = reader.total(curve.counter, -math.inf, to_s) if curve else 0.0
    return total if math.isfinite(total) else 0.0


def limited_text(reader: SessionReader, window: TimeWindow, limiting: LimitingAgents = NO_AGENTS) -> str:
    """Return a warning that names the systems limited by the load generator so far; "" if there are none.

    `limiting` contains the letters of the systems that each agent limits, by agent name.
    """
    letters = [system.letter for system in limited_systems(reader, window)]
    if not letters:
        return tr("other programs take this machine's cores") if other_programs(reader, window) else ""
    if limiting:
        some = tr("{agents} limit {letters}") if len(limiting) > 1 else tr("{agents} limits {letters}")
        return some.format(agents=", ".join(limiting), letters=", ".join(letters))
    return tr("this machine limits {letters}").format(letters=", ".join(letters))


def other_programs(reader: SessionReader, window: TimeWindow) -> list[str]:
    """Return the engine's messages about other programs, up to the moment shown."""
    found = [event.message for event in reader.events if event.kind == OTHERS_EVENT and event.t_s <= window.to_s]
    return [reader.sentence(message, WINDOW_LANGUAGE) for message in found]


def limited_systems(reader: SessionReader, window: TimeWindow) -> list[SystemInfo]:
    found = {event.system for event in reader.events if event.kind == LIMIT_EVENT and event.t_s <= window.to_s}
    return [system for system in reader.systems if system.id in found]


def limits_explained(reader: SessionReader, window: TimeWindow, limiting: LimitingAgents = NO_AGENTS) -> str:
    """Return an explanation with advice and the engine's messages; "" if nothing is limited."""
    systems, others = limited_systems(reader, window), other_programs(reader, window)
    if not systems:
        return "\n\n".join(others[-1:])
    here = tr("{letter} ({name}) is limited by this machine's CPU, not by its own speed.")
    there = tr("{letter} ({name}) is limited by the CPU of {agents}, not by its own speed.")
    by = {
        system.letter: [agent for agent, letters in limiting.items() if system.letter in letters] for system in systems
    }
    each = [
        (there if by[system.letter] else here).format(
            letter=system.letter, name=system.name, agents=", ".join(by[system.letter])
        )
        for system in systems
    ]
    advice = tr(
        "The program that sends the orders got too little processor time, so the system may be faster than its figures."
        " Close other programs, ask for fewer users, or run the driver on another machine."
    )
    if is_storage(reader):
        advice = tr(
            "The program that sends the I/Os got too little processor time, so the system may be faster than its "
            "figures. Close other programs, ask for fewer outstanding I/Os, or use a machine with more cores."
        )
    noted = [
        reader.sentence(event.message, WINDOW_LANGUAGE)
        for event in reader.events
        if event.kind == LIMIT_EVENT and event.t_s <= window.to_s
    ]
    return "\n\n".join(("\n".join(each), advice, "\n".join(dict.fromkeys([*noted[-MOST_NOTED:], *others[-1:]]))))


def busiest_share(reader: SessionReader, catalogue: Catalogue, letter: str, at_s: float) -> float:
    """Return the driver's CPU use in a system's busiest worker, in percent of a core; NaN if unknown.

    The share of an engine embedded in the worker is excluded.
    """
    engine = {c.counter.path: c for c in catalogue.of_workers(letter, EMBEDDED_SHARE)}
    shares = []
    for curve in catalogue.of_workers(letter, SHARE):
        share = value_at(*reader.samples(curve.counter), at_s)
        embedded = engine.get(curve.counter.path.replace(SHARE, EMBEDDED_SHARE))
        part = value_at(*reader.samples(embedded.counter), at_s) if embedded is not None else 0.0
        shares.append(max(share - (part if math.isfinite(part) else 0.0), 0.0) if math.isfinite(share) else math.nan)
    return _largest(shares)


def latest_wake_up(reader: SessionReader, catalogue: Catalogue, letter: str, at_s: float) -> float:
    """Return the largest p99 wake-up lag of a system's workers in seconds; NaN if unknown."""
    return _largest([value_at(*reader.samples(curve.counter), at_s) for curve in catalogue.of_workers(letter, WAKE_UP)])


def _largest(values: list[float]) -> float:
    known = [value for value in values if math.isfinite(value)]
    return max(known) if known else math.nan
