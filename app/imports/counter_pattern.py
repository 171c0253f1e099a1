# SPDX-License-Identifier: Apache-2.0
r"""Patterns that choose a log's counters: --counters "\PhysicalDisk(*)\*". A star stands for any text, whatever its
case; without one the text may stand anywhere in a counter's path."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from app.imports.source import ImportedFileError, Log, LogRow, wrong
from app.model.bounds import COLUMNS


class CounterPattern:
    """What counters are wanted; no pattern: all."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._texts = tuple(patterns)
        self._forms = [re.compile(_form(text), re.IGNORECASE | re.DOTALL) for text in patterns]

    def matches(self, path: str) -> bool:
        """Whether a counter is wanted."""
        return not self._forms or any(form.search(path) for form in self._forms)

    def none(self, path: Path, names: Sequence[str]) -> ImportedFileError:
        """The error where a log has none of them. names: of the counters that it has."""
        if not self._forms:
            return wrong(path, "this log contains no counters")
        return wrong(
            path,
            "no counter matches --counters {patterns}; there are {count:,}, such as {names}",
            patterns=", ".join(f'"{text}"' for text in self._texts)[:200],
            count=len(names),
            names=", ".join(names[:3])[:300],
        )


def _form(text: str) -> str:
    parts = [re.escape(part) for part in re.split(r"\*+", text)]
    return r"\A" + ".*".join(parts) + r"\Z" if len(parts) > 1 else parts[0]


def too_many(path: Path, names: Sequence[str]) -> ImportedFileError:
    """The error of a log with more counters than a session holds. names: of all of them."""
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
    """The log with the wanted counters alone. Raises ImportedFileError where it has none of them."""
    pattern = CounterPattern(patterns)
    series = [one for one in log.series if pattern.matches(one.path)]
    if not series:
        raise pattern.none(path, [one.path for one in log.series])
    columns = sorted({column for one in series for column in (one.value, one.base) if column >= 0})
    place = {column: index for index, column in enumerate(columns)}
    rows = log.rows
    log.series = tuple(replace(one, value=place[one.value], base=place.get(one.base, -1)) for one in series)
    log.columns = len(columns)
    log.rows = _fewer(rows, columns)
    return log


def _fewer(rows: Callable[[], Iterator[LogRow]], columns: Sequence[int]) -> Callable[[], Iterator[LogRow]]:
    def read() -> Iterator[LogRow]:
        for row in rows():
            yield LogRow(row.line, row.seconds, tuple(row.values[column] for column in columns))

    return read
