# SPDX-License-Identifier: Apache-2.0
"""Fixtures of engine tests: a disk, and a real window with a fake engine."""

from tests.support.storage_runs import disk  # noqa: F401 - fixtures of this folder
from tests.support.ui_fixtures import engine, opened  # noqa: F401 - as that
