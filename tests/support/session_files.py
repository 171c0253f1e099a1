# SPDX-License-Identifier: Apache-2.0
"""Private session files, and processes that run at the same time as a test."""

import subprocess
import sys
import textwrap
from pathlib import Path

from app.session.writer import SessionWriter
from collectors.series import Series

ROOT = Path(__file__).parents[2]

SECOND = 1_000_000_000

SERIES = [Series("\\X\\Y", "", "gauge", "driver", 0)]


def create(path: Path) -> SessionWriter:
    return SessionWriter.create(path, title="title", scenario_toml='title = "x"', clock_origin_ns=123)


def child(code: str, *arguments: object, **options: object) -> "subprocess.Popen[str]":
    """Start a Python process that runs `code` and can import Outpace."""
    command = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n" + textwrap.dedent(code)]
    command += [str(argument) for argument in arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload,no-any-return]
