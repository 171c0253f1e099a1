# SPDX-License-Identifier: Apache-2.0
"""Access to another machine with OpenSSH, using the user's own configuration, keys and known hosts.

ssh never prompts, forwards nothing, and rejects unknown hosts.
"""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

import app
from app.agents.child_program import Output, ProgramCanceledError, finished
from app.agents.machine import Agent, AgentError, ConnectingStoppedError
from app.model.agent_machine import HOST_PATTERN, PYTHON_PATTERN
from app.model.errors import phrase
from app.model.messages import Sentence

HOST, PYTHON = re.compile(HOST_PATTERN), re.compile(PYTHON_PATTERN)
CONFIGURATION = "OUTPACE_SSH_CONFIG"
"""Environment variable that names a file to use instead of the user's own ssh configuration."""
CONNECT_S = 10
SILENT_S = 3
"""Seconds without a reply to keep-alives after which ssh closes a connection."""
OPTIONS = {
    "BatchMode": "yes",
    "StrictHostKeyChecking": "yes",
    "ConnectTimeout": str(CONNECT_S),
    "ServerAliveInterval": "1",
    "ServerAliveCountMax": str(SILENT_S),
    "ForwardAgent": "no",
    "ForwardX11": "no",
    "ClearAllForwardings": "yes",
    "ControlPath": "none",
    "PermitLocalCommand": "no",
    "RemoteCommand": "none",
    "RequestTTY": "no",
    "LogLevel": "ERROR",
}
"""Options that are always set; other settings come from the user's configuration (user, port, key, jump host)."""
PROBE_S = 30.0
"""Timeout for connecting, including through jump hosts, and for starting Python there."""
ANSWER = "outpace-agent"
PROGRAM = f"import app;print('{ANSWER}',app.__version__)"
NO_SUCH_PROGRAM = (126, 127, 9009)
"""Exit codes of shells, including cmd.exe, for a program that is missing or not executable."""
SSH_FAILED = 255
LONGEST_TEXT = 300
# Remedies for OpenSSH's own messages (sshconnect.c, ssh.c); the first match is used.
REMEDIES: Sequence[tuple[str, Sentence]] = (
    (
        "identification has changed",
        phrase(
            "{name}: the host key of {host} has changed, which a new installation does, or somebody in between. If "
            "it is meant to be so, remove the old one (ssh-keygen -R {host}) and log in once by hand. "
            "ssh says: {reason}"
        ),
    ),
    (
        "host key",
        phrase(
            "{name}: {host} is not among the known hosts. Log in once by hand (ssh {host}) and compare its key. "
            "ssh says: {reason}"
        ),
    ),
    (
        "permission denied",
        phrase(
            "{name}: {host} refuses the key. Put your public key there (ssh-copy-id {host}); a key with a passphrase "
            "needs ssh-agent, as nobody is asked during a run. ssh says: {reason}"
        ),
    ),
    (
        "could not resolve",
        phrase(
            "{name}: nobody knows the host {host}. Correct its name, or add it to ssh's configuration. "
            "ssh says: {reason}"
        ),
    ),
    (
        "timed out",
        phrase(
            "{name}: {host} does not answer. See whether it is on, and whether a firewall lets ssh through. "
            "ssh says: {reason}"
        ),
    ),
    (
        "connection refused",
        phrase(
            "{name}: no ssh server answers on {host}. Start it there, or correct the port in ssh's configuration. "
            "ssh says: {reason}"
        ),
    ),
    ("", phrase("{name}: {host} can't be reached. Try it by hand: ssh {host}. ssh says: {reason}")),
)


def checked(name: str, host: str, python: str) -> None:
    """Check that host and path contain nothing that ssh or a shell could misinterpret. Raises AgentError."""
    if not HOST.fullmatch(host):
        raise AgentError(
            "{name}: {host} is no host that can be taken. Use letters, digits, dots and dashes; user, port and key "
            "belong into ssh's configuration",
            name=name,
            host=host,
        )
    if not PYTHON.fullmatch(python) or "//" in python:
        raise AgentError(
            "{name}: {python} is no path that can be taken for Python there. Use letters, digits, dots, dashes and "
            "slashes",
            name=name,
            python=python,
        )


def own_configuration() -> Path | None:
    """Return the ssh configuration file named by `CONFIGURATION`; None to use the user's own."""
    named = os.environ.get(CONFIGURATION, "")
    return Path(named) if named else None


def specification(name: str, host: str, python: str, *, configuration: Path | None = None) -> str:
    """Return the specification of an `Agent`.

    Args:
        name: The agent's name.
        host: The agent's host.
        python: Path of Python on that host.
        configuration: File to use instead of the user's own.

    Raises:
        AgentError: If host or path are invalid.
    """
    checked(name, host, python)
    configuration = configuration or own_configuration()
    options = " ".join(f"-o {option}={value}" for option, value in OPTIONS.items())
    own = [] if configuration is None else [f"ssh_config={configuration}"]
    # -P: do not import files from the login folder.
    return "//".join([f"ssh={options} -- {host}", *own, f"python={python} -P"])


def command(configuration: Path | None = None) -> list[str]:
    """Return the ssh command line up to the host."""
    configuration = configuration or own_configuration()
    found = ["ssh", *(part for one in OPTIONS.items() for part in ("-o", "=".join(one)))]
    return found if configuration is None else [*found, "-F", str(configuration)]


def always() -> bool:
    """Return True, that is, never stop."""
    return True


def run_there(
    name: str,
    host: str,
    line: str,
    sent: bytes = b"",
    *,
    within_s: float = PROBE_S,
    silent_s: float = PROBE_S,
    go_on: Callable[[], bool] = always,
    configuration: Path | None = None,
) -> Output:
    """Run one command on another machine over ssh.

    Args:
        name: The agent's name, for messages.
        host: The agent's host, already checked.
        line: Command for the shell there.
        sent: Data for its standard input.
        within_s: Timeout.
        silent_s: Maximum time without output.
        go_on: Called several times per second; if it returns False, the command is stopped.
        configuration: File to use instead of the user's own.

    Raises:
        AgentError: If ssh cannot be started, or takes too long.
    """
    try:
        return finished(
            [*command(configuration), "--", host, line], sent, within_s=within_s, silent_s=silent_s, go_on=go_on
        )
    except TimeoutError as error:
        raise AgentError(
            "{name}: {host} has not answered for {seconds:.0f} s. Try it by hand: ssh {host}",
            name=name, host=host, seconds=min(within_s, silent_s),
        ) from error  # fmt: skip
    except OSError as error:
        raise AgentError(
            "{name}: ssh can't be started here ({reason}); install OpenSSH", name=name, reason=error
        ) from error
    except ProgramCanceledError as error:
        raise ConnectingStoppedError("{name}: stopped while it was being connected", name=name) from error


def probe(
    name: str, host: str, python: str, *, go_on: Callable[[], bool] = always, configuration: Path | None = None
) -> None:
    """Log in once with plain ssh, whose messages reveal any problem, and start Outpace's Python there.

    Raises:
        AgentError: If the login or Python failed; the message contains a remedy.
    """
    checked(name, host, python)
    line = f'{python} -P -c "{PROGRAM}"'
    _require(name, host, python, run_there(name, host, line, go_on=go_on, configuration=configuration))


def connected(name: str, host: str, python: str, go_on: Callable[[], bool] = always) -> Agent:
    """Probe, then connect. Raises AgentError."""
    probe(name, host, python, go_on=go_on)
    return Agent(name, specification(name, host, python), go_on)


def _require(name: str, host: str, python: str, done: Output) -> None:
    answer, errors = done.output, done.errors
    if done.code == SSH_FAILED:
        raise failed(name, host, errors)
    if done.code in NO_SUCH_PROGRAM:
        raise AgentError(
            "{name}: there is no {python} on {host}. Install Outpace there, or correct python of this agent",
            name=name, python=python, host=host,
        )  # fmt: skip
    if done.code:
        raise AgentError(
            "{name}: {python} on {host} has no Outpace. Install it there, or correct python of this agent. It says: "
            "{reason}",
            name=name, python=python, host=host, reason=_last_line(errors),
        )  # fmt: skip
    before, found, version = answer.rpartition(ANSWER)
    if not found or before.strip():
        raise AgentError(
            "{name}: the log-in on {host} prints “{text}” before any program. Let it print nothing where it is not "
            "interactive (.bashrc, .profile)",
            name=name, host=host, text=(before if found else answer).strip()[:LONGEST_TEXT],
        )  # fmt: skip
    if version.strip() != app.__version__:
        raise AgentError(
            "{name}: there is Outpace {there}, here {here}; install the same version on both",
            name=name, there=version.strip()[:LONGEST_TEXT], here=app.__version__,
        )  # fmt: skip


def failed(name: str, host: str, errors: str) -> AgentError:
    """Return the error for ssh's message, with a remedy."""
    remedy = next(remedy for words, remedy in REMEDIES if words in errors.lower())
    return AgentError(remedy.text, name=name, host=host, reason=_last_line(errors))


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:LONGEST_TEXT] if lines else "-"
