# SPDX-License-Identifier: Apache-2.0
"""Documents and details as the session's file has them, JSON objects, and as structs. A stranger's are checked here:
what does not fit is left out, and a document without what it must have is an unknown one."""

import types
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin

import msgspec

from app.model.documents import DOCUMENTS, Detail, Document, UnknownDocument
from app.session.tables import decoded_json

D = TypeVar("D", bound=Detail)


def stored_detail(detail: Detail) -> str:
    """A detail's or document's JSON."""
    found = detail.data if isinstance(detail, UnknownDocument) else detail.facts()
    return msgspec.json.encode(found).decode()


def stored_kind(document: Document) -> str:
    """What the file calls a document's kind."""
    return document.stored_kind if isinstance(document, UnknownDocument) else document.kind


def detail_of(kind: type[D], text: str) -> D:
    """A stored detail. Raises msgspec.DecodeError where the text is no JSON object, ValidationError where it lacks a
    field that it must have."""
    return _fitting(kind, decoded_json(text, dict[str, Any]))


def document_of(kind: str, text: str) -> Document:
    """A stored document. Raises msgspec.DecodeError where the text is no JSON object."""
    found = decoded_json(text, dict[str, Any])
    try:
        return _fitting(DOCUMENTS[kind], found)
    except (KeyError, msgspec.ValidationError):
        return UnknownDocument(stored_kind=kind, data=found)


@cache
def _fields(kind: type[Detail]) -> Mapping[str, msgspec.structs.FieldInfo]:
    """By their names in the file. msgspec reads the annotations anew for each call, a third of opening a session."""
    return {field.encode_name: field for field in msgspec.structs.fields(kind)}


def _fitting(kind: type[D], found: Mapping[str, Any]) -> D:
    fields = {name: field for name, field in _fields(kind).items() if field.name != kind.others}
    values = {name: value for name, value in found.items() if name in fields}
    rest = {name: value for name, value in found.items() if name not in fields}
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
                parts[name] = _part(field.type, values[name])
            except msgspec.ValidationError:
                if field.required:
                    raise
        return msgspec.convert(parts, kind)


def _part(kind: Any, value: Any) -> Any:
    """A field's value; of mappings and lists what fits of them."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        wrong = None
        for one in parts:
            try:
                return _part(one, value)
            except msgspec.ValidationError as error:
                wrong = error
        assert wrong is not None
        raise wrong
    if origin is dict and isinstance(value, dict):
        return {name: part for name, one in value.items() for part in _if_fitting(parts[1], one)}
    if origin is list and isinstance(value, list):
        return [part for one in value for part in _if_fitting(parts[0], one)]
    if isinstance(kind, type) and issubclass(kind, Detail) and isinstance(value, dict):
        return _fitting(kind, value)
    return msgspec.convert(value, kind)


def _if_fitting(kind: Any, value: Any) -> list[Any]:
    try:
        return [_part(kind, value)]
    except msgspec.ValidationError:
        return []
