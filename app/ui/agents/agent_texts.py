# SPDX-License-Identifier: Apache-2.0
"""Texts and figures about agents in the window."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.workloads import WorkUnit
from app.results.agents import Absence, AgentFigures, Imbalance, SessionAgents
from app.session.reader import SessionReader
from app.ui.workbench.localised_figures import (
    NO_DATA,
    count_text,
    counted_text,
    duration_text,
    fixed_text,
    number_text,
)
from widgets.theme import Theme
from widgets.translation import marked, tr

LONGEST_NAME = 22
UNSURE_S, USELESS_S = 0.01, 0.1
"""Clock uncertainty in seconds above which it is reported, and above which systems were not loaded at the same time."""


@dataclass(frozen=True, slots=True)
class AgentRow:
    """A row of the agent table.

    Attributes:
        absence: Absence of the agent at the moment shown.
        over: Whether the recording had ended.
        totals: Number of agents if this is the total row, else 0.
        limits: Letters of the systems whose throughput the agent's workers limited.
    """

    figures: AgentFigures
    absence: Absence | None = None
    over: bool = False
    totals: int = 0
    limits: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the agent, or the label of the total row."""
        return tr("all {count}").format(count=self.totals) if self.totals else self.figures.name


def agent_rows(reader: SessionReader, agents: SessionAgents, at_s: float) -> list[AgentRow]:
    """Return a row per agent as of a moment, preceded by a total row if there are several agents."""
    over = reader.end is not None and at_s >= reader.end.t_s - 1
    # After the run, show the number of users during the load phase instead of the zero that follows.
    stopped_s = min((phase.from_s for phase in reader.phases if phase.name == "stop"), default=at_s)
    away = {one.agent: one for one in agents.absences(at_s) if one.to_s > at_s}
    limits = agents.limiting(at_s)
    rows = [
        AgentRow(one, away.get(one.name), over, limits=limits.get(one.name, ()))
        for one in agents.all_at(min(at_s, stopped_s))
    ]
    if len(rows) > 1:
        rows.insert(0, AgentRow(_totals_of([row.figures for row in rows]), None, over, len(rows)))
    return rows


def _totals_of(found: Sequence[AgentFigures]) -> AgentFigures:
    def most(name: str) -> float:
        known = [value for one in found if math.isfinite(value := getattr(one, name))]
        return max(known, default=math.nan)

    def together(name: str) -> float:
        known = [value for one in found if math.isfinite(value := getattr(one, name))]
        return sum(known) if known else math.nan

    return AgentFigures(
        name="",
        systems=tuple(sorted({letter for one in found for letter in one.systems})),
        watched=(),
        alive=together("alive"),
        requested=together("requested"),
        orders_per_min=together("orders_per_min"),
        busiest=most("busiest"),
        lag_s=most("lag_s"),
        processor=most("processor"),
        drift_s=math.nan,
        uncertainty_s=most("uncertainty_s"),
        round_trip_s=most("round_trip_s"),
        heard_s=math.nan,
        late=together("late"),
        bytes_per_s=together("bytes_per_s"),
    )


def state_text(row: AgentRow) -> str:
    """Return the state of an agent at the moment shown."""
    if row.totals:
        return ""
    if (away := row.absence) is not None:
        text = tr("lost at {time}") if away.lost else tr("silent since {time}")
        return text.format(time=_moment(away.from_s))
    if row.limits:
        return tr("limits {letters}").format(letters=", ".join(row.limits))
    if row.over:
        return tr("ended")
    return tr("at work") if row.figures.drives else tr("watched")


def state_color(row: AgentRow, theme: Theme) -> str | None:
    """Return the color of a state that needs attention; None for other states."""
    if row.absence is not None:
        return theme.chart.error if row.absence.lost else theme.chart.warning
    if row.limits:
        return theme.chart.warning
    return theme.dim if row.over or row.totals or not row.figures.drives else theme.better


def drives_text(row: AgentRow) -> str:
    """Return the systems that the agent drives, or else those it is monitored for: "A, B"."""
    return ", ".join(row.figures.systems or row.figures.watched) or NO_DATA


def users_text(figures: AgentFigures) -> str:
    """Format the number of connected users: "62 / 64", or "64" if all are connected."""
    if not math.isfinite(figures.alive):
        return NO_DATA
    if figures.alive != figures.requested and math.isfinite(figures.requested):
        return f"{count_text(figures.alive)} / {count_text(figures.requested)}"
    return count_text(figures.alive)


def clock_text(figures: AgentFigures) -> str:
    """Format a clock's drift and uncertainty: "+1.2 ms ± 0.3"; for the total, only the uncertainty: "± 0.6 ms"."""
    if not math.isfinite(figures.uncertainty_s):
        return NO_DATA
    unsure = milliseconds_text(figures.uncertainty_s)
    if not math.isfinite(figures.drift_s):
        return f"± {unsure} ms"
    return f"{_signed(figures.drift_s * 1e3, 1)} ms ± {unsure}"


def milliseconds_text(seconds: float) -> str:
    """Format seconds as milliseconds: "0.3"."""
    value = seconds * 1e3
    return fixed_text(value, 2 if value < 0.1 else 1 if value < 100 else 0)


def short_name(row: AgentRow) -> str:
    """Shorten a name in the middle to leave room for the figures; the tooltip shows it in full."""
    name, half = row.name, LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def _signed(value: float, decimals: int) -> str:
    text = fixed_text(abs(value), decimals)
    return text if not float(f"{abs(value):.{decimals}f}") else f"{'+' if value > 0 else '−'}{text}"


def share_text(percent: float) -> str:
    """Format a percentage: "41 %"."""
    return f"{fixed_text(percent, 0)} %" if math.isfinite(percent) else NO_DATA


def status_text(agents: SessionAgents, at_s: float) -> str:
    """Return a summary of the agents for the status bar: "8 agents, clocks ± 0.6 ms"; "" without agents."""
    number = len(agents.names)
    if not number:
        return ""
    away = sum(one.to_s > at_s for one in agents.absences(at_s))
    if away:
        head = tr("{here} of {number} agents").format(here=number - away, number=number)
    else:
        head = tr("1 agent") if number == 1 else tr("{number} agents").format(number=number)
    unsure_s = agents.uncertainty_s(at_s)
    if not math.isfinite(unsure_s):
        return head
    clocks = tr("clock ± {ms} ms") if number == 1 else tr("clocks ± {ms} ms")
    return f"{head}, {clocks.format(ms=milliseconds_text(unsure_s))}"


def imbalance_text(told: Imbalance, unit: WorkUnit = "order") -> str:
    """Return a sentence on the difference between agents that should perform alike; `unit` is the unit of work."""
    (most, high), (least, low) = told.most, told.least
    if told.figure == "orders":
        orders = counted_text(marked("A user on {most} completes {factor} times the orders of one on {least}."), unit)
        text = (
            tr("For each outstanding I/O {most} completes {factor} times as many as {least}.")
            if unit == "I/O"
            else orders
        )
        factor = number_text(float(f"{high / low:.2g}")) if low > 0 else "∞"
        return text.format(most=most, least=least, factor=factor)
    text = tr("The machine of {most} is busier than that of {least}: {high} against {low}.")
    return text.format(most=most, least=least, high=share_text(high), low=share_text(low))


def _moment(at_s: float) -> str:
    """Format a time since the common start, rounded to the second like event times."""
    return duration_text(float(round(max(at_s, 0.0))))


def absence_text(absence: Absence) -> str:
    """Return the tooltip of an absence band: the agent's name and when it was absent."""
    begin = _moment(absence.from_s)
    if not math.isfinite(absence.to_s):
        text = tr("{agent}: lost at {begin}") if absence.lost else tr("{agent}: silent since {begin}")
        return text.format(agent=absence.agent, begin=begin)
    text = tr("{agent}: silent from {begin} to {end}")
    return text.format(agent=absence.agent, begin=begin, end=_moment(absence.to_s))
