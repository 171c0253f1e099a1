# SPDX-License-Identifier: Apache-2.0
"""Fixtures for the tests of the window: a real one with a fake engine."""

from tests.support.ui_fixtures import engine, german, opened, qtbot  # noqa: F401 - fixtures of this folder
