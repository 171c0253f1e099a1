# SPDX-License-Identifier: Apache-2.0
"""Manifests: a TOML file that describes all files of an import, including details that command options cannot express.

A manifest is untrusted input: its paths must be within its own folder unless the user names the same file, sizes are
limited, and nothing in it is executed.
"""

import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from app.imports.counter_figure import LONGEST_LABEL, CounterFigure, counter_figures, figure_of
from app.imports.decimal_mark import DecimalMark
from app.imports.field_values import Moment, start_of
from app.imports.import_request import FileToImport, ImportRequest, LoadLevel
from app.imports.meter import MeterColumns
from app.imports.source import ImportedFileError, whole_text, wrong
from app.imports.storage_outputs import outstanding_of
from app.imports.totals import MOST_RUN, Order, fact_of, window_of
from app.model.bounds import COUNTER_FIGURES, IMPORT_TOML_BYTES, MANIFEST_FILES, MANIFEST_LEVELS, SHOWN_MISTAKES
from app.model.errors import OutpaceError, joined
from app.model.mistakes import KeyPath, Mistake
from app.scenario.document_check import converted, lines_of, mistakes
from app.scenario.reading import mistake_line
from app.scenario.toml_document import TomlError, toml_document

MOST_USERS = 1e9
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_LABEL)]
Text = Annotated[str, msgspec.Meta(max_length=4000)]
Users = Annotated[float, msgspec.Meta(gt=0, le=MOST_USERS)]
Direction = Literal["more", "less", "neither"]


class ManifestSystem(msgspec.Struct, frozen=True, omit_defaults=True):
    """System under test.

    Attributes:
        facts: disclosure of the system, for example Price and Disks.
    """

    name: Name
    role: Literal["baseline", "challenger"] = "challenger"
    facts: dict[Name, str | int | float] = {}


class ManifestFile(msgspec.Struct, frozen=True, omit_defaults=True):
    """File with its options.

    Attributes:
        users: load level at which it was recorded.
    """

    path: Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
    system: Annotated[str, msgspec.Meta(max_length=80)] = ""
    run: Annotated[int, msgspec.Meta(ge=1, le=MOST_RUN)] | None = None
    target: Annotated[str, msgspec.Meta(max_length=80)] = ""
    part: Annotated[str, msgspec.Meta(max_length=80)] = ""
    users: Users | None = None
    start: str | int | float = ""
    offset: Annotated[float, msgspec.Meta(ge=-1e8, le=1e8)] = 0.0
    outstanding: str = ""
    time: Text = ""
    watts: Text = ""
    decimal: DecimalMark | None = None
    counters: Annotated[tuple[str, ...], msgspec.Meta(max_length=200)] = ()


class ManifestLevel(msgspec.Struct, frozen=True, omit_defaults=True):
    """Load level within each run's logs.

    Attributes:
        window: its start and end in seconds, "480-600".
    """

    users: Users
    window: str


class ManifestFigure(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figure of one counter, or a formula of several.

    Attributes:
        headline: whether the verdict is about this figure.
    """

    name: Name
    counter: Text = ""
    formula: Text = ""
    unit: Annotated[str, msgspec.Meta(max_length=20)] = ""
    better: Direction | None = None
    decimals: Annotated[int, msgspec.Meta(ge=0, le=12)] | None = None
    headline: bool = False


class Manifest(msgspec.Struct, frozen=True, omit_defaults=True):
    """Complete manifest."""

    title: Annotated[str, msgspec.Meta(max_length=80)] = ""
    order: Order | None = None
    window: str = ""
    systems: Annotated[tuple[ManifestSystem, ...], msgspec.Meta(max_length=26)] = ()
    files: Annotated[tuple[ManifestFile, ...], msgspec.Meta(max_length=MANIFEST_FILES)] = ()
    levels: Annotated[tuple[ManifestLevel, ...], msgspec.Meta(max_length=MANIFEST_LEVELS)] = ()
    figures: Annotated[tuple[ManifestFigure, ...], msgspec.Meta(max_length=COUNTER_FIGURES)] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """Position in a manifest, which creates errors that name the line."""

    path: Path
    lines: Mapping[KeyPath, int]

    def wrong(self, key: KeyPath, error: OutpaceError) -> ImportedFileError:
        return ImportedFileError(mistake_line(Mistake(key, error.message), self.lines, self.path.name))


def read_manifest(path: Path, named: Sequence[Path] = ()) -> ImportRequest:
    """Return the request that a manifest describes.

    Args:
        path: the manifest.
        named: files that the user named, which may be anywhere.

    Raises:
        ImportedFileError: the manifest has errors; the message lists all of them with their lines.
    """
    text = "\n".join(whole_text(path, IMPORT_TOML_BYTES))
    try:
        document = toml_document(text, IMPORT_TOML_BYTES)
    except TomlError as error:
        raise wrong(path, "invalid TOML: {reason}", reason=error) from None
    lines = lines_of(text)
    faults = sorted(islice(mistakes(document, Manifest), SHOWN_MISTAKES), key=lambda one: lines.get(one.key, 0))
    if faults:
        raise ImportedFileError(joined([mistake_line(one, lines, path.name) for one in faults]))
    manifest = converted(document, Manifest)
    source = _Source(path, lines)
    conflicts = list(_contradictions(manifest))
    if conflicts:
        raise ImportedFileError(joined([mistake_line(one, lines, path.name) for one in conflicts]))
    return ImportRequest(
        tuple(_files(manifest, source, named)),
        title=manifest.title,
        baseline=next((one.name for one in manifest.systems if one.role == "baseline"), ""),
        order=manifest.order,
        window=_window(source, ("window",), manifest.window) if manifest.window else None,
        figures=_figures(manifest, source),
        facts={one.name: {name: fact_of(fact) for name, fact in one.facts.items()} for one in manifest.systems},
        systems=tuple(one.name for one in manifest.systems),
        levels=tuple(
            LoadLevel(one.users, _window(source, ("levels", number, "window"), one.window))
            for number, one in enumerate(manifest.levels)
        ),
    )


def _contradictions(manifest: Manifest) -> Iterator[Mistake]:
    if not manifest.files:
        yield Mistake(("files",), "expected at least one file: [[files]] with path and system")
    names = [one.name for one in manifest.systems]
    for number, one in enumerate(manifest.systems):
        if one.name in names[:number]:
            yield Mistake(("systems", number, "name"), '"{name}" is there already', name=one.name)
        if one.role == "baseline" and any(other.role == "baseline" for other in manifest.systems[:number]):
            yield Mistake(("systems", number, "role"), "there is a baseline already")
    for number, file in enumerate(manifest.files):
        if names and file.system and file.system not in names:
            yield Mistake(
                ("files", number, "system"),
                '"{system}" is none of the systems: {names}',
                system=file.system,
                names=", ".join(names),
            )
        if file.users is not None and manifest.levels:
            yield Mistake(("files", number, "users"), "levels have the users: leave one of the two out")
    if sum(one.headline for one in manifest.figures) > 1:
        number = [index for index, one in enumerate(manifest.figures) if one.headline][1]
        yield Mistake(("figures", number, "headline"), "another figure is the headline already")
    for number, figure in enumerate(manifest.figures):
        if bool(figure.counter) == bool(figure.formula):
            yield Mistake(("figures", number), "expected either counter or formula")


def _files(manifest: Manifest, source: _Source, named: Sequence[Path]) -> Iterator[FileToImport]:
    folder = source.path.parent.resolve()
    allowed = {path.resolve(): path for path in named}
    for number, one in enumerate(manifest.files):
        key: KeyPath = ("files", number)
        try:
            resolved = (folder / one.path).resolve()
            inside = resolved.is_relative_to(folder)
        except (OSError, ValueError):
            raise source.wrong((*key, "path"), ImportedFileError("no file has such a name")) from None
        if not inside and resolved not in allowed:
            raise source.wrong(
                (*key, "path"),
                ImportedFileError("a manifest's files lie in its folder; name this one on the command line too"),
            )
        given = {
            "run": one.run, "target": one.target, "system": one.system, "start": one.start != "", "offset": one.offset,
            "outstanding": one.outstanding, "time": one.time, "watts": one.watts, "part": one.part,
        }  # fmt: skip
        path = allowed.pop(resolved, source.path.parent / one.path)
        try:
            yield FileToImport(
                path,
                system=one.system,
                run=one.run,
                target=one.target,
                part=one.part,
                users=one.users,
                offset_s=one.offset,
                start=start_of(str(one.start)) if one.start != "" else None,
                outstanding=outstanding_of(one.outstanding) if one.outstanding else None,
                columns=MeterColumns(one.time, one.watts),
                decimal=one.decimal,
                counters=one.counters,
                given=frozenset(option for option, value in given.items() if value),
            )
        except ImportedFileError as error:
            raise source.wrong(key, error) from None
    yield from (FileToImport(path) for path in allowed.values())


def _window(source: _Source, key: KeyPath, text: str) -> tuple[float, float]:
    try:
        return window_of(text)
    except ImportedFileError as error:
        raise source.wrong(key, error) from None


def _figures(manifest: Manifest, source: _Source) -> tuple[CounterFigure, ...]:
    figures = []
    for number, one in enumerate(manifest.figures):
        try:
            plain = figure_of(f"{one.name} = {one.counter or one.formula}")
        except ImportedFileError as error:
            raise source.wrong(("figures", number), error) from None
        better: Literal["more", "less", ""] | None = "" if one.better == "neither" else one.better
        figures.append(plain.described(one.unit, better, one.decimals, headline=one.headline))
    return counter_figures(figures)


def is_manifest(path: Path) -> bool:
    """Return whether a TOML file is a manifest and not a file of run totals."""
    try:
        document = toml_document("\n".join(whole_text(path, IMPORT_TOML_BYTES)), IMPORT_TOML_BYTES)
    except OutpaceError:
        return False
    return "files" in document


def figure_line(figure: CounterFigure) -> str:
    """Return a figure in the syntax of the option: "Name = [counter] + [counter]"."""
    body = figure.formula or figure.term.counter
    return body if figure.label == body else f"{figure.label} = {body}"


def manifest_text(request: ImportRequest, folder: Path, comments: Mapping[Path, str] = {}) -> str:
    """Return the manifest that describes a request.

    Args:
        request: the request.
        folder: the manifest's future folder.
        comments: comments by file.
    """
    return "".join(f"{line}\n" for line in _lines(request, folder.resolve(), comments))


def _lines(request: ImportRequest, folder: Path, comments: Mapping[Path, str]) -> Iterator[str]:
    yield "# outpace import --manifest THIS_FILE --session NEW.outpace"
    yield f"title = {_quoted(request.title)}"
    yield f"order = {_quoted(request.order or 'one at a time')}  # together, alternating, one at a time"
    yield f"window = {_quoted(_span(request.window))}  # seconds of each run that count, such as 480-600"
    systems = dict.fromkeys([*request.systems, *request.facts, *(one.system for one in request.files if one.system)])
    baseline = request.baseline or next(iter(systems), "")
    for name in systems:
        yield ""
        yield "[[systems]]"
        yield f"name = {_quoted(name)}"
        yield f"role = {_quoted('baseline' if name == baseline else 'challenger')}"
        facts = ", ".join(f"{_quoted(label)} = {_value(value)}" for label, value in request.facts.get(name, {}).items())
        yield f"facts = {{ {facts} }}" if facts else 'facts = {}  # such as { Price = "$8,478", Disks = 24 }'
    for file in request.files:
        yield ""
        yield from (f"# {line}" for line in comments.get(file.path, "").splitlines())
        yield "[[files]]"
        yield from (f"{key} = {_value(value)}" for key, value in file_values(file, folder))
    for level in request.levels:
        yield ""
        yield "[[levels]]"
        yield f"users = {_value(level.users)}"
        yield f"window = {_quoted(_span(level.window))}"
    for figure in request.figures:
        yield ""
        yield "[[figures]]"
        yield from (f"{key} = {_value(value)}" for key, value in _figure_values(figure))


def file_values(file: FileToImport, folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield the keys and values that describe a file in a manifest in that folder."""
    resolved = file.path.resolve()
    yield "path", resolved.relative_to(folder).as_posix() if resolved.is_relative_to(folder) else str(resolved)
    start: object = ""
    if file.start is not None:
        start = file.start.seconds if file.start.form == "number" else _moment_text(file.start)
    values = {
        "system": file.system, "run": file.run, "target": file.target, "part": file.part, "users": file.users,
        "start": start, "offset": file.offset_s, "time": file.columns.time, "watts": file.columns.watts,
        "outstanding": "{}x{}".format(*file.outstanding) if file.outstanding else "", "decimal": file.decimal,
        "counters": list(file.counters),
    }  # fmt: skip
    yield from ((key, value) for key, value in values.items() if value or (key == "start" and value == 0.0))


def _moment_text(moment: Moment) -> str:
    at = datetime.datetime.fromtimestamp(moment.seconds, datetime.UTC)
    return f"{at:%H:%M:%S.%f}" if moment.form == "clock" else f"{at:%Y-%m-%d %H:%M:%S.%f}"


def _figure_values(figure: CounterFigure) -> Iterator[tuple[str, Any]]:
    yield "name", figure.label
    yield ("formula", figure.formula) if figure.formula else ("counter", figure.term.counter)
    if figure.unit:
        yield "unit", figure.unit
    if figure.better is not None:
        yield "better", figure.better or "neither"
    if figure.decimals is not None:
        yield "decimals", figure.decimals
    if figure.headline:
        yield "headline", True


def _span(window: tuple[float, float] | None) -> str:
    return "" if window is None else f"{window[0]:.10g}-{window[1]:.10g}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:.10g}" if float(value).is_integer() and abs(value) < 1e9 else repr(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_quoted, value))}]"
    return _quoted(str(value))


def _quoted(text: str) -> str:
    """Return a text as a TOML string; JSON strings are also valid TOML strings."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
