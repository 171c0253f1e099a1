# SPDX-License-Identifier: Apache-2.0
"""Appendix of a report: hardware by group, storage layout, prices, changed settings, and the procedure."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from app.databases.registry import engine_of
from app.model.documents import ChangedSettings, FileLayout, HardwareSheet, PlacedFile, PriceList
from app.model.hardware import GROUPS, Hardware, HardwareField, Part, PriceItem, currencies, given_values, price_total
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
"""Defaults of Linux, from Documentation/admin-guide/sysctl/vm.rst, kernel-parameters.txt and networking/ip-sysctl.rst.
"""
USUAL_MOUNT = ("rw", "relatime", "seclabel")
PLAIN = frozenset({"kind", "bus", "speed_mbit"})
"""Values that follow a part's name without a label."""
UNLISTED_KEYS = frozenset(
    {
        "title", "description", "name", "role", "color", "notes", "facts", "hardware", "price", "watch", "present",
        "seed", "folder", "path", "host", "port", "database", "user", "password", "tls_ca", "driver", "odbc",
    }
)  # fmt: skip
"""Scenario keys that are names, or that appear elsewhere in a report."""


class HardwareResult(msgspec.Struct, frozen=True):
    """Line of the hardware sheet.

    Attributes:
        texts: Texts by letter; "driver" is the machine that drove the load, if not all systems ran on it.
        stated: Letters of the systems whose text is stated in the scenario; other texts were captured.
    """

    group: str
    label: str
    texts: Mapping[str, str]
    stated: tuple[str, ...]

    @property
    def differs(self) -> bool:
        """True if the systems differ."""
        return len({text for letter, text in self.texts.items() if letter != DRIVER}) > 1


class FileResult(msgspec.Struct, frozen=True):
    """Files of a system, after its data were restored.

    Attributes:
        target: Name of the target; "" if there is only one.
        place: Folder as seen by the machine.
        mounted: Mount point of the folder, "" if unknown; same for `file_system`, `options`, `device` and `disks`.
    """

    system: str
    target: str
    what: str
    name: str
    place: str
    files: int | None
    size_bytes: float | None
    mounted: str
    file_system: str
    options: str
    device: str
    disks: list[str]


class PriceListResult(msgspec.Struct, frozen=True):
    """Price list of a system.

    Attributes:
        total: Sum of the items.
    """

    system: str
    items: tuple[PriceItem, ...]
    total: float
    currency: str


class ChangedResult(msgspec.Struct, frozen=True):
    """Setting that differs from its default.

    Attributes:
        group: "Scenario", the engine, "Kernel" or "Mount options".
        default: Default value; "" if unknown.
        texts: Values by letter.
        same: Whether all systems with the setting have the same value; null if only one has it.
    """

    group: str
    name: str
    default: str
    texts: Mapping[str, str]
    same: bool | None


class ProcedureSheet(msgspec.Struct, frozen=True):
    """Procedure of a session."""

    file: str
    steps: tuple[str, ...]


class AgentLine(msgspec.Struct, frozen=True):
    """Agent of a session, with the session's file."""

    file: str
    agent: AgentResult


class Appendix(msgspec.Struct, frozen=True):
    """Appendix of a report.

    Attributes:
        hardware: Lines of the hardware sheet; they have a column `DRIVER` unless all systems run on that machine.
        here: Letters of the systems that run on the machine that drove the load.
    """

    hardware: tuple[HardwareResult, ...] = ()
    here: tuple[str, ...] = ()
    files: tuple[FileResult, ...] = ()
    prices: tuple[PriceListResult, ...] = ()
    changed: tuple[ChangedResult, ...] = ()
    procedures: tuple[ProcedureSheet, ...] = ()
    agents: tuple[AgentLine, ...] = ()


def appendix_of(readers: Sequence[SessionReader], letters: Sequence[Letters]) -> Appendix:
    """Return the appendix for sessions; each fact is taken from the first session that contains it.

    Args:
        readers: Sessions of the study.
        letters: For each session, a mapping from the letters of its systems to the study's letters.
    """
    captured: dict[str, Hardware] = {}
    stated: dict[str, Hardware] = {}
    prices: dict[str, PriceListResult] = {}
    for reader, letters_of_session in zip(readers, letters, strict=True):
        by_id = {system.id: letters_of_session[system.letter] for system in reader.systems}
        for sheet in reader.documents_of(HardwareSheet):
            letter = by_id.get(sheet.system, "") if sheet.system is not None else DRIVER
            if letter:
                (stated if sheet.data.stated else captured).setdefault(letter, sheet.data.hardware)
        for listed in reader.documents_of(PriceList):
            items = listed.data.items
            if (letter := by_id.get(listed.system or -1, "")) and items and len(currencies(items)) == 1:
                sheet_of = PriceListResult(letter, tuple(items), price_total(items), items[0].currency)
                prices.setdefault(letter, sheet_of)
    all_letters = sorted({letter for letters_of_session in letters for letter in letters_of_session.values()})
    here = tuple(letter for letter in all_letters if letter in captured)
    columns = all_letters if set(here) == set(all_letters) or DRIVER not in captured else [*all_letters, DRIVER]
    return Appendix(
        hardware=tuple(_hardware_rows(captured, stated, columns)),
        here=here,
        files=tuple(_files(readers, letters)),
        prices=tuple(prices[letter] for letter in all_letters if letter in prices),
        changed=(
            *_changed_keys(readers, letters, all_letters),
            *_changed_settings(readers, letters, all_letters),
            *_changed_kernel(captured, all_letters),
        ),
        agents=tuple(AgentLine(reader.path.name, one) for reader in readers for one in agent_results(reader)),
        procedures=tuple(
            ProcedureSheet(reader.path.name, steps) for reader in readers if (steps := procedure_of(reader))
        ),
    )


def storage_lines(reader: SessionReader, system: SystemInfo) -> list[tuple[str, str]]:
    """Return the storage of a system's data for the disclosure sheet: file system and device of files on this machine.

    Folder names are omitted because they would make systems differ.
    """
    texts_by_label: dict[str, list[str]] = {}
    for document in reader.documents_of(FileLayout):
        if document.system != system.id:
            continue
        for file in document.data.files:
            text = device_text(file)
            label = " ".join(filter(None, (file.what, file.name if file.what in ("tables", "indexes") else "")))
            if text and text not in texts_by_label.setdefault(label, []):
                texts_by_label[label].append(text)
    return [(f"Storage, {label}", "\n".join(texts)) for label, texts in texts_by_label.items() if texts]


def device_text(file: PlacedFile | FileResult) -> str:
    """Return the storage of a file: "ext4 on nvme0n1p2 (disk nvme0n1) at /data"; "" if unknown."""
    if not file.mounted and not file.device:
        return ""
    disks = f" (disk{'s' * (len(file.disks) > 1)} {', '.join(file.disks)})" if file.disks != [file.device] else ""
    on = f" on {file.device}" if file.device else ""
    at = f" at {file.mounted}" if file.mounted else ""
    return f"{file.file_system or 'block device'}{on}{disks if file.disks else ''}{at}"


def _hardware_rows(
    captured: Mapping[str, Hardware], stated: Mapping[str, Hardware], columns: Sequence[str]
) -> Iterator[HardwareResult]:
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
            yield HardwareResult(group.title, label, texts, tuple(one for one in found if found[one][1]))


def _texts(hardware: Hardware | None, group: HardwareField) -> dict[str, str]:
    """Return the text of a group by label; several parts are joined into one text with a line each."""
    if hardware is None:
        return {}
    content = getattr(hardware, group.name)
    if group.several:
        lines = [_part_text(part, group) for part in content]
        return {"": "\n".join(filter(None, lines))} if any(lines) else {}
    known = given_values(content)
    return {
        field.label: _value_text(known[field.name], field.unit)
        for field in group.form
        if field.name in known and field.kind != "pairs"
    }


def _part_text(part: Part, group: HardwareField) -> str:
    """Return a part as text: "24 x SEAGATE ST600, size of each 600 GB, firmware N003"."""
    known = dict(given_values(part))
    first, *others = group.form
    number = known.pop("count", 1)
    head = str(known.pop(first.name, ""))
    texts = [
        _value_text(known[field.name], field.unit)
        if field.name in PLAIN
        else f"{_lower_first(field.label)} {_value_text(known[field.name], field.unit)}"
        for field in others
        if field.name in known
    ]
    if number != 1 and known | {first.name: head}:
        head = f"{number} x {head}".rstrip()
    return ", ".join(filter(None, (head, *texts)))


def _lower_first(label: str) -> str:
    """Return a label as written within a sentence: "queue depth", "MTU"."""
    return label if label[1:2].isupper() else f"{label[:1].lower()}{label[1:]}"


def _value_text(value: object, unit: str) -> str:
    text = f"{value:.10g}" if isinstance(value, float) else str(value)
    return f"{text} {unit}" if unit else text


def _files(readers: Sequence[SessionReader], letters: Sequence[Letters]) -> Iterator[FileResult]:
    known: set[tuple[str, str]] = set()
    for reader, own in zip(readers, letters, strict=True):
        for system in reader.systems:
            names = {target.id: target.name for target in system.targets}
            for document in reader.documents_of(FileLayout):
                letter, name = own[system.letter], names.get(document.target or -1, "")
                if document.system == system.id and (letter, name) not in known:
                    known.add((letter, name))
                    for file in document.data.files:
                        yield FileResult(letter, name if len(names) > 1 else "", **msgspec.structs.asdict(file))


def _changed_keys(
    readers: Sequence[SessionReader], letters: Sequence[Letters], every: Sequence[str]
) -> Iterator[ChangedResult]:
    """Yield the scenario keys that differ from Outpace's defaults."""
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for reader, own in zip(readers, letters, strict=True):
        whole = reader.scenario.whole
        if whole is None or reader.info.kind == "import":
            continue
        present = {system.name: own[system.letter] for system in reader.systems}
        for (name, default), text in _common_keys(whole).items():
            for letter in present.values():
                rows.setdefault((name, default), {}).setdefault(letter, text)
        for system in whole.systems:
            if system.name not in present:
                continue
            for target in _targets(system):
                for (name, default), text in _changed_keys_of(target, f"{engine_of(target).name}.").items():
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
    """Return the engines of a system's targets by letter, as named in scenarios."""
    engines: dict[str, set[str]] = {}
    for reader, own in zip(readers, letters, strict=True):
        whole = reader.scenario.whole
        by_name = {system.name: own[system.letter] for system in reader.systems}
        for system in whole.systems if whole is not None else ():
            if system.name in by_name:
                engines.setdefault(by_name[system.name], set()).update(engine_of(one).name for one in _targets(system))
    return engines


def _targets(system: System) -> list[msgspec.Struct]:
    return [target for target in system.targets if isinstance(target, msgspec.Struct)]


def _common_keys(scenario: Scenario) -> dict[tuple[str, str], str]:
    """Return the changed keys that apply to all systems."""
    changed: dict[tuple[str, str], str] = {}
    for name in ("workload", "pacing", "plan", "start"):
        changed |= _changed_keys_of(getattr(scenario, name), f"{name}.")
    if scenario.order != "auto":
        changed["order", "auto"] = scenario.order
    return changed


def _changed_keys_of(struct: msgspec.Struct, prefix: str) -> dict[tuple[str, str], str]:
    """Return the keys of a struct that differ from their defaults: name and default, with the value as text."""
    changed: dict[tuple[str, str], str] = {}
    for field in msgspec.structs.fields(struct):
        value = getattr(struct, field.name)
        if field.name in UNLISTED_KEYS or field.required:
            continue
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        if isinstance(value, msgspec.Struct):
            changed |= _changed_keys_of(value, f"{prefix}{field.name}.")
        elif value != default:
            changed[f"{prefix}{field.name}", _text(default)] = _text(value)
    return changed


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} = {_text(one)}" for name, one in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(_text(one) for one in value) or "none"
    if isinstance(value, msgspec.Struct):
        # Only the name or statement of an element is shown; the full text is in the scenario.
        return textwrap.shorten(_text(getattr(value, value.__struct_fields__[0])), PART_LETTERS, placeholder="…")
    return f"{value:.10g}" if isinstance(value, float) else str(value) or "none"


def _changed_settings(
    readers: Sequence[SessionReader], letters: Sequence[Letters], every: Sequence[str]
) -> Iterator[ChangedResult]:
    """Yield the engine settings that differ from their defaults, for all systems with that engine."""
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


def _changed_kernel(captured: Mapping[str, Hardware], every: Sequence[str]) -> Iterator[ChangedResult]:
    """Yield kernel settings and mount options of the systems whose machine was inspected."""
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
    """Return the unusual mount options of each file system that contains data."""
    lines = []
    for file_system in hardware.file_systems:
        options = [one for one in file_system.options.split(",") if one and one not in USUAL_MOUNT]
        if options:
            lines.append(f"{file_system.mounted}: {', '.join(options)}")
    return "\n".join(lines)


def _changed_row(group: str, name: str, default: str, texts: Mapping[str, str], every: Sequence[str]) -> ChangedResult:
    same = None if len(texts) < 2 else len(set(texts.values())) == 1
    return ChangedResult(group, name, default, {letter: texts.get(letter, MISSING) for letter in every}, same)
