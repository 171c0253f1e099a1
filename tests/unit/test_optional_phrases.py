# SPDX-License-Identifier: Apache-2.0
"""Optional phrases of messages: kept, omitted or replaced by values of the message; other brackets are unchanged."""

from app.model.errors import phrase
from app.model.events import BusyWorker, NotWhollyCold, Outage, RunNumber, SystemStopped, TargetPlace, ThresholdCrossed
from app.model.messages import Sentence, sentence

FULL = Sentence(text="disk full")
TARGET = TargetPlace(system="A", target=2)


def test_phrases_follow_the_fields_of_a_message() -> None:
    outage = Outage(place=TARGET, from_s=0.0, to_s=9.0, hangs=False, error=FULL)
    assert sentence(outage) == "A, target 2 was unreachable from 0 s to 9 s (disk full)"
    lasting = Outage(place=TargetPlace(system="A"), from_s=0.0, to_s=None, hangs=False)
    assert sentence(lasting) == "A was unreachable from 0 s to the end"
    part = SystemStopped(system="B", from_s=0.0, to_s=0.0, cause=FULL, stopped=1, targets=3)
    assert sentence(part) == "1 of 3 targets of B had stopped from 0 s to 0 s: disk full"
    whole = SystemStopped(system="B", from_s=1.0, to_s=None, cause=FULL, stopped=3, targets=3)
    assert sentence(whole) == "B had stopped from 1 s to the end: disk full"
    below = ThresholdCrossed(system="", counter="Free", above=False, value="5 %", for_s=3.0)
    assert sentence(below) == "The driver's machine: Free has been below 5 % for 3 s"
    assert sentence(BusyWorker(worker=1, share=0.9, limit=0.7)) == "worker 1: 90% of a core, limit 70%"


def test_a_message_within_an_error_keeps_its_phrases() -> None:
    assert sentence(phrase("{place}: bad [{number}]", place=TARGET, number=3)) == "A, target 2: bad [3]"
    assert sentence(phrase("{run}", run=RunNumber(run=1, runs=2, systems=("B",)))) == "run 1 of 2 · B"


def test_brackets_of_recorded_sentences_are_kept() -> None:
    assert sentence(Sentence(text="[{a}|b] systems[{n}]", values={"a": None, "n": 0})) == "[|b] systems[0]"
    cold = NotWhollyCold(place=TargetPlace(system="A"), how=Sentence(text="dropped"))
    assert sentence(cold) == "A: cold: dropped. A command of your own in [start] can restart it"
