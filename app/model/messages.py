# SPDX-License-Identifier: Apache-2.0
"""Sentences kept as data: which sentence it is and its figures, so that whoever shows it does so in the reader's
language."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import ClassVar, TypeVar

import msgspec

from app.model.bounds import MESSAGE_PLACES, NESTED_MESSAGES, SENTENCE_LETTERS, TEMPLATE_LETTERS
from app.model.language import ENGLISH, Language
from app.model.visible_text import visible

Value = str | int | float | None
Names = Callable[[str], str]
"""The name under which a person knows a system, by its letter: "A" is "A (NVMe)"."""

NO_OTHER_WORDING: Mapping[str, str] = {}
_PLACE = re.compile(r"\{(\w{1,40})(?::([+,]{0,2}(?:\.\d)?[a-z%]?))?\}")
"""{name} or {name:format}; of Python's formats only those of plain numbers, since a template may be a stranger's."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Something that a person is to read. Each kind is a class of its own, with its facts as fields.

    template: the English sentence with its fields in braces, {seconds:.1f} with a number's format; also the key of its
    translation. Fields called `system` or `systems` hold letters of systems; a field may hold a message or a list of
    them.
    """

    template: ClassVar[str] = ""

    def sentence_template(self) -> str:
        """The template for these fields; overridden where it depends on them."""
        return self.template

    def fields(self) -> Mapping[str, object]:
        """What stands in the template's places."""
        return msgspec.structs.asdict(self)


class Sentence(Message, frozen=True, kw_only=True, tag="sentence"):
    """A sentence of an open set (why a server refused, what a check found), with its figures. What came as a text (a
    driver's own error, a sentence of format 1) has no values and stands as it was recorded."""

    text: str
    values: dict[str, "Value | Sentence | list[Sentence]"] = {}

    def sentence_template(self) -> str:
        return self.text

    def fields(self) -> Mapping[str, object]:
        return self.values


Kind = TypeVar("Kind", bound=Message)


def places_of(message: Message) -> int:
    """Return how many places are filled to make the sentence; nested messages count each time they are filled in.

    Raises:
        ValueError: Beyond MESSAGE_PLACES. A few hundred bytes can describe a sentence that takes minutes to make.
    """
    return _places(message, NESTED_MESSAGES)


def _places(value: object, depth: int) -> int:
    if isinstance(value, (list, tuple)):
        found = sum(_places(one, depth) for one in value)
    elif isinstance(value, Message) and (fields := value.fields()):
        filled = Counter(place[1] for place in _PLACE.finditer(value.sentence_template()[:TEMPLATE_LETTERS]))
        found = sum(
            times * (1 + (_places(fields.get(name), depth - 1) if depth else 0)) for name, times in filled.items()
        )
    else:
        return 0
    if found > MESSAGE_PLACES:
        raise ValueError(f"a message with more than {MESSAGE_PLACES:,} places")
    return found


def letter_of(index: int) -> str:
    """What the system at this place, from 0, is called: A, B, C."""
    return chr(ord("A") + index) if index < 26 else f"S{index + 1}"


def _letter(system: str) -> str:
    return system


def sentence(
    message: Message | str,
    language: Language = ENGLISH,
    names: Names = _letter,
    wording: Mapping[str, str] = NO_OTHER_WORDING,
) -> str:
    """The message in a language. names: of systems, by their letter. wording: templates that take the places of others,
    where a workload has other words. A text that was recorded as such stays."""
    text = message if isinstance(message, str) else _Sentence(language, names, wording).of(message, NESTED_MESSAGES)
    return visible(text)


def relettered(message: Kind, letters: Mapping[str, str]) -> Kind:
    """The same message of a session in which these systems have other letters."""
    return _relettered(message, letters, NESTED_MESSAGES)


def _relettered(message: Kind, letters: Mapping[str, str], depth: int) -> Kind:
    changed: dict[str, object] = {}
    for name in message.__struct_fields__:
        value = getattr(message, name)
        if name == "system":
            changed[name] = letters.get(value, value)
        elif name == "systems":
            changed[name] = tuple(letters.get(one, one) for one in value)
        elif isinstance(value, Message) and depth:
            changed[name] = _relettered(value, letters, depth - 1)
        elif isinstance(value, tuple) and depth:
            changed[name] = tuple(
                _relettered(one, letters, depth - 1) if isinstance(one, Message) else one for one in value
            )
    return msgspec.structs.replace(message, **changed)


class _Sentence:
    """Makes one sentence. left: letters that may still be filled in."""

    def __init__(self, language: Language, names: Names, wording: Mapping[str, str]) -> None:
        self._language = language
        self._names = names
        self._wording = wording
        self._left = SENTENCE_LETTERS

    def of(self, message: Message, depth: int) -> str:
        template, fields = message.sentence_template(), message.fields()
        template = self._wording.get(template, template)
        if isinstance(message, Sentence) and not fields:
            return self._language.say(template)

        def one(place: "re.Match[str]") -> str:
            return place[0] if place[1] not in fields else self._filled(place, fields[place[1]], depth)

        return _PLACE.sub(one, self._language.say(template[:TEMPLATE_LETTERS]))

    def _filled(self, place: "re.Match[str]", value: object, depth: int) -> str:
        if place[1] == "system" and isinstance(value, str):
            return self._names(value)
        if place[1] == "systems" and isinstance(value, tuple):
            *others, last = [self._names(str(letter)) for letter in value] or [""]
            language = self._language
            both = language.say("{first} and {last}")
            return both.format(first=", ".join(others), last=last) if others else last
        return self._value_text(value, place[2] or "", depth)

    def _value_text(self, value: object, form: str, depth: int) -> str:
        if self._left <= 0:
            return "…"
        if isinstance(value, Message) and value.fields():
            self._left -= len(value.sentence_template()[:TEMPLATE_LETTERS]) + 1
            return self.of(value, depth - 1) if depth else "…"
        if isinstance(value, (list, tuple)):
            parts: list[str] = []
            for one in value:
                parts.append(self._value_text(one, form, depth))
                if self._left <= 0:
                    break
            return "; ".join(parts)
        text = self.of(value, depth) if isinstance(value, Message) else self._plain(value, form)
        room, self._left = self._left, self._left - len(text) - 1
        return text if len(text) <= room else f"{text[:room]}…"

    def _plain(self, value: object, form: str) -> str:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            try:
                return self._language.figure(format(value, form))
            except ValueError:  # a stranger's template: a format that is not for this figure
                return str(value)
        return "" if value is None else str(value)
