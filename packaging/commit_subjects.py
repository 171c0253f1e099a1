# SPDX-License-Identifier: Apache-2.0
"""Check commit subjects: at most 72 characters, in the imperative.

    python3 packaging/commit_subjects.py .git/COMMIT_EDITMSG      message of a commit in progress
    python3 packaging/commit_subjects.py --range main..HEAD       commits

It exits with 1 and a line for each error. It needs only Python's standard library and git.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

LONGEST = 72
"""Maximum number of characters in a subject; git log and code hosts truncate longer subjects."""

GENERATED = re.compile(r"Merge (branch|pull request|tag|remote-tracking|commit|[0-9a-f]{7,})\b|(fixup|squash|amend)! ")
"""Pattern of subjects written by git or a code host."""

NOT_VERBS = frozenset(
    {
        "a", "about", "after", "again", "all", "also", "an", "and", "another", "any", "as", "at", "because",
        "before", "both", "but", "by", "each", "either", "every", "few", "first", "for", "from", "his", "how",
        "i", "if", "in", "into", "is", "it", "its", "last", "less", "many", "more", "most", "much", "my",
        "neither", "never", "new", "no", "nobody", "none", "nor", "not", "nothing", "now", "of", "on", "one",
        "only", "or", "other", "our", "several", "so", "some", "somebody", "such", "than", "that", "the",
        "their", "them", "then", "there", "these", "they", "this", "those", "two", "under", "until", "we",
        "what", "when", "where", "whether", "which", "while", "who", "whoever", "whose", "why", "with",
        "without", "you", "your",
    }
)  # fmt: skip
"""First words that indicate a statement or a fragment instead of an imperative."""

ENDS_LIKE_A_NOUN = frozenset(
    {
        "bed", "bring", "embed", "exceed", "feed", "focus", "need", "proceed", "ring", "seed", "shed", "speed",
        "spring", "string", "succeed", "swing", "wed",
    }
)  # fmt: skip
"""Verbs whose imperative has the ending of another form."""


def fault(subject: str) -> str | None:
    """Return why a subject fails the check, or None."""
    if GENERATED.match(subject):
        return None
    if len(subject) > LONGEST:
        return f"{len(subject)} characters; at most {LONGEST}"
    if subject.endswith("."):
        return "ends with a full stop"
    first = re.match(r"[A-Z][a-z]+(?=[ -])", subject)
    if first is None:
        return 'does not start with a capitalized verb ("Fix ...")'
    word = first[0].casefold()
    other_form = re.search(r"(ed|ing|[^su]s)$", word) and word not in ENDS_LIKE_A_NOUN
    if word in NOT_VERBS or other_form:
        return f'starts with "{first[0]}", not with a verb in the imperative ("Fix ...")'
    return None


def subject_of(message: str) -> str:
    """Return the first line of a message that is neither empty nor a git comment."""
    return next((line.rstrip() for line in message.splitlines() if line.strip() and not line.startswith("#")), "")


def subjects_of(commits: str) -> Iterator[tuple[str, str]]:
    """Yield the abbreviated hash and the subject of each commit in a range, except merges.

    Args:
        commits: range in git log's notation. A start of all zeros (a branch's first push) means only the last commit.
    """
    start, _, end = commits.rpartition("..")
    which = ["-1", end] if start and not start.strip("0") else [commits]
    log = ["git", "log", "--no-merges", "--format=%h%x00%s", *which, "--"]
    for line in subprocess.run(log, check=True, capture_output=True, text=True, encoding="utf-8").stdout.splitlines():
        abbreviated, _, subject = line.partition("\0")
        yield abbreviated, subject


def main() -> int:
    """Check a message file or a range of commits."""
    parser = argparse.ArgumentParser(description="Check commit subjects.")
    given = parser.add_mutually_exclusive_group(required=True)
    given.add_argument("message", nargs="?", type=Path, help="file with a commit message")
    given.add_argument("--range", help="commits, as git log takes them")
    options = parser.parse_args()
    if options.range:
        subjects = list(subjects_of(options.range))
    else:
        subjects = [("message", subject_of(options.message.read_text(encoding="utf-8")))]
    faults = [(name, subject, why) for name, subject in subjects if (why := fault(subject)) is not None]
    for name, subject, why in faults:
        sys.stderr.write(f"{name}: {subject!r}: {why}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
