"""The attract loop's playlist: recorded sessions and scenarios, in an order, kept in a small file of the user's own."""

import contextlib
import os
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import platformdirs
from msgspec import Meta

from app.scenario.reading import BUILT_IN
from app.session.clock import FASTEST, SLOWEST
from app.session.paths import SUFFIX
from app.ui.texts import tr

LARGEST_BYTES = 1 << 20
Speed = Annotated[float, Meta(ge=SLOWEST, le=FASTEST)]
Seconds = Annotated[float, Meta(ge=0, le=86_400)]
Kind = Literal["session", "scenario"]


class PlaylistError(Exception):
    """A playlist that can't be read or written; the message is for the operator."""


class Piece(msgspec.Struct, frozen=True):
    """source: a session's file, a scenario's file, or a built-in scenario's name. live: a scenario is run each time its
    turn comes; else its best recorded session is shown."""

    source: str
    live: bool = False

    @property
    def kind(self) -> Kind:
        """Whether it is recorded, or can be run."""
        return "session" if self.source.endswith(SUFFIX) and self.source not in BUILT_IN else "scenario"


class Playlist(msgspec.Struct, frozen=True):
    """speed: of replays, times the recording's. piece_s: how long a replay lasts on screen at most; it shows the last
    part of a longer session. card_s, result_s: how long a replay's card stands, and that of a live run."""

    pieces: tuple[Piece, ...] = ()
    speed: Speed = 4.0
    piece_s: Annotated[float, Meta(gt=0, le=86_400)] = 45.0
    card_s: Seconds = 15.0
    result_s: Seconds = 60.0

    @property
    def scenarios(self) -> tuple[str, ...]:
        """Its scenarios."""
        return tuple(dict.fromkeys(piece.source for piece in self.pieces if piece.kind == "scenario"))


def playlist_path() -> Path:
    """The file of this user on this machine; it need not exist."""
    return Path(platformdirs.user_config_dir("Outpace", appauthor=False)) / "attract.json"


def read_playlist(path: Path) -> Playlist:
    """The playlist; an empty one where there is no file. Raises PlaylistError."""
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise PlaylistError(tr("{path} is no playlist: it is too large.").format(path=path))
        return msgspec.json.decode(path.read_bytes(), type=Playlist)
    except FileNotFoundError:
        return Playlist()
    except (OSError, msgspec.DecodeError) as error:
        text = tr("The playlist {path} can't be read ({error}). An empty one takes its place.")
        raise PlaylistError(text.format(path=path, error=error)) from error


def write_playlist(playlist: Playlist, path: Path) -> None:
    """Writes it, whole or not at all. Raises PlaylistError."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(playlist)))
        draft.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise PlaylistError(tr("The playlist can't be kept: {error}").format(error=error)) from error


def playlist_of(sources: tuple[str, ...], like: Playlist) -> Playlist:
    """A playlist of these pieces, with the times and the speed of another one."""
    pieces = tuple(Piece(str(Path(s).absolute()) if Path(s).suffix else s) for s in sources)
    return msgspec.structs.replace(like, pieces=pieces)
