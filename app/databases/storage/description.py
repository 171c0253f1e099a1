# SPDX-License-Identifier: Apache-2.0
"""Files and devices, as targets of storage I/O."""

from app.databases.engine import Engine
from app.model.form import FormField, marked
from app.model.targets import Storage

FORM = (
    FormField(
        "path",
        "Folder or file",
        "On the drive to measure. Outpace creates its own file there.",
        kind="folder",
        empty="Outpace's own data folder",
        wide=True,
    ),
    FormField(
        "cache_mb",
        "Cache of the drive",
        "How much data it caches, if you know.",
        "MB",
        empty="not known",
        more=True,
    ),
    FormField(
        "device", "It is a block device", "Such as /dev/nvme1n1. Read only, unless writing is allowed.", more=True
    ),
    FormField(
        "force_write",
        "Overwrite the device",
        "Allows a run to overwrite everything on the device.",
        more=True,
        when=("device", (True,)),
    ),
)

ENGINE = Engine(
    name="storage", title="Drive", choice=marked("Folder or drive"), target=Storage, form=FORM, place="path"
)
