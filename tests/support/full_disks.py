# SPDX-License-Identifier: Apache-2.0
"""Session files written until the disk or a limit rejects a write, on POSIX systems."""

import random
import resource
import signal
from pathlib import Path

import pytest

from app.model.messages import Sentence
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.session.writer import SessionWriter
from collectors.series import Reading
from tests.support.session_files import SERIES, create


def fill(path: Path) -> tuple[SessionWriter, int, SessionError]:
    """Record until the disk rejects a write; return the writer, the number of committed samples, and the error."""
    writer = create(path)
    source = writer.add_source("s", SERIES, 1, system=None)
    noise = random.Random(1)
    for number in range(100_000):
        writer.sample(source, number, Reading(float(number), (float(number),)))
        writer.event(number, Sentence(text="".join(noise.choices("abcdefghijkl", k=2000))))
        try:
            writer.commit()
        except SessionError as error:
            return writer, number, error
    raise AssertionError("the disk was never full")


def check_kept(path: Path, committed: int) -> None:
    with SessionReader.open(path) as reader:
        assert list(reader.samples(reader.counters[0])[1]) == list(range(committed))


def limited(path: Path) -> None:
    """Limit files to 300 kB in a child process (for users who cannot mount a small disk)."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    _, committed, error = fill(path)
    assert str(path) in str(error)
    assert "What was recorded before stays" in str(error)
    check_kept(path, committed)


def tiny(path: Path) -> None:
    """Limit files to 8 kB in a child process, less than the tables need."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
    with pytest.raises(SessionError, match="can't be created"):
        create(path)
