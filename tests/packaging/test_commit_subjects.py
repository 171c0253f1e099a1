# SPDX-License-Identifier: Apache-2.0
"""The check of commit subjects, in a real repository."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "packaging" / "commit_subjects.py"
GOOD = [
    "Fix race in queue-add-while-running test",
    "Process each frame once",
    "Embed the fonts that a report needs",
    "Read the settings again after a reload",
    "Merge branch 'main' into topic",
    "fixup! A system may be watched",
    "Fix" + " it" * 23,
]
BAD = [
    "A queue that takes more while it runs is given it first",
    "Every source file names its licence",
    "What workloads on databases share is apart from DVD Store",
    "Of short runs one is told",
    "Fixes a race",
    "Fixed a race",
    "Fixing a race",
    "fix a race",
    "Fix a race.",
    "Fix" + " it" * 24,
    "",
]


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    command = ["git", *identity, *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def check(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, encoding="utf-8")


@pytest.mark.parametrize(("subjects", "status"), [(GOOD, 0), (BAD, 1)], ids=["good", "bad"])
def test_subject_of_a_commit_message_is_checked(tmp_path: Path, subjects: list[str], status: int) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    for subject in subjects:
        message.write_text(
            f"\n# a comment of git's\n{subject}\n\nThe body may hold long lines and says why{'.' * 80}\n"
        )
        assert (subject, check(tmp_path, str(message)).returncode) == (subject, status)


def test_every_commit_in_a_range_is_checked(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    for subject in ("A first one that is old", "Fix one", "Fixes another", "Add a third"):
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", subject)
    assert check(tmp_path, "--range", "HEAD~1..HEAD").returncode == 0
    done = check(tmp_path, "--range", "HEAD~3..HEAD")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(git(tmp_path, "log", "-1", "--format=%h", "HEAD~1"))
    assert "'Fixes another'" in done.stderr


def test_first_push_of_a_branch_checks_only_its_last_commit(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    for subject in ("A first one that is old", "Fix one"):
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", subject)
    assert check(tmp_path, "--range", f"{'0' * 40}..HEAD").returncode == 0


def test_commit_hook_rejects_a_bad_subject(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", "-b", "main")
    hook = tmp_path / ".git" / "hooks" / "commit-msg"
    hook.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{SCRIPT}" "$1"\n')
    hook.chmod(0o755)
    git(tmp_path, "commit", "-q", "--allow-empty", "-m", "Fix one")
    with pytest.raises(subprocess.CalledProcessError):
        git(tmp_path, "commit", "-q", "--allow-empty", "-m", "It is fixed")
    assert git(tmp_path, "log", "--format=%s") == "Fix one"
