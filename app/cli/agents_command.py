# SPDX-License-Identifier: Apache-2.0
"""`outpace agents`: list, check, install on, and clean up the other machines that a scenario names."""

import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from app.agents import installation
from app.agents.machine import AgentError
from app.cli.exit_status import ExitStatus, failure
from app.cli.terminal import ends_of_terminal
from app.engine.agent_group import tried
from app.engine.consents import agent_consent, allow, require
from app.engine.status import RunCancelledError, RunError
from app.model.agent_machine import AgentMachine
from app.model.errors import file_message
from app.model.messages import sentence
from app.model.scenario import Scenario
from app.model.visible_text import visible
from app.scenario.reading import ScenarioError, read_scenario


def list_agents(scenario: str) -> ExitStatus:
    """Run `outpace agents list`, which does not connect to any machine."""

    def work(read: Scenario, agents: Sequence[AgentMachine]) -> ExitStatus:
        width = max((len(one.name) for one in agents), default=0)
        for one in agents:
            drives = [s.name for s in read.systems if any(one.name in s.drivers_of(target) for target in s.targets)]
            watches = [s.name for s in read.systems if one.name in s.agents and s.name not in drives]
            parts = [f"drives {', '.join(drives)}"] if drives else []
            parts += [f"is watched for {', '.join(watches)}"] if watches else []
            print(visible(f"{one.name:{width}}  {one.host}  {one.python}  {'; '.join(parts)}"))
        return ExitStatus.DONE

    return _with_agents(scenario, (), (), work, reached=False)


def check_agents(scenario: str, names: Sequence[str], allowed: Sequence[str]) -> ExitStatus:
    """Run `outpace agents check`; INVALID if an agent cannot be used."""

    def work(_: Scenario, agents: Sequence[AgentMachine]) -> ExitStatus:
        stopped = threading.Event()
        with ThreadPoolExecutor(max(len(agents), 1)) as pool:
            try:
                outcomes = list(pool.map(lambda one: _check(one, lambda: not stopped.is_set()), agents))
            except KeyboardInterrupt:
                stopped.set()
                raise
        for _good, text in outcomes:
            print(visible(text))
        return ExitStatus.DONE if all(good for good, _ in outcomes) else ExitStatus.INVALID

    return _with_agents(scenario, names, allowed, work)


def install_agents(scenario: str, names: Sequence[str], allowed: Sequence[str]) -> ExitStatus:
    """Run `outpace agents install`; INVALID if an installation failed."""
    return _with_agents(
        scenario, names, allowed,
        lambda _, agents: _run_for_each(agents, lambda one: installation.install(one.name, one.host, one.python, _say)),
    )  # fmt: skip


def remove_agents(scenario: str, names: Sequence[str], allowed: Sequence[str]) -> ExitStatus:
    """Run `outpace agents remove`."""
    return _with_agents(
        scenario, names, allowed,
        lambda _, agents: _run_for_each(agents, lambda one: installation.remove(one.name, one.host, _say)),
    )  # fmt: skip


def _interrupt(*_: object) -> None:
    """Exit as on Ctrl+C, ending every ssh process."""
    raise KeyboardInterrupt


def _say(text: str) -> None:
    print(visible(text), flush=True)


def _check(machine: AgentMachine, go_on: Callable[[], bool]) -> tuple[bool, str]:
    try:
        return True, sentence(tried(machine, go_on))
    except (AgentError, RunCancelledError) as error:
        return False, sentence(error.message)


def _run_for_each(agents: Sequence[AgentMachine], work: Callable[[AgentMachine], object]) -> ExitStatus:
    status = ExitStatus.DONE
    for one in agents:
        try:
            work(one)
        except AgentError as error:
            _say(sentence(error.message))
            status = ExitStatus.INVALID
    return status


def _with_agents(
    scenario: str,
    names: Sequence[str],
    allowed: Sequence[str],
    work: Callable[[Scenario, Sequence[AgentMachine]], ExitStatus],
    *,
    reached: bool = True,
) -> ExitStatus:
    """Perform a task with the named agents of a scenario, or with all its agents if `names` is empty."""
    try:
        scenario_read = read_scenario(scenario).scenario
        known = {one.name: one for one in scenario_read.agents}
        if unknown := [name for name in names if name not in known]:
            raise ScenarioError(
                'there is no agent "{name}"; the agents are {known}', name=unknown[0], known=", ".join(known) or "-"
            )
        agents = [known[name] for name in names] or list(scenario_read.agents)
        if reached:
            allow(scenario_read, allowed)
            require(agent_consent(one) for one in agents)
            for number in (signal.SIGINT, signal.SIGTERM, *ends_of_terminal()):
                signal.signal(number, _interrupt)
        return work(scenario_read, agents)
    except (ScenarioError, RunError) as error:
        return failure(error.message)
    except OSError as error:
        return failure(file_message(error))
