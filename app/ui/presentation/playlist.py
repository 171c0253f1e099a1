# SPDX-License-Identifier: Apache-2.0
"""Playlist of the attract loop: sessions and scenarios, stored in a small file per user, and their playing order.

Of a scenario, recordings are shown unless a live run is requested.
"""

import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta

from app.model.bounds import PLAYLIST_BYTES
from app.model.errors import OutpaceError
from app.model.regular_file import bytes_of
from app.scenario.reading import BUILT_IN, ScenarioError, read_scenario
from app.scenario.recorded import scenario_key
from app.session.clock import FASTEST, SLOWEST
from app.session.library import Entry, Library
from app.session.paths import SUFFIX
from app.session.reader import SessionReader
from app.session.session_error import SessionError

Speed = Annotated[float, Meta(ge=SLOWEST, le=FASTEST)]
Seconds = Annotated[float, Meta(ge=0, le=86_400)]
Kind = Literal["session", "scenario"]


class PlaylistError(OutpaceError):
    """A playlist cannot be read or written; the message is for the operator."""


class Piece(msgspec.Struct, frozen=True):
    """An entry of the playlist.

    Attributes:
        source: Path of a session or scenario, or the name of a built-in scenario.
        live: Run the scenario each time; otherwise, show its best recorded session.
    """

    source: str
    live: bool = False

    @property
    def kind(self) -> Kind:
        """Kind of the source."""
        return "session" if self.source.endswith(SUFFIX) and self.source not in BUILT_IN else "scenario"


class Playlist(msgspec.Struct, frozen=True):
    """A playlist and its settings.

    Attributes:
        speed: Replay speed, as a multiple of real time.
        piece_s: Maximum duration of a replay in seconds; longer sessions are cut to their last part.
        card_s: Seconds for which the card is shown after a replay.
        result_s: Seconds for which the card is shown after a live run.
    """

    pieces: tuple[Piece, ...] = ()
    speed: Speed = 4.0
    piece_s: Annotated[float, Meta(gt=0, le=86_400)] = 45.0
    card_s: Seconds = 15.0
    result_s: Seconds = 60.0

    @property
    def scenarios(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece.source for piece in self.pieces if piece.kind == "scenario"))


def playlist_path() -> Path:
    """Return the path of this user's playlist. It may not exist."""
    return Path(platformdirs.user_config_dir("Outpace", appauthor=False)) / "attract.json"


def read_playlist(path: Path) -> Playlist:
    """Read the playlist; if there is no file, return an empty playlist. Raises PlaylistError."""
    try:
        content = bytes_of(path, PLAYLIST_BYTES)
        if content is None:
            raise PlaylistError("{path} is not a playlist: it is too large.", path=path)
        return msgspec.json.decode(content, type=Playlist)
    except FileNotFoundError:
        return Playlist()
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PlaylistError(
            "The playlist {path} can't be read ({error}). An empty one takes its place.", path=path, error=error
        ) from error


def write_playlist(playlist: Playlist, path: Path) -> None:
    """Write a playlist atomically. Raises PlaylistError."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(playlist)))
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise PlaylistError("The playlist can't be kept: {error}", error=error) from error


def playlist_of(sources: tuple[str, ...], like: Playlist) -> Playlist:
    """Return a playlist of these sources with the settings of another playlist."""
    pieces = tuple(Piece(str(Path(s).absolute()) if Path(s).suffix else s) for s in sources)
    return msgspec.structs.replace(like, pieces=pieces)


REHEARSAL_SPEED = 10.0


def rehearsed(playlist: Playlist) -> Playlist:
    """Return a playlist that goes through its pieces ten times as fast."""
    return msgspec.structs.replace(
        playlist,
        speed=REHEARSAL_SPEED,
        piece_s=max(playlist.piece_s / REHEARSAL_SPEED, 1.0),
        card_s=max(playlist.card_s / REHEARSAL_SPEED, 1.0),
        result_s=max(playlist.result_s / REHEARSAL_SPEED, 1.0),
    )


class PlaylistOrder:
    """Endless sequence of the pieces; a failed piece is tried again in the next round."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.pieces = tuple(pieces)
        self._place = -1

    @property
    def current(self) -> Piece | None:
        """Current piece; None before the first step, or if the playlist is empty."""
        return self.pieces[self._place] if 0 <= self._place < len(self.pieces) else None

    def step(self, by: int = 1) -> Piece | None:
        """Move to the next or previous piece and return it; None if the playlist is empty."""
        if not self.pieces:
            return None
        place = self._place if self._place >= 0 or by > 0 else 0
        self._place = (place + by) % len(self.pieces)
        return self.current

    def scenario(self) -> str:
        """Return the scenario for a live run, from the current or the next piece that has one; "" if absent."""
        count, at = len(self.pieces), max(self._place, 0)
        ahead = (self.pieces[(at + number) % count] for number in range(count))
        return next((piece.source for piece in ahead if piece.kind == "scenario"), "")


MOST_REPEATS = 20
"""Maximum number of runs in a verdict, newest first; a stand records the same scenario all day."""

MakeLibrary = Callable[[], Library]


def recorded_runs(key: str, make: MakeLibrary = Library) -> list[Entry]:
    """Return the library's valid runs of a comparison, newest first.

    Reads files; do not call it in the GUI thread.

    Args:
        key: `scenario_key` of its scenario.
        make: Creates the library.
    """
    if not key:
        return []
    library = make()
    try:
        library.refresh()
        return [
            entry
            for entry in library.entries
            if entry.scenario_key == key and entry.kind == "run" and entry.valid and entry.state == "whole"
        ]
    finally:
        library.close()


def best_recorded(scenario: str, make: MakeLibrary = Library) -> Path | None:
    """Return the most informative recorded session of a scenario (a file or a built-in name); None if absent.

    This is the longest session because it has the most repeats; among equally long ones, the newest.
    """
    try:
        key = scenario_key(read_scenario(scenario).text)
    except (ScenarioError, OSError):
        return None
    found = recorded_runs(key, make)
    return max(found, key=lambda entry: (round(entry.length_s), entry.started)).path if found else None


def repeats_recorded(session: Path, make: MakeLibrary = Library) -> list[Path]:
    """Return the other runs of a session's comparison, newest first. Raises SessionError."""
    with SessionReader.open(session) as reader:
        key, uuid = scenario_key(reader.info.scenario_toml), reader.info.uuid
    try:
        return [entry.path for entry in recorded_runs(key, make) if entry.uuid != uuid][:MOST_REPEATS]
    except SessionError:  # without the library's index, the run is shown without other runs
        return []
