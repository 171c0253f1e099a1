# SPDX-License-Identifier: Apache-2.0
"""Fixtures for tests of counters that use the window too: a real one with a fake engine."""

from tests.support.ui_fixtures import engine, opened  # noqa: F401 - fixtures of this folder
