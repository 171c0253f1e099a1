# SPDX-License-Identifier: Apache-2.0
"""Editing of a scenario's text that preserves everything else, including comments, order and blank lines."""

import contextlib
import itertools
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, Item, SingleKey, String, StringType, Table, Trivia

from app.model.errors import OutpaceError
from app.model.mistakes import KeyPath
from app.model.visible_text import controls_of
from app.scenario.toml_document import TomlError, toml_document

BOM = "\ufeff"


class WritingError(OutpaceError):
    """A text is not TOML, or its layout does not allow a change; the message contains the reason."""


class Writing:
    """Sequence of changes to a text; `text` is the result of all changes.

    A change that would alter anything else raises WritingError; to check this, the text is parsed again and compared
    with the expected document.
    """

    def __init__(self, text: str) -> None:
        """Parse the text. Raises WritingError."""
        self._bom = BOM if text.startswith(BOM) else ""
        self._crlf = "\r\n" in text and "\n" not in text.replace("\r\n", "")
        self._given = text
        self._changed = False
        try:
            self.document: dict[str, Any] = toml_document(text.removeprefix(BOM))
            self._written = tomlkit.parse(_ended(text.removeprefix(BOM)))
        except (TomlError, TOMLKitError, RecursionError) as error:
            raise WritingError("invalid TOML: {reason}", reason=error) from None

    @property
    def text(self) -> str:
        """Text with all changes applied. Raises WritingError if the layout does not allow them."""
        if not self._changed:
            return self._given
        text = tomlkit.dumps(self._written)
        tidy = _tidied(text, self._given)
        if self._has_expected_contents(tidy):
            text = tidy
        elif not self._has_expected_contents(text):
            raise WritingError("the layout of this file does not allow this change here; open it in a text editor")
        if self._crlf:
            text = text.replace("\r\n", "\n").replace("\n", "\r\n")
        return self._bom + text

    def _has_expected_contents(self, text: str) -> bool:
        try:
            return toml_document(text) == self.document
        except TomlError:
            return False

    def value(self, key: KeyPath, default: Any = None) -> Any:
        """Return the value of a key, or the default."""
        found: Any = self.document
        for part in key:
            try:
                found = found[part]
            except (KeyError, IndexError, TypeError):
                return default
        return found

    def put(self, key: KeyPath, value: Any) -> None:
        """Set a value; missing tables on the path are created. Mappings and lists of mappings become tables."""
        if self.value(key) == value and type(self.value(key)) is type(value):
            return
        with self._changing():
            self._put(key, value)

    def remove(self, key: KeyPath) -> None:
        """Remove a key, or an entry of a list, if it exists."""
        if self.value(key) is None:
            return
        with self._changing():
            for place in (self.document, self._written):
                del _at(place, key[:-1])[key[-1]]

    def append(self, key: KeyPath, table: Mapping[str, Any]) -> None:
        """Append a table to a list of tables, creating the list if it is missing."""
        with self._changing():
            if self.value(key) is None:
                self._put(key, [dict(table)])
                return
            self.value(key).append(dict(table))
            listed = _at(self._written, key)
            if isinstance(listed, AoT):
                listed.append(_table(table, spaced=True))
            else:
                inline = tomlkit.inline_table()
                inline.update(dict(table))
                listed.append(inline)

    def _put(self, key: KeyPath, value: Any) -> None:
        for depth in range(1, len(key)):
            if self.value(key[:depth]) is None:
                self._set(key[:depth], {})
        self._set(key, value)

    def _set(self, key: KeyPath, value: Any) -> None:
        _at(self.document, key[:-1])[key[-1]] = value
        holder, name = _at(self._written, key[:-1]), key[-1]
        item = _item(value, inline=not isinstance(holder, tomlkit.TOMLDocument | Table))
        if holder is not self._written or name in holder or isinstance(item, Table | AoT):
            holder[name] = item
        else:
            self._put_first(str(name), item)

    def _put_first(self, name: str, item: Item) -> None:
        """Set a key of the root table, after its other keys and before the first table."""
        body = self._written.body
        after = [i for i, (key, held) in enumerate(body) if key is not None and not isinstance(held, Table | AoT)]
        item.trivia.trail = "\n"
        body.insert(after[-1] + 1 if after else 0, (SingleKey(name), item))
        self._written = tomlkit.parse(tomlkit.dumps(self._written))

    @contextlib.contextmanager
    def _changing(self) -> Any:
        self._changed = True
        try:
            yield
        except (TOMLKitError, KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise WritingError(
                "this can't be changed here ({reason}); open the file in a text editor", reason=error
            ) from error


def text_with_changes(text: str, before: msgspec.Struct, after: msgspec.Struct) -> str:
    """Return the text of a scenario with its changes applied.

    If the layout does not allow this, return the text of the new scenario alone, without comments.
    """
    try:
        writing = Writing(text)
        _put_changes(writing, (), _plain(before), _plain(after))
        return writing.text
    except WritingError:
        writing = Writing("")
        for name, value in _plain(after).items():
            writing.put((name,), value)
        return writing.text


def _plain(value: Any) -> Any:
    """Convert a value to TOML's types."""
    if isinstance(value, msgspec.Struct):
        value = msgspec.to_builtins(value)
    if isinstance(value, Mapping):
        return {name: _plain(held) for name, held in value.items()}
    return [_plain(held) for held in value] if isinstance(value, tuple | list) else value


def _put_changes(writing: Writing, key: KeyPath, before: Any, after: Any) -> None:
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in before.keys() - after.keys():
            writing.remove((*key, name))
        for name, value in after.items():
            _put_changes(writing, (*key, name), before.get(name), value)
    elif _is_tables(before) and _is_tables(after) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            _put_changes(writing, (*key, index), one, other)
    else:
        writing.put(key, after)


def save_text(path: Path, text: str) -> None:
    """Write a file atomically, keeping the text's line ends and following a link. Raises OSError."""
    path = path.resolve()
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(text.encode("utf-8"))
        with contextlib.suppress(OSError):
            draft.chmod(path.stat().st_mode & 0o777)
        draft.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def _ended(text: str) -> str:
    """Return the text with a line end at the end, so that appended text begins on a new line."""
    return text if not text or text.endswith("\n") else text + "\n"


def _tidied(text: str, given: str) -> str:
    """Return the text with one blank line before each new table."""
    pairs = set(itertools.pairwise(given.replace("\r\n", "\n").split("\n")))
    lines: list[str] = []
    for line in text.rstrip("\n").split("\n"):
        before = lines[-1] if lines else ""
        if (before, line) not in pairs:
            if not line.strip() and lines and not before.strip():
                continue
            if line.startswith("[") and before.strip() and not before.startswith("#"):
                lines.append("")
        lines.append(line)
    return "\n".join(lines) + "\n"


def _at(place: Any, key: KeyPath) -> Any:
    for part in key:
        place = place[part]
    return place


def _item(value: Any, *, inline: bool) -> Item:
    if isinstance(value, Mapping):
        if not inline:
            return _table(value, spaced=True)
        table = tomlkit.inline_table()
        table.update(dict(value))
        return table
    if isinstance(value, list) and value and all(isinstance(entry, Mapping) for entry in value):
        if not inline:
            tables = tomlkit.aot()
            for entry in value:
                tables.append(_table(entry, spaced=True))
            return tables
        listed: Array = tomlkit.array()
        for entry in value:
            listed.append(_item(entry, inline=True))
        return listed
    if isinstance(value, str) and "\n" in value and is_literal(value):
        return String(StringType.MLL, value, f"\n{value}", Trivia())
    item: Item = tomlkit.item(value)
    return item


def is_literal(text: str) -> bool:
    """Return whether a multiline text can be a literal string in TOML, between triple quotes."""
    return "'''" not in text and not text.endswith("'") and not controls_of(text)


def _table(values: Mapping[str, Any], *, spaced: bool) -> Table:
    table = tomlkit.table()
    # Values that are tables come last, because a plain key after them would belong to them.
    for name, value in sorted(values.items(), key=lambda entry: _is_tables(entry[1])):
        table.add(name, _item(value, inline=False))
    if spaced:
        table.trivia.indent = "\n"
    return table


def _is_tables(value: Any) -> bool:
    return isinstance(value, Mapping) or (
        isinstance(value, list) and bool(value) and all(isinstance(entry, Mapping) for entry in value)
    )
