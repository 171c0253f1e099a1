# SPDX-License-Identifier: Apache-2.0
"""Baseline of a scenario: the session with which its later runs are compared.

It is stored in the library's index by the scenario's content (app.scenario.recorded.scenario_key), regardless of seed,
title and comments.
"""

import datetime
from contextlib import closing
from pathlib import Path

from app.scenario.recorded import differing_parts, scenario_key
from app.session.library import usual_index
from app.session.library_facts import facts_of
from app.session.library_index import Baseline, LibraryIndex
from app.session.reader import SessionReader
from app.session.session_error import SessionError


class BaselineError(SessionError):
    """A baseline is missing or unusable; the message contains a remedy."""


def set_baseline(session: Path, index: Path | None = None) -> Baseline:
    """Make a session the baseline of the scenario with which it was recorded.

    Args:
        session: Session file.
        index: Index of the library; None for the default one.

    Raises:
        SessionError: If the session cannot be read, or the baseline cannot be stored.
        BaselineError: If the session is not a valid run of a scenario.
    """
    with SessionReader.open(session) as reader:
        key = scenario_key(reader.info.scenario_toml)
        if reader.info.kind == "job" or not key:
            raise BaselineError("{path} is no run of a scenario: it can't be a baseline.", path=session)
        if reader.end is None or not reader.end.valid:
            raise BaselineError(
                "{path} is not a valid run: it can't be a baseline. Run the scenario again.", path=session
            )
        if reader.end.cut_short is not None:
            raise BaselineError(
                "{path} was stopped before its end: it can't be a baseline. Run the scenario to its end.", path=session
            )
        baseline = Baseline(
            scenario_key=key,
            uuid=reader.info.uuid,
            path=str(session.resolve()),
            title=reader.info.title,
            scenario_toml=reader.info.scenario_toml,
            since=datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
        )
    with closing(LibraryIndex(index or usual_index())) as opened:
        opened.put_baseline(baseline)
    return baseline


def baselines(index: Path | None = None) -> list[Baseline]:
    path = index or usual_index()
    if not path.exists():
        return []
    with closing(LibraryIndex(path)) as opened:
        return opened.baselines()


def remove_baseline(scenario_toml: str, index: Path | None = None) -> bool:
    """Remove the baseline of a scenario; return False if there was none.

    Raises:
        SessionError: If the index cannot be written.
    """
    key = scenario_key(scenario_toml)
    if all(known.scenario_key != key for known in baselines(index)):
        return False
    with closing(LibraryIndex(index or usual_index())) as opened:
        opened.drop_baseline(key)
    return True


def baseline_session(scenario_toml: str, title: str, index: Path | None = None) -> Path:
    """Return the session file with which a scenario is compared.

    Args:
        scenario_toml: Text of the scenario.
        title: Title of the scenario.
        index: Index of the library; None for the default one.

    Raises:
        BaselineError: If there is no baseline, it was set for another version of the scenario, or its file is missing.
    """
    known_baselines = baselines(index)
    key = scenario_key(scenario_toml)
    baseline = next((known for known in known_baselines if known.scenario_key == key), None)
    if baseline is None:
        earlier = [known for known in known_baselines if known.title == title]
        if earlier and key:
            raise BaselineError(
                '"{title}" has changed since its baseline was set ({since}): {parts}. Undo that, or run the scenario '
                "and set a new baseline: outpace baseline set SESSION",
                title=title,
                since=earlier[-1].since[:16].replace("T", " "),
                parts=", ".join(differing_parts(earlier[-1].scenario_toml, scenario_toml)),
            )
        raise BaselineError(
            '"{title}" has no baseline. Set one of its sessions: outpace baseline set SESSION', title=title
        )
    return _file_of(baseline, index)


def _file_of(baseline: Baseline, index: Path | None) -> Path:
    """Return the current path of a baseline's session: the recorded one, or where the library last found it."""
    path = Path(baseline.path)
    with closing(LibraryIndex(index or usual_index())) as opened:
        moved = [Path(known.path) for known in opened.known().values() if known.facts.uuid == baseline.uuid]
    for candidate in (path, *moved):
        if candidate.exists() and facts_of(candidate).uuid == baseline.uuid:  # not another file of that name
            return candidate
    raise BaselineError(
        'The baseline of "{title}" is gone: {path}. Put the file back, or set another: outpace baseline set SESSION',
        title=baseline.title,
        path=path,
    )
