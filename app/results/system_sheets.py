# SPDX-License-Identifier: Apache-2.0
"""What a report's appendix tells beside its figures: the systems' hardware by group, where their data lie, what they
cost, what is not as it comes, and what was done."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from app.databases.registry import engine_of
from app.model.documents import ChangedSettings, FileLayout, HardwareSheet, PlacedFile, PriceList
from app.model.hardware import GROUPS, Group, Hardware, Part, PriceItem, currencies, given_values, price_total
from app.model.scenario import Scenario, System
from app.results.agents import AgentResult, agent_results
from app.results.procedure import procedure_of
from app.session.reader import SessionReader
from app.session.records import SystemInfo

MISSING = "–"
PART_LETTERS = 60
DRIVER = "driver"
Letters = Mapping[str, str]
KERNEL_DEFAULTS = {
    "vm.swappiness": "60", "vm.dirty_ratio": "20", "vm.dirty_background_ratio": "10", "vm.dirty_bytes": "0",
    "vm.dirty_background_bytes": "0", "vm.dirty_expire_centisecs": "3000", "vm.dirty_writeback_centisecs": "500",
    "vm.overcommit_memory": "0", "vm.zone_reclaim_mode": "0", "boot: mitigations": "auto",
    "net.ipv4.tcp_congestion_control": "cubic",
}  # fmt: skip
"""Of Linux: Documentation/admin-guide/sysctl/vm.rst, kernel-parameters.txt and networking/ip-sysctl.rst."""
USUAL_MOUNT = ("rw", "relatime", "seclabel")
PLAIN = frozenset({"kind", "bus", "speed_mbit"})
"""Values that need no label behind a part's name."""
NOT_TOLD = frozenset(
    {
        "title", "description", "name", "role", "color", "notes", "facts", "hardware", "price", "watch", "present",
        "seed", "folder", "path", "host", "port", "database", "user", "password", "tls_ca", "driver", "odbc",
    }
)  # fmt: skip
"""Keys of a scenario that name things, or that stand elsewhere in a report."""


class HardwareRow(msgspec.Struct, frozen=True):
    """A line of the hardware sheet. texts: by letter, MISSING where it is not known. stated: letters of those whose
    text is the scenario's, not captured."""

    group: str
    label: str
    texts: Mapping[str, str]
    stated: tuple[str, ...] = ()

    @property
    def differs(self) -> bool:
        """Whether the systems are not the same in it."""
        return len({text for letter, text in self.texts.items() if letter != DRIVER}) > 1


class LayoutRow(msgspec.Struct, frozen=True):
    """Files of a target. letter: of the system; target: its name, "" where there is one only."""

    letter: str
    target: str
    file: PlacedFile


class PriceSheet(msgspec.Struct, frozen=True):
    """What a system costs. total: the sum of the items."""

    letter: str
    items: tuple[PriceItem, ...]
    total: float
    currency: str


class ChangedRow(msgspec.Struct, frozen=True):
    """Something that is not as it comes. group: whose setting it is. default: "" where it is not known. texts: by
    letter; MISSING where a system has no such setting. same: whether all that have it are set alike, None where only
    one system has it."""

    group: str
    name: str
    default: str
    texts: Mapping[str, str]
    same: bool | None


class Procedure(msgspec.Struct, frozen=True):
    """What was done in a session."""

    file: str
    steps: tuple[str, ...]


class AgentLine(msgspec.Struct, frozen=True):
    """An agent of a session, by its file."""

    file: str
    agent: AgentResult


class Appendix(msgspec.Struct, frozen=True):
    """here: letters of the systems on the machine that drove the load. hardware has a column `DRIVER` where not all of
    them are."""

    hardware: tuple[HardwareRow, ...] = ()
    here: tuple[str, ...] = ()
    layout: tuple[LayoutRow, ...] = ()
    prices: tuple[PriceSheet, ...] = ()
    changed: tuple[ChangedRow, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    agents: tuple[AgentLine, ...] = ()


def appendix_of(readers: Sequence[SessionReader], letters: Sequence[Letters]) -> Appendix:
    """letters: of each session's systems to the study's. Of several sessions the first that tells something counts."""
    captured: dict[str, Hardware] = {}
    stated: dict[str, Hardware] = {}
    prices: dict[str, PriceSheet] = {}
    for reader, own in zip(readers, letters, strict=True):
        by_id = {system.id: own[system.letter] for system in reader.systems}
        for sheet in reader.documents_of(HardwareSheet):
            letter = by_id.get(sheet.system, "") if sheet.system is not None else DRIVER
            if letter:
                (stated if sheet.data.stated else captured).setdefault(letter, sheet.data.hardware)
        for listed in reader.documents_of(PriceList):
            items = listed.data.items
            if (letter := by_id.get(listed.system or -1, "")) and items and len(currencies(items)) == 1:
                sheet_of = PriceSheet(letter, tuple(items), price_total(items), items[0].currency)
                prices.setdefault(letter, sheet_of)
    every = sorted({letter for own in letters for letter in own.values()})
    here = tuple(letter for letter in every if letter in captured)
    columns = every if set(here) == set(every) or DRIVER not in captured else [*every, DRIVER]
    return Appendix(
        hardware=tuple(_hardware_rows(captured, stated, columns)),
        here=here,
        layout=tuple(_layout(readers, letters)),
        prices=tuple(prices[letter] for letter in every if letter in prices),
        changed=(
            *_changed_keys(readers, letters, every),
            *_changed_settings(readers, letters, every),
            *_changed_kernel(captured, every),
        ),
        agents=tuple(AgentLine(reader.path.name, one) for reader in readers for one in agent_results(reader)),
        procedures=tuple(Procedure(reader.path.name, steps) for reader in readers if (steps := procedure_of(reader))),
    )


def storage_lines(reader: SessionReader, system: SystemInfo) -> list[tuple[str, str]]:
    """What a system's data lie on, for the disclosure sheet, of files of this machine: the file system and its device,
    so that folders with other names are no difference."""
    found: dict[str, list[str]] = {}
    for document in reader.documents_of(FileLayout):
        if document.system != system.id:
            continue
        for file in document.data.files:
            text = device_text(file)
            label = " ".join(filter(None, (file.what, file.name if file.what in ("tables", "indexes") else "")))
            if text and text not in found.setdefault(label, []):
                found[label].append(text)
    return [(f"Storage, {label}", "\n".join(texts)) for label, texts in found.items() if texts]


def device_text(file: PlacedFile) -> str:
    """ "ext4 on nvme0n1p2 (disk nvme0n1) at /data"; "" where it is not known."""
    if not file.mounted and not file.device:
        return ""
    disks = f" (disk{'s' * (len(file.disks) > 1)} {', '.join(file.disks)})" if file.disks != [file.device] else ""
    on = f" on {file.device}" if file.device else ""
    at = f" at {file.mounted}" if file.mounted else ""
    return f"{file.file_system or 'block device'}{on}{disks if file.disks else ''}{at}"


def _hardware_rows(
    captured: Mapping[str, Hardware], stated: Mapping[str, Hardware], columns: Sequence[str]
) -> Iterator[HardwareRow]:
    for group in GROUPS:
        of_group: dict[str, dict[str, tuple[str, bool]]] = {}
        for letter in columns:
            own = dict.fromkeys(_texts(captured.get(letter), group).items(), False)
            own |= dict.fromkeys(_texts(stated.get(letter), group).items(), True)
            for (label, text), by_hand in own.items():
                of_group.setdefault(label, {})[letter] = (text, by_hand)
        order = {field.label: place for place, field in enumerate(group.form)}
        for label, found in sorted(of_group.items(), key=lambda one: order.get(one[0], -1)):
            texts = {letter: found[letter][0] if letter in found else MISSING for letter in columns}
            yield HardwareRow(group.title, label, texts, tuple(one for one in found if found[one][1]))


def _texts(hardware: Hardware | None, group: Group) -> dict[str, str]:
    """By label; of parts of which there may be several one text, a line each."""
    if hardware is None:
        return {}
    held = getattr(hardware, group.name)
    if group.several:
        lines = [_part_text(part, group) for part in held]
        return {"": "\n".join(filter(None, lines))} if any(lines) else {}
    known = given_values(held)
    return {
        field.label: _value_text(known[field.name], field.unit)
        for field in group.form
        if field.name in known and field.kind != "pairs"
    }


def _part_text(part: Part, group: Group) -> str:
    """ "24 x SEAGATE ST600, size of each 600 GB, firmware N003"."""
    known = dict(given_values(part))
    first, *others = group.form
    number = known.pop("count", 1)
    head = str(known.pop(first.name, ""))
    texts = [
        _value_text(known[field.name], field.unit)
        if field.name in PLAIN
        else f"{_small(field.label)} {_value_text(known[field.name], field.unit)}"
        for field in others
        if field.name in known
    ]
    if number != 1 and known | {first.name: head}:
        head = f"{number} x {head}".rstrip()
    return ", ".join(filter(None, (head, *texts)))


def _small(label: str) -> str:
    """As it stands within a sentence: "queue depth", "MTU"."""
    return label if label[1:2].isupper() else f"{label[:1].lower()}{label[1:]}"


def _value_text(value: object, unit: str) -> str:
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    return f"{text} {unit}" if unit else text


def _layout(readers: Sequence[SessionReader], letters: Sequence[Letters]) -> Iterator[LayoutRow]:
    known: set[tuple[str, str]] = set()
    for reader, own in zip(readers, letters, strict=True):
        for system in reader.systems:
            names = {target.id: target.name for target in system.targets}
            for document in reader.documents_of(FileLayout):
                letter, name = own[system.letter], names.get(document.target or -1, "")
                if document.system == system.id and (letter, name) not in known:
                    known.add((letter, name))
                    for file in document.data.files:
                        yield LayoutRow(letter, name if len(names) > 1 else "", file)


def _changed_keys(
    readers: Sequence[SessionReader], letters: Sequence[Letters], every: Sequence[str]
) -> Iterator[ChangedRow]:
    """The keys of the scenario that are not as Outpace has them where they are left out."""
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for reader, own in zip(readers, letters, strict=True):
        whole = reader.scenario.whole
        if whole is None or reader.info.kind == "import":
            continue
        present = {system.name: own[system.letter] for system in reader.systems}
        for (name, default), text in _common(whole).items():
            for letter in present.values():
                rows.setdefault((name, default), {}).setdefault(letter, text)
        for system in whole.systems:
            if system.name not in present:
                continue
            for target in _targets(system):
                for (name, default), text in _keys(target, f"{engine_of(target).name}.").items():
                    texts = rows.setdefault((name, default), {})
                    letter = present[system.name]
                    texts[letter] = text if texts.get(letter, text) == text else f"{texts[letter]}; {text}"
    engines = _engines_of(readers, letters)
    for (name, default), texts in rows.items():
        engine = name.partition(".")[0]
        having = [one for one in every if engine not in {e for es in engines.values() for e in es} or
                  engine in engines.get(one, set())]  # fmt: skip
        yield _changed_row("Scenario", name, default, {one: texts.get(one, default) for one in having}, every)


def _engines_of(readers: Sequence[SessionReader], letters: Sequence[Letters]) -> dict[str, set[str]]:
    """By letter the engines of a system's targets, as scenarios name them."""
    found: dict[str, set[str]] = {}
    for reader, own in zip(readers, letters, strict=True):
        whole = reader.scenario.whole
        by_name = {system.name: own[system.letter] for system in reader.systems}
        for system in whole.systems if whole is not None else ():
            if system.name in by_name:
                found.setdefault(by_name[system.name], set()).update(engine_of(one).name for one in _targets(system))
    return found


def _targets(system: System) -> list[msgspec.Struct]:
    return [target for target in system.targets if isinstance(target, msgspec.Struct)]


def _common(scenario: Scenario) -> dict[tuple[str, str], str]:
    """Of all systems."""
    found: dict[tuple[str, str], str] = {}
    for name in ("workload", "pacing", "plan", "start"):
        found |= _keys(getattr(scenario, name), f"{name}.")
    if scenario.order != "auto":
        found["order", "auto"] = scenario.order
    return found


def _keys(struct: msgspec.Struct, prefix: str) -> dict[tuple[str, str], str]:
    """Key and default with the text of what stands there, where it is another one."""
    found: dict[tuple[str, str], str] = {}
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if field.name in NOT_TOLD or field.required:
            continue
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        if isinstance(value, msgspec.Struct):
            found |= _keys(value, f"{prefix}{field.name}.")
        elif value != default:
            found[f"{prefix}{field.name}", _text(default)] = _text(value)
    return found


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_text(one)}" for name, one in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(_text(one) for one in value) or "none"
    if isinstance(value, msgspec.Struct):
        # One of several parts, by its name or statement; the scenario's text tells the rest.
        return textwrap.shorten(_text(getattr(value, value.__struct_fields__[0])), PART_LETTERS, placeholder="…")
    return f"{value:.10g}" if isinstance(value, float) else str(value) or "none"


def _changed_settings(
    readers: Sequence[SessionReader], letters: Sequence[Letters], every: Sequence[str]
) -> Iterator[ChangedRow]:
    """The settings of engines that are not as these come; of each system with that engine."""
    rows: dict[tuple[str, str], dict[str, str]] = {}
    defaults: dict[tuple[str, str], str] = {}
    having: dict[str, list[str]] = {}
    for reader, own in zip(readers, letters, strict=True):
        for system in reader.systems:
            letter = own[system.letter]
            engines = {target.id: target.detail.engine for target in system.targets}
            for engine in engines.values():
                having.setdefault(engine, []).append(letter)
            for document in reader.documents_of(ChangedSettings):
                if document.system != system.id:
                    continue
                engine = engines.get(document.target or -1, "")
                for one in document.data.settings:
                    key = (engine, one.name)
                    texts = rows.setdefault(key, {})
                    texts[letter] = (
                        one.value if texts.get(letter, one.value) == one.value else f"{texts[letter]}; {one.value}"
                    )
                    defaults.setdefault(key, one.default)
    for (engine, name), texts in sorted(rows.items()):
        default = defaults[engine, name]
        own_texts = {letter: texts.get(letter, default or "default") for letter in dict.fromkeys(having[engine])}
        yield _changed_row(engine, name, default, own_texts, every)


def _changed_kernel(captured: Mapping[str, Hardware], every: Sequence[str]) -> Iterator[ChangedRow]:
    """Settings of the kernel and options of mounts, of the systems whose machine was looked at."""
    here = [letter for letter in every if letter in captured]
    for name, default in KERNEL_DEFAULTS.items():
        texts = {letter: captured[letter].system.settings.get(name, default) for letter in here}
        if any(text != default for text in texts.values()):
            yield _changed_row("Kernel", name, default, texts, every)
    options = {letter: _options(captured[letter]) for letter in here}
    if any(options.values()):
        usual = ", ".join(USUAL_MOUNT[:2])
        yield _changed_row(
            "Mount options", "of the data", usual, {one: text or usual for one, text in options.items()}, every
        )


def _options(hardware: Hardware) -> str:
    """Those beside the usual ones, of each file system that data lie on."""
    lines = []
    for held in hardware.file_systems:
        options = [one for one in held.options.split(",") if one and one not in USUAL_MOUNT]
        if options:
            lines.append(f"{held.mounted}: {', '.join(options)}")
    return "\n".join(lines)


def _changed_row(group: str, name: str, default: str, texts: Mapping[str, str], every: Sequence[str]) -> ChangedRow:
    same = None if len(texts) < 2 else len(set(texts.values())) == 1
    return ChangedRow(group, name, default, {letter: texts.get(letter, MISSING) for letter in every}, same)
