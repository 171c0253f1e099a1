# SPDX-License-Identifier: Apache-2.0
"""Thresholds in separate files that scenarios share: built-in sets, given by name, and the user's files."""

from importlib import resources
from pathlib import Path

from app.model.bounds import SCENARIO_BYTES, SHOWN_MISTAKES
from app.model.errors import joined, phrase
from app.model.regular_file import bytes_of
from app.model.thresholds import SETS, Threshold, ThresholdFile
from app.scenario.contradictions import threshold_mistakes
from app.scenario.document_check import converted, line_of, lines_of, mistakes
from app.scenario.reading import ScenarioError, mistake_line
from app.scenario.toml_document import TomlError, toml_document


def set_text(name: str) -> str:
    """Return the TOML text of a built-in set."""
    return (resources.files("resources") / "thresholds" / f"{name}.toml").read_text("utf-8")


def thresholds_of(reference: str) -> tuple[Threshold, ...]:
    """Return the thresholds of a file or a built-in set. Raises ScenarioError with each mistake's line."""
    if reference in SETS:
        return parse_thresholds(set_text(reference), reference)
    path = Path(reference)
    try:
        content = bytes_of(path, SCENARIO_BYTES)
        if content is None:
            raise ScenarioError("{path}: larger than 64 KiB: this is no file of thresholds", path=path)
        text = content.decode("utf-8-sig")
    except FileNotFoundError:
        raise ScenarioError(
            "{reference}: there is no such file of thresholds, and no set of that name; the sets are {names}",
            reference=reference,
            names=", ".join(SETS),
        ) from None
    except (OSError, ValueError) as error:
        reason = phrase("it is not UTF-8 text") if isinstance(error, UnicodeDecodeError) else error
        raise ScenarioError("{path}: can't be read: {reason}", path=path, reason=reason) from None
    return parse_thresholds(text, reference)


def parse_thresholds(text: str, where: str) -> tuple[Threshold, ...]:
    """Parse a TOML text with tables [[thresholds]]. Raises ScenarioError with each mistake's line."""
    try:
        document = toml_document(text)
    except TomlError as error:
        raise ScenarioError("{where}: invalid TOML: {reason}", where=where, reason=error) from None
    found = list(mistakes(document, ThresholdFile))
    thresholds: tuple[Threshold, ...] = ()
    if not found:
        thresholds = converted(document, ThresholdFile).thresholds
        found = list(threshold_mistakes(thresholds))
    if found:
        lines = lines_of(text)
        found.sort(key=lambda mistake: line_of(lines, mistake.key) or 0)
        raise ScenarioError(joined(mistake_line(mistake, lines, where) for mistake in found[:SHOWN_MISTAKES]))
    return thresholds
