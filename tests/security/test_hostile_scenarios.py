# SPDX-License-Identifier: Apache-2.0
"""Untrusted scenarios are quickly rejected with an error message, whatever they contain."""

import os
from pathlib import Path

import pytest

from tests.support.hostile import only_linux, outpace, refused

pytestmark = only_linux

SOUND = """
[[systems]]
name = "A"
role = "baseline"
[[systems.targets]]
engine = "sqlite"
"""
HUGE = {
    "unknown-keys": ("[workload]\n" + "".join(f"key{n} = 1\n" for n in range(3000)) + SOUND, "unknown key"),
    "many-systems": (SOUND * 700, "expected 1 to 3 entries"),
    "dotted": (".".join(["a"] * 30_000) + " = 1\n", "parts (at line 1)"),
    "dotted-apart": ("\n".join(f"{'.'.join(['a'] * 19)}.b{n} = 1" for n in range(1200)) + SOUND, "unknown key"),
    "lists": (f"a = {'[' * 20_000}\n", "too deep"),
    "tables": ("a = " + "{a=" * 15_000 + "1", "too deep"),
    "digits": (SOUND + f"[plan]\nrun_s = {'9' * 5000}\n", "digits"),
    "long-float": (SOUND + f"[plan]\nrun_s = 1e{'9' * 300}\n", "run_s"),
    "quotes": ('a = "' + '\\"' * 30_000, "invalid TOML"),
    "long-quotes": ('a = """' + '\\"""' * 15_000, "invalid TOML"),
    "blanks": ("a" + " " * 60_000 + "b", "invalid TOML"),
    "larger": ("# " + "x" * (1 << 20), "larger than 64 KiB"),
}


@pytest.mark.parametrize("name", HUGE)
def test_huge_scenario_is_rejected_quickly(name: str, tmp_path: Path) -> None:
    text, words = HUGE[name]
    path = tmp_path / "s.toml"
    path.write_text(text, encoding="utf-8")
    said = refused(outpace("check", path), "s.toml", words)
    assert len(said) < 20_000


WRONG_KINDS = {
    "engine": SOUND.replace('"sqlite"', '["sqlite"]'),
    "plan": SOUND + "[plan]\nname = [{}]\n",
    "title": SOUND + '[plan]\ntitle = "y"\ntemplate = "z"\n',
    "workload": SOUND + "[workload]\nname = {a = 1}\n",
    "watch": SOUND.replace("[[systems.targets]]", "[[systems.watch]]\ncollector = [1]\n[[systems.targets]]"),
}


def test_values_of_the_wrong_type_are_rejected(tmp_path: Path) -> None:
    for name, text in WRONG_KINDS.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
        refused(outpace("check", tmp_path / f"{name}.toml"), f"{name}.toml")


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    fifo = tmp_path / "x.toml"
    os.mkfifo(fifo)
    refused(outpace("check", fifo), "no regular file")
    refused(outpace("check", "/dev/zero"), "no regular file")
