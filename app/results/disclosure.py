# SPDX-License-Identifier: Apache-2.0
"""Disclosure sheet: facts captured from each system and the driver's machine, and facts stated in the scenario."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from app.model.bounds import SECRET_TEXT_LETTERS
from app.model.documents import (
    DatabasePlacement,
    DisclosureSheet,
    DriverFacts,
    LoadDriver,
    MissingCounters,
    PlacedPart,
    TargetFacts,
)
from app.model.form import marked
from app.model.messages import Sentence, sentence
from app.results.storage_results import is_storage
from app.results.study_records import Disclosure, FactRow
from app.results.system_sheets import storage_lines
from app.session.reader import SessionReader
from app.session.records import SystemInfo

_SECRET_NAME = re.compile(r"pass(word|wd)?$|^pwd$|secret|token", re.IGNORECASE)
_SECRET = re.compile(
    # An unterminated value is hidden too. Possessive quantifiers keep the search linear for every input.
    r"(\b(?:pwd|password|passwd)\s*+=\s*+)(\{(?:[^}]++|\}\})*+\}?|\"[^\"\n]*+\"?|'[^'\n]*+'?|[^;\s,]++)",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(r"(?<![\w+.-])([A-Za-z][\w+.-]{0,20}+://[^\s/:@]++):[^\s/@]++@")
_SOURCE = re.compile(r"""['"]?(keyring|prompt|none|env:[A-Za-z_]\w*)['"]?$""")
PLACEMENT = marked("Placement")
INDEXES = marked("indexes")
LOAD_DRIVER = marked("Load driver")
TRANSPORT = marked("transport")
COUNTING = marked("file calls counted by")
NO_LIBRARY = marked("not native")
DEFAULT_PLACE = marked("the server's own")
USUAL_SPACES = frozenset({"", "pg_default", "PRIMARY", "DATA"})
"""Tablespaces and filegroups that engines or Outpace use by default."""
LABELS = (
    "Processor", "Cores", "Threads", "Memory GiB", "Operating system", "Processor MHz at most", "Frequency governor",
    "Product", "Version", "Version text", "Edition", "Level", "Collation", "Round trip ms", "TLS",
    "Load driver",
    "I/O", "I/O driver", "Cache of the operating system", "Write-through", "Data", "Device", "Whole disks",
    "File system", "Cache of the storage MiB", "Data checksum", "Data rows", "Data MiB", "Data memory MiB",
    "Data / data memory", "Tool", "Duration", "File", "File size", "Buffering", "I/O engine", "Notes",
    marked("engine"), marked("database"), marked("cache"), marked("write through"), marked("threads"),
    marked("outstanding"), marked("users"), marked("data"), marked("size bytes"), marked("checksum"),
    marked("rollback expected percent"), marked("access"), marked("block kb"), marked("read percent"),
    marked("searches"), marked("line items"), marked("name"), marked("loop"), marked("rate"), marked("max lag s"),
    marked("write pattern"), marked("cached"), marked("repeats"), marked("shown"), marked("kind"),
    marked("search batch size"), marked("data seed"), marked("file size"), marked("keep file"),
    marked("precondition fills"), marked("precondition steady"), marked("rest s"), marked("idle s"),
    PLACEMENT, INDEXES, LOAD_DRIVER, TRANSPORT, COUNTING, NO_LIBRARY,
)  # fmt: skip
"""Labels of facts that Outpace records, spelled as recorded; engine settings keep the engine's names."""
TEXTS = (
    marked("yes"), marked("no"), marked("on"), marked("off"), marked("unknown"), marked("used"),
    marked("passed by (direct I/O)"), marked("operating system's cache"), marked("direct I/O"), marked("everything"),
    marked("closed"), marked("open"), marked("random"), marked("sequential"), marked("run"), marked("import"),
    marked("join"), "Block device", "File", DEFAULT_PLACE,
    marked("OUTPACE_DRIVER chooses Python"),
    marked("the native library is not built: python3 packaging/native.py builds it"),
    marked("the native library is of other sources: python3 packaging/native.py builds it anew"),
)  # fmt: skip
"""Values that Outpace itself records under these labels."""
HIDDEN = "***"
MISSING = "–"


def disclosure_of(readers: Sequence[SessionReader], letters: Sequence[Mapping[str, str]]) -> Disclosure:
    """Return the disclosure sheet of all sessions.

    Args:
        readers: Sessions of the study.
        letters: For each session, a mapping from the letters of its systems to the study's letters.
    """
    captured: dict[str, dict[str, list[str]]] = {}
    by_hand: dict[str, dict[str, list[str]]] = {}
    driver: dict[str, list[str]] = {}
    missing: dict[tuple[str, str], str] = {}
    for reader, letters_of_session in zip(readers, letters, strict=True):
        for system in reader.systems:
            letter = letters_of_session[system.letter]
            for label, text in _lines(system.facts):
                _add(by_hand, label, letter, text)
            for label, text in (*_captured(reader, system), *storage_lines(reader, system)):
                _add(captured, label, letter, text)
        for document in reader.documents:
            if isinstance(document.data, DriverFacts):
                for label, text in _lines(document.data.facts()):
                    if text not in driver.setdefault(label, []):
                        driver[label].append(text)
            elif isinstance(document.data, MissingCounters):
                letter = next(
                    (letters_of_session[s.letter] for s in reader.systems if s.id == document.system), "driver"
                )
                reasons = document.data.reasons.items()
                missing |= {(letter, path): without_secrets(sentence(reason)) for path, reason in reasons}
    all_letters = sorted({letter for letters_of_session in letters for letter in letters_of_session.values()})
    rows = [_row(label, texts, all_letters, True) for label, texts in captured.items()]
    rows = [*(_row(label, texts, all_letters, False) for label, texts in by_hand.items()), *rows]
    machine = tuple((label, "; ".join(texts)) for label, texts in driver.items())
    return Disclosure(tuple(rows), machine, tuple((*key, text) for key, text in sorted(missing.items())))


def fact_label(label: str, say: Callable[[str], str]) -> str:
    """Translate the label of a fact, part by part.

    Args:
        label: Label; parts of nested facts are separated by commas.
        say: Translates a text; applied only to parts defined by Outpace.
    """
    return ", ".join(say(part) if part in LABELS else part for part in label.split(", "))


def fact_text(label: str, text: str, say: Callable[[str], str]) -> str:
    """Translate the value of a fact if both its label and its value are defined by Outpace."""
    if label.replace("_", " ").partition(", ")[0] not in LABELS:
        return text
    return "\n".join(say(line) if line in TEXTS else line for line in text.split("\n"))


def missing_reasons(reader: SessionReader) -> dict[int | None, dict[str, str | Sentence]]:
    """Return the counters without data and the reason for each, by system; None is the driver's machine.

    If several sources of a system lack the same counter, the last one's reason is used.
    """
    reasons: dict[int | None, dict[str, str | Sentence]] = {}
    for document in reader.documents_of(MissingCounters):
        reasons.setdefault(document.system, {}).update(document.data.reasons)
    return reasons


def without_secrets(text: str) -> str:
    """Hide passwords in connection strings and addresses; a reference to a password's source is kept."""

    def hidden(match: re.Match[str]) -> str:
        return match[0] if _SOURCE.match(match[2]) else match[1] + HIDDEN

    if len(text) > SECRET_TEXT_LETTERS:
        text = f"{text[:SECRET_TEXT_LETTERS]}…"
    return _IN_ADDRESS.sub(rf"\1:{HIDDEN}@", _SECRET.sub(hidden, text))


def _captured(reader: SessionReader, system: SystemInfo) -> list[tuple[str, str]]:
    """Return the facts that a session captured of each target, prefixed with the target's name if targets differ."""
    facts_of_targets: list[tuple[str, str, str]] = []
    for target in system.targets:
        # In storage I/O, a user is one outstanding I/O.
        users = "outstanding, all threads" if is_storage(reader) else "users"
        lines_of_target = _lines(target.detail.facts())
        facts_of_targets += [
            (users if label == "users" else label, text, target.name) for label, text in lines_of_target
        ]
    names = {target.id: target.name for target in system.targets}
    for document in reader.documents:
        if document.system != system.id:
            continue
        name = names.get(document.target or -1, "")
        if isinstance(document.data, TargetFacts | DisclosureSheet):
            facts_of_targets += [(label, text, name) for label, text in _lines(document.data.facts())]
        elif isinstance(document.data, DatabasePlacement):
            facts_of_targets += [(label, text, name) for label, text in placement_lines(document.data)]
        elif isinstance(document.data, LoadDriver):
            facts_of_targets += [(label, text, name) for label, text in driver_lines(document.data)]
    by_label: dict[str, dict[str, list[str]]] = {}
    for label, text, name in facts_of_targets:
        texts = by_label.setdefault(label, {})
        texts.setdefault(next((known for known in texts if _same(known, text)), text), []).append(name)
    lines = []
    for label, texts in by_label.items():
        if len(texts) == 1:
            lines.append((label, next(iter(texts))))
        else:
            lines += [(label, f"{', '.join(dict.fromkeys(names))}: {text}") for text, names in texts.items()]
    return lines


def driver_lines(driver: LoadDriver) -> list[tuple[str, str]]:
    """Return labels and text: driver, transport, counting of file calls, and why the driver is not native."""
    lines = [
        (LOAD_DRIVER, driver.name),
        (f"{LOAD_DRIVER}, {TRANSPORT}", driver.transport),
        (f"{LOAD_DRIVER}, {COUNTING}", driver.counting),
        (f"{LOAD_DRIVER}, {NO_LIBRARY}", sentence(driver.reason) if driver.reason is not None else ""),
    ]
    return [(label, text) for label, text in lines if text]


def drivers_of(reader: SessionReader) -> frozenset[str]:
    """Return the load drivers of a session: "python", "native 1" or "native 1 (libpq)"; empty if unknown.

    Sessions older than the native driver do not record a driver; they used the Python driver.
    """
    names = {document.data.name for document in reader.documents_of(LoadDriver)}
    counters = {document.data.counting for document in reader.documents_of(LoadDriver)}
    if not names and reader.info.kind == "run":
        return frozenset({"python"})
    return frozenset((names | counters) - {""})


def placement_lines(placement: DatabasePlacement) -> list[tuple[str, str]]:
    """Return labels and text: where most tables are stored, followed by tables and indexes stored elsewhere.

    An index is listed if it is stored apart from its table. Embedded engines have no lines; their file is in the facts.
    """
    if placement.reason is not None:
        return [(PLACEMENT, sentence(placement.reason))]
    tables = [part for part in placement.parts if part.kind == "table"]
    if not tables:
        return []
    usual = _most_common_place(tables)
    lines = [(PLACEMENT, usual)]
    lines += [(f"{PLACEMENT}, {part.name}", place_text(part)) for part in tables if place_text(part) != usual]
    indexes = [part for part in placement.parts if part.kind == "index"]
    place_of_table = {part.name: place_text(part) for part in tables}
    elsewhere = [part for part in indexes if place_text(part) != place_of_table.get(part.table)]
    if len(elsewhere) > len(indexes) / 2 and len({place_text(part) for part in indexes}) == 1:
        return [*lines, (f"{PLACEMENT}, {INDEXES}", place_text(elsewhere[0]))]
    return [*lines, *((f"{PLACEMENT}, {part.name}", place_text(part)) for part in elsewhere)]


def place_text(part: PlacedPart) -> str:
    """Return the tablespace or filegroup with its folder, as far as known."""
    usual = part.space in USUAL_SPACES
    if usual and not part.folder:
        return DEFAULT_PLACE
    return part.folder if usual else f"{part.space} ({part.folder})" if part.folder else part.space


def _most_common_place(parts: Sequence[PlacedPart]) -> str:
    """Return the place that most parts share; in a tie, the first one."""
    return Counter(place_text(part) for part in parts).most_common(1)[0][0]


def _lines(data: Mapping[str, object], prefix: str = "") -> list[tuple[str, str]]:
    """Return labels and text; labels of nested values are joined."""
    lines = []
    for key, value in data.items():
        label = f"{prefix}{str(key).replace('_', ' ')}"
        if isinstance(value, Mapping):
            lines += _lines(value, f"{label}, ")
        elif _SECRET_NAME.search(str(key)):
            lines.append((label, HIDDEN if not _SOURCE.match(str(value)) else str(value)))
        else:
            lines.append((label, without_secrets(_text(value))))
    return lines


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(_text(one) for one in value) or MISSING
    if isinstance(value, float):
        return f"{value:.10g}"
    return MISSING if value in (None, "") else str(value)


def _same(one: str, other: str) -> bool:
    """Return whether two texts are equal, comparing numbers by value: 64 equals 64.0."""
    if one == other:
        return True
    try:
        return float(one) == float(other)
    except ValueError:
        return False


def _add(rows: dict[str, dict[str, list[str]]], label: str, letter: str, text: str) -> None:
    texts = rows.setdefault(label, {}).setdefault(letter, [])
    if text not in texts:
        texts.append(text)


def _row(label: str, texts: Mapping[str, list[str]], letters: Sequence[str], captured: bool) -> FactRow:
    joined = {letter: "\n".join(texts.get(letter, [])) or MISSING for letter in letters}
    return FactRow(label, joined, len(set(joined.values())) > 1, captured)
