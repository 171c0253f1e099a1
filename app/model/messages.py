# SPDX-License-Identifier: Apache-2.0
"""Messages as data, with a kind and values, so that they can be displayed in the reader's language."""

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
"""Display name of a system, by its letter: "A" is "A (NVMe)"."""

NO_OTHER_WORDING: Mapping[str, str] = {}
_PLACE = re.compile(r"\{(\w{1,40})(?::([+,]{0,2}(?:\.\d)?[a-z%]?))?\}")
"""Placeholder: {name} or {name:format}. Only Python's formats of plain numbers are allowed, because a template may be
untrusted.
"""


_PHRASE = re.compile(r"\[((?:[^\[\]{}|]*\{[^{}]*\})+[^\[\]{}|]*)(?:\|([^\[\]]*))?\]")
"""[phrase] or [phrase|otherwise], where the phrase has at least one placeholder."""
_WITH_PHRASES: set[str] = set()
"""Templates of message classes with optional phrases; brackets in any other sentence are its own."""


class Message(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """Base of messages to the user; each kind is a separate class with its facts as fields.

    Fields called `system` or `systems` contain letters of systems; a field may contain a message or a list of messages.

    Attributes:
        template: The English sentence with its fields in braces, {seconds:.1f} with a number's format; also the key of
            its translation. A phrase in brackets is optional: "worker {worker}[ of target {target}]" leaves it out, and
            "to [{to_s} s|the end]" replaces it, if one of its fields is None, "", empty or a count of 0.
    """

    template: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _WITH_PHRASES.update(one for one in vars(cls).values() if isinstance(one, str) and _PHRASE.search(one))

    def sentence_template(self) -> str:
        """Return the template of the sentence; overridden if it depends on the values of the fields."""
        return self.template

    def fields(self) -> Mapping[str, object]:
        """Return the values of the template's placeholders."""
        return msgspec.structs.asdict(self)


class Sentence(Message, frozen=True, kw_only=True, tag="sentence"):
    """Message without a separate class (a server's error, a check's finding), with its values.

    A recorded text (a driver's error, a sentence of format 1) has no values and is kept unchanged.
    """

    text: str
    values: dict[str, "Value | Sentence | list[Sentence]"] = {}

    def sentence_template(self) -> str:
        return self.text

    def fields(self) -> Mapping[str, object]:
        return self.values


Kind = TypeVar("Kind", bound=Message)


def places_of(message: Message) -> int:
    """Return the number of placeholders to fill in; nested messages count each time they are filled in.

    Raises:
        ValueError: There are more than MESSAGE_PLACES. A few hundred bytes can describe a sentence that takes minutes
            to render.
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
    """Return the letter of the system with this index, from 0: A, B, C."""
    return chr(ord("A") + index) if index < 26 else f"S{index + 1}"


def _letter(system: str) -> str:
    return system


def sentence(
    message: Message | str,
    language: Language = ENGLISH,
    names: Names = _letter,
    wording: Mapping[str, str] = NO_OTHER_WORDING,
) -> str:
    """Return the text of a message in a language; a recorded text is returned unchanged.

    Args:
        message: Message, or recorded text.
        language: Target language.
        names: Names of systems, by their letter.
        wording: Replacements of templates, for a workload that uses other terms.
    """
    text = message if isinstance(message, str) else _Sentence(language, names, wording).of(message, NESTED_MESSAGES)
    return visible(text)


def relettered(message: Kind, letters: Mapping[str, str]) -> Kind:
    """Return a session's message with the letters of its systems replaced."""
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


def _phrase(phrase: "re.Match[str]", fields: Mapping[str, object]) -> str:
    """Return an optional phrase, or what replaces it if one of its fields is not given."""
    values = [fields.get(place[1]) for place in _PLACE.finditer(phrase[1])]
    given = all(value or isinstance(value, float) for value in values)
    return phrase[1] if given else phrase[2] or ""


class _Sentence:
    """Renderer of one sentence, with a bound on its length."""

    def __init__(self, language: Language, names: Names, wording: Mapping[str, str]) -> None:
        self._language = language
        self._names = names
        self._wording = wording
        self._left = SENTENCE_LETTERS

    def of(self, message: Message, depth: int) -> str:
        own_template, fields = message.sentence_template(), message.fields()
        template = self._wording.get(own_template, own_template)
        if isinstance(message, Sentence) and not fields:
            return self._language.say(template)

        def one(place: "re.Match[str]") -> str:
            return place[0] if place[1] not in fields else self._filled(place, fields[place[1]], depth)

        text = self._language.say(template[:TEMPLATE_LETTERS])
        if own_template in _WITH_PHRASES:
            text = _PHRASE.sub(lambda phrase: _phrase(phrase, fields), text)
        return _PLACE.sub(one, text)

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
            except ValueError:  # a format in an untrusted template that does not fit this value
                return str(value)
        return "" if value is None else str(value)
