# SPDX-License-Identifier: Apache-2.0
"""Anonymous studies: systems become System A, B, ..., and names of hosts and files are replaced in all texts."""

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import msgspec

from app.model.documents import DisclosureSheet, DriverFacts, TargetFacts
from app.model.messages import sentence
from app.model.work_wording import wording_of
from app.results.session_headline import SessionHeadline
from app.results.study_records import Study
from app.session.reader import SessionReader

HOST_KEYS = (
    "host",
    "host name",
    "hostname",
    "server",
    "server name",
    "machine",
    "computer",
    "node",
    "url",
    "address",
    "network name",
)
USER_KEYS = ("user", "login", "account")
USUAL_USERS = ("root", "postgres", "sa", "mysql", "admin")
LOCAL = ("127.0.0.1", "localhost", "::1", "")
_IN_ODBC = re.compile(
    r"\b(?:server|host|hostname|address|addr|uid|user|dsn)\s*+=\s*+(\{(?:[^}]++|\}\})*+\}?|[^;]++)", re.IGNORECASE
)
_URL_HOST = re.compile(r"(?<![\w+.-])[A-Za-z][\w+.-]{0,20}+://(?:[^/@\s]*+@)?(\[[^\]\s]{1,100}\]|[^/:\s\"']+)")


_PATH = re.compile(r"(?<![\w/.])/(?:[\w.@+~-]++/)++[\w.@+~-]*+|(?<!\w)[A-Za-z]:[\\/][^\s\"',;]+")
PLACE = "(a path)"
MOST_NAMES = 5000
"""Maximum number of names to replace in every text."""
AUTHOR = "(left out)"


def anonymised(
    study: Study, readers: Sequence[SessionReader], authors: Sequence[str] = ()
) -> tuple[Study, Callable[[str], str]]:
    """Return the study with all names replaced, and a function that replaces names in other text of the sessions.

    Args:
        study: Study to anonymize.
        readers: Sessions of the study.
        authors: Authors of the report, replaced in addition to those in the scenarios.
    """
    names = _Names(study, readers, authors)
    replaced: Study = _replaced(study, names)
    return replaced, names.without


def unnamed_headline(headline: SessionHeadline, study: Study, unnamed: Callable[[str], str]) -> SessionHeadline:
    """Replace the names in a headline.

    Args:
        headline: Headline with names.
        study: Study with replaced names.
        unnamed: Function that replaces names.
    """
    wording = wording_of(headline.unit)
    reasons = tuple(unnamed(sentence(reason, wording=wording)) for reason in headline.reasons)
    return dataclasses.replace(
        headline,
        title=study.title,
        names={system.letter: system.name for system in study.systems},
        reasons=reasons,
    )


class _Names:
    """Replaces names, the longest first, ignoring case."""

    def __init__(self, study: Study, readers: Sequence[SessionReader], authors: Sequence[str]) -> None:
        replacements: dict[str, str] = {}
        authors_in_scenarios = [(reader.scenario.report.author, reader.scenario.report.company) for reader in readers]
        for name in dict.fromkeys((*authors, *(name for pair in authors_in_scenarios for name in pair))):
            if name:
                replacements[name] = AUTHOR
        for system in study.systems:
            replacements[system.name] = f"System {system.letter}"
        for number, session in enumerate(study.sessions, 1):
            stem = session.file.removesuffix(".outpace")
            replacements.setdefault(session.file, f"session {number}")
            replacements.setdefault(stem, f"session {number}")
        files = 0
        hosts = 0
        for name, text in _agents(study):
            replacements.setdefault(name, text)
        for reader in readers:
            for origin in reader.origins:
                files += 1
                replacements.setdefault(origin.name, f"file {files}")
            for host in _hosts(reader):
                if host.casefold() not in LOCAL and host not in replacements:
                    hosts += 1
                    replacements[host] = f"host {hosts}"
            for path in _paths(reader):
                if path not in replacements:
                    files += 1
                    replacements[path] = f"place {files}"
        self._by_name = {
            name.casefold(): text for name, text in replacements.items() if len(name) > 1 or name.isdigit()
        }
        if len(self._by_name) > MOST_NAMES:
            raise ValueError(f"it names more than {MOST_NAMES:,} hosts and files")
        longest = sorted(self._by_name, key=len, reverse=True)
        alternatives = "|".join(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])" for name in longest)
        self._pattern = re.compile(alternatives, re.IGNORECASE) if longest else None

    def without(self, text: str) -> str:
        """Replace every name in a text."""
        if self._pattern is not None:
            text = self._pattern.sub(lambda match: self._by_name[match[0].casefold()], text)
        return _PATH.sub(PLACE, text)


def _agents(study: Study) -> Iterator[tuple[str, str]]:
    """Yield the names and hosts of agents, with their replacements."""
    agents = dict.fromkeys((line.agent.name, line.agent.host) for line in study.appendix.agents)
    for number, (name, host) in enumerate(agents, 1):
        yield name, f"agent {number}"
        if host:
            yield host, f"host of agent {number}"


def _replaced(value: Any, names: _Names) -> Any:
    """Replace all strings in a value; mapping keys that are letters or metrics remain unchanged."""
    if isinstance(value, str):
        return names.without(value)
    if isinstance(value, tuple | list):
        return type(value)(_replaced(one, names) for one in value)
    if isinstance(value, Mapping):
        return {_replaced(key, names): _replaced(one, names) for key, one in value.items()}
    names_of_fields = _fields(value)
    if names_of_fields:
        return type(value)(**{name: _replaced(getattr(value, name), names) for name in names_of_fields})
    return value


def _fields(value: Any) -> list[str]:
    if isinstance(value, msgspec.Struct):
        return list(value.__struct_fields__)
    return [field.name for field in dataclasses.fields(value)] if dataclasses.is_dataclass(value) else []


def _hosts(reader: SessionReader) -> list[str]:
    """Return the host names that can occur in the session's text."""
    names: list[str] = []
    for key, value in _leaves(reader):
        name = key.casefold().replace("_", " ")
        if "odbc" in name or (";" in value and "=" in value):
            names += [text.strip("{} ") for text in _IN_ODBC.findall(value)]
        names += [host.strip("[]") for host in _URL_HOST.findall(value)]
        if name in HOST_KEYS or name.endswith((" host", " hostname")) or name == "hostname":
            if "://" not in value:
                names += [value, *value.split(",")[0].split("\\")[:1]]
        elif name in USER_KEYS:
            names.append(value)
    short_names = [host.split(".")[0] for host in names if "." in host and not re.fullmatch(r"[\d.]+", host)]
    return [name for name in dict.fromkeys((*names, *short_names)) if len(name) > 2 and name not in USUAL_USERS]


def _paths(reader: SessionReader) -> list[str]:
    """Return the folder and file names that can occur in the session's text, as written there."""
    paths = [str(reader.path.parent), reader.path.name]
    for _, value in _leaves(reader):
        if PurePosixPath(value).is_absolute() or PureWindowsPath(value).is_absolute():
            paths.append(value)
    return [path for path in dict.fromkeys(paths) if len(path) > 3]


def _leaves(reader: SessionReader) -> list[tuple[str, str]]:
    """Return keys and text of the scenario, the targets and the documents."""
    leaves: list[tuple[str, str]] = []

    def walk(key: str, value: object) -> None:
        if isinstance(value, Mapping):
            for name, one in value.items():
                walk(str(name), one)
        elif isinstance(value, list | tuple):
            for one in value:
                walk(key, one)
        elif isinstance(value, str):
            leaves.append((key, value))

    walk("", reader.scenario.document)
    for system in reader.systems:
        walk("", system.facts)
        for target in system.targets:
            walk("", target.detail.facts())
    for document in reader.documents:
        if isinstance(document.data, TargetFacts | DriverFacts | DisclosureSheet):
            walk("", document.data.facts())
    return leaves
