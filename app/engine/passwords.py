# SPDX-License-Identifier: Apache-2.0
"""Passwords of a scenario's servers, from the keyring, the environment or a prompt.

They are stored only in the keyring, and never displayed.
"""

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
from app.scenario.collectors import account_of
from app.scenario.order import chosen_order

SERVICE = "Outpace"
"""Service name in the keyring, with one entry per account."""


class PasswordError(RunError):
    """A password could not be obtained or stored. The message names the account and the remedy, never the password."""


class Passwords:
    """Secrets by account. Neither `repr` nor `str` shows them."""

    def __init__(self, secrets: Mapping[str, str] | None = None) -> None:
        self._secrets = dict(secrets or {})

    def of(self, account: str) -> str:
        """Return the secret of an account, or "" if it has none."""
        return self._secrets.get(account, "")

    def __repr__(self) -> str:
        return f"Passwords({len(self._secrets)} accounts)"


class Account(msgspec.Struct, frozen=True):
    """User on a server.

    Attributes:
        source: source of the password, as in the scenario.
        systems: names of the systems that use the account, for messages.
    """

    name: str
    source: str
    systems: tuple[str, ...]

    @property
    def variable(self) -> str:
        """Environment variable that contains the password; "" for other sources."""
        kind, _, variable = self.source.partition(":")
        return variable if kind == "env" else ""


def accounts_of(scenario: Scenario) -> list[Account]:
    """Return the accounts of a scenario's present systems that need a password, without duplicates."""
    names: dict[tuple[str, str], list[str]] = {}
    for system in (scenario.systems[place] for place in chosen_order(scenario, []).present):
        accounts = [
            (Address(target).account, target.password)
            for target in system.targets
            if isinstance(target, Server) and target.password != "none"  # noqa: S105
        ]
        accounts += [(login[0].name, login[1]) for one in system.watch if (login := account_of(one)) is not None]
        for account in accounts:
            systems = names.setdefault(account, [])
            systems += [system.name] if system.name not in systems else []
    return [Account(name, source, tuple(systems)) for (name, source), systems in names.items()]


def gathered(
    scenario: Scenario, *, ask: Callable[[Account], str] | None, given: Callable[[], Mapping[str, str]] | None = None
) -> Passwords:
    """Collect the passwords of all accounts from the environment, from the keyring, and finally from the user.

    Environment variables that were read are removed from this process's environment.

    Args:
        scenario: the scenario.
        ask: function that prompts in a terminal; None if there is no terminal.
        given: function that waits for the passwords entered in a window and returns them.

    Raises:
        PasswordError: a password is missing.
        UnconfirmedError: the user has not consented to sending a variable's value to its account.
    """
    require(consent for consent in consents_of(scenario, runs=False) if consent.kind == "env")
    accounts = accounts_of(scenario)
    secrets: dict[str, str] = {}
    open_accounts: list[Account] = []
    for account in accounts:
        secret = _available_password(account)
        if secret is not None:
            secrets[account.name] = secret
        else:
            open_accounts.append(account)
    for account in accounts:
        # Child processes and the scenario's command must not inherit the password.
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
    """Return the accounts whose passwords the user must enter.

    Raises:
        PasswordError: a variable is not set.
    """
    return [account for account in accounts_of(scenario) if _available_password(account) is None]


def require_keyring(account: Account) -> None:
    """Check that the keyring is usable, before the user is asked for a password to store.

    Raises:
        PasswordError: the keyring is not usable.
    """
    _from_keyring(account)


def store_password(account: Account, secret: str) -> None:
    """Store a password in this user's keyring.

    Raises:
        PasswordError: the keyring refuses the request.
    """
    with _keyring() as keyring:
        keyring.set_password(SERVICE, account.name, secret)


def forget_password(account: Account) -> bool:
    """Remove a password from the keyring and return whether it was there.

    Raises:
        PasswordError: the keyring refuses the request.
    """
    if _from_keyring(account) is None:
        return False
    with _keyring() as keyring:
        keyring.delete_password(SERVICE, account.name)
    return True


def _available_password(account: Account) -> str | None:
    """Return the password if it is available without a prompt, or else None.

    Raises:
        PasswordError: a variable is not set.
    """
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
            return None  # without a usable keyring, the user is prompted
    return None


def _from_keyring(account: Account) -> str | None:
    with _keyring() as keyring:
        secret: str | None = keyring.get_password(SERVICE, account.name)
    return secret


@contextlib.contextmanager
def _keyring() -> Iterator[Any]:
    """Open the keyring of this machine.

    Raises:
        PasswordError: the keyring refuses the request.
    """
    import keyring  # noqa: PLC0415 - the search for backends takes a while and is rarely needed
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
