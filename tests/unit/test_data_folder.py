# SPDX-License-Identifier: Apache-2.0
"""The data folder, including migration of data from an earlier version's folder."""

import sys
from pathlib import Path

import pytest

from app.model.data_folder import data_folder
from app.scenario.confirmations import confirm, digest_of, is_confirmed

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere both spellings are one folder")


def test_data_of_an_earlier_version_is_moved_to_the_data_folder(own_home: Path) -> None:
    confirm(digest_of("sync"), "sync")
    folder = data_folder()
    earlier = folder.rename(folder.with_name("outpace"))
    (earlier / "databases").mkdir()
    (earlier / "databases" / "a.db").write_bytes(b"rows")
    assert data_folder() == folder
    assert is_confirmed(digest_of("sync"))
    assert (folder / "databases" / "a.db").read_bytes() == b"rows"
    assert not earlier.exists()


def test_existing_data_is_not_replaced_by_older_data(own_home: Path) -> None:
    folder = data_folder()
    for place, text in ((folder, "newer"), (folder.with_name("outpace"), "older")):
        place.mkdir(parents=True)
        (place / "confirmations.jsonl").write_text(text, encoding="utf-8")
    data_folder()
    assert (folder / "confirmations.jsonl").read_text(encoding="utf-8") == "newer"
    assert (folder.with_name("outpace") / "confirmations.jsonl").read_text(encoding="utf-8") == "older"
