# SPDX-License-Identifier: Apache-2.0
"""Performance Monitor counters of a Windows machine, read live from the system program typeperf.

typeperf writes a line of PDH-CSV per second. It computes the values itself, such as rates, so each is a gauge.
"""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import IO

from collectors import pdh
from collectors.series import Reading, Series, SourceError

PROGRAM = ("typeperf",)
HEADER_S = 30.0
ROW_S = 5.0
ENCODING = "oem" if sys.platform == "win32" else "utf-8"
NO_WINDOW = 0x08000000
"""CREATE_NO_WINDOW: do not open a console for the program."""


class TypeperfCounters:
    """Counters that typeperf reports for these paths, whose wildcards are expanded to instances."""

    def __init__(self, host: str, counters: Sequence[str], program: Sequence[str] = PROGRAM) -> None:
        """Start typeperf.

        Args:
            host: name of the machine; "" for this one. Another machine requires the same permissions as in Performance
            Monitor.
            counters: counter paths.
            program: command line of typeperf.

        Raises:
            OSError: typeperf cannot be started, or does not know any of the counters.
        """
        self.name = "typeperf"
        self._command = [*program, *counters, "-si", "1", "-y", *(["-s", host] if host else [])]
        self._feed: _Feed | None = _Feed(self._command)
        self._header = self._feed.header(HEADER_S)
        self._series = pdh.series_of(self._header.paths)

    @property
    def series(self) -> Sequence[Series]:
        return self._series

    def read(self) -> Reading:
        """Wait for the next line. If the program has ended, it is restarted.

        Raises:
            OSError: there was no line in time.
        """
        if self._feed is None:
            feed = _Feed(self._command)
            try:
                header = feed.header(HEADER_S)
                if header.paths != self._header.paths:
                    raise SourceError(
                        "typeperf gives other counters than at the start; start the run again to see them"
                    )
            except OSError:
                feed.close()
                raise
            self._feed = feed
        try:
            fields = self._feed.row(ROW_S)
        except OSError:
            self.close()
            raise
        values = pdh.values_of(fields, self._header)
        assert values is not None
        return Reading(time.perf_counter(), values)

    def close(self) -> None:
        """Terminate the program. Can be called twice; the next reading restarts it."""
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()


class _Feed:
    """Process of typeperf, read by a thread: first the header, then the latest row."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding=ENCODING,
                errors="replace",
                creationflags=NO_WINDOW if sys.platform == "win32" else 0,
            )
        except OSError as error:
            raise SourceError(
                "typeperf can't be started ({reason}): it is a part of Windows. Elsewhere watch the machine with an "
                "exporter.",
                reason=str(error.strerror),
            ) from error
        assert self._process.stdout is not None
        self._changed = threading.Condition()
        self._header: pdh.PdhHeader | None = None
        self._row: list[str] | None = None
        self._output: list[str] = []
        self._over = False
        self._thread = threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._thread.start()

    def _read(self, output: IO[str]) -> None:
        with contextlib.suppress(ValueError):  # closed in the meantime
            for text in output:
                for line in pdh.lines_of(text):
                    self._take(line)
        with self._changed:
            self._over = True
            self._changed.notify_all()

    def _take(self, line: str) -> None:
        with self._changed:
            if self._header is None:
                try:
                    self._header = pdh.header_of(line)
                except pdh.PdhError:
                    self._output.append(line.strip())
            else:
                fields = pdh.fields_of(line, self._header.delimiter)
                if pdh.values_of(fields, self._header) is None:
                    self._output.append(line.strip())
                else:
                    self._row = fields
            self._changed.notify_all()

    def header(self, timeout_s: float) -> pdh.PdhHeader:
        """Wait for the header.

        Raises:
            OSError: typeperf failed; the message is typeperf's.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._header is not None or self._over, timeout_s)
            said = self._last_output()
        if self._header is None:
            self.close()
            raise OSError(said) if said else SourceError("typeperf said nothing")
        return self._header

    def row(self, timeout_s: float) -> list[str]:
        """Wait for a row that has not been returned yet.

        Raises:
            OSError: there was no row in time.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._row is not None or self._over, timeout_s)
            row, self._row = self._row, None
            if row is None:
                said = self._last_output() if self._over else ""
                raise OSError(said) if said else SourceError("typeperf sent no line")
            return row

    def _last_output(self) -> str:
        return " ".join(self._output[-3:])

    def close(self) -> None:
        """End the program and the thread that reads its output."""
        self._process.terminate()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._thread.join(1)
        assert self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdout.close()
