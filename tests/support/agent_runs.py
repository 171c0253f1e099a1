# SPDX-License-Identifier: Apache-2.0
"""Real runs of the engine whose agents are local processes; only the transport differs from ssh."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from app.agents import ssh
from app.agents.machine import Agent
from app.control.listener import CommandListener
from app.engine.consents import allow, consents_of
from app.engine.passwords import Passwords
from app.engine.run import Run
from app.scenario.reading import read_scenario


def agents_are_processes(monkeypatch: pytest.MonkeyPatch, specifications: dict[str, str] | None = None) -> list[Agent]:
    """Replace agents by local processes from now on; return the agents opened so far.

    `specifications` are execnet's, by agent name.
    """
    opened: list[Agent] = []

    def connected(name: str, host: str, python: str, go_on: Callable[[], bool]) -> Agent:
        ssh.checked(name, host, python)
        opened.append(Agent(name, (specifications or {}).get(name, "popen"), go_on))
        return opened[-1]

    monkeypatch.setattr(ssh, "connected", connected)
    return opened


def run_with_agents(scenario: Path, session: Path, meanwhile: Callable[[], object] | None = None) -> bool:
    """Run a scenario, with `meanwhile` called in a concurrent thread; return whether the run is valid."""
    file = read_scenario(str(scenario))
    allow(file.scenario, [one.text for one in consents_of(file.scenario, runs=True)])
    run = Run(
        file,
        session,
        passwords=Passwords(),
        listen=lambda uuid: CommandListener(uuid, None),
        observer=lambda _: None,
        log_path=session.with_suffix(".log"),
    )
    beside = threading.Thread(target=meanwhile, daemon=True) if meanwhile is not None else None
    if beside is not None:
        beside.start()
    valid = run.go()
    if beside is not None:
        beside.join()
    return valid
