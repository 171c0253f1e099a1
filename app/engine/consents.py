# SPDX-License-Identifier: Apache-2.0
"""What a scenario may do on this machine only once its user has allowed exactly that."""

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
from app.model.targets import Local, Server, Storage, Target
from app.scenario import confirmations
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
    """Something that this user has not confirmed on this machine."""


class Consent(msgspec.Struct, frozen=True):
    """One thing that needs a person's consent.

    what: the command; the path of the library; "AWS_X for joe@db1:5432", a variable and the account that it is
    sent for; "joe@db1:5432", a login; "/dev/sdb: 500,107,862,016 bytes, ...", a device that is to be written, by its
    name, size, model and what is on it; "loadgen1: /opt/outpace/.venv/bin/python", an agent's host and what is started
    there; "joe@db1:5432/shop" and further databases, a colon, and on the lines that
    follow every statement that goes to them.
    """

    kind: ConsentKind
    what: str

    @property
    def text(self) -> str:
        """As a person reads it, and as --allow takes it: "driver /opt/x/lib.so"; of statements the databases and the
        beginning of a hash."""
        if self.kind == "sql":
            return f"sql {self.what.partition(chr(10))[0]} {confirmations.digest_of(self.what)[:16]}"
        return f"{self.kind} {self.what}"

    @property
    def digest(self) -> str:
        """What is kept of it. A command's is that of its bare text, and no command has the digest of anything else."""
        text = self.what if self.kind == "command" else f"{self.kind}\0{self.what}"
        return confirmations.digest_of(text)


def is_confirmed(consent: Consent) -> bool:
    """Whether this user has confirmed exactly this here."""
    return confirmations.is_confirmed(consent.digest)


def confirm(consent: Consent) -> None:
    """Remembers that this user wants exactly this. Raises OSError."""
    confirmations.confirm(consent.digest, consent.text)


def consents_of(scenario: Scenario, *, runs: bool) -> list[Consent]:
    """Everything that a scenario needs a consent for, confirmed or not, once each; only of systems that are present.

    runs: the load is to run, not only a check or a build; the scenario's own command belongs to that.
    """
    found = [Consent("command", scenario.start.command)] if runs and scenario.start.command else []
    if statements := scenario.workload.statements:
        places = dict.fromkeys(_database_text(target, scenario) for target in _targets(scenario))
        found.append(Consent("sql", f"{', '.join(places)}:\n\n{statements}"))
    found += [agent_consent(agent) for agent in agents_of(scenario)]
    for target in _targets(scenario):
        if isinstance(target, Storage) and target.device and target.force_write and _writable(Path(target.path)):
            found.append(Consent("device", device_text(Path(target.path))))
        if not isinstance(target, Server):
            continue
        if library := library_of(target):
            found.append(Consent("driver", library))
        if target.password != "none":  # noqa: S105 - where it comes from
            found += _login_consents(target)
    return list(dict.fromkeys(found))


def agents_of(scenario: Scenario) -> list[AgentMachine]:
    """The agents that a run needs, in the scenario's order: those of the systems that are present."""
    needed = {name for place in chosen_order(scenario, []).present for name in scenario.systems[place].agents}
    return [agent for agent in scenario.agents if agent.name in needed]


def agent_consent(agent: AgentMachine) -> Consent:
    """The consent to a log-in to another machine."""
    return Consent("agent", f"{agent.host}: {agent.python}")


def library_of(target: Server) -> str:
    """The file that a target names as its ODBC driver; "" where it names a registered driver or none."""
    named = odbc.value_of(odbc.parse(target.odbc), "DRIVER") if target.odbc else target.driver
    return named if os.path.isabs(named) else ""


def clear_text_login(address: Address) -> Consent:
    """The consent to a login without TLS."""
    return Consent("clear-text login", address.who)


def allow(scenario: Scenario, texts: Sequence[str], *, command: bool = False) -> None:
    """Confirms what a person allowed on the command line. texts: of consents; command: the scenario's own command.

    Raises RunError for a text that stands for nothing that the scenario asks for, OSError.
    """
    requested = consents_of(scenario, runs=True)
    # A login that only prefers TLS asks for nothing, and goes without TLS only where that is allowed.
    known = list(dict.fromkeys([*requested, *(clear_text_login(address) for address in _addresses(scenario))]))
    for text in texts:
        meant = next((consent for consent in known if consent.text == text), None)
        if meant is None:
            raise RunError(
                '--allow "{text}": the scenario makes no such request. {texts}',
                text=text,
                texts=_list(requested),
            )
        confirm(meant)
    for consent in requested:
        if command and consent.kind == "command":
            confirm(consent)


def require(consents: Iterable[Consent]) -> None:
    """Raises UnconfirmedError where one is not confirmed, with its exact text and what to do."""
    missing = [consent for consent in consents if not is_confirmed(consent)]
    if missing:
        raise UnconfirmedError(joined((_question(consent) for consent in missing), "\n\n"))


def _targets(scenario: Scenario) -> Iterator[Target]:
    for place in chosen_order(scenario, []).present:
        yield from scenario.systems[place].targets


def _database_text(target: Target, scenario: Scenario) -> str:
    """Where a target's statements go, as the scenario names it."""
    if isinstance(target, Server):
        address = Address(target)
        return f"{address.engine} {address.who}/{target.database}"
    name = engine_of(target).name  # type: ignore[arg-type]
    return f"{name} {target.folder}" if isinstance(target, Local) and scenario.workload.existing else name


def _writable(device: Path) -> bool:
    """Whether it would be written at all: one that is in use, or none, is refused whatever a person says."""
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
    """What sending a target's password needs."""
    address = Address(target)
    kind, _, variable = target.password.partition(":")
    if kind == "env":
        yield Consent("env", f"{variable} for {address.who}")
    if address.remote and not address.demands_tls and (address.target.odbc or address.target.tls == "off"):
        yield clear_text_login(address)


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
