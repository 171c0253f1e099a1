# SPDX-License-Identifier: Apache-2.0
"""The driver in Python and the native one, each test with both."""

import pytest

from app.native.native_library import CHOICE, Absent, NativeLibrary


@pytest.fixture
def native_library() -> NativeLibrary:
    """Built by pytest_configure wherever there is a compiler."""
    library = NativeLibrary.load({})
    if isinstance(library, Absent):
        pytest.fail(f"no native library ({library.lack}): python3 packaging/native.py")
    return library


@pytest.fixture(params=["python", "native"])
def each_driver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What OUTPACE_DRIVER says, in this process and in all that it starts."""
    driver = str(request.param)
    if driver == "native":
        request.getfixturevalue("native_library")
    monkeypatch.setenv(CHOICE, driver)
    return driver
