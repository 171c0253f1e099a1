"""How counter paths are told to a person."""

import re
from dataclasses import dataclass

_PATH = re.compile(r"\\(?P<object>[^\\(]*)(?:\((?P<instance>.*)\))?\\(?P<counter>[^\\]+)")
_IOPS = re.compile(r"(Disk )?(Transfers|Reads|Writes)/sec")


@dataclass(frozen=True, slots=True)
class CounterName:
    """The parts of a path ``\\Object(instance)\\Counter``."""

    object: str
    instance: str
    counter: str


def counter_name(path: str) -> CounterName:
    """Splits a path; one that has not the form is a counter's name as it is."""
    match = _PATH.fullmatch(path)
    if match is None:
        return CounterName("", "", path)
    return CounterName(match["object"], match["instance"] or "", match["counter"])


def chart_title(path: str, layer: str, named: str = "") -> str:
    """A chart's title: the counter, its instance unless that is the total, and the layer it was measured on. named:
    what stands for counter and instance in this session."""
    if named:
        return " · ".join(part for part in (named, layer) if part)
    name = counter_name(path)
    instance = "" if name.instance in ("", "_Total") else name.instance
    return " · ".join(part for part in (name.counter, instance, layer) if part)


def unit_caption(path: str, unit_text: str) -> str:
    """The unit beside a current value: transfers a second are IOPS."""
    return "IOPS" if _IOPS.fullmatch(counter_name(path).counter) else unit_text
