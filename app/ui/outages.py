"""Servers that are away at the moment shown, and since when."""

from app.session.reader import SessionReader
from app.session.records import Event
from app.ui.texts import tr

LOST, BACK = "server lost", "server back"
"""The kinds of events by which the engine says so."""


def lost_events(reader: SessionReader, at_s: float) -> dict[int, Event]:
    """Of each system that is away at a moment the event that said so; of several targets the first that went."""
    open_events: dict[int, list[Event]] = {}
    for event in reader.events:
        if event.t_s > at_s or event.system is None:
            continue
        if event.kind == LOST:
            open_events.setdefault(event.system, []).append(event)
        elif event.kind == BACK and open_events.get(event.system):
            gone = open_events[event.system]
            same = (one for one in gone if one.text.split(" is ")[0] == event.text.split(" is ")[0])
            gone.remove(next(same, gone[0]))
    if reader.end is not None and at_s >= reader.end.t_s:
        return {}
    return {system: events[0] for system, events in open_events.items() if events}


def outages_at(reader: SessionReader, at_s: float) -> dict[int, str]:
    """Of each system that is away at a moment, since when, in the words of its card."""
    names = {system.id: f"{system.letter} ({system.name})" for system in reader.systems}
    told = {}
    for system, event in lost_events(reader, at_s).items():
        text = event.text.removeprefix(names.get(system, "")).lstrip(" ,").removeprefix("is ").partition(";")[0]
        told[system] = text[:1].upper() + text[1:]
    return told


def away_words(reader: SessionReader, at_s: float) -> str:
    """Who is away at a moment, by name alone, in a line for visitors; "" where nobody is."""
    away = lost_events(reader, at_s)
    names = [" ".join(system.name.split()) for system in reader.systems if system.id in away]
    return tr("{name} is not answering; the run goes on when it is back").format(name=", ".join(names)) if names else ""
