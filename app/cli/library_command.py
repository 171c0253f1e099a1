# SPDX-License-Identifier: Apache-2.0
"""`outpace library`: list, show and tag recorded sessions without a window."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from app.analysis.format import duration_in_units
from app.cli.answers import in_columns, print_json
from app.cli.exit_status import ExitStatus, failure
from app.cli.log import engine_log
from app.model.errors import OutpaceError, file_message
from app.model.messages import sentence
from app.model.visible_text import shortened
from app.report.gate_outputs import pair_blocks
from app.report.text import text_of
from app.results.gate import GatePair, GateSystem, gate_of
from app.results.headline_text import headline_result, headline_text
from app.results.session_headline import session_headline
from app.results.session_result import HeadlineResult, session_verdict
from app.results.study import has_results
from app.scenario.overrides import adjusted, with_seed
from app.scenario.reading import read_scenario
from app.scenario.recorded import scenario_key
from app.session.baselines import baselines
from app.session.library import Entry, Library
from app.session.paths import SUFFIX, sessions_folder
from app.session.reader import SessionReader
from app.session.session_error import SessionError

LONGEST_TITLE = 44
LONGEST_RESULT = 60
MADE_BY = "outpace library"
"""Generator name of results that this command has written to the index."""


class Wanted(msgspec.Struct, frozen=True):
    """Filter for the list of sessions; all conditions must match.

    Attributes:
        text: Words that occur in the title, systems, tags, result or file name.
        scenario: File, or name of a built-in scenario.
        since: Earliest date, ISO 8601.
    """

    tags: Sequence[str] = ()
    text: str = ""
    scenario: str = ""
    since: str = ""


class ListedSession(msgspec.Struct, frozen=True):
    """Session in the list.

    Attributes:
        state: "whole", "growing", "cut off", "changed" or "damaged".
        started: Start time, ISO 8601.
        valid: Whether the run is valid; null if the recording has no end.
        headline: Text of the headline.
        baseline: Whether it is the baseline of its scenario.
    """

    path: str
    uuid: str
    title: str
    kind: str
    state: str
    started: str
    seconds: float
    valid: bool | None
    headline: str
    systems: list[str]
    tags: list[str]
    baseline: bool


class SessionFigures(msgspec.Struct, frozen=True):
    """Session with its figures, for each pair of systems over the valid runs."""

    session: ListedSession
    headline: HeadlineResult
    reasons: list[str]
    systems: list[GateSystem]
    figures: list[GatePair]


def list_sessions(wanted: Wanted, *, json: bool) -> ExitStatus:
    """Run `outpace library list`, newest first."""

    def work(library: Library) -> None:
        sessions = list(_matching_sessions(library, wanted))
        if json:
            print_json(sessions)
            return
        if not sessions:
            where = ", ".join(map(str, library.folders))
            print(f"No session matches in {where}." if library.entries else f"No session in {where}.")
            return
        rows = [[shortened(one.title, LONGEST_TITLE), *_cells(one)] for one in sessions]
        print("\n".join(in_columns([["Session", "Started", "Length", "Kind", "Result", "Tags", "File"], *rows])))

    return _with_library(work)


def show_session(reference: str, *, json: bool) -> ExitStatus:
    """Run `outpace library show`: headline, systems, figures."""

    def work(library: Library) -> None:
        entry = _entry(library, reference)
        with SessionReader.open(entry.path) as reader:
            headline = session_headline(reader)
            gate = gate_of([reader]) if has_results(reader) else None
            _, reasons = session_verdict(reader)
            figures = SessionFigures(
                _listed_session(entry, headline_text(headline).main, _baseline_uuids()),
                headline_result(headline),
                reasons,
                gate.systems if gate is not None else [],
                gate.pairs if gate is not None else [],
            )
        if json:
            print_json(figures)
            return
        print("\n".join(_figure_lines(figures)))

    return _with_library(work)


def tag_session(reference: str, tags: Iterable[str], *, wanted: bool) -> ExitStatus:
    """Run `outpace library tag` and `untag`; tags are stored in the library's index, not in the session."""

    def work(library: Library) -> None:
        entry = _entry(library, reference)
        words = [word for tag in tags if (word := " ".join(tag.split()))]
        remaining = [tag for tag in entry.tags if tag not in words]
        if not wanted and (missing := [word for word in words if word not in entry.tags]):
            raise SessionError('{path} has no tag "{tag}"', path=entry.path, tag=missing[0])
        library.set_tags(entry.path, [*entry.tags, *words] if wanted else remaining)
        updated = library.entry(entry.path)
        print(f"{entry.title}: {', '.join(updated.tags if updated else ()) or 'no tags'}")

    return _with_library(work)


def _with_library(work: Callable[[Library], None]) -> ExitStatus:
    engine_log()
    try:
        with closing(Library()) as library:
            library.refresh()
            work(library)
    except OutpaceError as error:
        return failure(error.message)
    except OSError as error:
        return failure(file_message(error))
    return ExitStatus.DONE


def _matching_sessions(library: Library, wanted: Wanted) -> Iterator[ListedSession]:
    """Yield the sessions that match a filter.

    Raises:
        ScenarioError: If the scenario cannot be read.
        SessionError: If the date is invalid.
    """
    since = _start_date(wanted.since) if wanted.since else None
    keys = _scenario_keys(wanted.scenario) if wanted.scenario else None
    uuids_of_baselines = _baseline_uuids()
    terms = wanted.text.casefold().split()
    for entry in library.entries:
        if since is not None and entry.started < since:
            continue
        if not {tag.casefold() for tag in wanted.tags} <= {tag.casefold() for tag in entry.tags}:
            continue
        if keys is not None and not keys & {entry.scenario_key, entry.recorded_title}:
            continue
        session = _listed_session(entry, _result_text(library, entry), uuids_of_baselines)
        searched = "\n".join(
            [session.title, *session.systems, *session.tags, session.headline, entry.path.stem]
        ).casefold()
        if all(term in searched for term in terms):
            yield session


def _start_date(text: str) -> datetime.datetime:
    try:
        return datetime.datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise SessionError('--since "{text}": expected a date such as 2026-11-23', text=text) from None


def _scenario_keys(reference: str) -> set[str]:
    """Return the keys of a scenario's sessions: its content or, because it may have been changed, its title."""
    file = read_scenario(reference)
    recorded = adjusted(file, with_seed(file.scenario, file.scenario.plan.seed or 1))
    return {scenario_key(recorded.text), file.scenario.title}


def _baseline_uuids() -> set[str]:
    return {one.uuid for one in baselines()}


def _entry(library: Library, reference: str) -> Entry:
    """Return a session by path, or by its file name in one of the library's folders, with or without extension."""
    path = Path(reference)
    folders = [Path(), *library.folders]
    names = [path, path.with_name(path.name + SUFFIX)] if path.name else []
    for candidate in (folder / name for name in names for folder in folders):
        if (entry := library.entry(candidate) or library.entry(candidate.resolve())) is not None:
            return entry
        if candidate.suffix == SUFFIX and candidate.is_file():
            raise SessionError(
                "{path} is not in a folder of the library ({folders}). Move it there, or add its folder in the window.",
                path=candidate,
                folders=", ".join(map(str, library.folders)),
            )
    raise SessionError(
        '{path}: no such session. "outpace library list" lists those of {folder}.',
        path=reference,
        folder=sessions_folder(),
    )


def _listed_session(entry: Entry, headline: str, uuids_of_baselines: set[str]) -> ListedSession:
    return ListedSession(
        path=str(entry.path),
        uuid=entry.uuid,
        title=entry.title,
        kind=entry.kind,
        state=entry.state,
        started=entry.started.isoformat(timespec="seconds"),
        seconds=entry.length_s,
        valid=entry.valid,
        headline=headline,
        systems=[name for _, name, _ in entry.systems],
        tags=list(entry.tags),
        baseline=entry.uuid in uuids_of_baselines,
    )


def _result_text(library: Library, entry: Entry) -> str:
    """Return the short result of a session, from the library's cache or from the session."""
    if entry.state == "damaged":
        return sentence(entry.problem) if entry.problem is not None else ""
    if entry.state == "growing":
        return ""
    if entry.result_version:
        return entry.result.partition("\n")[0]
    try:
        with SessionReader.open(entry.path) as reader:
            if reader.info.kind == "job" or not reader.over:
                return ""
            text = headline_text(session_headline(reader))
    except SessionError:
        return ""
    library.keep_result(entry.path, f"{text.main}\n{text.small}", MADE_BY)
    return text.main


def _cells(one: ListedSession) -> list[str]:
    mark = "" if one.valid is not False else "not valid"
    state = mark if one.state == "whole" else one.state
    kind = ", ".join(part for part in (one.kind, state, "baseline" if one.baseline else "") if part)
    when = datetime.datetime.fromisoformat(one.started)
    return [
        f"{when:%Y-%m-%d %H:%M}",
        duration_in_units(one.seconds) if one.seconds else "",
        kind,
        shortened(one.headline, LONGEST_RESULT),
        ", ".join(one.tags),
        Path(one.path).stem,
    ]


def _figure_lines(found: SessionFigures) -> Iterator[str]:
    session = found.session
    yield session.title
    yield ", ".join(part for part in _cells(session)[:3] if part)
    yield session.path
    if session.tags:
        yield f"Tags: {', '.join(session.tags)}"
    yield ""
    yield found.headline.text
    if found.headline.details:
        yield found.headline.details
    yield from (f"  - {reason}" for reason in found.reasons)
    yield ""
    for system in found.systems:
        yield f"{system.address}: {system.name} ({system.role}), valid runs: {system.repeats}"
    by_address = {system.address: system for system in found.systems}
    for pair in found.figures:
        yield from ("", text_of(pair_blocks(pair, by_address)))
