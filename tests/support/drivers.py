# SPDX-License-Identifier: Apache-2.0
"""Fixtures that run a test with both drivers, in Python and native."""

import pytest

from app.native.native_library import CHOICE, Absent, NativeLibrary


@pytest.fixture
def native_library() -> NativeLibrary:
    """Return the library, which pytest_configure built if there is a compiler."""
    library = NativeLibrary.load({})
    if isinstance(library, Absent):
        pytest.fail(f"no native library ({library.lack}): python3 packaging/native.py")
    return library


@pytest.fixture(params=["python", "native"])
def each_driver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Set OUTPACE_DRIVER in this process and its children."""
    driver = str(request.param)
    if driver == "native":
        request.getfixturevalue("native_library")
    monkeypatch.setenv(CHOICE, driver)
    return driver
