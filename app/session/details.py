# SPDX-License-Identifier: Apache-2.0
"""Conversion between JSON objects in the session file and structs, for documents and details.

Untrusted values are checked here: values that do not match are dropped, and a document without a required field is kept
as an unknown document.
"""

import types
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec

from app.model.documents import DOCUMENTS, Detail, Document, UnknownDocument
from app.session.tables import decoded_json

D = TypeVar("D", bound=Detail)


def stored_detail(detail: Detail) -> str:
    """Return the JSON of a detail or document."""
    facts = detail.data if isinstance(detail, UnknownDocument) else detail.facts()
    return msgspec.json.encode(facts).decode()


def stored_kind(document: Document) -> str:
    """Return the kind under which a document is stored in the file."""
    return document.stored_kind if isinstance(document, UnknownDocument) else document.kind


def detail_of(kind: type[D], text: str) -> D:
    """Parse a stored detail.

    Raises:
        msgspec.DecodeError: If the text is not a JSON object.
        msgspec.ValidationError: If a required field is missing.
    """
    return _converted(kind, decoded_json(text, dict[str, Any]))


def document_of(kind: str, text: str) -> Document:
    """Parse a stored document.

    Raises:
        msgspec.DecodeError: If the text is not a JSON object.
    """
    data = decoded_json(text, dict[str, Any])
    try:
        return _converted(DOCUMENTS[kind], data)
    except (KeyError, msgspec.ValidationError):
        return UnknownDocument(stored_kind=kind, data=data)


@cache
def _fields(kind: type[Detail]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """Return a struct's fields by their names in the file.

    They are cached because msgspec evaluates the annotations on each call, which took a third of the time to open a
    session.
    """
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _converted(kind: type[D], data: Mapping[str, Any]) -> D:
    fields = {name: field for name, field in _fields(kind).items() if field.name != kind.others}
    values = {name: value for name, value in data.items() if name in fields}
    rest = {name: value for name, value in data.items() if name not in fields}
    if kind.others:
        values[kind.others] = rest
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError:
        parts: dict[str, Any] = {}
        for name, field in _fields(kind).items():
            if name not in values:
                continue
            try:
                parts[name] = _converted_part(field.type, values[name])
            except msgspec.ValidationError:
                if field.required:
                    raise
        return msgspec.convert(parts, kind)


def _converted_part(kind: Any, value: Any) -> Any:
    """Convert a field's value; invalid elements of mappings and lists are dropped."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        last_error = None
        for one in parts:
            try:
                return _converted_part(one, value)
            except msgspec.ValidationError as error:
                last_error = error
        assert last_error is not None
        raise last_error
    if origin is dict and isinstance(value, dict):
        return {name: part for name, one in value.items() for part in _convertible(parts[1], one)}
    if origin is list and isinstance(value, list):
        return [part for one in value for part in _convertible(parts[0], one)]
    if isinstance(kind, type) and issubclass(kind, Detail) and isinstance(value, dict):
        return _converted(kind, value)
    return msgspec.convert(value, kind)


def _convertible(kind: Any, value: Any) -> list[Any]:
    try:
        return [_converted_part(kind, value)]
    except msgspec.ValidationError:
        return []
