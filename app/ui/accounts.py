"""What a scenario asks of a person: passwords of accounts, and consents. An engine process lists it."""

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


@dataclass(frozen=True, slots=True)
class AskedConsent:
    """kind: "driver", ... what: shown to the person. text: as the engine's option --allow takes it. confirmed: by this
    user on this machine."""

    kind: str
    what: str
    text: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """What an engine listed of a scenario."""

    accounts: tuple[AskedAccount, ...] = ()
    consents: tuple[AskedConsent, ...] = ()


def needs_listing(scenario: Scenario) -> bool:
    """Whether an engine has to list what the scenario needs: any of its databases is behind a password, or names how it
    is reached."""
    return any(_asks(target) for system in scenario.systems for target in system.targets)


def may_be_remembered(scenario: Scenario) -> bool:
    """Whether the scenario takes passwords from the keyring, so that one that is kept there is used."""
    return any(_source(target) == "keyring" for system in scenario.systems for target in system.targets)


def listed(scenario: str) -> Listed:
    """Of a scenario (a file or a built-in name). It waits for a process: not for the window's thread.

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
    return read_listed(done.stdout.decode("utf-8", "replace"))


def read_listed(text: str) -> Listed:
    """Reads what `outpace password SCENARIO --list` prints. Raises ControlError."""
    accounts, consents = [], []
    try:
        for line in text.splitlines():
            entry = json.loads(line)
            if "consent" in entry:
                words = str(entry["consent"]), str(entry["what"]), str(entry["text"])
                consents.append(AskedConsent(*words, confirmed=entry["confirmed"] is True))
                continue
            account = str(entry["account"]), tuple(map(str, entry["systems"]))
            accounts.append(AskedAccount(*account, known=entry["known"] is True))
    except (ValueError, KeyError, TypeError) as error:
        raise ControlError(tr("The list of accounts can't be read; is another version of Outpace running?")) from error
    return Listed(tuple(accounts), tuple(consents))


def _asks(target: object) -> bool:
    return not isinstance(target, Local) and (
        _source(target) != "none" or bool(getattr(target, "driver", "") or getattr(target, "odbc", ""))
    )


def _source(target: object) -> str:
    return "none" if isinstance(target, Local) else str(getattr(target, "password", "none"))
