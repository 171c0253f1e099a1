# SPDX-License-Identifier: Apache-2.0
"""Logs on a full disk: what cannot be written is dropped silently."""

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
    """Stream that accepts everything and writes nothing."""
    stream = FULL.open("w")
    yield stream
    with contextlib.suppress(OSError):
        stream.close()


def test_a_full_disk_is_not_told_by_the_log(tmp_path: Path, full: TextIO, capsys: pytest.CaptureFixture[str]) -> None:
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
