# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, for a person to read: an English template with its figures and names, as every other message."""

from collections.abc import Iterable

from app.model.messages import Message, Sentence, Value, sentence


class OutpaceError(Exception):
    """Something that a person is told: what happened, to which system or file, and what to do next.

    text: the English sentence, a literal with its values' names in braces ({seconds:.1f}), never an f-string, since it
    is also the key of its translation; or a message that another error had. str(): the English sentence.
    """

    def __init__(self, text: str | Sentence, /, **values: object) -> None:
        self.message = text if isinstance(text, Sentence) else phrase(text, **values)
        super().__init__(sentence(self.message))


def phrase(text: str, /, **values: object) -> Sentence:
    """A sentence with what stands in its places: figures and texts as they are, an error of ours as its own sentence,
    the operating system's errors as their reason, paths and all else as text."""
    return Sentence(text=text, values={name: _value(value) for name, value in values.items()})


def joined(messages: Iterable[Sentence], between: str = "\n") -> Sentence:
    """Several messages as one: each on a line of its own, or with something else between."""
    values = {f"part{number}": one for number, one in enumerate(messages)}
    template = between.join(f"{{{name}}}" for name in values)
    return Sentence(text=template, values={**values})


def message_of(error: BaseException) -> Sentence:
    """What an error says to a person: that of ours as it is; a driver's or the system's own text stands as it came."""
    return (
        error.message if isinstance(error, OutpaceError) else Sentence(text="{reason}", values={"reason": str(error)})
    )


def file_message(error: OSError) -> Sentence:
    """What the operating system says of a file, with the file's path."""
    if error.filename is None:
        return message_of(error)
    return phrase("{path}: {reason}", path=error.filename, reason=error)


def _value(value: object) -> Value | Sentence | list[Sentence]:  # noqa: PLR0911 - one for each type
    if isinstance(value, OutpaceError):
        return value.message
    if isinstance(value, Sentence) or value is None:
        return value
    if isinstance(value, Message):
        fields = value.fields().items()
        return Sentence(text=value.sentence_template(), values={name: _value(one) for name, one in fields})
    if isinstance(value, OSError):
        return str(value.strerror or value)
    if isinstance(value, (list, tuple)):
        return [one if isinstance(one, Sentence) else phrase("{text}", text=one) for one in value]
    if isinstance(value, int):
        return int(value)
    return float(value) if isinstance(value, float) else str(value)
