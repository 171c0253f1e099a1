# SPDX-License-Identifier: Apache-2.0
"""Where the passwords of a scenario's servers come from: keyring, environment, a prompt. They are stored nowhere else,
and shown nowhere."""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from app.databases.address import Address
from app.engine.consents import consents_of, require
from app.engine.status import RunError
from app.model.errors import phrase
from app.model.scenario import Scenario
from app.model.targets import Server
from app.scenario.order import chosen_order

SERVICE = "Outpace"
"""Under this name the keyring keeps them, one an account."""


class PasswordError(RunError):
    """A password that could not be had or stored; the message says which, and what to do. It holds no password."""


class Passwords:
    """Secrets by account. Neither `repr` nor `str` shows them."""

    def __init__(self, secrets: Mapping[str, str] | None = None) -> None:
        self._secrets = dict(secrets or {})

    def of(self, account: str) -> str:
        """The secret of an account, "" where it has none."""
        return self._secrets.get(account, "")

    def __repr__(self) -> str:
        return f"Passwords({len(self._secrets)} accounts)"


class Account(msgspec.Struct, frozen=True):
    """One user on one server. source: as the scenario has it; systems: that log in so, for people."""

    name: str
    source: str
    systems: tuple[str, ...]

    @property
    def variable(self) -> str:
        """The environment variable that holds its password, "" where another source is named."""
        kind, _, variable = self.source.partition(":")
        return variable if kind == "env" else ""


def accounts_of(scenario: Scenario) -> list[Account]:
    """Every account that a scenario logs in with, once each; none of those without a password, nor of systems that are
    not present."""
    found: dict[tuple[str, str], list[str]] = {}
    for system in (scenario.systems[place] for place in chosen_order(scenario, []).present):
        for target in system.targets:
            if isinstance(target, Server) and target.password != "none":  # noqa: S105
                systems = found.setdefault((Address(target).account, target.password), [])
                systems += [system.name] if system.name not in systems else []
    return [Account(name, source, tuple(systems)) for (name, source), systems in found.items()]


def gathered(
    scenario: Scenario, *, ask: Callable[[Account], str] | None, given: Callable[[], Mapping[str, str]] | None = None
) -> Passwords:
    """The passwords of all accounts: from the environment, the keyring, and for what is left, from people.

    ask: prompts in a terminal; None where nobody can be asked. given: waits for those that a window asked for.
    A variable that was read is gone from this process's environment. Raises PasswordError, and UnconfirmedError for a
    variable that this user has not confirmed for its account.
    """
    require(consent for consent in consents_of(scenario, runs=False) if consent.kind == "env")
    accounts = accounts_of(scenario)
    secrets: dict[str, str] = {}
    open_accounts: list[Account] = []
    for account in accounts:
        secret = _found(account)
        if secret is not None:
            secrets[account.name] = secret
        else:
            open_accounts.append(account)
    for account in accounts:
        # No child process, and no command of the scenario's own, is to find it there.
        os.environ.pop(account.variable, None)
    open_accounts = [account for account in open_accounts if account.name not in secrets]
    if open_accounts and given is not None:
        secrets = {**given(), **secrets}
        open_accounts = [account for account in open_accounts if account.name not in secrets]
    for account in open_accounts:
        if account.name not in secrets:
            if ask is None:
                raise _missing(account)
            secrets[account.name] = ask(account)
    return Passwords(secrets)


def missing_accounts(scenario: Scenario) -> list[Account]:
    """The accounts whose passwords a person has to give. Raises PasswordError for an unset variable."""
    return [account for account in accounts_of(scenario) if _found(account) is None]


def require_keyring(account: Account) -> None:
    """Before anybody is asked for a password to be kept: raises PasswordError where no keyring would take it."""
    _from_keyring(account)


def store_password(account: Account, secret: str) -> None:
    """Keeps it in the keyring of this user. Raises PasswordError."""
    with _keyring() as keyring:
        keyring.set_password(SERVICE, account.name, secret)


def forget_password(account: Account) -> bool:
    """Removes it from the keyring; whether it was there. Raises PasswordError."""
    if _from_keyring(account) is None:
        return False
    with _keyring() as keyring:
        keyring.delete_password(SERVICE, account.name)
    return True


def _found(account: Account) -> str | None:
    """What needs no person. Raises PasswordError for an unset variable."""
    if account.variable:
        if account.variable not in os.environ:
            raise PasswordError(
                "{account}: the environment variable {variable} is not set. "
                "Set it to the password, or name another source in the scenario.",
                account=_who(account),
                variable=account.variable,
            )
        return os.environ[account.variable]
    if account.source == "keyring":
        try:
            return _from_keyring(account)
        except PasswordError:
            return None  # a machine without a keyring: people are asked
    return None


def _from_keyring(account: Account) -> str | None:
    with _keyring() as keyring:
        found: str | None = keyring.get_password(SERVICE, account.name)
    return found


@contextlib.contextmanager
def _keyring() -> Iterator[Any]:
    """The keyring of this machine. Raises PasswordError where it refuses."""
    import keyring  # noqa: PLC0415 - it looks for backends, which takes a while and is rarely wanted
    from keyring.errors import KeyringError  # noqa: PLC0415

    try:
        yield keyring
    except KeyringError as error:
        raise PasswordError(
            "The keyring of this machine can't be used ({reason}). "
            'Name another source in the scenario: password = "prompt", or "env:" and the name of a variable.',
            reason=type(error).__name__,
        ) from None


def _missing(account: Account) -> PasswordError:
    how = (
        phrase("store it with `outpace password SCENARIO`")
        if account.source == "keyring"
        else phrase("run it in a terminal")
    )
    return PasswordError(
        "{account}: its password is needed, and there is no terminal to ask for it. Please "
        '{how}, or name an environment variable in the scenario: password = "env:NAME".',
        account=_who(account),
        how=how,
    )


def _who(account: Account) -> str:
    return f"{account.name} ({', '.join(account.systems)})"
