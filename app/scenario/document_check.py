# SPDX-License-Identifier: Apache-2.0
"""Validation of scenario documents: finds every mistake, with its key, the expected value and the likely name."""

import difflib
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from app.databases.registry import target_structs
from app.model.errors import phrase
from app.model.messages import Sentence
from app.model.mistakes import KeyPath, Mistake
from app.model.targets import ScenarioTarget
from app.model.visible_text import controls_of
from app.model.watch import Watch
from app.model.workloads import WorkloadParameters
from app.scenario.collectors import watches
from app.scenario.workload_registry import parameter_structs

Expected = TypeVar("Expected")
_TYPE_PHRASES: Mapping[type, Sentence] = {
    str: phrase("a text"), int: phrase("a whole number"), float: phrase("a number"), object: phrase("a table"),
}  # fmt: skip
Structs = Iterable[type[msgspec.Struct]]
REGISTERED: Mapping[object, Callable[[], Structs]] = {
    ScenarioTarget: target_structs,
    WorkloadParameters: lambda: parameter_structs().values(),
    Watch: lambda: watches().values(),
}
"""Base types that other packages may extend, each with a function that returns its structs."""
SURELY = 0.75
"""Minimum similarity of a likely typo; "oracle" and "storage" have a similarity of 0.62."""
MOST_CONTROLS = 5
"""Maximum number of control characters that a mistake lists."""
LONGEST = 60
"""Maximum length of a value that a mistake quotes, in characters."""


def mistakes(value: object, expected: object, key: KeyPath = ()) -> Iterator[Mistake]:
    """Yield every mistake in `value` (parsed TOML), given its type of msgspec structs, tuples and plain types."""
    expected = given_type(expected)
    origin = typing.get_origin(expected)
    if origin is typing.Annotated:
        inner = typing.get_args(expected)[0]
        if typing.get_origin(inner) is tuple:
            yield from _tuple_mistakes(value, expected, inner, key)
        else:
            yield from _leaf_mistakes(value, expected, key)
    elif origin is tuple:
        yield from _tuple_mistakes(value, expected, expected, key)
    elif origin is dict and isinstance(value, Mapping):
        names, values = typing.get_args(expected)
        for name, one in value.items():
            yield from mistakes(name, names, key)
            yield from mistakes(one, values, key)
    elif choices := struct_choices(expected):
        yield from _struct_mistakes(value, choices, key)
    else:
        yield from _leaf_mistakes(value, expected, key)


def given_type(expected: object) -> object:
    """Return the type that a value has if it is set, for a type that may be unset."""
    members = typing.get_args(expected)
    return next(one for one in members if one is not msgspec.UnsetType) if msgspec.UnsetType in members else expected


def converted(value: object, expected: type[Expected]) -> Expected:
    """Convert a value without mistakes to an object of the type."""
    return msgspec.convert(value, expected, dec_hook=_registered)


def _registered(expected: type, value: Any) -> object:
    """Return the object for a registered type whose tag the value has."""
    for struct in struct_choices(expected):
        config = struct.__struct_config__
        if value.get(config.tag_field) == config.tag:
            return msgspec.convert(value, struct, dec_hook=_registered)
    raise NotImplementedError(expected)


def lines_of(text: str) -> dict[KeyPath, int]:
    """Return the line (from 1) of each key and table of a TOML text."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    seen: dict[KeyPath, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*(\[\[?)\s*([^\]]+?)\s*\]", line):
            table = _indexed([part.strip().strip("\"'") for part in header[2].split(".")], header[1] == "[[", seen)
            lines.setdefault(table, number)
            lines.setdefault(table[:-1], number)
        elif quoted := re.match(r"\s*(?:\"([^\"]+)\"|'([^']+)')\s*=", line):
            lines.setdefault((*table, quoted[1] or quoted[2]), number)
        elif entry := re.match(r"\s*([A-Za-z0-9_.\"'-]+)\s*=", line):
            lines.setdefault(table + tuple(part.strip("\"'") for part in entry[1].split(".")), number)
    return lines


def line_of(lines: Mapping[KeyPath, int], key: KeyPath) -> int | None:
    """Return the line of a key, or of the nearest enclosing table; None for the whole document."""
    while key:
        if key in lines:
            return lines[key]
        key = key[:-1]
    return None


def _indexed(names: Sequence[str], is_array: bool, seen: dict[KeyPath, int]) -> KeyPath:
    path: KeyPath = ()
    for position, name in enumerate(names):
        path += (name,)
        if is_array and position == len(names) - 1:
            seen[path] = seen.get(path, -1) + 1
        if path in seen:
            path += (seen[path],)
    return path


def struct_choices(expected: object) -> list[type[msgspec.Struct]]:
    """Return the structs that a value of this type may be; empty for a plain type.

    These are the type itself, the members of a union, or the structs registered for the type.
    """
    if expected in REGISTERED:
        return list(REGISTERED[expected]())
    members = typing.get_args(expected) if isinstance(expected, types.UnionType) else (expected,)
    return [m for m in members if isinstance(m, type) and issubclass(m, msgspec.Struct)]


def _struct_mistakes(value: object, choices: Sequence[type[msgspec.Struct]], key: KeyPath) -> Iterator[Mistake]:
    if not isinstance(value, Mapping):
        yield Mistake(key, "expected a table, found {found}", found=_found(value))
        return
    tag_field = choices[0].__struct_config__.tag_field
    chosen = choices[0]
    if tag_field is not None:
        tags = {str(choice.__struct_config__.tag): choice for choice in choices}
        tag = value.get(tag_field, next(iter(tags)))
        if not isinstance(tag, str) or tag not in tags:
            yield Mistake(
                (*key, tag_field), "{tag} is not known{hint}", tag=_found(tag), hint=_among(str(tag), list(tags))
            )
            # The remaining mistakes are reported for the most likely struct.
            close = difflib.get_close_matches(str(tag)[:LONGEST], tags, n=1, cutoff=SURELY)
            if not close and len(tags) > 1:
                return
            tag = close[0] if close else next(iter(tags))
        chosen = tags[str(tag)]
    hints = typing.get_type_hints(chosen, include_extras=True)
    fields = msgspec.structs.fields(chosen)
    names = [*(field.encode_name for field in fields), *([tag_field] if tag_field else [])]
    for name in value:
        if name not in names:
            yield Mistake((*key, name), "unknown key{hint}", hint=_nearest(name, names))
    for field in fields:
        if field.encode_name in value:
            yield from mistakes(value[field.encode_name], hints[field.name], (*key, field.encode_name))
        elif field.required:
            yield Mistake(key, 'the key "{missing}" is missing', missing=field.encode_name)


def _tuple_mistakes(value: object, whole: object, expected: object, key: KeyPath) -> Iterator[Mistake]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        yield Mistake(key, "expected a list, found {found}", found=_found(value))
        return
    item = typing.get_args(expected)[0]
    for index, entry in enumerate(value):
        yield from mistakes(entry, item, (*key, index))
    if typing.get_origin(whole) is typing.Annotated:
        for meta in typing.get_args(whole)[1:]:
            if not (meta.min_length or 0) <= len(value) <= (meta.max_length or len(value)):
                yield Mistake(
                    key,
                    "expected {low} to {high} entries, found {count}",
                    low=meta.min_length,
                    high=meta.max_length,
                    count=len(value),
                )


def _leaf_mistakes(value: object, expected: object, key: KeyPath) -> Iterator[Mistake]:
    if isinstance(value, str) and (controls := controls_of(value)):
        yield Mistake(
            key,
            "expected a text without control characters and marks of the writing direction, found {controls}",
            controls=", ".join(controls[:MOST_CONTROLS]),
        )
        return
    try:
        msgspec.convert(value, expected)
    except msgspec.ValidationError as error:
        # The misplaced value may be the password.
        found = phrase("something else") if key[-1:] == ("password",) else _found(value)
        yield Mistake(
            key,
            "{expected}, found {found}{hint}",
            expected=_expectation(expected, str(error)),
            found=found,
            hint=_nearest_of(expected, value),
        )


def _expectation(expected: object, refusal: str) -> Sentence:
    members = [one for one in typing.get_args(expected) if one is not types.NoneType]
    if typing.get_origin(expected) in (typing.Union, types.UnionType) and members:
        if len(members) == 1:
            return _expectation_of_one(members[0], refusal)
        kinds = [_TYPE_PHRASES[one] for one in members if isinstance(one, type) and one in _TYPE_PHRASES]
        if len(kinds) == len(members):
            return phrase("expected {what}", what=one_of(kinds))
    return _expectation_of_one(expected, refusal)


def _expectation_of_one(expected: object, refusal: str) -> Sentence:
    plain: object = expected
    metas: list[msgspec.Meta] = []
    if typing.get_origin(expected) is typing.Annotated:
        plain, *metas = typing.get_args(expected)
    for meta in metas:
        if meta.description:
            return phrase("expected {what}", what=Sentence(text=meta.description))
        low, high = map(_whole, (meta.ge if meta.ge is not None else meta.gt, meta.le))
        if low is not None and high is not None:
            kind = phrase("a whole number") if plain is int else phrase("a number")
            if meta.gt is not None:
                return phrase("expected {kind} above {low:,} and at most {high:,}", kind=kind, low=low, high=high)
            return phrase("expected {kind} from {low:,} to {high:,}", kind=kind, low=low, high=high)
    if typing.get_origin(plain) is typing.Literal:
        return phrase("expected {what}", what=one_of([f'"{choice}"' for choice in typing.get_args(plain)]))
    phrases = {f"`{kind.__name__}`": said for kind, said in _TYPE_PHRASES.items()}
    text = refusal.partition(" - at ")[0].partition(", got")[0]
    for name, kind in phrases.items():
        if text == f"Expected {name}":
            return phrase("expected {what}", what=kind)
        text = text.replace(name, kind.text)
    text = text[:1].lower() + text[1:]
    return Sentence(text=text)


def _whole(bound: float | None) -> float | None:
    """Return a bound as an integer if possible, so that it is shown as 1,000 instead of 1,000.0."""
    return int(bound) if bound is not None and float(bound).is_integer() else bound


def one_of(texts: Sequence[str | Sentence]) -> Sentence:
    """Return the texts joined as "a or b or c"."""
    first, *rest = texts
    choice = phrase("{text}", text=first)
    for text in rest:
        choice = phrase("{first} or {second}", first=choice, second=text)
    return choice


def _nearest_of(expected: object, value: object) -> Sentence | str:
    if typing.get_origin(expected) is typing.Literal and isinstance(value, str):
        return _nearest(value, [str(choice) for choice in typing.get_args(expected)], always=False)
    return ""


def _among(name: str, names: Sequence[str]) -> Sentence:
    """Return the known names and the name that was probably intended."""
    known = ", ".join(names)
    close = difflib.get_close_matches(name[:LONGEST], names, n=1, cutoff=SURELY)
    if close:
        return phrase('; did you mean "{name}"? Known are {names}', name=close[0], names=known)
    return phrase("; known are {names}", names=known)


def _nearest(name: str, names: Sequence[str], *, always: bool = True) -> Sentence | str:
    close = difflib.get_close_matches(name[:LONGEST], names, n=1, cutoff=0.5)
    if close:
        return phrase('; did you mean "{name}"?', name=close[0])
    return phrase("; known are {names}", names=", ".join(names)) if always else ""


def _found(value: object) -> Sentence | str:
    if isinstance(value, str):
        return f'"{value[:LONGEST]}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return phrase("{number:,}", number=value) if abs(value) < 1e30 else phrase("a number without bounds")
    if isinstance(value, dict):
        return phrase("a table")
    return phrase("a list") if isinstance(value, list) else phrase("a {kind}", kind=type(value).__name__)
