# SPDX-License-Identifier: Apache-2.0
"""Agents that become unresponsive at various times, although their connection stays open."""

import shutil
import sys
from pathlib import Path

FAR_SIDE = """
import collections, threading
from app.agents import far_side

# One for all executions: they are threads of one process.
sent = vars(far_side).setdefault("sent", collections.Counter())

class Mute:
    def __init__(self, line):
        self.TimeoutError, self.receive = line.TimeoutError, line.receive
        self._line = line
    def send(self, item):
        if what == {silent!r} and sent[{counted!r}] >= {said}:
            # Neither the end of the connection nor that of the channel ends this.
            threading.Event().wait()
        sent[what] += 1
        self._line.send(item)

what, *arguments = channel.receive()
if what == "clock":
    far_side.keep_time(Mute(channel))
else:
    far_side.relay(Mute(channel), what, *arguments)
"""


def silent(kind: str, said: int = 0, *, counted: str = "") -> str:
    """Return a program that replaces the far side.

    Args:
        kind: kind of work, or "clock", that becomes silent.
        said: number of messages before that.
        counted: kind of work whose messages are counted, if not `kind`.
    """
    return FAR_SIDE.format(silent=kind, said=said, counted=counted or kind)


def ssh_that(folder: Path, after_the_probe: str) -> Path:
    """Create a folder for PATH whose ssh answers the probe as Outpace does, and then runs a shell command."""
    folder.mkdir()
    program = folder / "ssh"
    answer = f"exec {sys.executable} -P -c \"import app; print('outpace-agent', app.__version__)\""
    program.write_text(
        f"#!{shutil.which('bash')}\nfor last; do :; done\n"
        f'case "$last" in *outpace-agent\\\'*) {answer};; esac\n{after_the_probe}\n',
        "utf-8",
    )
    program.chmod(0o755)
    return folder
