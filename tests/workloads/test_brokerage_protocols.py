# SPDX-License-Identifier: Apache-2.0
"""Protocols of two papers, as small runs of the built-in scenarios, from scenario file to report tables."""

from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.engine_runs import ended_whole, outpace
from tests.support.server_runs import dropped_after, execute

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


def reported(folder: Path, name: str, text: str) -> str:
    """Run a scenario and return its report as text."""
    scenario, session, page = folder / f"{name}.toml", folder / f"{name}.outpace", folder / f"{name}.html"
    scenario.write_text(text, encoding="utf-8")
    ended_whole(outpace("run", scenario, "--session", session), session)
    made = outpace("report", session, f"--html={page}")
    assert page.exists(), made.stderr
    return page.read_text("utf-8")


def test_report_shows_users_within_the_limit_and_their_price(postgresql: "PrivateServer", tmp_path: Path) -> None:
    from tests.support.brokerage_protocols import TINY, login, scaled  # noqa: PLC0415 - private servers are not on Windows

    names = [f"outpace_limit_{number}" for number in range(3)]
    with dropped_after(postgresql, *names):
        systems = [{**login(postgresql), "database": name} for name in names]
        page = reported(tmp_path, "limit", scaled("brokerage-limit", TINY, systems))
    for words in ("Users within the limit", "Price of one user within the limit", "Price of one TPS", "order mean",
                  "It is not TPC-E", "I/Os per operation", "Transactions per second"):  # fmt: skip
        assert words in page, words


def test_report_shows_io_by_table_before_and_after_hot_tables_are_moved(
    postgresql: "PrivateServer", tmp_path: Path
) -> None:
    from tests.support.brokerage_protocols import TINY, tiering_on  # noqa: PLC0415 - private servers are not on Windows

    with dropped_after(postgresql, "outpace_one_tier", "outpace_two_tiers"):
        page = reported(tmp_path, "tiering", tiering_on(postgresql, TINY))
    for (space,) in execute(postgresql, "SELECT SPCNAME FROM PG_TABLESPACE WHERE SPCNAME LIKE 'outpace%'"):
        execute(postgresql, f"DROP TABLESPACE {space}")
    for words in ("I/O by table and index", "Cumulated", "trade_history", "lie in ", "It is not TPC-E"):
        assert words in page, words


def test_report_shows_users_within_the_limit_on_the_embedded_engine(tmp_path: Path) -> None:
    from tests.support.brokerage_protocols import TINY, scaled  # noqa: PLC0415 - private servers are not on Windows

    text = scaled("embedded-brokerage", TINY, [{"folder": str(tmp_path / letter)} for letter in "ab"])
    page = reported(tmp_path, "embedded", text)
    for words in ("Users within the limit", "I/O by table and index", "It is not TPC-E"):
        assert words in page, words
