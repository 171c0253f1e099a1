# SPDX-License-Identifier: Apache-2.0
"""Scenario with which a session was recorded, as far as its text can still be interpreted."""

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
from app.model.workloads import Pacing, WorkloadParameters
from app.plans.unknown import UnknownPlan
from app.scenario.document_check import struct_choices
from app.scenario.reading import checked, document_type
from app.scenario.toml_document import TomlError, toml_document

COMPARED = ("systems", "workload", "pacing", "plan")
"""Parts of a scenario that are the same in all runs of a comparison."""

Struct = TypeVar("Struct", bound=msgspec.Struct)


class Unknown(msgspec.Struct, frozen=True):
    """A workload unknown to this program: from another version, from a package that is not installed, or damaged."""

    name: str


RecordedPlan = Plan | None
RecordedWorkload = WorkloadParameters | Unknown | None
"""Recorded workload; None if there is no text, as for imported results, or if the text has no workload."""


class RecordedScenario(msgspec.Struct, frozen=True):
    """Contents of a recorded text.

    If the text is invalid or from another version, the fields other than `whole` contain what can be read, and defaults
    for the rest.

    Attributes:
        whole: The scenario if this version accepts the text; otherwise None, and `problem` contains the reason.
        document: Tables of the text, unchanged, for its unknown parts.
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
        """Name of the plan in the text; "" if there is no plan."""
        return "" if self.plan is None else self.plan.name

    @property
    def results(self) -> Results:
        """Kind of the plan's results; without a plan, the kind for a single run."""
        return Results() if self.plan is None else self.plan.results


def name_of(struct: msgspec.Struct | type[msgspec.Struct]) -> str:
    """Return the name of a plan or workload, or of a class of these, as used in scenarios."""
    return struct.name if isinstance(struct, Unknown) else str(struct.__struct_config__.tag)


def without_seed(plan: RecordedPlan) -> RecordedPlan:
    """Return the plan without its seed, because different seeds do not make plans different."""
    return msgspec.structs.replace(plan, seed=0) if plan is not None else None


def recorded_scenario(text: str) -> RecordedScenario:
    """Parse a recorded text. Never raises; an unreadable text results in an empty scenario with a `problem`."""
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
    """Return the parts that all runs of a comparison share, as written, without the seed."""
    try:
        document = toml_document(text)
    except TomlError:
        return {}
    found: dict[str, Any] = {name: document[name] for name in COMPARED if name in document}
    if isinstance(found.get("plan"), dict):
        found["plan"] = {key: value for key, value in found["plan"].items() if key != "seed"}
    return found


def differing_parts(one: str, other: str) -> tuple[str, ...]:
    """Return the parts of COMPARED in which two scenarios differ, ignoring seeds.

    Differences in a table are listed by key, such as "plan.run_s". Empty if one text is not a scenario.
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
    """Return a key that is equal for all runs of a comparison; "" if the text is not a scenario.

    These runs have the same systems, workload, pacing and plan; seeds, titles and comments may differ.
    """
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
    """Return a plan or workload, as far as its table can be interpreted."""
    if not isinstance(document.get(key), Mapping):
        return None
    table = document[key]
    choices = {name_of(choice): choice for choice in struct_choices(typing.get_type_hints(document_type())[key])}
    name = str(table.get("name", next(iter(choices))))
    if name not in choices:
        return Unknown(name)
    try:
        return _known(table, choices[name])
    except TypeError:  # a field without a default is missing or damaged
        return Unknown(name)


def _known(table: Mapping[str, Any], struct: type[Struct]) -> Struct:
    """Return the struct with those fields that have the right type; current limits do not apply to recorded values."""
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
