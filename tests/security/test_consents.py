# SPDX-License-Identifier: Apache-2.0
"""Consents: a scenario's actions on this machine that the user must confirm, tested with the real program."""

import hashlib
import os
import socket
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import platformdirs
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.databases.server import connect
from app.engine.consents import (
    Consent,
    UnconfirmedError,
    allow,
    confirm,
    consents_of,
    is_confirmed,
    require,
)
from app.engine.device_contents import contents_text
from app.engine.passwords import gathered
from app.engine.server_target import login_address
from app.model.targets import Server
from app.scenario.confirmations import confirmations
from app.scenario.reading import parse_scenario
from app.ui.window.consents_dialog import ConsentsDialog
from tests.support.connecting import refused
from tests.support.engine_runs import ended_whole, outpace
from tests.support.servers import address_of
from tests.support.storage_folders import loop_device

if TYPE_CHECKING:
    from tests.support.private_server import PrivateServer

SCENARIO = """
title = "t"
[[systems]]
name = "A"
role = "baseline"
[[systems.targets]]
engine = "{engine}"
password = "none"
{target}
"""


@pytest.fixture
def library(tmp_path: Path) -> tuple[Path, Path]:
    """Return a library that creates a file when it is loaded, and that file."""
    if sys.platform == "win32":
        pytest.skip("the library is one of POSIX")
    loaded, source, made = tmp_path / "loaded", tmp_path / "evil.c", tmp_path / "evil.so"
    source.write_text(
        f'#include <stdio.h>\n__attribute__((constructor)) static void run(void) {{ fopen("{loaded}", "w"); }}\n'
    )
    subprocess.run(["cc", "-shared", "-fPIC", "-o", made, source], check=True)
    return made, loaded


def written(folder: Path, target: str, engine: str = "postgresql") -> Path:
    path = folder / "scenario.toml"
    path.write_text(SCENARIO.format(engine=engine, target=target), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("engine", "form"),
    [
        ("mysql", 'user = "u"\ndriver = "{0}"'),  # PostgreSQL would try libpq first, and nothing listens there
        ("postgresql", 'odbc = "DRIVER={0};SERVER=127.0.0.1;PORT=1;UID=u"'),
    ],
)
def test_library_is_loaded_only_if_its_exact_path_was_confirmed(
    engine: str, form: str, library: tuple[Path, Path], tmp_path: Path
) -> None:
    made, loaded = library
    path = written(tmp_path, form.format(made), engine)
    for command in ("check", "build", "run"):
        answer = outpace(command, path)
        assert answer.returncode == 2
        assert f"load this library on this machine, to reach a server:\n\n    {made}\n" in answer.stderr
        assert f'--allow "driver {made}"' in answer.stderr
        assert not loaded.exists()
    other = outpace("check", path, "--allow", f"driver {made}x")
    assert other.returncode == 2
    assert f"    driver {made}" in other.stderr, "what it does ask for is listed"
    assert not loaded.exists()
    allowed = outpace("check", path, "--allow", f"driver {made}")
    assert allowed.returncode == 1, allowed.stdout + allowed.stderr
    assert loaded.exists()
    loaded.unlink()
    outpace("check", path)
    assert loaded.exists(), "it is remembered"


def test_driver_with_a_relative_path_is_never_loaded(tmp_path: Path) -> None:
    path = written(tmp_path, 'user = "u"\ndriver = "./evil.so"')
    told = outpace("check", path, cwd=tmp_path)
    assert told.returncode == 1
    assert 'there is no ODBC driver "./evil.so" on this machine' in told.stdout


def test_previously_confirmed_commands_stay_confirmed(own_home: Path) -> None:
    earlier = Path(platformdirs.user_data_dir("outpace", appauthor=False)) / "confirmed-commands.txt"
    earlier.parent.mkdir(parents=True)
    earlier.write_text(hashlib.sha256(b"driver /tmp/x.so").hexdigest() + "\n", encoding="ascii")
    assert is_confirmed(Consent("command", "driver /tmp/x.so"))
    assert not is_confirmed(Consent("driver", "/tmp/x.so")), "no command stands for something else"
    confirm(Consent("driver", "/tmp/x.so"))
    require([Consent("driver", "/tmp/x.so")])
    with pytest.raises(UnconfirmedError):
        require([Consent("driver", "/tmp/y.so")])


def test_variable_is_read_only_for_the_exact_confirmed_account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET", "a secret of somebody's")
    heard: list[bytes] = []
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        thread = threading.Thread(target=_hears, args=(server, heard), daemon=True)
        thread.start()
        port = server.getsockname()[1]
        path = written(tmp_path, f'user = "joe"\nport = {port}\ntls = "off"')
        path.write_text(path.read_text().replace('"none"', '"env:AWS_SECRET"'), encoding="utf-8")
        question = f"env AWS_SECRET for joe@127.0.0.1:{port}"
        for command in ("check", "build", "run"):
            answer = outpace(command, path)
            assert answer.returncode == 2
            assert f'--allow "{question}"' in answer.stderr
            assert "a secret" not in answer.stderr + answer.stdout
        assert not heard, "nobody was connected to"
        outpace("check", path, "--allow", question)
        assert any(b"a secret of somebody's" in text for text in heard)
        path.write_text(path.read_text().replace('"joe"', '"jane"'), encoding="utf-8")
        assert outpace("check", path).returncode == 2, "another user is another account"


def _hears(server: socket.socket, heard: list[bytes]) -> None:
    """Run a fake PostgreSQL server that requests a clear-text password."""
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection:
            connection.settimeout(5)
            try:
                heard.append(connection.recv(4096))
                connection.sendall(b"R\x00\x00\x00\x08\x00\x00\x00\x03")
                heard.append(connection.recv(4096))
            except OSError:
                continue


def test_variable_is_removed_from_the_environment_after_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers and the scenario's command must not find it there. Two accounts may share one variable."""
    monkeypatch.setenv("OUTPACE_SHARED", "hidden")
    target = 'user = "u"\n[[systems.targets]]\nengine = "postgresql"\nuser = "other"\ndatabase = "b"\n'
    text = SCENARIO.format(engine="postgresql", target=f'{target}password = "env:OUTPACE_SHARED"')
    scenario = parse_scenario(text.replace('"none"', '"env:OUTPACE_SHARED"'))
    for user in ("u", "other"):
        confirm(Consent("env", f"OUTPACE_SHARED for {user}@127.0.0.1:5432"))
    found = gathered(scenario, ask=None)
    assert [found.of(f"postgresql://{user}@127.0.0.1:5432") for user in ("u", "other")] == ["hidden", "hidden"]
    assert "OUTPACE_SHARED" not in os.environ


_LOGIN = "clear-text login joe@"


@pytest.mark.parametrize(
    ("engine", "target", "asked"),
    [
        ("postgresql", 'user = "joe"\nhost = "db1"\ntls = "off"', "clear-text login joe@db1:5432"),
        ("postgresql", 'user = "joe"\nhost = "::2"\ntls = "off"', "clear-text login joe@[::2]:5432"),
        ("postgresql", 'odbc = "DRIVER=X;SERVER=db1;UID=joe"', "clear-text login joe@db1:5432"),
        ("mysql", 'odbc = "DSN=a;SERVER=db1;UID=joe;SSLMODE=PREFERRED"', "clear-text login joe@db1:3306"),
        ("sqlserver", "odbc = 'DRIVER=X;SERVER=db1\\SQL1;UID=joe;Encrypt=no'", "clear-text login joe@db1\\SQL1"),
        ("postgresql", 'odbc = "DRIVER=X;SERVER=127.0.0.1,134744072;UID=joe"', _LOGIN + "127.0.0.1,134744072:5432"),
        ("postgresql", 'odbc = "DRIVER=X;SERVER=/tmp,db1;UID=joe"', _LOGIN + "/tmp,db1"),
        ("postgresql", 'odbc = "DRIVER=X;SERVER=127.1;UID=joe"', _LOGIN + "127.1:5432"),
        ("postgresql", 'odbc = "DRIVER=X;SERVER=localhost.db1;UID=joe"', _LOGIN + "localhost.db1:5432"),
        ("postgresql", 'odbc = "DRIVER=X;SERVER=::ffff:8.8.8.8;UID=joe"', _LOGIN + "[::ffff:8.8.8.8]:5432"),
        ("mysql", 'odbc = "DRIVER=MariaDB Unicode;SERVER=db1;UID=joe;SSLMODE=REQUIRED"', _LOGIN + "db1:3306"),
        ("mysql", 'odbc = "DRIVER=MySQL ODBC 9.0;SERVER=db1;UID=joe;FORCETLS=1"', _LOGIN + "db1:3306"),
        ("sqlserver", 'odbc = "DSN=a;SERVER=db1;UID=joe;Encrypt=yes"', _LOGIN + "db1:1433"),
        ("sqlserver", "odbc = 'DRIVER=X;SERVER=\\\\db1\\pipe\\sql;UID=joe'", _LOGIN + "\\\\db1\\pipe\\sql"),
        ("sqlserver", 'odbc = "DRIVER=X;SERVER=(local.db1;UID=joe"', _LOGIN + "(local.db1"),
        ("mysql", 'odbc = "DRIVER=MySQL ODBC 9.0;SERVER=db1;UID=joe;SSLMODE=REQUIRED"', ""),
        ("sqlserver", 'odbc = "DRIVER=FreeTDS;SERVER=db1;UID=joe;Encryption=require"', ""),
        ("sqlserver", 'odbc = "DRIVER=X;SERVER=127.0.0.1,1444;UID=joe;Encrypt=no"', ""),
        ("postgresql", 'user = "joe"\nhost = "db1"', ""),
        ("postgresql", 'user = "joe"\nhost = "db1"\ntls = "require"', ""),
        ("postgresql", 'user = "joe"\nhost = "localhost"\ntls = "off"', ""),
        ("postgresql", 'user = "joe"\nhost = "::1"\ntls = "off"', ""),
        ("postgresql", 'odbc = "DSN=stage;UID=joe"', ""),
        ("postgresql", 'odbc = "DRIVER=X;SERVER=db1;UID=joe;SSLmode=verify-full"', ""),
        ("mysql", 'odbc = "DRIVER=X;SERVER=db1;UID=joe;FORCETLS=1"', ""),
        ("sqlserver", 'odbc = "DRIVER=X;SERVER=tcp:db1,1433;UID=joe;Encrypt=yes"', ""),
    ],
)
def test_clear_text_password_on_the_network_needs_consent(engine: str, target: str, asked: str) -> None:
    text = SCENARIO.format(engine=engine, target=target)
    assert consents_of(parse_scenario(text), runs=True) == [], "no password, no consent"
    scenario = parse_scenario(text.replace('"none"', '"prompt"'))
    assert [consent.text for consent in consents_of(scenario, runs=False)] == ([asked] if asked else [])


def test_clear_text_login_is_rejected_before_any_connection(tmp_path: Path) -> None:
    path = written(tmp_path, 'user = "joe"\nhost = "db1.invalid"\ntls = "off"')
    path.write_text(path.read_text().replace('"none"', '"prompt"'), encoding="utf-8")
    answer = outpace("check", path)
    assert answer.returncode == 2
    assert "without TLS, so that others on the network may read the password:\n\n    joe@db1.invalid" in answer.stderr


def test_preferred_tls_falls_back_to_clear_text_only_if_confirmed(own_home: Path) -> None:
    text = SCENARIO.format(engine="postgresql", target='user = "joe"\nhost = "db1"').replace('"none"', '"prompt"')
    scenario = parse_scenario(text)
    (target,) = scenario.systems[0].targets
    assert isinstance(target, Server)
    assert not login_address(target).plain_login
    allow(scenario, ["clear-text login joe@db1:5432"])
    assert login_address(target).plain_login


def test_server_without_tls_gets_no_password_without_consent(small_server: "PrivateServer") -> None:
    address = address_of(small_server, tls="prefer")
    connect(address, small_server.password).close()
    told = refused(msgspec.structs.replace(address, plain_login=False), small_server.password)
    assert told.kind == "TLS"
    assert f'--allow "clear-text login {address.who}"' in str(told)


def test_registered_drivers_and_data_sources_need_no_consent() -> None:
    for target in ('user = "u"\ndriver = "PostgreSQL Unicode"', 'odbc = "DSN=stage;UID=u"'):
        assert consents_of(parse_scenario(SCENARIO.format(engine="postgresql", target=target)), runs=True) == []


def test_consents_are_listed_and_revoked(own_home: Path) -> None:
    assert "No scenario has been allowed anything" in outpace("consents").stdout
    for consent in (Consent("driver", "/tmp/x.so"), Consent("env", "PGPASSWORD for joe@db1:5432")):
        confirm(consent)
    if sys.platform != "win32":
        (kept,) = own_home.rglob("confirmations.jsonl")
        assert kept.stat().st_mode & 0o077 == 0, "nobody else reads what was allowed"
    lines = outpace("consents").stdout.splitlines()
    assert [line.split("  ", 1)[1] for line in lines] == ["driver /tmp/x.so", "env PGPASSWORD for joe@db1:5432"]
    unknown = outpace("consents", "--revoke", "driver /tmp/y.so")
    assert unknown.returncode == 2
    assert "nothing of this text is allowed" in unknown.stderr
    assert "revoked" in outpace("consents", "--revoke", "driver /tmp/x.so").stdout
    with pytest.raises(UnconfirmedError):
        require([Consent("driver", "/tmp/x.so")])
    require([Consent("env", "PGPASSWORD for joe@db1:5432")])
    outpace("consents", "--revoke-all")
    assert confirmations() == []


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_settings_dialog_shows_and_revokes_consents(qtbot: QtBot) -> None:
    confirm(Consent("driver", "/tmp/x.so"))
    confirm(Consent("command", "systemctl restart postgresql\nsleep 5"))
    dialog = ConsentsDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    shown = [dialog.list.topLevelItem(row) for row in range(dialog.list.topLevelItemCount())]
    assert [item.text(0) for item in shown if item] == [
        "driver /tmp/x.so",
        "command systemctl restart postgresql sleep 5",
    ]
    assert not dialog.revoke_button.isEnabled()
    dialog.list.setCurrentItem(shown[0])
    qtbot.mouseClick(dialog.revoke_button, Qt.MouseButton.LeftButton)
    assert [one.text for one in confirmations()] == ["command systemctl restart postgresql\nsleep 5"]
    dialog.list.selectAll()
    qtbot.mouseClick(dialog.revoke_button, Qt.MouseButton.LeftButton)
    assert dialog.empty.isVisible()


@pytest.mark.skipif(sys.platform != "linux", reason="devices are known on Linux only")
def test_device_is_written_only_after_its_contents_were_confirmed(tmp_path: Path) -> None:
    """Use a real private block device with a file system on it: a loop device, which requires root."""
    text = """
title = "A device"
[workload]
name = "storage-io"
read_percent = 0
threads = 1
[plan]
name = "timed"
warmup_s = 0
run_s = 1
[[systems]]
name = "A"
role = "baseline"
[[systems.targets]]
engine = "storage"
device = true
force_write = true
"""
    with loop_device(8 << 20) as device:
        subprocess.run(["mkfs.ext4", "-q", device], check=True, capture_output=True)
        before = device.read_bytes()
        path = tmp_path / "device.toml"
        path.write_text(f'{text}path = "{device}"\n', encoding="utf-8")
        answer = outpace("run", path, "--session", tmp_path / "x.outpace")
        assert answer.returncode == 2
        exact = f"device {device}: 8,388,608 bytes, ext file system"
        assert f'--allow "{exact}"' in answer.stderr
        assert device.read_bytes() == before
        assert outpace("run", path, "--session", tmp_path / "x.outpace", "--allow", exact[:-1]).returncode == 2
        answer = outpace("run", path, "--session", tmp_path / "x.outpace", "--allow", exact)
        ended_whole(answer, tmp_path / "x.outpace")
        assert device.read_bytes() != before


@pytest.mark.parametrize(
    ("offset", "signature", "text"),
    [
        (0, b"LUKS\xba\xbe\0\2", "encrypted volume (LUKS)"),
        (0x438, b"\x53\xef", "ext file system"),
        (512, b"EFI PART", "GPT partition table"),
        (510, b"\x55\xaa", "MBR partition table"),
        (0, b"\0", "no data in its first MiB"),
        (700_000, b"dear", "data of an unknown kind"),
    ],
)
def test_contents_of_a_device_are_identified(offset: int, signature: bytes, text: str) -> None:
    start = bytearray(1 << 20)
    start[offset : offset + len(signature)] = signature
    assert contents_text(bytes(start)) == text
