# SPDX-License-Identifier: Apache-2.0
"""Tests that the fast run skips are detected and marked automatically."""

from typing import TYPE_CHECKING

import pytest
from pytestqt.qtbot import QtBot

from tests.support.engine_runs import outpace
from tests.support.kinds import ORDER
from tests.support.servers import OwnServer

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


@pytest.fixture
def marked(request: pytest.FixtureRequest) -> set[str]:
    return {mark.name for mark in request.node.iter_markers()} & set(ORDER)


def version() -> str:
    return outpace("--version").stdout


def test_plain_test_gets_no_mark(marked: set[str]) -> None:
    assert marked == set()


def test_whose_helper_runs_a_command_is_marked_program(marked: set[str]) -> None:
    assert version().startswith("Outpace")
    assert marked == {"program"}


def test_with_a_server_fixture_is_marked_server(marked: set[str], own_server: OwnServer) -> None:
    assert own_server
    assert marked == {"server"}


def test_with_a_server_fixture_as_parameter_is_marked_server(marked: set[str], each_server: "PrivateServer") -> None:
    assert each_server
    assert marked == {"server"}


def test_with_a_qt_fixture_is_marked_window(marked: set[str], qtbot: QtBot) -> None:
    assert qtbot
    assert marked == {"window"}
