# SPDX-License-Identifier: Apache-2.0
"""`outpace library`: the recorded sessions without a window: listed, shown, tagged."""

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
from app.report.gate_outputs import pair_lines
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
"""What has put a result into the index that a window has not looked at yet."""


class Wanted(msgspec.Struct, frozen=True):
    """Which sessions are listed: all that hold every one of these. text: words of title, systems, tags, result, file.
    scenario: a file, or the name of a built-in one. since: an ISO date."""

    tags: Sequence[str] = ()
    text: str = ""
    scenario: str = ""
    since: str = ""


class ListedSession(msgspec.Struct, frozen=True):
    """A line of the list. started: ISO 8601. state: "whole", "growing", "cut off", "changed", "damaged". valid: null
    without an end. headline: in words. baseline: of its scenario."""

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
    """One session. figures: of each pair of systems, over its valid runs."""

    session: ListedSession
    headline: HeadlineResult
    reasons: list[str]
    systems: list[GateSystem]
    figures: list[GatePair]


def list_sessions(wanted: Wanted, *, json: bool) -> ExitStatus:
    """`outpace library list`: the newest first."""

    def work(library: Library) -> None:
        found = list(_found(library, wanted))
        if json:
            print_json(found)
            return
        if not found:
            where = ", ".join(map(str, library.folders))
            print(f"No session matches in {where}." if library.entries else f"No session in {where}.")
            return
        rows = [[shortened(one.title, LONGEST_TITLE), *_cells(one)] for one in found]
        print("\n".join(in_columns([["Session", "Started", "Length", "Kind", "Result", "Tags", "File"], *rows])))

    return _answer(work)


def show_session(reference: str, *, json: bool) -> ExitStatus:
    """`outpace library show`: headline, systems, figures."""

    def work(library: Library) -> None:
        entry = _entry(library, reference)
        with SessionReader.open(entry.path) as reader:
            headline = session_headline(reader)
            gate = gate_of([reader]) if has_results(reader) else None
            _, reasons = session_verdict(reader)
            found = SessionFigures(
                _listed(entry, headline_text(headline).main, _baseline_uuids()),
                headline_result(headline),
                reasons,
                gate.systems if gate is not None else [],
                gate.pairs if gate is not None else [],
            )
        if json:
            print_json(found)
            return
        print("\n".join(_figure_lines(found)))

    return _answer(work)


def tag_session(reference: str, tags: Iterable[str], *, wanted: bool) -> ExitStatus:
    """`outpace library tag` and `untag`: the tags lie in the library's index, the session stays as it is."""

    def work(library: Library) -> None:
        entry = _entry(library, reference)
        words = [word for tag in tags if (word := " ".join(tag.split()))]
        before = [tag for tag in entry.tags if tag not in words]
        if not wanted and (missing := [word for word in words if word not in entry.tags]):
            raise SessionError('{path} has no tag "{tag}"', path=entry.path, tag=missing[0])
        library.set_tags(entry.path, [*entry.tags, *words] if wanted else before)
        now = library.entry(entry.path)
        print(f"{entry.title}: {', '.join(now.tags if now else ()) or 'no tags'}")

    return _answer(work)


def _answer(work: Callable[[Library], None]) -> ExitStatus:
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


def _found(library: Library, wanted: Wanted) -> Iterator[ListedSession]:
    """Raises ScenarioError, SessionError for what can't be looked for."""
    since = _since(wanted.since) if wanted.since else None
    keys = _scenario_keys(wanted.scenario) if wanted.scenario else None
    own = _baseline_uuids()
    terms = wanted.text.casefold().split()
    for entry in library.entries:
        if since is not None and entry.started < since:
            continue
        if not {tag.casefold() for tag in wanted.tags} <= {tag.casefold() for tag in entry.tags}:
            continue
        if keys is not None and not keys & {entry.scenario_key, entry.recorded_title}:
            continue
        listed = _listed(entry, _result(library, entry), own)
        searched = "\n".join([listed.title, *listed.systems, *listed.tags, listed.headline, entry.path.stem]).casefold()
        if all(term in searched for term in terms):
            yield listed


def _since(text: str) -> datetime.datetime:
    try:
        return datetime.datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise SessionError('--since "{text}": expected a date such as 2026-11-23', text=text) from None


def _scenario_keys(reference: str) -> set[str]:
    """By what sessions of a scenario are known: what it says, or its title where it was changed since."""
    file = read_scenario(reference)
    recorded = adjusted(file, with_seed(file.scenario, file.scenario.plan.seed or 1))
    return {scenario_key(recorded.text), file.scenario.title}


def _baseline_uuids() -> set[str]:
    return {one.uuid for one in baselines()}


def _entry(library: Library, reference: str) -> Entry:
    """A session by its path, or by its file's name in one of the library's folders, with or without its ending."""
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


def _listed(entry: Entry, headline: str, own: set[str]) -> ListedSession:
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
        baseline=entry.uuid in own,
    )


def _result(library: Library, entry: Entry) -> str:
    """What came of it in short words: as the library has kept them, else read from the session."""
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
        yield from ("", *pair_lines(pair, by_address))
