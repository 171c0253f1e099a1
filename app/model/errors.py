# SPDX-License-Identifier: Apache-2.0
"""Errors with messages for users: an English template with its values, like all other messages."""

from collections.abc import Iterable

from app.model.messages import Message, Sentence, Value, sentence


class OutpaceError(Exception):
    """Error with a message for the user about what happened, to which system or file, and what to do next.

    str() is the English sentence.

    Args:
        text: The English sentence, a literal with placeholders ({seconds:.1f}), never an f-string, since it is also the
            key of its translation; or another error's message.
    """

    def __init__(self, text: str | Sentence, /, **values: object) -> None:
        self.message = text if isinstance(text, Sentence) else phrase(text, **values)
        super().__init__(sentence(self.message))


def phrase(text: str, /, **values: object) -> Sentence:
    """Return a sentence with its placeholders' values.

    Numbers and strings are kept, an OutpaceError becomes its message, an OSError its reason; anything else becomes a
    string.
    """
    return Sentence(text=text, values={name: _value(value) for name, value in values.items()})


def joined(messages: Iterable[Sentence], between: str = "\n") -> Sentence:
    """Return several messages as one, on separate lines or with another separator."""
    values = {f"part{number}": one for number, one in enumerate(messages)}
    template = between.join(f"{{{name}}}" for name in values)
    return Sentence(text=template, values={**values})


def message_of(error: BaseException) -> Sentence:
    """Return the message of an error; a driver's or the system's text is kept unchanged."""
    return (
        error.message if isinstance(error, OutpaceError) else Sentence(text="{reason}", values={"reason": str(error)})
    )


def file_message(error: OSError) -> Sentence:
    """Return an operating system error with its file's path."""
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
