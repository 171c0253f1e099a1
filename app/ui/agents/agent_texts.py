# SPDX-License-Identifier: Apache-2.0
"""What the window says of agents, in words and figures."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.model.workloads import WorkUnit
from app.results.agents import Absence, AgentFigures, Agents, Imbalance
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
"""A clock that may be off by more is told; by more than the second, systems are not loaded together any more."""


@dataclass(frozen=True, slots=True)
class AgentRow:
    """A line of the table.

    absence: what the agent is in at the moment shown. over: the recording has ended. totals: it is all of them
    together. limits: letters of systems that its workers were found to limit.
    """

    figures: AgentFigures
    absence: Absence | None = None
    over: bool = False
    totals: int = 0
    limits: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The agent's, or that it is all of them."""
        return tr("all {count}").format(count=self.totals) if self.totals else self.figures.name


def agent_rows(reader: SessionReader, agents: Agents, at_s: float) -> list[AgentRow]:
    """All of them together, where there are several, and each at a moment."""
    over = reader.end is not None and at_s >= reader.end.t_s - 1
    # Of a run that has ended the users are those that it had, not the nobody who is left after it.
    stopped_s = min((phase.from_s for phase in reader.phases if phase.name == "stop"), default=at_s)
    away = {one.agent: one for one in agents.absences(at_s) if one.to_s > at_s}
    limits = agents.limiting(at_s)
    rows = [
        AgentRow(one, away.get(one.name), over, limits=limits.get(one.name, ()))
        for one in agents.all_at(min(at_s, stopped_s))
    ]
    if len(rows) > 1:
        rows.insert(0, AgentRow(_all([row.figures for row in rows]), None, over, len(rows)))
    return rows


def _all(found: Sequence[AgentFigures]) -> AgentFigures:
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
    """What an agent does at the moment shown."""
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
    """Of what has to be seen."""
    if row.absence is not None:
        return theme.chart.error if row.absence.lost else theme.chart.warning
    if row.limits:
        return theme.chart.warning
    return theme.dim if row.over or row.totals or not row.figures.drives else theme.better


def drives_text(row: AgentRow) -> str:
    """Which systems it drives, or is watched for: "A, B"."""
    return ", ".join(row.figures.systems or row.figures.watched) or NO_DATA


def users_text(figures: AgentFigures) -> str:
    """ "62 / 64", "64" where they are all there."""
    if not math.isfinite(figures.alive):
        return NO_DATA
    if figures.alive != figures.requested and math.isfinite(figures.requested):
        return f"{count_text(figures.alive)} / {count_text(figures.requested)}"
    return count_text(figures.alive)


def clock_text(figures: AgentFigures) -> str:
    """How far it moved, and how far that may be off: "+1.2 ms ± 0.3"; of all together "± 0.6 ms"."""
    if not math.isfinite(figures.uncertainty_s):
        return NO_DATA
    unsure = milliseconds_text(figures.uncertainty_s)
    if not math.isfinite(figures.drift_s):
        return f"± {unsure} ms"
    return f"{_signed(figures.drift_s * 1e3, 1)} ms ± {unsure}"


def milliseconds_text(seconds: float) -> str:
    """ "0.3": the milliseconds, as many digits as tell something."""
    value = seconds * 1e3
    return fixed_text(value, 2 if value < 0.1 else 1 if value < 100 else 0)


def short_name(row: AgentRow) -> str:
    """A name that leaves room for the figures; the tool tip has all of it."""
    name, half = row.name, LONGEST_NAME // 2
    return name if len(name) <= LONGEST_NAME else f"{name[:half]}…{name[-half:]}"


def _signed(value: float, decimals: int) -> str:
    text = fixed_text(abs(value), decimals)
    return text if not float(f"{abs(value):.{decimals}f}") else f"{'+' if value > 0 else '−'}{text}"


def share_text(percent: float) -> str:
    """ "41 %"."""
    return f"{fixed_text(percent, 0)} %" if math.isfinite(percent) else NO_DATA


def status_text(agents: Agents, at_s: float) -> str:
    """The agents in a few words, for the status bar: "8 agents, clocks ± 0.6 ms"; "" where there are none."""
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
    """Return one sentence of what differs between agents that should do the same. unit: what they complete."""
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
    """After the common start: the whole second that events name too."""
    return duration_text(float(round(max(at_s, 0.0))))


def absence_text(absence: Absence) -> str:
    """The tool tip of a band: who was away, and from when to when."""
    begin = _moment(absence.from_s)
    if not math.isfinite(absence.to_s):
        text = tr("{agent}: lost at {begin}") if absence.lost else tr("{agent}: silent since {begin}")
        return text.format(agent=absence.agent, begin=begin)
    text = tr("{agent}: silent from {begin} to {end}")
    return text.format(agent=absence.agent, begin=begin, end=_moment(absence.to_s))
