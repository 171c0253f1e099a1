"""Which accounts a scenario logs in with, and whose passwords a person has to give: an engine process tells."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass

from app.control.link import ControlError, own_program
from app.scenario.model import Scenario
from app.scenario.targets import Local
from app.ui.texts import tr

LISTED_WITHIN_S = 60.0


@dataclass(frozen=True, slots=True)
class AskedAccount:
    """name: user and server ("postgresql://user@host:port"). systems: that log in so. known: no person is needed."""

    name: str
    systems: tuple[str, ...]
    known: bool


def needs_passwords(scenario: Scenario) -> bool:
    """Whether any of its databases is behind a password."""
    return any(_source(target) != "none" for system in scenario.systems for target in system.targets)


def may_be_remembered(scenario: Scenario) -> bool:
    """Whether the scenario takes passwords from the keyring, so that one that is kept there is used."""
    return any(_source(target) == "keyring" for system in scenario.systems for target in system.targets)


def listed_accounts(scenario: str) -> list[AskedAccount]:
    """The accounts of a scenario (a file or a built-in name). It waits for a process: not for the window's thread.

    Raises ControlError, with what that process said.
    """
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW
    try:
        done = subprocess.run(
            [*own_program(), "password", scenario, "--list"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LISTED_WITHIN_S,
            check=False,
            creationflags=flags,
            env={**os.environ, "PYTHONSAFEPATH": "1"},
        )
    except subprocess.TimeoutExpired:
        raise ControlError(tr("The keyring of this machine did not answer. Unlock it, and try again.")) from None
    except OSError as error:
        raise ControlError(tr("The engine could not be started: {error}").format(error=error)) from error
    if done.returncode != 0:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise ControlError(said[-1] if said else tr("The accounts of this scenario could not be listed."))
    return accounts_told(done.stdout.decode("utf-8", "replace"))


def accounts_told(text: str) -> list[AskedAccount]:
    """Reads what `outpace password SCENARIO --list` prints. Raises ControlError."""
    found = []
    try:
        for line in text.splitlines():
            entry = json.loads(line)
            found.append(AskedAccount(str(entry["account"]), tuple(map(str, entry["systems"])), entry["known"] is True))
    except (ValueError, KeyError, TypeError) as error:
        raise ControlError(tr("The list of accounts can't be read; is another version of Outpace running?")) from error
    return found


def _source(target: object) -> str:
    return "none" if isinstance(target, Local) else str(getattr(target, "password", "none"))
