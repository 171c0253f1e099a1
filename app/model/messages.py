"""Sentences kept as data: which sentence it is and its figures, so that whoever shows it does so in the reader's
language."""

import re
from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec

from app.model.language import ENGLISH, Language

Value = str | int | float | None
Names = Callable[[str], str]
"""The name under which a person knows a system, by its letter: "A" is "A (NVMe)"."""

LONGEST_TEMPLATE = 4096
_PLACE = re.compile(r"\{(\w{1,40})(?::([+,]{0,2}(?:\.\d)?[a-z%]?))?\}")
"""{name} or {name:format}; of Python's formats only those of plain numbers, since a template may be a stranger's."""


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a person is to read. Each kind is a class of its own, with its facts as fields.

    template: the English sentence with its fields in braces, {seconds:.1f} with a number's format; also the key of its
    translation. Fields called `system` hold a system's letter; a field may hold a message or a list of them.
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


def _letter(system: str) -> str:
    return system


def sentence(message: Message, language: Language = ENGLISH, names: Names = _letter) -> str:
    """The message in a language. names: of systems, by their letter."""
    template, fields = message.sentence_template(), message.fields()
    if isinstance(message, Sentence) and not fields:
        return language.say(template)
    return _filled(language.say(template), fields, language, names)


def _filled(template: str, fields: Mapping[str, object], language: Language, names: Names) -> str:
    def one(place: "re.Match[str]") -> str:
        if place[1] not in fields:
            return place[0]
        return _shown(place[1], fields[place[1]], place[2] or "", language, names)

    return _PLACE.sub(one, template[:LONGEST_TEMPLATE])


def _shown(name: str, value: object, form: str, language: Language, names: Names) -> str:
    if isinstance(value, Message):
        return sentence(value, language, names)
    if isinstance(value, (list, tuple)):
        return "; ".join(_shown(name, one, form, language, names) for one in value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return language.figure(format(value, form))
    return names(value) if name == "system" and isinstance(value, str) else str(value)
