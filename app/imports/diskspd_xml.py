# SPDX-License-Identifier: Apache-2.0
"""diskspd's XML output (-Rxml): one or several Results, each with a System, a Profile and time spans.

A file with a document type is rejected, because it can define entities that grow without limit or read other files.
Depth and number of elements are limited.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from xml.parsers import expat

from app.imports.source import ImportedFileError, whole_text, wrong
from app.imports.storage_run import (
    LEAST_S,
    MOST,
    PERCENTILES,
    Access,
    DirectionFigures,
    StorageOutput,
    StorageRun,
    StorageTest,
)
from app.imports.unusable import MOST_IOPS, Unusable, is_no_number
from app.model.bounds import IMPORT_RUNS, XML_DEPTH, XML_ELEMENTS


@dataclass(slots=True)
class Element:
    """Element of a document.

    Attributes:
        name: tag of the element.
        line: line of the file at which it begins.
        text: its own text, without that of nested elements.
        inside: nested elements.
    """

    name: str
    line: int
    text: str = ""
    inside: list["Element"] = field(default_factory=list)

    def find(self, *names: str) -> "Element | None":
        """Return the first element at this path, or None if absent."""
        return next(self.all(*names), None)

    def all(self, *names: str) -> Iterator["Element"]:
        """Yield every element at this path."""
        for element in self.inside:
            if element.name == names[0]:
                if len(names) == 1:
                    yield element
                else:
                    yield from element.all(*names[1:])

    def text_at(self, *names: str) -> str:
        """Return the text at this path, or "" if absent."""
        element = self.find(*names)
        return element.text.strip() if element is not None else ""


def element_of(path: Path, text: str, first_line: int) -> Element:
    """Return the root element of an XML text that begins at this line of the file.

    Raises:
        ImportedFileError: the text is not XML, or has a document type; the message names the line.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    open_elements: list[Element] = [Element("", first_line)]
    count = 0

    def here() -> int:
        return first_line + parser.CurrentLineNumber - 1

    def begin(name: str, _: object) -> None:
        nonlocal count
        count += 1
        if count > XML_ELEMENTS or len(open_elements) > XML_DEPTH:
            raise wrong(path, "too many elements or levels: this is not diskspd output", line=here())
        element = Element(name, here())
        open_elements[-1].inside.append(element)
        open_elements.append(element)

    def end(_: str) -> None:
        open_elements.pop()

    def characters(data: str) -> None:
        open_elements[-1].text += data

    def refuse(*_: object) -> None:
        raise wrong(path, "it has a document type (<!DOCTYPE), which is refused: diskspd writes none", line=here())

    parser.StartElementHandler = begin
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text, True)
    except expat.ExpatError as error:
        line = first_line + error.lineno - 1
        reason = expat.errors.messages.get(error.code, "damaged")
        raise wrong(path, "invalid XML: cut off or damaged ({reason})", line=line, reason=reason) from None
    except UnicodeEncodeError:
        raise wrong(path, "invalid XML: it contains characters that are not text", line=first_line) from None
    if not open_elements[0].inside:  # pragma: no cover - expat has reported that
        raise ImportedFileError("{file}: there is no element in it", file=path.name)
    return open_elements[0].inside[0]


_BEGIN = re.compile(r"<Results[\s>]")
_END = "</Results>"
_REFUSED = re.compile(r"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
_RANKS = {0.0: "min", 100.0: "max", **PERCENTILES}


def is_diskspd_xml(line: str) -> bool:
    """Return whether a line is the beginning of such a file."""
    return re.match(r"\s*(<\?xml\s|<!DOCTYPE|<Results[\s>])", line, re.IGNORECASE) is not None


def read_diskspd_xml(path: Path) -> StorageOutput:
    """Read all runs.

    Raises:
        ImportedFileError: the file is damaged; the message names the line.
    """
    lines = whole_text(path)
    for line, text in enumerate(lines, 1):
        if _REFUSED.search(text):
            raise wrong(path, "it has a document type or entities, which are refused: diskspd writes none", line=line)
    runs: list[StorageRun] = []
    computer, unusable = "", Unusable(path)
    for first_line, text in _documents(path, lines):
        results = element_of(path, text, first_line)
        computer = computer or results.text_at("System", "ComputerName")[:80]
        profiles = list(results.all("Profile", "TimeSpans", "TimeSpan"))
        spans = list(results.all("TimeSpan"))
        if not spans:
            raise wrong(path, "these results have no time span: the run did not finish", line=first_line)
        for index, span in enumerate(spans):
            if len(runs) >= IMPORT_RUNS:
                raise wrong(path, "more than {most_runs:,} runs", line=span.line, most_runs=IMPORT_RUNS)
            runs.append(_run(unusable, span, profiles[index] if index < len(profiles) else None))
    return StorageOutput("diskspd", tuple(runs), computer, tuple(unusable.notes()))


def _documents(path: Path, lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield each <Results> with the line at which it begins; text between them is ignored."""
    parts: list[str] = []
    first = 0
    for number, whole in enumerate(lines, 1):
        rest = whole
        while rest or parts:
            if not parts:
                begin = _BEGIN.search(rest)
                if begin is None:
                    break
                first, rest = number, rest[begin.start() :]
            inside, end, rest = rest.partition(_END)
            parts.append(inside + end)
            if not end:
                break
            yield first, "\n".join(parts)
            parts = []
    if parts:
        yield first, "\n".join(parts)
    elif not first:
        raise wrong(path, "it contains no diskspd <Results>: it is other XML, or cut off", line=len(lines))


@dataclass(slots=True)
class _Sum:
    """I/Os of several threads, added up.

    Attributes:
        count: number of I/Os.
        size: number of bytes.
        waited_ms: sum of the latencies.
        timed: whether all latencies are known.
    """

    count: float = 0.0
    size: float = 0.0
    waited_ms: float = 0.0
    timed: bool = True

    def side(self, seconds: float, ms: dict[str, float]) -> DirectionFigures | None:
        if not self.count:
            return None
        if "mean" not in ms and self.timed and self.waited_ms > 0:
            ms = {**ms, "mean": self.waited_ms / self.count}
        return DirectionFigures(self.count / seconds, self.size / seconds / 1e6, ms)


@dataclass(slots=True)
class _Sums:
    """Sums of a run or of one of its files, by kind: "" is reads and writes together."""

    of: dict[str, _Sum] = field(default_factory=lambda: {kind: _Sum() for kind in ("", "Read", "Write")})

    def add(self, unusable: Unusable, target: Element) -> None:
        for kind, total in self.of.items():
            count, size = f"{kind}Count" if kind else "IOCount", f"{kind}Bytes" if kind else "BytesCount"
            ios = _number(unusable, target, count, needed=not kind) or 0.0
            total.count += ios
            total.size += _number(unusable, target, size, needed=not kind) or 0.0
            name = f"Average{kind}LatencyMilliseconds" if kind else "AverageLatencyMilliseconds"
            mean = _number(unusable, target, name)
            total.timed &= mean is not None or not ios
            total.waited_ms += ios * (mean or 0.0)


def _run(unusable: Unusable, span: Element, profile: Element | None) -> StorageRun:
    seconds = _number(unusable, span, "TestTimeSeconds", needed=True)
    if not seconds or seconds < LEAST_S:
        raise wrong(unusable.path, "TestTimeSeconds is almost 0: the run measured nothing", line=span.line)
    whole, files = _Sums(), dict[str, _Sums]()
    for target in span.all("Thread", "Target"):
        whole.add(unusable, target)
        files.setdefault(target.text_at("Path") or "?", _Sums()).add(unusable, target)
    latencies = {kind: _latencies(unusable, span, kind) for kind in ("", "Read", "Write")}
    total = whole.of[""].side(seconds, latencies[""])
    if total is not None and total.iops > MOST_IOPS:
        unusable.add(span.line, "IOPS", f"{total.iops:g}")
        raise unusable.nothing_left()
    if total is None:
        raise wrong(unusable.path, "this time span holds no I/O (Thread, Target, IOCount)", line=span.line)
    usage = span.find("CpuUtilization", "Average")
    cpu = _number(unusable, usage, "UsagePercent") if usage is not None else None
    targets = {name: sums.of[""].side(seconds, {}) for name, sums in files.items()}
    threads = _number(unusable, span, "ThreadCount")
    facts = {"Duration": f"{seconds:g} s", "File": ", ".join(list(files)[:8])}
    return StorageRun(
        span.line,
        _test(unusable, profile, round(threads) if threads else None, facts),
        total,
        whole.of["Read"].side(seconds, latencies["Read"]),
        whole.of["Write"].side(seconds, latencies["Write"]),
        {name: side for name, side in targets.items() if side is not None},
        {"CPU %": cpu} if cpu is not None else {},
        facts,
    )


def _test(unusable: Unusable, profile: Element | None, threads: int | None, facts: dict[str, str]) -> StorageTest:
    """Return the test's parameters, which are unknown if files differ; add other parameters to `facts`."""
    targets = list(profile.all("Targets", "Target")) if profile is not None else []
    if not targets:
        return StorageTest(threads=threads)

    def same(name: str) -> float | None:
        values = {_number(unusable, target, name) for target in targets}
        return values.pop() if len(values) == 1 else None

    block, outstanding, writes = same("BlockSize"), same("RequestCount"), same("WriteRatio")
    randoms = {target.find("Random") is not None for target in targets}
    access: Access = "random" if randoms == {True} else "sequential"
    first = targets[0]
    flags = {"DisableOSCache": "no software cache", "DisableAllCache": "no software cache, write-through"}
    flags |= {"WriteThrough": "write-through", "DisableLocalCache": "no local cache"}
    if buffering := [text for name, text in flags.items() if first.text_at(name).lower() == "true"]:
        facts["Buffering"] = ", ".join(buffering)
    return StorageTest(
        round(block) if block else None,
        access if len(randoms) == 1 else "",
        100.0 - min(writes, 100.0) if writes is not None else None,
        threads,
        round(outstanding) if outstanding else None,
    )


def _latencies(unusable: Unusable, span: Element, kind: str) -> dict[str, float]:
    latency = span.find("Latency")
    if latency is None:
        return {}
    percentiles = {}
    mean = _number(unusable, latency, f"Average{kind or 'Total'}Milliseconds")
    for bucket in latency.all("Bucket"):
        name = _RANKS.get(_number(unusable, bucket, "Percentile", needed=True) or 0.0)
        value = _number(unusable, bucket, f"{kind or 'Total'}Milliseconds")
        if name and value is not None:
            percentiles[name] = value
    return percentiles if mean is None else {**percentiles, "mean": mean}


def _number(unusable: Unusable, element: Element, name: str, *, needed: bool = False) -> float | None:
    """Return the number in the element with that name, or None if absent.

    Raises:
        ImportedFileError: the text is not a number, or a needed element is missing.
    """
    child = element.find(name)
    if child is None or not child.text.strip():
        if needed:
            raise wrong(unusable.path, "<{element}> has no {name}", line=element.line, element=element.name, name=name)
        return None
    if is_no_number(child.text):
        unusable.add(child.line, name, child.text.strip())
        return None
    try:
        value = float(child.text)
    except ValueError:
        value = float("nan")
    if value < 0 or value >= MOST:
        unusable.checked(child.line, name, value, MOST)
        return None
    if not isfinite(value):
        raise wrong(
            unusable.path,
            '{name}: "{text}" is not a number of at least 0',
            line=child.line,
            name=name,
            text=child.text.strip()[:40],
        )
    return value
