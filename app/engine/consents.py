# SPDX-License-Identifier: Apache-2.0
"""Actions on this machine that a scenario may take only with the user's consent."""

import os
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from app.databases.address import Address
from app.databases.registry import engine_of
from app.engine.device_contents import device_text
from app.engine.status import RunError
from app.model import odbc
from app.model.agent_machine import AgentMachine
from app.model.errors import joined, phrase
from app.model.messages import Sentence
from app.model.scenario import Scenario
from app.model.targets import Local, ScenarioTarget, Server, Storage
from app.model.watch import Watch
from app.scenario import confirmations
from app.scenario.collectors import account_of
from app.scenario.order import chosen_order
from app.workloads.storage_io.faults import StorageError

ConsentKind = Literal["command", "driver", "env", "clear-text login", "device", "sql", "agent"]
_WISHES: dict[ConsentKind, Sentence] = {
    "command": phrase("The scenario wants to run this command on this machine before the load:"),
    "driver": phrase("The scenario wants to load this library on this machine, to reach a server:"),
    "env": phrase("The scenario wants to read this environment variable and send it to this server as a password:"),
    "clear-text login": phrase(
        "The scenario wants to log in to this server without TLS, so that others on the network may read the password:"
    ),
    "device": phrase("The scenario wants to write to this device, which destroys what is on it:"),
    "agent": phrase("The scenario wants to log in to this machine by ssh, as you, and to run Outpace there:"),
    "sql": phrase("The scenario wants to send these statements of its own to these databases:"),
}
_SAFER: dict[ConsentKind, Sentence] = {
    "clear-text login": phrase('tls = "require" or "verify" is safer (in odbc, the driver\'s own keyword). '),
}


class UnconfirmedError(RunError):
    """The user has not confirmed an action on this machine."""


class Consent(msgspec.Struct, frozen=True):
    """Action that needs consent.

    Attributes:
        kind: kind of action.
        what: its details, for example a command; the path of a library; "AWS_X for joe@db1:5432", a variable and the
            account for which it is sent; "joe@db1:5432", a login; "/dev/sdb: 500,107,862,016 bytes, ...", a device that
            is written, with its name, size, model and contents; "loadgen1: /opt/outpace/.venv/bin/python", an agent's
            host and the program started there; "joe@db1:5432/shop" and further databases, a colon, and on the following
            lines every statement that is sent to them.
    """

    kind: ConsentKind
    what: str

    @property
    def text(self) -> str:
        """Text for users and --allow: "driver /opt/x/lib.so"; for statements, the databases and a hash prefix."""
        if self.kind == "sql":
            return f"sql {self.what.partition(chr(10))[0]} {confirmations.digest_of(self.what)[:16]}"
        return f"{self.kind} {self.what}"

    @property
    def digest(self) -> str:
        """Digest to store. A command is hashed without its kind; the result differs from those of all other kinds."""
        text = self.what if self.kind == "command" else f"{self.kind}\0{self.what}"
        return confirmations.digest_of(text)


def is_confirmed(consent: Consent) -> bool:
    """Return whether this user has confirmed exactly this action on this machine."""
    return confirmations.is_confirmed(consent.digest)


def confirm(consent: Consent) -> None:
    """Store the confirmation of exactly this action.

    Raises:
        OSError: the confirmation cannot be stored.
    """
    confirmations.confirm(consent.digest, consent.text)


def consents_of(scenario: Scenario, *, runs: bool) -> list[Consent]:
    """Return all consents, confirmed or not, that a scenario's present systems need, without duplicates.

    Args:
        scenario: the scenario.
        runs: whether the load will run, not only a check or a build; this includes the scenario's own command.
    """
    consents = [Consent("command", scenario.start.command)] if runs and scenario.start.command else []
    if statements := scenario.workload.statements:
        places = dict.fromkeys(_database_text(target, scenario) for target in _targets(scenario))
        consents.append(Consent("sql", f"{', '.join(places)}:\n\n{statements}"))
    consents += [agent_consent(agent) for agent in agents_of(scenario)]
    for target in _targets(scenario):
        if isinstance(target, Storage) and target.device and target.force_write and _writable(Path(target.path)):
            consents.append(Consent("device", device_text(Path(target.path))))
        if not isinstance(target, Server):
            continue
        if library := library_of(target):
            consents.append(Consent("driver", library))
        if target.password != "none":  # noqa: S105 - not a password but its source
            consents += _login_consents(target)
    for place in chosen_order(scenario, []).present:
        for one in scenario.systems[place].watch:
            consents += _watch_consents(one)
    return list(dict.fromkeys(consents))


def agents_of(scenario: Scenario) -> list[AgentMachine]:
    """Return the agents that the present systems need, in the scenario's order."""
    needed = {name for place in chosen_order(scenario, []).present for name in scenario.systems[place].agents}
    return [agent for agent in scenario.agents if agent.name in needed]


def agent_consent(agent: AgentMachine) -> Consent:
    """Return the consent needed to log in to another machine."""
    return Consent("agent", f"{agent.host}: {agent.python}")


def library_of(target: Server) -> str:
    """Return the library file that a target names as its ODBC driver, or "" for a registered driver or none."""
    named = odbc.value_of(odbc.parse(target.odbc), "DRIVER") if target.odbc else target.driver
    return named if os.path.isabs(named) else ""


def clear_text_login(address: Address) -> Consent:
    """Return the consent needed to log in without TLS."""
    return Consent("clear-text login", address.who)


def allow(scenario: Scenario, texts: Sequence[str], *, command: bool = False) -> None:
    """Confirm what the user allowed on the command line.

    Args:
        scenario: the scenario.
        texts: wording of the consents.
        command: whether the scenario's own command is allowed.

    Raises:
        RunError: a text matches nothing that the scenario requests.
        OSError: the confirmations cannot be stored.
    """
    requested = consents_of(scenario, runs=True)
    # A login that prefers TLS needs no consent, but falls back to plain text only with consent.
    known = list(dict.fromkeys([*requested, *(clear_text_login(address) for address in _addresses(scenario))]))
    for text in texts:
        match = next((consent for consent in known if consent.text == text), None)
        if match is None:
            raise RunError(
                '--allow "{text}": the scenario makes no such request. {texts}',
                text=text,
                texts=_list(requested),
            )
        confirm(match)
    for consent in requested:
        if command and consent.kind == "command":
            confirm(consent)


def require(consents: Iterable[Consent]) -> None:
    """Check that all consents are confirmed.

    Raises:
        UnconfirmedError: a consent is missing; the message contains its exact text and the remedy.
    """
    missing = [consent for consent in consents if not is_confirmed(consent)]
    if missing:
        raise UnconfirmedError(joined((_question(consent) for consent in missing), "\n\n"))


def _targets(scenario: Scenario) -> Iterator[ScenarioTarget]:
    for place in chosen_order(scenario, []).present:
        yield from scenario.systems[place].targets


def _database_text(target: ScenarioTarget, scenario: Scenario) -> str:
    """Return the databases to which a target's statements are sent, as named in the scenario."""
    if isinstance(target, Server):
        address = Address(target)
        return f"{address.engine} {address.who}/{target.database}"
    name = engine_of(target).name  # type: ignore[arg-type]
    return f"{name} {target.folder}" if isinstance(target, Local) and scenario.workload.existing else name


def _writable(device: Path) -> bool:
    """Return whether a device may be written. A device in use, or a path that is not a device, is always rejected."""
    from app.workloads.storage_io.file import device_bytes  # noqa: PLC0415 - loads NumPy, which most children do without

    try:
        device_bytes(device)
    except StorageError:
        return False
    return True


def _addresses(scenario: Scenario) -> Iterator[Address]:
    for target in _targets(scenario):
        if isinstance(target, Server) and target.password != "none":  # noqa: S105
            yield Address(target)


def _login_consents(target: Server) -> Iterator[Consent]:
    """Yield the consents needed to send a target's password."""
    address = Address(target)
    kind, _, variable = target.password.partition(":")
    if kind == "env":
        yield Consent("env", f"{variable} for {address.who}")
    if address.remote and not address.demands_tls and (address.target.odbc or address.target.tls == "off"):
        yield clear_text_login(address)


def _watch_consents(watch: Watch) -> Iterator[Consent]:
    """Yield the consents needed to send the password or token of a counter source."""
    login = account_of(watch)
    if login is None:
        return
    account, source = login
    kind, _, variable = source.partition(":")
    if kind == "env":
        yield Consent("env", f"{variable} for {account.name}")
    if account.clear:
        yield Consent("clear-text login", account.name)


def _question(consent: Consent) -> Sentence:
    option = "--allow-command" if consent.kind == "command" else f'--allow "{consent.text}"'
    return phrase(
        "{wish}\n\n    {what}\n\nRead it. {safer}To allow it, repeat the command with "
        "{option}: exactly this is then remembered as confirmed.",
        wish=_WISHES[consent.kind],
        what=textwrap.indent(consent.what, "    ").lstrip(" "),
        safer=_SAFER.get(consent.kind, ""),
        option=option,
    )


def _list(requested: Sequence[Consent]) -> Sentence:
    if not requested:
        return phrase("It needs no consent; omit the option.")
    texts = "\n".join(f"    {consent.text}" for consent in requested)
    return phrase("Give the exact text of one of these:\n\n{texts}", texts=texts)
