# SPDX-License-Identifier: Apache-2.0
"""Fixture for result tests that also use the window: a real window with a fake engine."""

from tests.support.ui_fixtures import engine, german, opened  # noqa: F401 - fixtures of this folder
