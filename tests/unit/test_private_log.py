# SPDX-License-Identifier: Apache-2.0
"""Logs on a full disk: entries that cannot be written are dropped silently."""

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

import pytest

from app.model.private_log import ChildLog, PrivateLog

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="only Linux has a device that is always full")


def record(text: str, *values: object) -> logging.LogRecord:
    return logging.LogRecord("x", logging.INFO, "x.py", 1, text, values, None)


@pytest.fixture
def full() -> Iterator[TextIO]:
    """Open a stream to the device that is always full."""
    stream = FULL.open("w")
    yield stream
    with contextlib.suppress(OSError):
        stream.close()


def test_full_disk_causes_no_logging_errors(tmp_path: Path, full: TextIO, capsys: pytest.CaptureFixture[str]) -> None:
    private = PrivateLog(tmp_path / "x.log")
    private.handle(record("fits"))
    assert "fits" in (tmp_path / "x.log").read_text()
    assert (tmp_path / "x.log").stat().st_mode & 0o077 == 0
    private.close()
    child = ChildLog(full)
    child.handle(record("is lost"))
    assert capsys.readouterr().err == ""
    child.handle(record("%d", "a mistake of ours"))
    assert "Logging error" in capsys.readouterr().err
