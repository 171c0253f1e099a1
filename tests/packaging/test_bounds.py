# SPDX-License-Identifier: Apache-2.0
"""Every limit of a reader is explained at its definition and has a line in docs/bounds.md."""

import ast
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

from app.model import bounds

ROOT = Path(__file__).parents[2]
FILES = (ROOT / "collectors/page_bounds.py", ROOT / "app/model/bounds.py")


def stated(path: Path) -> dict[str, str]:
    """Return the explanation of each constant in a module."""
    body = ast.parse(path.read_text("utf-8")).body
    found = {}
    for before, after in pairwise(body):
        if isinstance(before, ast.Assign) and isinstance(target := before.targets[0], ast.Name):
            if target.id == "__all__":
                continue
            assert isinstance(after, ast.Expr), f"{target.id} has no sentence"
            assert isinstance(after.value, ast.Constant), f"{target.id} has no sentence"
            found[target.id] = str(after.value.value)
    return found


def test_every_limit_is_documented_with_its_value() -> None:
    document = (ROOT / "docs/bounds.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| (.+) \|$", document, re.MULTILINE))
    every = {name: sentence.replace("\n", " ") for path in FILES for name, sentence in stated(path).items()}
    assert listed == every
    for name in every:
        assert f"| `{name}` | {printed(name, getattr(bounds, name))} |" in document, name


def printed(name: str, value: float) -> str:
    """Format a limit as in the document."""
    if name.endswith("_BYTES"):
        return f"{value / 2**20:g} MiB" if value >= 2**20 else f"{value / 2**10:g} KiB"
    return f"{value:g} s" if name.endswith("_S") and value < 100 else f"{value:,}"


def test_every_limit_is_used_in_the_code() -> None:
    paths = [path for folder in ("app", "collectors") for path in (ROOT / folder).rglob("*.py")]
    words = Counter(word for path in paths for word in re.findall(r"\w+", path.read_text("utf-8")))
    for path in FILES:
        for name in stated(path):
            assert words[name] >= 3, f"nothing reads {name}"
