# SPDX-License-Identifier: Apache-2.0
"""Tests that the fast run omits are detected automatically."""

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


def test_plain_functions_need_nothing(marked: set[str]) -> None:
    assert marked == set()


def test_a_helper_may_run_a_command(marked: set[str]) -> None:
    assert version().startswith("Outpace")
    assert marked == {"program"}


def test_a_server_is_a_fixture(marked: set[str], own_server: OwnServer) -> None:
    assert own_server
    assert marked == {"server"}


def test_a_fixture_may_be_named_by_its_parameter(marked: set[str], each_server: "PrivateServer") -> None:
    assert each_server
    assert marked == {"server"}


def test_a_window_needs_qt(marked: set[str], qtbot: QtBot) -> None:
    assert qtbot
    assert marked == {"window"}
