"""The passwords of a scenario's servers, asked for where a terminal or a window is there to answer."""

import getpass
import sys

from app.control.listening import standard_input
from app.control.sent_passwords import sent_passwords
from app.engine.passwords import Account, PasswordError, Passwords, gathered
from app.scenario.reading import ScenarioFile


def passwords_for(file: ScenarioFile, *, controlled: bool) -> Passwords:
    """All that a scenario needs. controlled: a window started us and sends what it asked for. Raises PasswordError."""
    if controlled:
        return gathered(file.scenario, ask=None, given=lambda: sent_passwords(standard_input()))
    return gathered(file.scenario, ask=asked if sys.stdin.isatty() else None)


def asked(account: Account) -> str:
    """A password typed in the terminal, unseen. Raises PasswordError where the user gives up."""
    try:
        return getpass.getpass(f"Password of {account.name} ({', '.join(account.systems)}): ")
    except EOFError:
        raise PasswordError(f"No password was given for {account.name}.") from None
