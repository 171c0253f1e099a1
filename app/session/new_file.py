# SPDX-License-Identifier: Apache-2.0
"""Creation of session files, empty or as snapshots, without ever touching an existing file."""

import datetime
import os
import sys
import uuid
from pathlib import Path

import apsw

from app.model.private_file import make_private
from app.session.connection import APPLICATION_ID, FORMAT, open_for_reading, schema_sql
from app.session.session_error import SessionError, damage_named

NETWORK_FILE_SYSTEMS = {
    "9p", "afpfs", "afs", "beegfs", "ceph", "cifs", "davfs", "fuse.ceph", "fuse.cifs", "fuse.davfs2", "fuse.glusterfs",
    "fuse.gvfsd-fuse", "fuse.mergerfs.nfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs", "fuse.smbnetfs", "glusterfs",
    "gpfs", "lustre", "ncpfs", "nfs", "nfs3", "nfs4", "smb", "smb2", "smb3", "smbfs", "vboxsf", "vmhgfs", "webdav",
}  # fmt: skip
"""Network file systems, on which SQLite's write-ahead log fails because it needs memory shared by all processes."""


def network_file_system(folder: Path) -> str:
    """Return the kind of network file system on which a folder is; empty if it is local."""
    place = folder.resolve()
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415

        drive_remote = 4
        if place.drive.startswith("\\\\"):
            return "network share"
        return "network drive" if ctypes.windll.kernel32.GetDriveTypeW(place.drive + "\\") == drive_remote else ""
    else:
        import psutil  # noqa: PLC0415

        kind = ""
        longest_prefix = -1
        for mount in psutil.disk_partitions(all=True):
            # Mounts at the same mount point are listed in order, and the last one is visible.
            if len(mount.mountpoint) >= longest_prefix and place.is_relative_to(mount.mountpoint):
                longest_prefix, kind = len(mount.mountpoint), mount.fstype
        return kind if kind in NETWORK_FILE_SYSTEMS else ""


def check_folder(path: Path) -> None:
    """Check that a session can be created at a path.

    Raises:
        SessionError: If the folder is missing, read-only or on a network, or a file with this name or a leftover
            exists.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        raise SessionError(
            "The folder {folder} for the session {file} does not exist. Create it, or choose another.",
            folder=folder,
            file=path.name,
        )
    kind = network_file_system(folder)
    if kind:
        raise SessionError(
            "{folder} is a network folder ({kind}); a session is recorded on a local disk. Choose a local folder and "
            "copy the session when it is finished.",
            folder=folder,
            kind=kind,
        )
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SessionError(
            "The folder {folder} is read-only. Choose another one for the session {file}.",
            folder=folder,
            file=path.name,
        )
    for ending in ("", "-wal", "-shm", "-journal"):
        other = path.with_name(path.name + ending)
        if os.path.lexists(other):
            raise SessionError("{other} already exists and is not overwritten. Choose another name.", other=other)


def make_empty_session(path: Path) -> None:
    """Create a session file with all tables and no rows.

    Raises:
        SessionError: If the file exists or cannot be created.
    """
    check_folder(path)
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.new")
    try:
        make_private(unfinished)
        connection = apsw.Connection(str(unfinished.absolute()), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT}")
            connection.execute(f"BEGIN; {schema_sql('schema.sql')}; COMMIT")
        finally:
            connection.close()
        publish(unfinished, path)
    except (apsw.Error, OSError) as error:
        raise SessionError(
            "The session {path} can't be created ({reason}). Choose another folder.", path=path, reason=error
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)


def publish(unfinished: Path, path: Path) -> None:
    """Rename a finished file, unless the name is taken.

    Raises:
        SessionError: If the name is taken.
    """
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise SessionError("{path} already exists and is not overwritten. Choose another name.", path=path) from error
    try:
        os.replace(unfinished, path)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def copy_into(connection: apsw.Connection, path: Path) -> None:
    """Copy an open session to a new file.

    Raises:
        apsw.Error: If SQLite cannot copy the session.
        OSError: If the new file cannot be created.
        SessionError: If the file exists.
    """
    unfinished = path.with_name(f".{path.name}.{uuid.uuid4().hex[:8]}.new")
    try:
        make_private(unfinished)
        connection.execute("VACUUM INTO ?", (str(unfinished.absolute()),))
        publish(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def snapshot(session: Path, new: Path, *, name: str, note: str, layout_json: str, png: bytes) -> None:
    """Copy a session, possibly during its recording, to a new file, and add the view.

    The copy has an end row only if the session has one, but it always counts as finished (SessionReader.over).

    Raises:
        SessionError: If the new file exists or cannot be created, or the session cannot be read.
    """
    check_folder(new)
    unfinished = new.with_name(f".{new.name}.{uuid.uuid4().hex[:8]}.new")
    try:
        source = open_for_reading(session)
        try:
            make_private(unfinished)
            with damage_named(session):
                source.execute("VACUUM INTO ?", (str(unfinished.absolute()),))
        finally:
            source.close()
        copy = apsw.Connection(str(unfinished.absolute()), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            copy.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
            copy.execute("BEGIN; " + schema_sql("view.sql"))
            now = datetime.datetime.now(datetime.UTC).isoformat()
            row = (1, str(uuid.uuid4()), now, name, note, layout_json, png)
            copy.execute("INSERT OR REPLACE INTO view VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            copy.execute("COMMIT")
        finally:
            copy.close()
        publish(unfinished, new)
    except (apsw.Error, OSError) as error:
        raise SessionError(
            "The snapshot {new} can't be created ({reason}). The session is not affected.", new=new, reason=error
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
        unfinished.with_name(unfinished.name + "-journal").unlink(missing_ok=True)
