# SPDX-License-Identifier: Apache-2.0
"""The scenario that a session was recorded with, as far as its text says it in words that are known today."""

import hashlib
import json
import typing
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from app.model.plans import Order, Plan, Results
from app.model.report_text import ReportText
from app.model.scenario import Scenario
from app.model.visible_text import all_visible
from app.model.workloads import Pacing, Workload
from app.plans.unknown import UnknownPlan
from app.scenario.document_check import struct_choices
from app.scenario.reading import checked, document_type
from app.scenario.toml_document import TomlError, toml_document

COMPARED = ("systems", "workload", "pacing", "plan")
"""The parts of a scenario that two runs of one comparison have in common."""

Struct = TypeVar("Struct", bound=msgspec.Struct)


class Unknown(msgspec.Struct, frozen=True):
    """A workload that this program does not know: of another version, or of a package that is not here."""

    name: str


RecordedPlan = Plan | None
RecordedWorkload = Workload | Unknown | None
"""None where there is no text, as of imported results, or where it does not speak of them."""


class RecordedScenario(msgspec.Struct, frozen=True):
    """What the text says. whole: the scenario, where the text is one of today; else None, and `problem` says why.

    The other fields stand for themselves: of a text of another version, or with mistakes, they hold what can be read
    of it, and today's defaults for the rest. document: the text's tables as they are written, for what is not known
    here.
    """

    title: str = ""
    description: str = ""
    workload: RecordedWorkload = None
    pacing: Pacing = Pacing()
    plan: RecordedPlan = None
    order: Order = "auto"
    headline: str = ""
    report: ReportText = ReportText()
    whole: Scenario | None = None
    problem: str = ""
    document: Mapping[str, Any] = {}

    @property
    def plan_name(self) -> str:
        """As the text calls it; "" where there is none."""
        return "" if self.plan is None else self.plan.name

    @property
    def results(self) -> Results:
        """What its plan's results are; without one, those of one stretch."""
        return Results() if self.plan is None else self.plan.results


def name_of(struct: msgspec.Struct | type[msgspec.Struct]) -> str:
    """What a plan or a workload, or each of a kind, is called in a scenario."""
    return struct.name if isinstance(struct, Unknown) else str(struct.__struct_config__.tag)


def without_seed(plan: RecordedPlan) -> RecordedPlan:
    """The plan as it would be with a fresh seed: that of a run is no difference between two plans."""
    return msgspec.structs.replace(plan, seed=0) if plan is not None else None


def recorded_scenario(text: str) -> RecordedScenario:
    """Never raises: where a text can't be read, the scenario is empty and says why."""
    try:
        document = all_visible(toml_document(text))
    except TomlError as error:
        return RecordedScenario(problem=f"not valid TOML: {error}")
    if not document:
        return RecordedScenario(problem="there is no scenario")
    try:
        whole, mistakes = checked(document)
    except RecursionError:
        return RecordedScenario(problem="its lists or tables lie too deep in each other", document=document)
    problem = f"{mistakes[0].key_text}: {mistakes[0].text}" if mistakes else ""
    if whole is not None:
        return RecordedScenario(
            title=whole.title,
            description=whole.description,
            workload=whole.workload,
            pacing=whole.pacing,
            plan=whole.plan,
            order=whole.order,
            headline=whole.headline,
            report=whole.report,
            whole=whole,
            problem=problem,
            document=document,
        )
    plain = _known(document, _Plain)
    return RecordedScenario(
        title=plain.title,
        description=plain.description,
        workload=_tagged(document, "workload"),
        pacing=_known(_table(document, "pacing"), Pacing),
        plan=_plan(document),
        order=plain.order,
        headline=plain.headline,
        report=_known(_table(document, "report"), ReportText),
        problem=problem,
        document=document,
    )


def _compared_parts(text: str) -> dict[str, Any]:
    """What two runs of one comparison have in common, as it is written, without the seed."""
    try:
        document = toml_document(text)
    except TomlError:
        return {}
    found: dict[str, Any] = {name: document[name] for name in COMPARED if name in document}
    if isinstance(found.get("plan"), dict):
        found["plan"] = {key: value for key, value in found["plan"].items() if key != "seed"}
    return found


def differing_parts(one: str, other: str) -> tuple[str, ...]:
    """The parts of COMPARED in which two scenarios' texts differ, seeds apart; of a table its keys: "plan.run_s".

    Empty where one is no scenario.
    """
    first, second = _compared_parts(one), _compared_parts(other)
    if not first or not second:
        return ()
    differing = []
    try:
        for name in COMPARED:
            parts = first.get(name), second.get(name)
            if parts[0] != parts[1]:
                tables = [part for part in parts if isinstance(part, dict)]
                keys = dict.fromkeys(key for table in tables for key in table)
                differing += [f"{name}.{key}" for key in keys if _differ(tables, key)] or [name]
    except RecursionError:
        return COMPARED
    return tuple(differing)


def _differ(tables: Sequence[Mapping[str, Any]], key: str) -> bool:
    return len(tables) == 1 or tables[0].get(key) != tables[1].get(key)


def scenario_key(text: str) -> str:
    """Equal for two runs of one comparison: of the same systems, workload, pacing and plan, whatever their seeds,
    titles and comments are. "" where there is no scenario."""
    found = _compared_parts(text)
    if not found:
        return ""
    try:
        return hashlib.sha256(json.dumps(found, sort_keys=True, default=str).encode()).hexdigest()
    except RecursionError:
        return ""


class _Plain(msgspec.Struct, frozen=True):
    title: str = ""
    description: str = ""
    order: Order = "auto"
    headline: str = ""


def _plan(document: Mapping[str, Any]) -> RecordedPlan:
    plan = _tagged(document, "plan")
    return UnknownPlan(called=plan.name) if isinstance(plan, Unknown) else plan


def _tagged(document: Mapping[str, Any], key: str) -> Any:
    """A plan or workload, as far as its table is known."""
    if not isinstance(document.get(key), Mapping):
        return None
    table = document[key]
    choices = {name_of(choice): choice for choice in struct_choices(typing.get_type_hints(document_type())[key])}
    name = str(table.get("name", next(iter(choices))))
    return _known(table, choices[name]) if name in choices else Unknown(name)


def _known(table: Mapping[str, Any], struct: type[Struct]) -> Struct:
    """The fields that have a value of their type; limits of today say nothing about a recorded value."""
    hints = typing.get_type_hints(struct)
    found = {}
    for field in msgspec.structs.fields(struct):
        if field.encode_name in table:
            try:
                found[field.name] = msgspec.convert(table[field.encode_name], hints[field.name])
            except msgspec.ValidationError:
                continue
    return struct(**found)


def _table(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = document.get(key)
    return found if isinstance(found, Mapping) else {}
