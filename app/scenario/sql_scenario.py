# SPDX-License-Identifier: Apache-2.0
"""Custom SQL in a scenario: its mistakes, and the files next to the scenario that it needs.

A file's text is copied into the scenario when the user opens it, so that a session does not need the file.
"""

import re
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from app.databases.registry import ENGINES, engine_of
from app.model.bounds import SCRIPT_LETTERS, SQL_VALUES
from app.model.errors import OutpaceError, joined, phrase
from app.model.messages import Sentence
from app.model.mistakes import KeyPath, Mistake
from app.model.regular_file import opened_regular
from app.model.scenario import Scenario
from app.model.scripts import NO_COPY, ScriptError, copies_to_client, script
from app.model.sql_workload import MOST_CARDS, Sql, SqlCheck, SqlStatement, SqlTransaction, SqlVariable, meant
from app.model.steps import ORDER
from app.model.targets import Embedded, Placement, Server

WORKLOAD: KeyPath = ("workload",)
_WEIGHT = re.compile(r"(?P<file>.+)@(?P<weight>[0-9]{1,6})")


class SqlFileError(OutpaceError):
    """A file next to a scenario cannot be used."""


class SqlScriptError(SqlFileError):
    """Mistakes in scripts next to a scenario, each reported with its file and line."""


def sql_mistakes(scenario: Scenario) -> Iterator[Mistake]:
    """Yield the mistakes in a scenario with this workload."""
    work = scenario.workload
    assert isinstance(work, Sql)
    yield from _variable_mistakes(work)
    yield from _deck_mistakes(work)
    yield from _think_time_mistakes(work)
    for number, one in enumerate(work.transactions):
        key = (*WORKLOAD, "transactions", number)
        if one.name == ORDER:
            yield Mistake((*key, "name"), '"{name}" stands for all transactions together; choose another', name=ORDER)
        if one.file and one.script:
            yield Mistake((*key, "file"), "the transaction has both a script and the file {file}; keep one of the two",
                          file=one.file)  # fmt: skip
        if one.given_weight is not UNSET and _WEIGHT.fullmatch(one.file):
            yield Mistake((*key, "weight"), "the weight stands here and behind the file's name, {file}; keep one of "
                          "the two", file=one.file)  # fmt: skip
        if not one.file:
            try:
                script(one.script, work.known)
            except ScriptError as error:
                yield Mistake((*key, "script"), error.message)
    for name in ("transactions", "setup", "cleanup", "checks"):
        for number, part in enumerate(getattr(work, name)):
            yield from _engine_mistakes(part, (*WORKLOAD, name, number))
    for name in ("setup", "cleanup"):
        for number, part in enumerate(getattr(work, name)):
            if copies_to_client(part.statement):
                yield Mistake((*WORKLOAD, name, number, "statement"), NO_COPY)
    yield from _target_mistakes(scenario, work)
    yield from _existing_mistakes(scenario)
    if work.read_only and work.database == "existing" and work.setup:
        yield Mistake((*WORKLOAD, "setup"), "read_only changes nothing of an existing database; remove the set-up")


def _think_time_mistakes(work: Sql) -> Iterator[Mistake]:
    think_times = {one.name: one.think_time_s for one in work.transactions}
    for number, one in enumerate(work.transactions):
        if one.think_time_s != think_times[one.name]:
            yield Mistake((*WORKLOAD, "transactions", number, "think_time_s"), 'the transaction "{name}" has two think '
                          "times; it needs the same on every engine", name=one.name)  # fmt: skip


def _deck_mistakes(work: Sql) -> Iterator[Mistake]:
    if work.choice != "deck":
        return
    cards = {one.name: _file_and_weight(one.file)[1] or one.weight for one in work.transactions}
    for number, one in enumerate(work.transactions):
        if not one.weight.is_integer():
            yield Mistake((*WORKLOAD, "transactions", number, "weight"), "a deck needs a whole number of cards")
    if (total := sum(cards.values())) > MOST_CARDS:
        yield Mistake((*WORKLOAD, "choice"), "a deck has at most {most:,} cards; the weights add up to {total:,.0f}",
                      most=MOST_CARDS, total=total)  # fmt: skip


def _variable_mistakes(work: Sql) -> Iterator[Mistake]:
    counted = Counter([*work.define, *(one.name for one in work.variables)])
    for number, one in enumerate(work.variables):
        key = (*WORKLOAD, "variables", number)
        if counted[one.name] > 1:
            yield Mistake((*key, "name"), "the variable {name} is there twice", name=one.name)
        ranged = (one.low, one.high) != (1, 1)
        if (bool(one.values), bool(one.file), ranged).count(True) > 1:
            yield Mistake(key, "expected one of low and high, values, or file")
        if one.high < one.low:
            yield Mistake((*key, "high"), "expected at least low, {low:,}", low=one.low)
        least = {"zipf": 0.01, "gaussian": 2.0, "exponential": 0.001}.get(one.draw, 0.0)
        if one.shape < least:
            yield Mistake((*key, "shape"), "draw = \"{draw}\" needs a shape of at least {least:g}", draw=one.draw,
                          least=least)  # fmt: skip


def _engine_mistakes(part: SqlTransaction | SqlStatement | SqlCheck, key: KeyPath) -> Iterator[Mistake]:
    for number, engine in enumerate(part.engines):
        if engine not in ENGINES:
            known = ", ".join(ENGINES.all)
            yield Mistake((*key, "engines", number), "{name} is no engine; known are {known}", name=engine[:60],
                          known=known)  # fmt: skip


def _target_mistakes(scenario: Scenario, work: Sql) -> Iterator[Mistake]:
    """Yield a mistake unless every system has the same transactions, each of them once."""
    for index, system in enumerate(scenario.systems):
        for number, target in enumerate(system.targets):
            assert isinstance(target, msgspec.Struct)
            engine = engine_of(target).name
            names = Counter(one.name for one in work.transactions if meant(one, engine))
            key = ("systems", index, "targets", number)
            if twice := [name for name, count in names.items() if count > 1]:
                yield Mistake(key, 'the transaction "{name}" is there twice for {engine}', name=twice[0], engine=engine)
            if missing := [name for name in work.names if name not in names]:
                yield Mistake(key, 'the transaction "{name}" is not there for {engine}', name=missing[0], engine=engine)


def _existing_mistakes(scenario: Scenario) -> Iterator[Mistake]:
    """Yield mistakes unless each target names an existing database and Outpace does not place any."""
    taken: dict[str, str] = {}
    for index, system in enumerate(scenario.systems):
        for number, target in enumerate(system.targets):
            key = ("systems", index, "targets", number)
            if isinstance(target, Server) and target.placement != Placement():
                yield Mistake((*key, "placement"), "own SQL makes its tables by its set-up, which says where they lie")
            if not isinstance(target, Embedded) or not scenario.workload.existing:
                continue
            if not target.folder:
                yield Mistake((*key, "folder"), "expected the existing database: its file, or the folder that it is in")
            elif target.folder in taken:
                owner = taken[target.folder]
                yield Mistake((*key, "folder"), 'it is the database of "{owner}" already', owner=owner)
            taken.setdefault(target.folder, system.name)


def file_mistakes(scenario: Scenario, folder: Path | None) -> Iterator[Mistake]:
    """Yield the mistakes in the files that the workload names, each at the key that names the file.

    Args:
        scenario: Scenario to check.
        folder: Folder of the scenario; None if it is not saved yet.
    """
    work = scenario.workload
    if not isinstance(work, Sql):
        return
    named: list[tuple[KeyPath, SqlTransaction | SqlVariable]] = []
    named += [(("transactions", place), one) for place, one in enumerate(work.transactions) if not one.script]
    named += [(("variables", place), one) for place, one in enumerate(work.variables)]
    for place, one in named:
        key = (*WORKLOAD, *place, "file")
        if one.file and folder is None:
            yield Mistake(key, "save the scenario first: {file} is looked for beside it", file=one.file)
        elif one.file and folder is not None:
            try:
                if isinstance(one, SqlVariable):
                    _variable(one, folder)
                else:
                    read = _transaction(one, folder)
                    for wrong in _script_mistakes(work, [one], [read]):
                        yield Mistake(key, wrong)
            except SqlFileError as error:
                yield Mistake(key, error.message)


def with_files(scenario: Scenario, folder: Path) -> Scenario:
    """Return the scenario with the text of its workload's files in this folder; unchanged if it has no files.

    Raises:
        SqlFileError: If a file cannot be used.
        SqlScriptError: If a script has mistakes.
    """
    work = scenario.workload
    if not isinstance(work, Sql) or not named_files(scenario):
        return scenario
    transactions = tuple(_transaction(one, folder) for one in work.transactions)
    if wrong := list(_script_mistakes(work, work.transactions, transactions)):
        raise SqlScriptError(joined(wrong))
    variables = tuple(_variable(one, folder) for one in work.variables)
    return replace(scenario, workload=replace(work, transactions=transactions, variables=variables))


def _script_mistakes(work: Sql, named: Sequence[SqlTransaction], read: Sequence[SqlTransaction]) -> Iterator[Sentence]:
    """Yield the mistakes in the scripts of files, with file and line.

    Args:
        work: Workload, whose variables the scripts may use.
        named: Transactions in the scenario.
        read: The same transactions with the text of their files.
    """
    for before, one in zip(named, read, strict=True):
        if before.file:
            try:
                script(one.script, work.known)
            except ScriptError as error:
                yield phrase("{file}:{line}: {what}", file=one.read_from, line=error.line, what=error.what)


def named_files(scenario: Scenario) -> list[str]:
    """Return the names of the files next to the scenario that its workload needs."""
    work = scenario.workload
    if not isinstance(work, Sql):
        return []
    scripts = [_file_and_weight(one.file)[0] for one in work.transactions if one.file]
    return [*scripts, *(one.file for one in work.variables if one.file)]


def _transaction(one: SqlTransaction, folder: Path) -> SqlTransaction:
    if not one.file:
        return one
    name, weight = _file_and_weight(one.file)
    text = _text_beside(folder, name)
    weight = one.weight if weight is None else weight
    if not weight:
        raise SqlFileError("{file}: a weight is above 0", file=one.file)
    return replace(one, file="", read_from=name, script=text, given_weight=weight)


def _file_and_weight(text: str) -> tuple[str, float | None]:
    """Split "name@3" into name and weight; the weight is None if missing."""
    found = _WEIGHT.fullmatch(text)
    return (found["file"], float(found["weight"])) if found else (text, None)


def _variable(one: SqlVariable, folder: Path) -> SqlVariable:
    if not one.file:
        return one
    lines = _text_beside(folder, one.file).splitlines()
    values = tuple(_number(line) for line in lines if line.strip())
    if not 0 < len(values) <= SQL_VALUES:
        raise SqlFileError("{path}: expected 1 to {most:,} lines", path=folder / one.file, most=SQL_VALUES)
    return replace(one, file="", values=values)


def _number(text: str) -> str | int | float:
    plain = text.strip()
    return int(plain) if re.fullmatch(r"-?[0-9]{1,18}", plain) else text


def _text_beside(folder: Path, name: str) -> str:
    """Return the text of a regular file in the scenario's folder; links are rejected: a scenario is untrusted."""
    path = folder / name
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise SqlFileError("{path} is a link or a folder; put the file itself beside the scenario", path=path)
        with opened_regular(path) as file:
            content = file.read(4 * SCRIPT_LETTERS + 1)
        text = content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = phrase("it is not UTF-8 text") if isinstance(error, UnicodeDecodeError) else error.strerror or error
        raise SqlFileError("{path} can't be read: {reason}", path=path, reason=reason) from None
    if len(text) > SCRIPT_LETTERS:
        raise SqlFileError("{path} has more than {most:,} characters", path=path, most=SCRIPT_LETTERS)
    return text.replace("\r\n", "\n")
