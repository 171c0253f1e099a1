# SPDX-License-Identifier: Apache-2.0
"""Documents and details: every struct is read back as written, and damaged or newer ones do not break a session."""

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from app.model.documents import (
    DOCUMENTS,
    Detail,
    Document,
    MeasuredStep,
    MeasuredSystem,
    MissingCounters,
    OriginDetail,
    PhaseDetail,
    SourceDetail,
    TargetDetail,
    TargetFacts,
    UnknownDocument,
)
from app.session.details import detail_of, document_of, stored_detail, stored_kind
from app.session.reader import SessionReader
from app.session.writer import SessionWriter

DETAILS = (PhaseDetail, TargetDetail, SourceDetail, OriginDetail)


def filled(kind: Any) -> Any:
    """Return a value of a type with every field set to a value other than its default."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return parts[0]
    if origin in (Union, types.UnionType):
        return filled(next(one for one in parts if one is not type(None)))
    if hasattr(kind, "__metadata__"):
        return filled(parts[0])
    if origin is dict:
        return {"A": filled(parts[1])}
    if origin is list:
        return [filled(parts[0])]
    if origin is tuple:
        return tuple(filled(one) for one in parts if one is not Ellipsis)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind(**{field.name: filled(field.type) for field in msgspec.structs.fields(kind)})
    return {str: "text", int: 3, float: 2.5, bool: True, bytes: b"\x00\xff", Any: "fact"}[kind]


@pytest.mark.parametrize("kind", DOCUMENTS.values(), ids=lambda kind: kind.kind)
def test_every_document_is_read_back_as_written(kind: type[Document], tmp_path: Path) -> None:
    document = filled(kind)
    path = tmp_path / "s.outpace"
    with SessionWriter.create(path, title="t", scenario_toml="", clock_origin_ns=0) as writer:
        writer.document(1, document, name="name", run=1, step=2)
        writer.document(2, UnknownDocument(stored_kind=kind.kind, data={}))
        writer.finish(3, valid=True, reasons=[], warnings=[])
    with SessionReader.open(path) as reader:
        (found, _) = reader.documents
        assert (found.name, found.run, found.step, found.data) == ("name", 1, 2, document)
        assert reader.documents_of(kind)[0] == found


@pytest.mark.parametrize("kind", DETAILS)
def test_every_detail_is_read_back_as_written(kind: type[Detail]) -> None:
    detail = filled(kind)
    assert detail_of(kind, stored_detail(detail)) == detail
    assert stored_detail(kind()) == "{}"
    assert detail_of(kind, "{}") == kind()


def damages() -> Iterator[Any]:
    yield from (None, True, 1e300, 10**30, "x", [], [[None]], {"A": 7}, [{"A": None}], {"A": {"users": "many"}})


@pytest.mark.parametrize("kind", [*DOCUMENTS.values(), *DETAILS], ids=lambda kind: kind.__name__)
def test_damaged_field_does_not_prevent_reading_the_others(kind: type[Detail]) -> None:
    whole = filled(kind)
    stored: dict[str, Any] = msgspec.json.decode(stored_detail(whole))
    for field in msgspec.structs.fields(kind):
        for damage in damages():
            text = msgspec.json.encode({**stored, field.encode_name: damage}).decode()
            if issubclass(kind, Document):
                document = document_of(kind.kind, text)
                assert type(document) is kind or field.required
                assert stored_kind(document) == kind.kind
            else:
                assert type(detail_of(kind, text)) is kind


def test_valid_parts_of_a_damaged_document_are_kept() -> None:
    step = document_of(
        "step", '{"from_s": 3, "to_s": 9, "users": "x", "systems": {"A": {"users": 8, "held": 3}, "B": 7}}'
    )
    assert step == MeasuredStep(from_s=3, to_s=9, systems={"A": MeasuredSystem(users=8)})
    assert document_of("no data", '{"\\\\A": "off", "\\\\B": 3}') == MissingCounters(reasons={"\\A": "off"})


def test_documents_of_a_later_version_are_kept_unchanged(tmp_path: Path) -> None:
    unknown = document_of("prophecy", '{"answer": 42}')
    assert unknown == UnknownDocument(stored_kind="prophecy", data={"answer": 42})
    assert (stored_kind(unknown), stored_detail(unknown)) == ("prophecy", '{"answer":42}')
    assert document_of("order", "{}") == UnknownDocument(stored_kind="order"), "an order that does not say which"


def test_free_form_facts_are_stored_next_to_known_fields() -> None:
    detail = TargetDetail(engine="E", settings={"fsync": "on"}, users=4, checksum="c0ffee")
    assert stored_detail(detail) == '{"engine":"E","fsync":"on","users":4,"checksum":"c0ffee"}'
    assert detail_of(TargetDetail, stored_detail(detail)) == detail
    assert document_of("facts", '{"lines": "3"}') == TargetFacts(lines={"lines": "3"})
