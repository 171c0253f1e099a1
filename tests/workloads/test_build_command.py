# SPDX-License-Identifier: Apache-2.0
"""`outpace build`: from an empty server to identical databases, with progress, cancellation and resumption."""

import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.control.engine_commands import StopCommand
from app.control.link import start_engine
from app.model.messages import sentence
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from tests.support.engine_runs import outpace, running, until
from tests.support.server_runs import Server, dropped_after, execute, passwords, written

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer


def test_databases_are_built_once_and_reported_identical(
    postgresql: "PrivateServer", mariadb: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("outpace_build",)
    systems = (Server("PostgreSQL", postgresql, names), Server("MariaDB", mariadb, names))
    passwords(monkeypatch, systems)
    path = written(tmp_path, systems)
    with dropped_after(postgresql, *names), dropped_after(mariadb, *names):
        first = outpace("build", path, "--session", tmp_path / "build.outpace")
        second = outpace("build", path)
    assert first.returncode == 0, first.stderr
    assert "PostgreSQL  DVD Store 1MB" in first.stdout
    assert "Identical: all databases hold the same data." in first.stdout
    assert second.returncode == 0, second.stderr
    assert "Identical" in second.stdout
    with SessionReader.open(tmp_path / "build.outpace") as reader:
        assert reader.info.kind == "job"
        assert reader.progress is not None
        assert reader.progress.done == reader.progress.total == 2
        assert [event.kind for event in reader.events].count("built") == 2
        assert len({target.detail.checksum for system in reader.systems for target in system.targets}) == 1
        assert reader.end is not None
        assert reader.end.valid


def test_canceled_build_resumes_where_it_stopped(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = (Server("PostgreSQL", postgresql, ("outpace_cancelled",)),)
    passwords(monkeypatch, system)
    path = written(tmp_path, system, size="100MB")
    job = tmp_path / "job.outpace"
    with dropped_after(postgresql, "outpace_cancelled"):
        link = start_engine(["build", str(path), "--session", str(job)])
        try:
            until(lambda: _share(job) > 0.05)
            link.send(StopCommand())
            assert link.wait(60)
            assert "Cancelled while the databases were being built" in sentence(link.failure())
            assert "continues from there" in sentence(link.failure())
        finally:
            link.release()
        found = execute(postgresql, "SELECT COUNT(*) FROM pg_database WHERE datname LIKE 'outpace_cancelled%'")
        assert found == [(1,)], "finished parts are kept"
        rows = execute(postgresql, "SELECT COUNT(*) FROM pg_stat_activity WHERE datname LIKE 'outpace_cancelled%'")
        assert rows == [(0,)], "nobody works on any more"
        with SessionReader.open(job) as reader:
            assert reader.end is not None
            assert not reader.end.valid


def _share(job: Path) -> float:
    try:
        with SessionReader.open(job) as reader:
            return reader.progress.done / reader.progress.total if reader.progress is not None else 0.0
    except SessionError:  # not started yet
        return 0.0


def test_ctrl_c_cancels_a_build(postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = (Server("PostgreSQL", postgresql, ("outpace_ctrl_c",)),)
    passwords(monkeypatch, system)
    path = written(tmp_path, system, size="100MB")
    job = tmp_path / "job.outpace"
    with dropped_after(postgresql, "outpace_ctrl_c"), running("build", path, "--session", job) as build:
        until(lambda: _share(job) > 0.01)
        build.send_signal(signal.SIGINT)
        _, err = build.communicate(timeout=60)
        assert build.returncode == 1
        assert "Cancelled" in err
        assert "Traceback" not in err


def test_passwords_are_stored_in_and_removed_from_the_keyring(
    postgresql: "PrivateServer", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The keyring is a fake stored in a file, so that the test does not touch the user's keyring."""
    (tmp_path / "fake_keyring.py").write_text(FAKE_KEYRING)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "fake_keyring.FileKeyring")
    monkeypatch.setenv("FAKE_KEYRING", str(tmp_path / "keyring.json"))
    path = written(tmp_path, (Server("PostgreSQL", postgresql),))
    path.write_text(path.read_text().replace("env:OUTPACE_TEST_PASSWORD_0", "keyring"))
    account = f"postgresql://{postgresql.user}@127.0.0.1:{postgresql.port}"

    refused = outpace("check", path)
    assert refused.returncode == 2
    assert "store it with `outpace password SCENARIO`" in refused.stderr
    with running("password", path, "--control") as storing:
        assert storing.stdin is not None
        secrets = {"command": "passwords", "secrets": {account: postgresql.password}}
        out, err = storing.communicate(json.dumps(secrets) + "\n", timeout=60)
    assert storing.returncode == 0, err
    assert f"{account}: stored in the keyring" in out
    assert postgresql.password not in out
    assert json.loads((tmp_path / "keyring.json").read_text()) == {f"Outpace {account}": postgresql.password}
    checked = outpace("check", path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "removed from the keyring" in outpace("password", path, "--remove").stdout
    assert json.loads((tmp_path / "keyring.json").read_text()) == {}
    assert "was not in the keyring" in outpace("password", path, "--remove").stdout


FAKE_KEYRING = """
import json, os, pathlib
from keyring.backend import KeyringBackend

class FileKeyring(KeyringBackend):
    priority = 1

    @property
    def _path(self):
        return pathlib.Path(os.environ["FAKE_KEYRING"])

    def _all(self):
        return json.loads(self._path.read_text()) if self._path.exists() else {}

    def get_password(self, service, username):
        return self._all().get(f"{service} {username}")

    def set_password(self, service, username, password):
        self._path.write_text(json.dumps(self._all() | {f"{service} {username}": password}))

    def delete_password(self, service, username):
        kept = self._all()
        del kept[f"{service} {username}"]
        self._path.write_text(json.dumps(kept))
"""
