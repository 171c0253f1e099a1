# SPDX-License-Identifier: Apache-2.0
"""Fixtures for tests of the window: a real window with a fake engine."""

from tests.support.ui_fixtures import engine, german, opened, qtbot  # noqa: F401 - fixtures of this folder
