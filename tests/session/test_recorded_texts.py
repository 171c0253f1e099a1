# SPDX-License-Identifier: Apache-2.0
"""Messages in a session are recorded as templates with values and shown in German by a German window.

Covers collectors' reasons, import warnings, differences in a comparison, and captured facts.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QLocale

from app.databases.postgresql.statistics import ROLE
from app.databases.server_statistics import CounterPlan, Query, RefusedQuery, StatisticsCounter
from app.engine.collector_process import _trouble, reason_of
from app.engine.preflight import driver_facts
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.model.documents import ComparisonRemarks, MissingCounters
from app.model.messages import Message, Sentence, sentence
from app.results.disclosure import disclosure_of, fact_label, fact_text, missing_reasons
from app.session.reader import SessionReader
from app.ui.compare.compared_systems import candidate_of, chosen_columns
from app.ui.compare.differences import LABELS, difference_label, differences_of, remarks_of
from app.ui.window.application import application
from app.ui.window.languages import speak
from app.ui.workbench.counter_catalogue import reason_text
from app.ui.workbench.localised_figures import message_text
from collectors.prometheus import PrometheusCounters
from collectors.series import SourceError
from tests.support.exporter_pages import page_server
from tests.support.recorded import PAIR, SyntheticRun
from tests.support.repeated import scenario_text
from tests.support.storage_outputs import DISKSPD, SECOND_RESULT, SQLIO, fio_document, fio_job
from widgets.translation import tr

EXPORTER = 'node_cpu_seconds_total{cpu="0",mode="idle"} 5\nnode_time_seconds 1\n'


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """Switch the application to German while a test runs."""
    app = application()
    translators = speak(app, QLocale("de_DE"))
    yield
    for translator in translators:
        app.removeTranslator(translator)
    speak(app, QLocale.c())


def templates(message: object) -> Iterator[str]:
    """Yield the templates that contain a word, from a message and its nested messages."""
    if isinstance(message, Message):
        template = message.sentence_template()
        if re.search(r"[^\W\d_]", re.sub(r"\{[^{}]*\}", "", template)):
            yield template
        for value in message.fields().values():
            yield from templates(value)
    elif isinstance(message, list | tuple):
        for one in message:
            yield from templates(one)


def in_english(messages: object) -> list[str]:
    """Return the message templates that have no German translation."""
    return [template for template in templates(messages) if tr(template) == template]


def test_reasons_for_missing_counters_are_shown_in_german(tmp_path: Path) -> None:
    with page_server([EXPORTER]) as url:
        collector = PrometheusCounters(url, ("nvme9",))
    reasons = {one.path: reason_of(one) for one in collector.missing}
    assert len(reasons) == 2
    counter = StatisticsCounter("\\A\\B", "", "rate", "engine", ("a",))
    refused = CounterPlan((), (counter,), {}, "outpace").missing({"a": RefusedQuery("permission denied", ROLE)})
    reasons |= {one.path: reason_of(one) for one in refused}
    assert in_english(list(reasons.values())) == []
    run = SyntheticRun(tmp_path / "s.outpace")
    run.writer.document(0, MissingCounters(reasons=reasons), system=1)
    run.seconds(4)
    with SessionReader.open(run.finish()) as reader:
        kept = missing_reasons(reader)[1]
        assert kept == reasons
        told = [reason_text(reason) for reason in kept.values()]
        sheet = disclosure_of([reader], [{"A": "A", "B": "B"}])
        in_reports = {path: text for _, path, text in sheet.missing}
    assert any(f"Exporter unter {url}" in text and "meminfo" in text for text in told)
    assert any("nvme9" in text and "keine Platte" in text for text in told)
    assert any("(permission denied)" in text and "pg_monitor" in text and "darf" in text for text in told)
    assert in_reports["\\A\\B"] == f"the server refuses it (permission denied). {ROLE.format(user='outpace')}"
    assert tr(Query("", ()).absent) != Query("", ()).absent


def test_source_failure_is_reported_in_german() -> None:
    with page_server([503]) as url, pytest.raises(SourceError) as failed:
        PrometheusCounters(url)
    trouble = _trouble(failed.value)
    assert sentence(trouble).startswith(f"{url} answers 503")
    assert in_english(trouble) == []
    assert message_text(_trouble(OSError("the disk says so"))) == "the disk says so"


def test_import_warnings_are_shown_in_german(tmp_path: Path) -> None:
    states = [fio_document(fio_job(reads=5_000 * at, seconds=at), at_s=1_000.0 + at) for at in (2, 4)]
    failed = "\n".join(
        fio_document(job, at_s=1_000.0 * number)
        for number, job in enumerate((fio_job(), fio_job("bad", error=5), fio_job("none", reads=0)), 1)
    )
    both = fio_document(*(fio_job(f"rd{number}") for number in (1, 2)), at_s=2_000.0)
    outputs = {
        "sqlio.txt": SQLIO,
        "block.txt": SQLIO.split("C:\\PROGRAM")[0] + SECOND_RESULT,
        "diskspd.txt": DISKSPD + DISKSPD[: len(DISKSPD) * 3 // 4],
        "states.json": "\n".join(states),
        "failed.json": failed,
        "jobs.json": both,
    }
    warnings: list[Message] = []
    for name, text in outputs.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        told: list[Sentence] = []
        session = tmp_path / f"{name}.outpace"
        made = import_results(ImportRequest((FileToImport(path, system="A"),)), session, told.append)
        assert in_english(told) == []
        with SessionReader.open(session) as reader:
            assert reader.end is not None
            assert list(map(sentence, reader.end.warnings)) == list(map(sentence, made))
        warnings += made
    assert in_english(warnings) == []
    parts = (
        "incomplete",
        "whole milliseconds",
        "is derived",
        "earlier states",
        "error 5",
        "read and written nothing",
        "several jobs",
        "depth of a run",
    )
    for part in parts:
        assert any(part in sentence(warning) for warning in warnings), part
        assert not any(part in message_text(warning) for warning in warnings), part


def test_differences_between_sessions_are_shown_in_german(tmp_path: Path) -> None:
    paths = []
    for name, users in (("one", 8), ("two", 16)):
        text = scenario_text("Load", 'name = "timed"', PAIR).replace("users = 8", f"users = {users}")
        text = text.replace('db_size = "10MB"', f'db_size = "{users}MB"')
        run = SyntheticRun(tmp_path / f"{name}.outpace", PAIR, scenario_toml=text)
        run.seconds(8)
        paths.append(run.finish())
    columns = chosen_columns([candidate_of(path) for path in paths], [(0, "A"), (1, "A"), (1, "B")])
    found = differences_of(columns)
    every = [*found.unfair, *found.impossible, *found.notes]
    assert len(every) >= 3
    assert in_english(every) == []
    remarks = msgspec.json.decode(msgspec.json.encode(remarks_of(columns, found)), type=ComparisonRemarks)
    assert remarks.sentences == [*found.impossible, *found.unfair, *found.notes], "as data, for any reader"
    assert any("8 (A) und 16 (B, C)" in message_text(line) for line in found.unfair)
    labels = {row.label for row in found.rows if row.group in ("session", "workload")}
    assert {label for label in labels & LABELS.keys() if difference_label(label) == label} == set()


def test_captured_facts_get_german_labels_and_settings_keep_theirs() -> None:
    names = {"Outpace", "Python", "SQLite", "Threads"}
    labels = [label for label in driver_facts() if label not in names]
    assert [label for label in labels if fact_label(label, tr) == label] == []
    assert fact_label("shared_buffers", tr) == "shared_buffers"
    assert fact_text("Write-through", "on", tr) == "an"
    assert fact_text("fsync", "on", tr) == "on"
    assert fact_label("Processor, Cores", tr) == "Prozessor, Kerne"
