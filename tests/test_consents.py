"""What a scenario may do on this machine only once its user has confirmed exactly that: the program itself is asked."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.engine.consents import Consent, UnconfirmedError, confirm, confirmations, consents_of, is_confirmed, require
from app.scenario.reading import parse_scenario
from tests.engine_runs import outpace

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
    """A library that leaves a file behind when it is loaded, and that file."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if sys.platform == "win32" or compiler is None:
        pytest.skip("no C compiler at hand")
    loaded, source, made = tmp_path / "loaded", tmp_path / "evil.c", tmp_path / "evil.so"
    source.write_text(
        f'#include <stdio.h>\n__attribute__((constructor)) static void run(void) {{ fopen("{loaded}", "w"); }}\n'
    )
    subprocess.run([compiler, "-shared", "-fPIC", "-o", made, source], check=True)
    return made, loaded


def written(folder: Path, target: str, engine: str = "postgresql") -> Path:
    path = folder / "scenario.toml"
    path.write_text(SCENARIO.format(engine=engine, target=target), encoding="utf-8")
    return path


@pytest.mark.parametrize("form", ['user = "u"\ndriver = "{0}"', 'odbc = "DRIVER={0};SERVER=127.0.0.1;PORT=1;UID=u"'])
def test_a_library_is_loaded_only_where_exactly_its_path_was_confirmed(
    form: str, library: tuple[Path, Path], tmp_path: Path
) -> None:
    made, loaded = library
    path = written(tmp_path, form.format(made))
    for command in ("check", "build", "run"):
        refused = outpace(command, path)
        assert refused.returncode == 2
        assert f"load this library on this machine, to reach a server:\n\n    {made}\n" in refused.stderr
        assert f'--allow "driver {made}"' in refused.stderr
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


def test_a_driver_that_is_neither_registered_nor_a_whole_path_is_never_loaded(tmp_path: Path) -> None:
    path = written(tmp_path, 'user = "u"\ndriver = "./evil.so"')
    told = outpace("check", path, cwd=tmp_path)
    assert told.returncode == 1
    assert 'there is no ODBC driver "./evil.so" on this machine' in told.stdout


def test_commands_that_were_confirmed_before_still_are(own_home: Path) -> None:
    confirmations().parent.mkdir(parents=True)
    confirmations().write_text(hashlib.sha256(b"driver /tmp/x.so").hexdigest() + "\n", encoding="ascii")
    assert is_confirmed(Consent("command", "driver /tmp/x.so"))
    assert not is_confirmed(Consent("driver", "/tmp/x.so")), "no command stands for something else"
    confirm(Consent("driver", "/tmp/x.so"))
    require([Consent("driver", "/tmp/x.so")])
    with pytest.raises(UnconfirmedError):
        require([Consent("driver", "/tmp/y.so")])


def test_a_registered_driver_and_a_data_source_need_no_consent() -> None:
    for target in ('user = "u"\ndriver = "PostgreSQL Unicode"', 'odbc = "DSN=stage;UID=u"'):
        assert consents_of(parse_scenario(SCENARIO.format(engine="postgresql", target=target)), runs=True) == []
