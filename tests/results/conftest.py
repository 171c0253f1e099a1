# SPDX-License-Identifier: Apache-2.0
"""Fixture of the tests of results that also check the window: a real one with a fake engine."""

from tests.support.ui_fixtures import engine, german, opened  # noqa: F401 - fixtures of this folder
