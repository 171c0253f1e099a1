# SPDX-License-Identifier: Apache-2.0
"""Scenarios with load from other machines: valid ones, and those rejected before anything starts."""

import pytest
from msgspec.structs import replace

from app.databases.address import Address
from app.engine.agent_group import secrets_of
from app.engine.consents import UnconfirmedError, allow, consents_of, require
from app.engine.passwords import Passwords
from app.model.targets import Server
from app.scenario.overrides import adjusted
from app.scenario.reading import ScenarioError, ScenarioFile, parse_scenario, read_scenario
from app.scenario.recorded import recorded_scenario

TWO_HOSTS = read_scenario("two-hosts")


def test_agents_are_assigned_to_targets_and_watched_systems() -> None:
    assert [one.name for one in read_scenario("eight-clients").scenario.agents] == [f"lg{n}" for n in range(1, 9)]
    first, second = TWO_HOSTS.scenario.systems
    assert first.agents == ("vm-a1", "vm-a2", "vm-a3", "vm-a4", "host-a")
    assert [second.drivers_of(target) for target in second.targets] == [(f"vm-b{n}",) for n in range(1, 5)]
    on_system = TWO_HOSTS.text.replace('from = ["vm-a1"]', "").replace(
        'name = "Host A"', 'name = "Host A"\nfrom = ["vm-a1"]'
    )
    first = parse_scenario(on_system).systems[0]
    assert [first.drivers_of(target)[0] for target in first.targets] == ["vm-a1", "vm-a2", "vm-a3", "vm-a4"]


def test_agent_settings_survive_a_rewrite_of_the_scenario() -> None:
    scenario = replace(TWO_HOSTS.scenario, title="Other words")
    again = adjusted(TWO_HOSTS, scenario)
    assert parse_scenario(again.text) == scenario
    assert 'from = ["vm-b4"]' in again.text
    whole = adjusted(ScenarioFile(parse_scenario(read_scenario("embedded-demo").text), "", TWO_HOSTS.folder), scenario)
    assert parse_scenario(whole.text) == scenario
    assert recorded_scenario(again.text).whole == scenario


@pytest.mark.parametrize(
    ("before", "after", "refusal"),
    [
        ('host = "vm-a1"', 'host = "-oProxyCommand=touch x"', r":32: agents\[2\].host: expected a host of ssh's"),
        ('host = "vm-a1"', 'host = "me@vm-a1"', "expected a host of ssh's configuration"),
        ('host = "vm-a1"', 'host = "vm-a1"\npython = "python; touch x"', "expected the path of Outpace's Python"),
        ('host = "vm-a1"', 'host = "vm-a1"\npython = "a//ssh=b"', "expected the path of Outpace's Python"),
        ('host = "vm-a1"\n', "", 'the key "host" is missing'),
        ('name = "vm-a1"', 'name = "a//id=b"', "expected a name of up to 40 letters"),
        ('name = "vm-a1"', 'name = "VM-a2"', 'two agents are named "VM-a2"'),
        ('from = ["vm-a1"]', 'from = ["vm-a2"]', ':31: agents.*nothing uses the agent "vm-a1"'),
        ('from = ["vm-a1"]', 'from = ["nobody"]', 'there is no agent "nobody"; the agents are "host-a"'),
        ('from = ["vm-a1"]', 'from = ["vm-a1", "vm-a1"]', '"vm-a1" is named twice'),
        ('from = ["vm-a1"]', 'from = ["vm-a1", "vm-a2"]', "vm-a1, vm-a2 are several"),
        ('from = ["vm-a1"]', 'from = ["vm-a1"]\ndevice = true\nforce_write = true', "overwritten only on the machine"),
        ('agent = "host-a"', 'agent = "host-x"', r"watch\[1\].agent: there is no agent"),
        ('path = "/mnt/test"', 'path = "here"', 'needs a whole path: path = "/..." as it is called on vm-a1'),
    ],
)
def test_invalid_agent_settings_are_rejected_with_their_line(before: str, after: str, refusal: str) -> None:
    assert before in TWO_HOSTS.text
    with pytest.raises(ScenarioError, match=refusal):
        parse_scenario(TWO_HOSTS.text.replace(before, after, 1))


def test_login_to_another_machine_requires_the_users_consent() -> None:
    scenario = TWO_HOSTS.scenario
    wanted = [one.text for one in consents_of(scenario, runs=False)]
    assert wanted[0] == "agent host-a: ~/outpace-agent/.venv/bin/python"
    assert len(wanted) == 10
    with pytest.raises(UnconfirmedError, match=r'--allow "agent host-a: ~/outpace-agent/.venv/bin/python"'):
        require(consents_of(scenario, runs=True))
    allow(scenario, wanted)
    require(consents_of(scenario, runs=True))
    elsewhere = parse_scenario(TWO_HOSTS.text.replace('host = "vm-a1"', 'host = "vm-a1"\npython = "/tmp/python"'))
    with pytest.raises(UnconfirmedError, match="agent vm-a1: /tmp/python"):
        require(consents_of(elsewhere, runs=True))
    only = replace(scenario, order="one at a time", present="Host B")
    assert {one.text.partition(":")[0] for one in consents_of(only, runs=True)} == {
        "agent host-b", "agent vm-b1", "agent vm-b2", "agent vm-b3", "agent vm-b4"
    }  # fmt: skip


def test_agent_receives_only_passwords_of_servers_it_drives() -> None:
    first, second = (system.targets[0] for system in read_scenario("eight-clients").scenario.systems)
    assert isinstance(first, Server)
    assert isinstance(second, Server)
    own, other = Address(first).account, Address(second).account
    assert own != other
    assert secrets_of([first], Passwords({own: "known", other: "not to be known"})) == {own: "known"}
