# SPDX-License-Identifier: Apache-2.0
"""Import of the driver output of DVD Store 2, 3, and 3.5."""

import math
from pathlib import Path

import pytest

from app.imports.driver_output import driver_log
from app.imports.import_request import FileToImport, ImportRequest
from app.imports.imported_session import import_results
from app.imports.source import ImportedFileError, Log
from app.model.documents import ImportedTotals
from app.model.messages import sentence
from app.session.reader import SessionReader


def line(et: float, orders: int, opm: str = "6000", rollbacks: str = "2.0", comma: bool = False) -> str:
    shown = f"{et:7.1f}".replace(".", ",") if comma else f"{et:7.1f}"
    return (
        f"et={shown} n_overall={orders} opm={opm} rt_tot_lastn_max_msec=120 rt_tot_avg_msec=54 rt_tot_sampled=54 "
        f"rollbacks: n=1 %={rollbacks:>5} \n"
    )


def final(orders: int, opm: int, average: str = "54", rollbacks: str = "2.0", name: str = "Final:") -> str:
    return (
        f"\n{name} et=   30.0 n_overall={orders} opm={opm} rt_tot_lastn_max=120 rt_tot_avg={average} n_login_overall=9 "
        "n_newcust_overall=0 rt_login_avg_msec=1 rt_newcust_avg_msec=-2147483648 rt_rewmember_avg_msec=-2147483648 "
        f"rt_purchase_avg_msec=3 rt_tot_sampled=53 n_rollbacks_overall=60 rollback_rate = {rollbacks:>5}%\n"
    )


INDIVIDUAL = "\nIndividual Stats for each DB / Web Server: \n"
RUN = "".join(line(10 * step, 1000 * step) for step in (1, 2, 3))
FINAL = final(3000, 6000, name="Final (5/8/2015 4:13:17 AM):")
TARGETS = FINAL + INDIVIDUAL + final(1600, 3200, "50") + final(1400, 2800, "58")


def log_of(folder: Path, text: str) -> Log:
    path = folder / "d.txt"
    path.write_text(text, encoding="utf-8")
    log = driver_log(path)
    list(log.rows())
    return log


def test_final_line_gives_the_latency_of_the_run(tmp_path: Path) -> None:
    log = log_of(tmp_path, RUN + FINAL)
    assert {metric: value for metric, (value, _) in log.totals.items()} == {
        "OPM": 6000, "Latency ms": 54, "Rollback %": 2,
    }  # fmt: skip
    assert log.warnings == []


@pytest.mark.parametrize("text", ["-2147483648", "NaN", "n. def.", "-1.#IND"])
def test_values_of_operations_that_never_ran_count_as_missing(tmp_path: Path, text: str) -> None:
    log = log_of(tmp_path, RUN + final(3000, 6000, "-2147483648", text))
    assert set(log.totals) == {"OPM"}
    assert "2 impossible values count as missing, in line 5 (rt_tot_avg" in sentence(log.warnings[0])
    rows = list(log_of(tmp_path, line(10, 0, "-2147483648", text) + line(20, 100) + FINAL).rows())
    assert math.isnan(rows[1].values[1])
    assert rows[1].values[0] == 0


def test_each_target_takes_its_figures_from_its_final_line(tmp_path: Path) -> None:
    log = log_of(tmp_path, RUN + TARGETS)
    assert log.totals["OPM"][0] == 6000
    assert {name: own["OPM"][0] for name, own in log.target_totals.items()} == {"target 1": 3200, "target 2": 2800}
    assert {name: own["Latency ms"][0] for name, own in log.target_totals.items()} == {"target 1": 50, "target 2": 58}
    session = tmp_path / "s.outpace"
    import_results(ImportRequest((FileToImport(tmp_path / "d.txt", "S"),)), session)
    with SessionReader.open(session) as reader:
        found = {
            one.name: one.data.figures["OPM"].value for one in reader.documents if isinstance(one.data, ImportedTotals)
        }
    assert found == {"": 6000, "target 1": 3200, "target 2": 2800}


def test_targets_are_named_after_their_hosts(tmp_path: Path) -> None:
    text = FINAL + "host vm1;vm2; CPU%=  12.0\n" + INDIVIDUAL
    text += final(1600, 3200) + "host vm1 CPU%=  11.0\n" + final(1400, 2800) + "host vm2 CPU%=  13.0\n"
    log = log_of(tmp_path, RUN + text + "\nn_purchase_from_start= 9 n_rollbacks_from_start= 1\nRun over\n")
    assert list(log.target_totals) == ["vm1", "vm2"]


@pytest.mark.parametrize("reset", ["", "Stats reset\n"])
def test_detailed_view_with_targets_after_each_interval_is_imported(tmp_path: Path, reset: str) -> None:
    text = "".join(
        line(10 * step, 1000 * step)
        + INDIVIDUAL
        + line(10 * step, 600 * step)
        + "\n"
        + line(10 * step, 400 * step)
        + "\n"
        for step in (1, 2, 3)
    )
    log = log_of(tmp_path, (text + reset if reset else "") + text + TARGETS)
    assert [row.values[0] for row in log.rows()][-4:] == [0, 1000, 2000, 3000]
    assert list(log.target_totals) == ["target 1", "target 2"]


def test_locale_decimal_separator_is_accepted_but_not_mixed(tmp_path: Path) -> None:
    text = "".join(line(10 * step, 1000 * step, rollbacks="2,5", comma=True) for step in (1, 2, 3))
    log = log_of(tmp_path, text + FINAL.replace("30.0", "30,0").replace("  2.0%", "  2,5%"))
    assert [row.seconds for row in log.rows()] == [0, 10, 20, 30]
    assert log.totals["Rollback %"][0] == 2.5
    with pytest.raises(ImportedFileError, match=r'line 2: et: "20\.0" is not a number'):
        log_of(tmp_path, line(10, 1000, comma=True) + line(20, 2000))


def test_two_runs_in_one_file_are_rejected(tmp_path: Path) -> None:
    with pytest.raises(ImportedFileError, match="there are lines after the Final line: use one file per run"):
        log_of(tmp_path, RUN + FINAL + RUN)
    with pytest.raises(ImportedFileError, match="there are lines after the Final line"):
        log_of(tmp_path, RUN + TARGETS + RUN)
