# SPDX-License-Identifier: Apache-2.0
"""The check for plain English, and that clean folders stay clean."""

import fnmatch
from pathlib import Path

import pytest

from tests.prose import TREES, Finding, checked_files, findings, ignored_patterns, main, tree_findings

ROOT = Path(__file__).parents[2]
NAMES = [path.relative_to(ROOT).as_posix() for path in checked_files()]


def findings_of(name: str) -> list[Finding]:
    return list(findings(name, (ROOT / name).read_text(encoding="utf-8")))


def rules(path: str, text: str) -> list[str]:
    return [found.rule for found in findings(path, text)]


def test_checked_folders_have_no_prose_findings() -> None:
    assert len(NAMES) > 1100
    assert [str(found) for found in tree_findings(ignored=ignored_patterns())] == []


def test_exempt_folders_still_have_prose_findings() -> None:
    exempt = [pattern for pattern in ignored_patterns() if pattern.partition("/")[0] in TREES]
    files = {pattern: fnmatch.filter(NAMES, pattern) for pattern in exempt}
    clean = [pattern for pattern, names in files.items() if not any(findings_of(name) for name in names)]
    assert clean == [], "remove the clean rooms from per-file-ignores in pyproject.toml"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('def target(name):\n    """Of brokerage."""\n', ["opener"]),
        ('def target(name):\n    """As server_target."""\n', ["opener"]),
        ('def parameters(scenario):\n    """What is done on it."""\n', ["opener"]),
        ('def supported():\n    """Whether this system has it, in the form that is wanted."""\n', ["opener"]),
        ('def width(text):\n    """The width of a text."""\n', ["opener"]),
        ('IDLE_S = 3\n"""Nobody works for so long, before this repeat."""\n', ["opener", "idiom 'Nobody'"]),
        ('class Run:\n    idle_s: float\n    """How long it waits."""\n', ["opener"]),
        ('class Run:\n    """Who works."""\n', ["opener"]),
        ('"""What tests share."""\n', ["opener"]),
        ('def lost(worker):\n    """Replace a lost worker, which is told."""\n', ["idiom 'told'"]),
        ('def build():\n    """Build the library\n    anew."""\n', ["idiom 'anew'"]),
        ("x = 1  # the exporter knows no disk\n", ["idiom 'knows no'"]),
        ("# A path that goes on\n# beside the journal.\nx = 1\n", ["idiom 'beside'"]),
        ("# Who waits here.\nx = 1\n", ["opener"]),
    ],
)
def test_cryptic_docstrings_in_python_are_found(text: str, found: list[str]) -> None:
    assert rules("app/one.py", text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("/* Whether a failed call is to be tried again. */\n", ["opener"]),
        ("int x; // what it moved\n", ["opener"]),
        ("/* ---- where it ends ---- */\n", ["opener"]),
        ("/* Of short I/Os one is told;\n   the last place takes what has none. */\n", ["opener", "idiom 'told'"]),
        ('const char *text = "/* what */ told";\n', []),
    ],
)
def test_cryptic_comments_in_c_are_found(text: str, found: list[str]) -> None:
    assert rules("native/one.c", text) == found
    assert rules("native/one.h", text) == found


@pytest.mark.parametrize(
    "text",
    [
        'def target(name):\n    """Return the targets of a brokerage scenario."""\n',
        'class Run:\n    """One run."""\n\n    idle_s: float\n    """Seconds to stay idle before this repeat."""\n',
        'class Run:\n    @property\n    def users(self):\n        """All users of the run."""\n',
        'def test_a():\n    """A run that is stopped keeps its figures."""\n',
        'said = "He was told so, anew."\n',
        'x = 1\nprint("""What is this?""")\n',
        "# Where the kernel has no io_uring, threads do the I/O.\nx = 1\n",
    ],
)
def test_plain_english_has_no_findings(text: str) -> None:
    assert rules("app/one.py", text) == []


def test_check_covers_a_checkout_except_its_exempt_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.ruff.lint.per-file-ignores]\n"app/old/**" = ["D"]\n')
    for room in ("old", "new"):
        (tmp_path / "app" / room).mkdir(parents=True)
        (tmp_path / "app" / room / "one.py").write_text('"""What it is."""\n\n\ndef shown():\n    """Shows it."""\n')
    assert main(["--check", str(tmp_path)]) == 1
    assert capsys.readouterr().out == "app/new/one.py:1: opener: What it is.\n"
    for tree in TREES[1:]:
        (tmp_path / tree).mkdir()
    assert main([str(tmp_path)]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows == [
        ["room", "openers", "idioms", "pydocstyle"],
        ["app/new", "1", "0", "1"],
        ["app/old", "1", "0", "1"],
        ["all", "2", "0", "2"],
    ]
