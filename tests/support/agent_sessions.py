# SPDX-License-Identifier: Apache-2.0
"""Synthetic sessions whose load came from agents: written by the real SessionWriter. Nothing here was measured."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from app.driver.series import COLUMNS, column, driver_series
from app.engine.agent_group import FIGURES
from app.model.documents import AgentSheet, SourceDetail
from app.model.events import AgentBack, AgentLost, AgentSilent
from app.model.messages import Sentence
from collectors.series import Reading, Series
from tests.support.recorded import PAIR, SECOND, SyntheticRun, SyntheticSystem

HEADS = (column("users_alive"), column("users_requested"))


def agent_series(agent: str) -> list[Series]:
    """Return the counters about an agent itself."""
    return [
        Series(f"\\Outpace Agent({agent})\\{figure}", unit, kind, "driver", number)
        for number, (figure, unit, kind) in enumerate(FIGURES)
    ]


class AgentRun(SyntheticRun):
    """Run whose users are distributed over agents, with a worker on each.

    gone: agents that are silent from one second to another; an agent that does not come back is lost.
    """

    def __init__(
        self,
        path: Path,
        agents: Mapping[str, Sequence[int]],
        systems: Sequence[SyntheticSystem] = PAIR,
        *,
        gone: Mapping[str, tuple[float, float]] | None = None,
        users: int = 64,
        scenario_toml: str = "",
        title: str = "",
    ) -> None:
        """Create a run. `agents` are the indexes of the systems that each agent drives, by the agent's name."""
        self.agents = agents
        self.gone = dict(gone or {})
        self._workers: list[list[tuple[str, int]]] = []
        self._own: dict[str, int] = {}
        super().__init__(path, systems, users=users, scenario_toml=scenario_toml, title=title)

    def _add_workers(self, number: int, system: int, target: int) -> None:
        own = [name for name, driven in self.agents.items() if number in driven]
        self._workers.append(
            [
                (
                    name,
                    self.writer.add_source(
                        f"worker {worker}",
                        driver_series(worker),
                        len(COLUMNS),
                        system=system,
                        target=target,
                        from_zero=True,
                        detail=SourceDetail(agent=name),
                    ),
                )
                for worker, name in enumerate(own)
            ]
        )
        self._driver.append(-1)

    def describe(self, name: str, sheet: AgentSheet) -> None:
        """Record the checks of an agent before the load."""
        self.writer.document(SECOND, sheet, name=name)
        self.writer.commit()

    def _tell_absence(self, agent: str) -> None:
        from_s, to_s = self.gone.get(agent, (np.inf, np.inf))
        if self.tick == from_s + 3 and to_s - from_s > 3:
            self.writer.event(self._ns(self.tick), AgentSilent(agent=agent, from_s=from_s), severity="warning")
        if self.tick == from_s + 4 and not np.isfinite(to_s):
            cause = Sentence(text="its connection ended")
            lost = AgentLost(agent=agent, at_s=self.tick, cause=cause, users=64, users_all=512)
            self.writer.event(self._ns(self.tick), lost, severity="error")
        if self.tick == to_s + 1:
            back = AgentBack(agent=agent, seconds=to_s - from_s, from_s=from_s)
            self.writer.event(self._ns(self.tick), back, severity="warning")

    def _away(self, agent: str) -> bool:
        from_s, to_s = self.gone.get(agent, (np.inf, np.inf))
        return from_s < self.tick <= to_s

    def _sample_workers(self, number: int, t_ns: int) -> None:
        workers, raw = self._workers[number], self._raw[number]
        for place, (agent, source) in enumerate(workers):
            if self._away(agent):
                continue
            share = raw / len(workers) * (1 + 0.1 * (place + 0.5 - len(workers) / 2) / len(workers))
            share[list(HEADS)] = raw[list(HEADS)] / len(workers)
            share[column("cpu_s")] = raw[column("cpu_s")] * (1.0 if place == 1 else 0.55)
            share[column("wake_up_lag_s")] = raw[column("wake_up_lag_s")] * (1 + place)
            self.writer.sample(source, t_ns, Reading(float(self.tick), tuple(share)))

    def _second(self) -> None:
        super()._second()
        for place, agent in enumerate(self.agents):
            if agent not in self._own:
                self._own[agent] = self.writer.add_source(
                    f"agent {agent}",
                    agent_series(agent),
                    len(FIGURES),
                    system=None,
                    offset_ns=round((place - 1.5) * 1.2e6),
                    uncertainty_ns=300_000,
                    detail=SourceDetail(agent=agent),
                )
            self._tell_absence(agent)
            if self._away(agent):
                continue
            rng = self._rng
            figures = (
                (place - 1.5) * 0.0012 + 5e-5 * self.tick,
                0.0003 + 1e-5 * place + 5e-5 * rng.random(),
                0.0011 + 0.0002 * rng.random(),
                float(place == 2 and self.tick == 10),
                31.0 + 4 * (place % 9) + rng.random(),
                2_000.0 * (place + 1) * self.tick,
            )
            self.writer.sample(self._own[agent], self._ns(self.tick), Reading(float(self.tick), figures))
