# SPDX-License-Identifier: Apache-2.0
"""Installation and removal of Outpace on another machine over ssh, as a single folder in the login's home folder.

Supports machines with a POSIX shell, tar and Python 3.11; on others, install by hand (packaging/agent.py).
"""

import io
import tarfile
from collections.abc import Callable
from pathlib import Path

from app.agents.child_program import Output
from app.agents.machine import AgentError
from app.agents.ssh import LONGEST_TEXT, SSH_FAILED, checked, failed, run_there
from app.model.agent_machine import DEFAULT_PYTHON

FOLDER = "~/outpace-agent"
MARK = f"{FOLDER}/.made-by-outpace"
"""File that marks a folder as created by Outpace; a folder without it is left untouched."""
CONTENTS = (
    "app", "collectors", "native", "packaging", "resources", "widgets", "pyproject.toml", "LICENSE", "README.md",
)  # fmt: skip
LEFT_OUT = ("__pycache__", ".git", ".venv")
# Portable sh; never contains text from a scenario.
LOOK = (
    f"if [ -e {FOLDER} ] && [ ! -f {MARK} ]; then echo foreign; exit 3; fi; "
    "python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo python; exit 3; }"
)
UNPACK = f"mkdir -p {FOLDER} && touch {MARK} && tar -xzf - -C {FOLDER}"
INSTALL = f"python3 {FOLDER}/packaging/agent.py"
REMOVE = f"if [ -f {MARK} ]; then rm -rf {FOLDER} && echo removed; elif [ -e {FOLDER} ]; then echo foreign; fi"
QUICK_S, SILENT_S, LONG_S = 60.0, 300.0, 1800.0
"""Timeouts in seconds: for a short step, for pip without output, and for the whole installation."""

Say = Callable[[str], None]


def checkout() -> Path | None:
    """Return the root of this source checkout; None if Outpace was installed without its source."""
    root = Path(__file__).resolve().parent.parent.parent
    return root if (root / "packaging" / "agent.py").is_file() else None


def install(name: str, host: str, python: str, say: Say) -> None:
    """Install an agent.

    Args:
        name: The agent's name.
        host: The agent's host.
        python: Path of Python on that host.
        say: Receives a line for each step, and pip's output.

    Raises:
        AgentError: If a step fails.
    """
    checked(name, host, python)
    root = checkout()
    if root is None:
        raise AgentError(
            "{name}: this Outpace was installed without its source, which is what is put there; install it there by "
            "hand",
            name=name,
        )
    if python != DEFAULT_PYTHON:
        raise AgentError(
            "{name}: its python is {python}, and Outpace is put to {place}; leave python out of the scenario, or "
            "install it there by hand",
            name=name, python=python, place=DEFAULT_PYTHON,
        )  # fmt: skip
    say(f"{name}: looking whether {host} has Python 3.11 and no {FOLDER} of somebody else's")
    _require(name, host, run_there(name, host, LOOK))
    archive = packed(root)
    say(f"{name}: sending {len(archive) / 2**20:.1f} MiB to {FOLDER} on {host}")
    _require(name, host, run_there(name, host, UNPACK, archive, within_s=LONG_S, silent_s=QUICK_S))
    say(f"{name}: installing into {FOLDER}/.venv there, from the package index that pip knows there")
    _require(name, host, run_there(name, host, INSTALL, within_s=LONG_S, silent_s=SILENT_S))
    say(f"{name}: installed; nothing else was changed. `outpace agents remove` takes it away")


def remove(name: str, host: str, say: Say) -> bool:
    """Remove an agent; return whether it was installed. Raises AgentError."""
    checked(name, host, DEFAULT_PYTHON)
    done = run_there(name, host, REMOVE, within_s=QUICK_S, silent_s=QUICK_S)
    _require(name, host, done)
    words = {"removed": f"{FOLDER} was removed", "foreign": f"{FOLDER} is not of Outpace's making, and stays"}
    say(f"{name}: {words.get(done.output, f'there is no {FOLDER}')}")
    return done.output == "removed"


def packed(root: Path) -> bytes:
    """Return the source as a .tar.gz."""

    def of_source(one: tarfile.TarInfo) -> tarfile.TarInfo | None:
        one.uid = one.gid = 0
        one.uname = one.gname = ""
        return None if Path(one.name).name in LEFT_OUT else one

    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name in CONTENTS:
            archive.add(root / name, name, filter=of_source)
    return file.getvalue()


def _require(name: str, host: str, done: Output) -> None:
    said, errors = done.output, done.errors
    if done.code == SSH_FAILED:
        raise failed(name, host, errors)
    if not done.code:
        return
    if said.endswith("foreign"):
        raise AgentError(
            "{name}: there is a folder {folder} on {host} that is not of Outpace's making; rename it",
            name=name, host=host, folder=FOLDER,
        )  # fmt: skip
    if said.endswith("python"):
        raise AgentError("{name}: there is no Python 3.11 on {host}; install it there", name=name, host=host)
    raise AgentError(
        "{name}: it could not be installed on {host}: {reason}",
        name=name, host=host, reason=(errors or said)[-LONGEST_TEXT:],
    )  # fmt: skip
