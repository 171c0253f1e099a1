"""Counter paths of results from elsewhere."""


def with_instance(path: str, name: str) -> str:
    r"""The path with a name in its instance: \LogicalDisk(E:)\Disk Reads/sec of sql2 is \LogicalDisk(sql2 E:)\...

    A path of another form gets the name behind it.
    """
    thing, _, counter = path.removeprefix("\\").rpartition("\\")
    if not thing:
        return f"{path} ({name})"
    thing, opened, instance = thing.partition("(")
    inside = f"{name} {instance}" if opened else f"{name})"
    return f"\\{thing}({inside}\\{counter}"
