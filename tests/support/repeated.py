# SPDX-License-Identifier: Apache-2.0
"""Synthetic sessions with repeats and sweeps, written by the real SessionWriter. Nothing here was measured."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from app.model.documents import MeasuredStep, MeasuredSystem, PhaseDetail, PhaseLoad
from app.results.study import study_of
from app.results.study_records import Study
from app.session.reader import SessionReader
from tests.support.recorded import PAIR, SECOND, SyntheticRun, SyntheticSystem

SCENARIO = """title = "{title}"
description = "The same orders on the same data."

[workload]
name = "dvdstore"
db_size = "10MB"
users = 8

[plan]
{plan}

{systems}"""
SYSTEM = """[[systems]]
name = "{name}"
role = "{role}"

[[systems.targets]]
engine = "postgresql"
host = "{host}"
password = "env:PGPASSWORD"
"""


def scenario_text(title: str, plan: str, systems: Sequence[SyntheticSystem]) -> str:
    """Return a scenario as a run records it."""
    parts = [SYSTEM.format(name=s.name, role=s.role, host=f"rack{n}.lab.example") for n, s in enumerate(systems, 1)]
    return SCENARIO.format(title=title, plan=plan, systems="\n".join(parts))


class RepeatedRun(SyntheticRun):
    """Run of several repeats, each with ramp, warm-up, measurement, and rest."""

    def __init__(
        self,
        path: Path,
        systems: Sequence[SyntheticSystem] = PAIR,
        *,
        plan: str = 'name = "timed"',
        title: str = "Rollback journal against write-ahead log",
        facts: Sequence[Mapping[str, object]] = (),
        seed: int = 1,
        started: bool = True,
    ) -> None:
        super().__init__(
            path,
            systems,
            title=title,
            seed=seed,
            warm_up_s=3,
            started=started,
            scenario_toml=scenario_text(title, plan, systems),
            facts=facts,
        )

    def repeats(self, number: int, *, seconds: int) -> None:
        """Add repeats that each measure for `seconds`."""
        self.seconds(4 + seconds)
        for repeat in range(2, number + 1):
            self.phase("rest", run=repeat)
            self.seconds(2)
            self.phase("warm-up", run=repeat)
            self.seconds(3)
            self.phase("measure", run=repeat)
            self.seconds(seconds)

    def sweep(self, levels: Sequence[int], *, seconds: int) -> None:
        """Add a step of `seconds` for each number of users, after 2 s of settling."""
        self.seconds(4 + seconds)
        for step, users in enumerate(levels[1:], 1):
            self.users = users
            self.phase("settle", step=step, users=users)
            self.seconds(2)
            self.phase("measure", step=step, users=users)
            self.seconds(seconds)

    def turns(self, number: int, *, seconds: int) -> None:
        """Add repeats in which the systems are measured one after another, in alternating order.

        The other system continues to work: only the phases define the turns.
        """
        self._warm_up_s = 1_000_000  # only the phases below
        self.seconds(2)
        for repeat in range(1, number + 1):
            for letter in "AB" if repeat % 2 else "BA":
                self._turn("warm-up", repeat, letter)
                self.seconds(2)
                self._turn("measure", repeat, letter)
                self.seconds(seconds)
                self._turn("stop", repeat, letter)
                self.seconds(1)

    def _turn(self, name: str, repeat: int, letter: str) -> None:
        detail = PhaseDetail(systems={letter: PhaseLoad(users=8, rate=0)})
        self.writer.phase(self.start_ns + self.tick * SECOND, name, run=repeat, detail=detail)

    def told_step(self, from_s: float, to_s: float, step: int, systems: dict[str, MeasuredSystem]) -> None:
        """Return a step as an engine records it."""
        at_ns = self.start_ns + self.tick * SECOND
        measured = MeasuredStep(from_s=from_s, to_s=to_s, systems=systems)
        self.writer.document(at_ns, measured, name=f"step {step}", run=1, step=step)

    def phase(self, name: str, *, run: int = 1, step: int = 0, users: int = 8) -> None:
        """Begin a phase at the current time."""
        self.writer.phase(self.start_ns + self.tick * SECOND, name, run=run, step=step, detail=PhaseDetail(users=users))


def studied(*paths: Path) -> Study:
    """Return the study of finished sessions."""
    readers = [SessionReader.open(path) for path in paths]
    try:
        return study_of(readers)
    finally:
        for reader in readers:
            reader.close()
