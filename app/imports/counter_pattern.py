# SPDX-License-Identifier: Apache-2.0
r"""Patterns that select a log's counters: --counters "\PhysicalDisk(*)\*".

An asterisk stands for any string; case is ignored. A pattern without an asterisk matches anywhere in a counter's path.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from app.imports.source import ImportedFileError, Log, LogRow, wrong
from app.model.bounds import COLUMNS


class CounterPattern:
    """Selection of counters; without patterns it matches all of them."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._texts = tuple(patterns)
        self._expressions = [re.compile(_expression_text(pattern), re.IGNORECASE | re.DOTALL) for pattern in patterns]

    def matches(self, path: str) -> bool:
        """Return whether the selection includes a counter."""
        return not self._expressions or any(expression.search(path) for expression in self._expressions)

    def none(self, path: Path, names: Sequence[str]) -> ImportedFileError:
        """Return the error for a log without a matching counter.

        Args:
            path: the log.
            names: counters in the log.
        """
        if not self._expressions:
            return wrong(path, "this log contains no counters")
        return wrong(
            path,
            "no counter matches --counters {patterns}; there are {count:,}, such as {names}",
            patterns=", ".join(f'"{text}"' for text in self._texts)[:200],
            count=len(names),
            names=", ".join(names[:3])[:300],
        )


def _expression_text(pattern: str) -> str:
    parts = [re.escape(part) for part in re.split(r"\*+", pattern)]
    return r"\A" + ".*".join(parts) + r"\Z" if len(parts) > 1 else parts[0]


def too_many(path: Path, names: Sequence[str]) -> ImportedFileError:
    """Return the error for a log with more counters than a session holds.

    Args:
        path: the log.
        names: all its counters.
    """
    begin = names[0].lstrip("\\").partition("\\")[0].partition("(")[0]
    return wrong(
        path,
        "{count:,} counters; a session holds {most:,} of a log. Choose some with --counters, for example "
        '--counters "{example}"',
        count=len(names),
        most=COLUMNS,
        example=f"\\{begin}*",
    )


def chosen(path: Path, log: Log, patterns: Sequence[str]) -> Log:
    """Return the log with only the selected counters.

    Raises:
        ImportedFileError: none of its counters is selected.
    """
    pattern = CounterPattern(patterns)
    series = [one for one in log.series if pattern.matches(one.path)]
    if not series:
        raise pattern.none(path, [one.path for one in log.series])
    kept = sorted({column for one in series for column in (one.value, one.base) if column >= 0})
    position = {column: index for index, column in enumerate(kept)}
    rows = log.rows
    log.series = tuple(replace(one, value=position[one.value], base=position.get(one.base, -1)) for one in series)
    log.columns = len(kept)
    log.rows = _with_columns(rows, kept)
    return log


def _with_columns(rows: Callable[[], Iterator[LogRow]], columns: Sequence[int]) -> Callable[[], Iterator[LogRow]]:
    def read() -> Iterator[LogRow]:
        for row in rows():
            yield LogRow(row.line, row.seconds, tuple(row.values[column] for column in columns))

    return read
