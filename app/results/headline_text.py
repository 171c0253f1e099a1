# SPDX-License-Identifier: Apache-2.0
"""Headline texts: the statement that reports and windows show for a session, in the reader's language."""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import msgspec

from app.analysis.comparison import NO_FIGURE, REPEATS_FOR_A_VERDICT, Comparison
from app.analysis.format import (
    change_text,
    count_text,
    duration_in_units,
    duration_text,
    given_text,
    label_text,
    ratio_range_text,
    ratio_text,
    value_text,
)
from app.model.form import marked
from app.model.language import ENGLISH, Language
from app.model.messages import sentence
from app.model.work_wording import wording_of
from app.model.workloads import WorkUnit
from app.results.description import figure_text, label_of_metric, localized_metric
from app.results.session_headline import ChallengerLine, Names, SessionHeadline
from app.results.session_result import (
    HeadlineLine,
    HeadlineResult,
    HeadlineStatement,
    StopResult,
    figure_of,
    shared_fields,
)
from app.session.recorded_stops import UNDER_LOAD, StoppedSystem

COMPARED = {
    "orders": "orders per minute",
    "IOPS": "IOPS",
    "response": "response time (p95)",
    "most": "most orders per minute",
    "peak IOPS": "highest IOPS",
    "TPS": "transactions per second",
    "most TPS": "most transactions per second",
    "time": "time to finish",
    "users": "users within the limit",
}
"""Display text of each compared figure."""
SEPARATOR = " · "
LONGEST_REASON = 100
"""Maximum length of a reason in a headline, in characters; the details contain the whole reason."""


@dataclass(frozen=True, slots=True)
class StatementPart:
    """Part of a statement.

    Attributes:
        name: Whether it is a system's name, which may be shortened.
    """

    text: str
    name: bool = False


class StatementText(msgspec.Struct, frozen=True):
    """Statement about one challenger, or about all systems.

    Attributes:
        leader: Letter of the system that is firmly ahead; "" if absent.
    """

    parts: tuple[StatementPart, ...]
    leader: str = ""

    @property
    def text(self) -> str:
        """Whole text of the statement."""
        return "".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class HeadlineText:
    """Text of a headline; see app.results.session_headline.

    Attributes:
        basis: What the statements are based on.
        firmness: How certain they are.
        details: Longer text, for example for a tooltip.
        smalls: Basis and firmness of each statement, if there are several.
    """

    statements: tuple[StatementText, ...]
    basis: str
    firmness: str
    details: str = ""
    smalls: tuple[str, ...] = ()

    @property
    def main(self) -> str:
        """All statements in one line."""
        return " · ".join(statement.text for statement in self.statements)

    @classmethod
    def plain(cls, main: str, basis: str, details: str = "") -> "HeadlineText":
        """Create a headline without a ratio."""
        return cls((StatementText((StatementPart(main),)),), basis, "", details)

    def with_basis(self, basis: str) -> "HeadlineText":
        """Return the headline with another basis."""
        return replace(self, basis=basis)

    @property
    def small(self) -> str:
        """Basis and firmness in one line."""
        return _joined(self.basis, self.firmness)


def headline_text(found: SessionHeadline, language: Language = ENGLISH, names: Names | None = None) -> HeadlineText:
    """Return the text of a headline.

    Args:
        found: Headline of the session.
        language: Language of the text.
        names: Names of the systems by letter, if they differ from the recorded ones.
    """
    return _Wording(found, language, names or found.names).text()


def value_of(found: SessionHeadline, value: float, language: Language = ENGLISH) -> str:
    """Return a value of the compared figure as text: "146,931", "3.4 ms", "$1.54", "2 min 5 s"."""
    if found.metric is not None and not found.throughput:
        return language.figure(figure_text(value, found.metric, found.decimals))
    if found.compared == "response":
        return language.figure(label_text(value, "s"))
    if found.compared == "time":
        return _time_text(value, language)
    if found.decimals is not None:
        return language.figure(given_text(value, "", found.decimals))
    return language.figure(count_text(value))


def _time_text(seconds: float, language: Language) -> str:
    return language.figure(label_text(seconds, "s") if seconds < 60 else duration_in_units(seconds))


def compared_label(found: SessionHeadline, language: Language = ENGLISH) -> str:
    """Return the display text of the compared figure: "orders per minute", "Price of one IOPS"."""
    return localized_metric(COMPARED.get(found.compared, label_of_metric(found.compared)), language)


def io_label(found: SessionHeadline, language: Language = ENGLISH) -> str:
    """Return which I/Os of a storage session are compared: "8 KiB random reads, 8 outstanding"; otherwise ""."""
    return ", ".join(_Wording(found, language, found.names).io())


def values_of(found: SessionHeadline) -> dict[str, float]:
    """Return the compared value of each system by letter; empty if there are no values."""
    values = {line.challenger: line.challenger_value for line in found.lines}
    return values | ({found.baseline: found.lines[0].baseline_value} if found.lines else {})


def unsteady_label(found: SessionHeadline, language: Language = ENGLISH) -> str:
    """Return how many runs were not steady: "not steady", "1 of 3 runs not steady"; "" if all runs were."""
    if not found.not_steady:
        return ""
    if found.runs == 1:
        return language.say("not steady")
    return language.say("{count} of {runs} runs not steady").format(count=found.not_steady, runs=found.runs)


def limited_label(found: SessionHeadline, language: Language = ENGLISH) -> str:
    """Return which systems the driver machine limited: "New limited by the driver machine"; "" if there aren't any."""
    parts = _Wording(found, language, found.names).limited((found.baseline, *found.names))
    return "".join(part.text for part in parts).lstrip(", ")


def measured_label(found: SessionHeadline, language: Language = ENGLISH) -> str:
    """Return the measured part of a run that was stopped early: "measured 0:15 of 1:00"; otherwise ""."""
    measured = _Wording(found, language, found.names).measured_part()
    if measured is None:
        return ""
    return language.say("measured {time} of {planned}").format(time=measured[0], planned=measured[1])


def remaining_label(name: str, count: float, unit: WorkUnit, language: Language = ENGLISH) -> str:
    """Return what the loser of a race had left when the first system finished: "Old array had 375 orders to go"."""
    of_orders = marked("{name} had {count} orders to go")
    template = (
        language.say("{name} had {count} I/Os to go")
        if unit == "I/O"
        else language.say(wording_of(unit).get(of_orders, of_orders))
    )
    return template.format(name=name, count=language.figure(count_text(count)))


def headline_result(found: SessionHeadline) -> HeadlineResult:
    """Convert a headline for the session's result."""
    text = headline_text(found)
    lines = [
        HeadlineLine(
            **shared_fields(line, HeadlineLine),
            baseline_at_least=line.at_least[0],
            challenger_at_least=line.at_least[1],
        )
        for line in found.lines
    ]
    compared = COMPARED.get(found.compared, found.compared)
    span = figure_of(found.from_s), figure_of(found.to_s)
    smalls = text.smalls or (text.small,)
    statements = [
        HeadlineStatement(one.text, small, one.leader) for one, small in zip(text.statements, smalls, strict=True)
    ]
    return HeadlineResult(
        text.main, text.small, statements, found.stage, compared, *span, found.over, found.repeats, found.leader, lines,
        [stop_result(one) for one in found.stopped],
    )  # fmt: skip


def stop_result(stopped: StoppedSystem) -> StopResult:
    """Convert a stop for the session's result."""
    return StopResult(stopped.letter, stopped.from_s, sentence(stopped.cause), stopped.stopped, stopped.targets)


class _Wording(msgspec.Struct, frozen=True):
    """Writer of one headline's texts."""

    found: SessionHeadline
    language: Language
    names: Names

    def text(self) -> HeadlineText:
        found, say = self.found, self.language.say
        stages = {
            "did not start": self._did_not_start,
            "before measuring": self._before_measuring,
            "taking turns": self._taking_turns,
            "race": self._race,
            "stopped": self._stopped,
            "not valid": self._not_valid,
        }
        if found.stage == "one system":
            return HeadlineText.plain(found.title, say("one system: nothing to compare it with"))
        if found.stage == "ended before measuring":
            return HeadlineText.plain(
                say("Ended before measuring"), _joined(*self._compared_labels(), say("nothing was measured"))
            )
        return stages.get(found.stage, self._compared_systems)()

    def _did_not_start(self) -> HeadlineText:
        reasons = self._reasons()
        basis = _joined(in_one_line(reasons[0]), *self._more_reasons(reasons)) if reasons else self.found.title
        return HeadlineText.plain(self.language.say("Did not start"), basis, "\n".join(reasons))

    def _before_measuring(self) -> HeadlineText:
        say = self.language.say
        main = say("About to start")
        if not self.found.phase:
            main = say("Getting ready")
        elif self.found.phase in UNDER_LOAD:
            main = say("Warming up")
        return HeadlineText.plain(main, _joined(*self._compared_labels(), say("nothing measured yet")))

    def _compared_labels(self) -> list[str]:
        """Return the origin of the data and the compared figure."""
        say, found = self.language.say, self.found
        labels = {
            "imported": say("imported"),
            "parts of one run": say("parts of one run"),
            "not simultaneous": say("not simultaneous"),
        }
        compared = ", ".join((compared_label(found, self.language), *self.io()))
        this = [say("this step")] if found.step and found.stage == "measuring" else []
        separate = [say("no interval: they did not run together")] if found.separate else []
        less = [say("less is better")] if found.compared not in COMPARED and found.better == "less" else []
        return [
            *(labels.get(label, label) for label in found.labels),
            compared,
            *less,
            *this,
            *self._pass_ratios(),
            *separate,
        ]

    def io(self) -> Iterator[str]:
        """Yield the properties of the compared I/Os: "8 KiB random reads", "8 outstanding"."""
        say, io = self.language.say, self.found.io
        if io is None:
            return
        words = {"random": say("random"), "sequential": say("sequential")}
        access = " ".join(part for part in (words.get(io.access, io.access), io.detail) if part)
        template = say("{blocks} {access} {kind}") if io.blocks else say("{access} {kind}")
        yield template.format(blocks=io.blocks, access=access, kind=self._kind(io.read_percent))
        if io.trim_percent:
            yield say("{share} % trims").format(share=self.language.figure(f"{io.trim_percent:g}"))
        if io.verified:
            yield say("verified")
        if io.cached:
            yield say("CACHED")
        depths = {letter: count_text(depth) for letter, depth in io.outstanding.items()}
        if len(set(depths.values())) == 1:
            yield say("{depth} outstanding").format(depth=next(iter(depths.values())))
        elif depths:
            each = [say("{system} at {depth}").format(system=letter, depth=depth) for letter, depth in depths.items()]
            yield say("{depths} outstanding").format(depths=", ".join(each))

    def _kind(self, read_percent: float) -> str:
        """Return "reads", "writes" or the percentage of reads."""
        say = self.language.say
        kinds = {100.0: say("reads"), 0.0: say("writes")}
        share = self.language.figure(f"{read_percent:g}")
        return kinds.get(read_percent, say("I/Os ({share} % reads)").format(share=share))

    def _pass_ratios(self) -> Iterator[str]:
        """Yield the results of the passes that the ratio does not cover, for example "writes 1.06×".

        The ratio is that of the statement's leader to the other system. If another system leads, or there are several
        statements, both are named.
        """
        lines = {line.challenger: line for line in self.found.lines}
        for one in self.found.passes[1:]:
            kind = self._kind(one.read_percent)
            for letter, ratio in one.ratios.items():
                line = lines[letter]
                leader, trailer = (letter, line.baseline) if ratio >= 1 else (line.baseline, letter)
                text = self.language.figure(ratio_text(1.0, max(ratio, 1 / ratio)))
                if len(lines) > 1:
                    yield f"{kind} {leader} {text} {trailer}"
                elif leader == line.leader(self.found.better) and math.isfinite(line.ratio):
                    yield f"{kind} {text}"
                else:
                    yield f"{kind} {self.names[leader]} {text} {self.names[trailer]}"

    def _taking_turns(self) -> HeadlineText:
        say = self.language.say
        both = say(" and ").join(self.names[letter] for letter in self.found.at_work if letter in self.names)
        main = say("{names} running") if both else say("Rest between turns")
        statement = StatementText(self._parts(main, {"names": both}))
        waits = say("the systems take turns, compared at the end")
        return HeadlineText((statement,), _joined(*self._compared_labels(), waits), "")

    def _stopped(self) -> HeadlineText:
        """Return a headline without ratio: every comparison involves a stopped system."""
        statements = [self._stop_statement(one) for one in self.found.stopped]
        smalls = [self._stopped_since(one) for one in self.found.stopped]
        if len(statements) == 1:
            return HeadlineText((statements[0],), smalls[0], "")
        details = "\n".join(f"{one.text}: {small}" for one, small in zip(statements, smalls, strict=True))
        return HeadlineText(tuple(statements), self.language.say("compared with nothing"), "", details, tuple(smalls))

    def _stop_statement(self, stopped: StoppedSystem) -> StatementText:
        """Return the statement about a stop: "New array has stopped: disk full", or with the number of targets."""
        say, language = self.language.say, self.language
        if stopped.hanging and stopped.whole:
            template = say("{name} is not responding")
        elif stopped.hanging:
            template = say("{name} is not responding ({count} of {targets} targets)")
        elif stopped.whole:
            template = say("{name} has stopped: {cause}")
        elif stopped.stopped == 1:
            template = say("{count} of {targets} targets of {name} has stopped: {cause}")
        else:
            template = say("{count} of {targets} targets of {name} have stopped: {cause}")
        return StatementText(
            self._parts(
                template,
                {"name": self.names[stopped.letter]},
                cause=sentence(stopped.cause, language),
                count=language.figure(count_text(stopped.stopped)),
                targets=language.figure(count_text(stopped.targets)),
            )
        )

    def _stopped_since(self, stopped: StoppedSystem) -> str:
        """Return when a system stopped, and that it is excluded from the comparison."""
        say = self.language.say
        since = say("since {time}").format(time=self.language.figure(duration_text(stopped.from_s)))
        return _joined(since, say("compared with nothing"))

    def _compared_systems(self) -> HeadlineText:
        if self.found.stopped:
            return self._with_stopped()
        lines = self.found.lines
        statements = [self._statement(line) for line in lines]
        if (shared := self._all_at_least()) is not None:
            return HeadlineText((shared,), _joined(*self._compared_labels(), *self._ranges(lines[0])), "")
        if len(lines) == 1:
            return HeadlineText(
                (statements[0],), _joined(*self._compared_labels(), *self._ranges(lines[0])), self._firmness(lines[0])
            )
        if len({one.text for one in statements}) == 1:  # no ratio yet, or none at all
            return HeadlineText((statements[0],), _joined(*self._compared_labels(), *self._ranges(lines[0])), "")
        smalls = [_joined(*self._compared_labels(), *self._ranges(line), self._firmness(line)) for line in lines]
        details = "\n".join(f"{one.text}: {small}" for one, small in zip(statements, smalls, strict=True))
        return HeadlineText(
            tuple(statements), _joined(*self._compared_labels()), self._firmness_of_all(), details, tuple(smalls)
        )

    def _with_stopped(self) -> HeadlineText:
        """Return the statements about stopped challengers, followed by those about the other challengers."""
        lines = [line for line in self.found.lines if line.firmness != "stopped"]
        others = _Wording(replace(self.found, lines=tuple(lines), stopped=()), self.language, self.names).text()
        statements = [*map(self._stop_statement, self.found.stopped), *others.statements]
        smalls = [*map(self._stopped_since, self.found.stopped), *(others.smalls or (others.small,))]
        details = "\n".join(f"{one.text}: {small}" for one, small in zip(statements, smalls, strict=True))
        return replace(others, statements=tuple(statements), details=details, smalls=tuple(smalls))

    def _firmness_of_all(self) -> str:
        """Return the firmness of each challenger, and then what they share: "C firm · one run (3 needed ...)"."""
        parts_of_line = [self._firmness(line).split(SEPARATOR) for line in self.found.lines]
        common: list[str] = []
        while all(parts_of_line) and len({parts[-1] for parts in parts_of_line}) == 1:
            common.insert(0, parts_of_line[0][-1])
            parts_of_line = [parts[:-1] for parts in parts_of_line]
        letters = [line.challenger for line in self.found.lines]
        named = (
            f"{letter} {', '.join(parts)}" for letter, parts in zip(letters, parts_of_line, strict=True) if any(parts)
        )
        return _joined(*named, *common)

    def _statement(self, line: ChallengerLine) -> StatementText:
        """Return the statement about one challenger."""
        found, say = self.found, self.language.say
        if line.firmness == "no figure":
            return StatementText(self._parts(self._no_figure(line), {"name": self.names.get(line.only, "")}))
        if line.firmness == "at least":
            return StatementText((*self._bounds_parts(line), *self.limited((line.baseline, line.challenger))))
        if line.firmness == "no significant difference":
            return StatementText(
                (StatementPart(say("No significant difference")), *self.limited((line.baseline, line.challenger)))
            )
        if line.comparison is None and (no_ratio := self._no_ratio_statement(line)) is not None:
            return no_ratio
        leader = line.leader(found.better) if line.firm else ""
        return StatementText(
            (*self._ratio_parts(line), *self.limited((line.baseline, line.challenger))), leader if found.better else ""
        )

    def limited(self, of: Collection[str]) -> tuple[StatementPart, ...]:
        """Return the notice that the driver machine limited systems: ", New limited by the driver machine".

        Args:
            of: Letters of the systems in the statement.
        """
        say = self.language.say
        letters = [letter for letter in self.found.limited if letter in of]
        if not letters and "" not in self.found.limited:
            return ()
        if len(letters) == 1:
            return self._parts(say(", {name} limited by the driver machine"), {"name": self.names[letters[0]]})
        return (StatementPart(say(", limited by the driver machine")),)

    def _all_at_least(self) -> StatementText | None:
        """Return a single statement if a search or sweep ended at the same figure for all systems; otherwise None."""
        say, lines = self.language.say, self.found.lines
        if not lines or not all(all(line.at_least) for line in lines):
            return None
        bounds = [value for line in lines for value in (line.baseline_value, line.challenger_value)]
        values = {self._amount_text(value, at_least=True) for value in bounds}
        if len(values) != 1:
            return None
        form = say("Both at least {figure} ({why})") if len(lines) == 1 else say("All at least {figure} ({why})")
        return StatementText((StatementPart(form.format(figure=values.pop(), why=self._why_at_least())),))

    def _bounds_parts(self, line: ChallengerLine) -> tuple[StatementPart, ...]:
        """Return the statement with lower bounds: "Fast at least 60 users (search ended), Slow 35 users"."""
        say = self.language.say
        letters, values = (line.baseline, line.challenger), (line.baseline_value, line.challenger_value)
        amounts = [
            self._amount_text(value, at_least=is_bound) for value, is_bound in zip(values, line.at_least, strict=True)
        ]
        sides = list(zip(letters, amounts, strict=True))
        if not line.at_least[0]:
            sides.reverse()
        (first, figure), (second, other) = sides
        form = say("{first} at least {figure} ({why}), {second} {other}")
        if all(line.at_least):
            form = say("{first} at least {figure}, {second} at least {other} ({why})")
        places = {"first": self.names[first], "second": self.names[second]}
        return self._parts(form, places, figure=figure, other=other, why=self._why_at_least())

    def _amount_text(self, value: float, *, at_least: bool) -> str:
        """Return a value of the compared figure with its unit.

        Args:
            value: Value of the figure.
            at_least: Whether it is a lower bound, which is never rounded up.
        """
        say, compared = self.language.say, self.found.compared
        if compared == "users":
            whole = math.floor(value + 1e-9) if at_least and math.isfinite(value) else round(value)
            return say("1 user") if whole == 1 else say("{count} users").format(count=self._count(whole))
        if compared == "response" or (self.found.metric is not None and not self.found.throughput):
            return value_of(self.found, value, self.language)
        compared = {"most": "orders", "peak IOPS": "IOPS", "most TPS": "TPS"}.get(compared, compared)
        return f"{self._count(value)} {say(COMPARED.get(compared, label_of_metric(compared)))}"

    def _count(self, value: float) -> str:
        return self.language.figure(count_text(value))

    def _why_at_least(self) -> str:
        """Return why a figure is a lower bound."""
        say = self.language.say
        if self.found.compared == "users":
            return say("search ended")
        return say("calls still open") if self.found.better == "less" else say("sweep ended")

    def _why_no_ratio(self) -> str:
        """Return why a lower bound has no ratio."""
        say = self.language.say
        if self.found.compared == "users":
            return say("no ratio: the search ended before the limit")
        if self.found.better == "less":
            return say("no ratio: calls still open could raise it")
        return say("no ratio: all that arrived was completed")

    def _ratio_text(self, line: ChallengerLine) -> str:
        return "".join(part.text for part in self._ratio_parts(line))

    def _ratio_parts(self, line: ChallengerLine) -> tuple[StatementPart, ...]:
        """Return the ratio: "Write-ahead log 2.80× Rollback journal, so far"."""
        found, say = self.found, self.language.say
        leader = line.leader(found.better)
        trailer = line.baseline if leader == line.challenger else line.challenger
        ratio = line.ratio if leader == line.challenger else 1 / line.ratio
        places = {"leader": self.names[leader], "trailer": self.names[trailer]}
        if found.compared == "time":
            share = self.language.figure(" ".join(value_text(100 * ratio, "%")))
            return self._parts(say("{leader} in {share} of the time of {trailer}"), places, share=share)
        template = say("{leader} {ratio} {trailer}")
        if found.stage == "measuring" and not line.firm:
            template = say("{leader} {ratio} {trailer}, so far")
        if (measured := self.measured_part()) is not None:
            template = say("{leader} {ratio} {trailer}, measured {time} of {planned}")
        text = self.language.figure(ratio_text(1.0, ratio, distinct_from_one=line.firm))
        time, planned = measured or ("", "")
        return self._parts(template, places, ratio=text, time=time, planned=planned)

    def measured_part(self) -> tuple[str, str] | None:
        """Return measured and planned duration of a run that was stopped early; otherwise None."""
        cut = self.found.cut_short
        if cut is None or cut.steps is not None:
            return None
        figure = self.language.figure
        return figure(duration_text(cut.measured_s)), figure(duration_text(cut.planned_s))

    def _single_run(self) -> str:
        """Return the caveat about a single run."""
        say, cut = self.language.say, self.found.cut_short
        if cut is None:
            return say("one run ({least} needed for a verdict)").format(least=REPEATS_FOR_A_VERDICT)
        if cut.steps is None:
            return say("one run, cut short")
        if cut.steps == 1:
            return say("cut short after 1 step")
        return say("cut short after {steps} steps").format(steps=self.language.figure(count_text(cut.steps)))

    def _no_ratio_statement(self, line: ChallengerLine) -> StatementText | None:
        """Return the statement shown instead of a ratio while there is too little data."""
        found, say = self.found, self.language.say
        baseline, challenger = line.baseline_value, line.challenger_value
        over = found.over
        if baseline == challenger == 0:
            finished_text = say("No I/Os") if found.storage else self._counted(marked("No orders"))
            running_text = say("No I/Os yet") if found.storage else self._counted(marked("No orders yet"))
            return StatementText((StatementPart(finished_text if over else running_text),))
        for value, letter in ((baseline, line.baseline), (challenger, line.challenger)):
            if value == 0:
                template = (
                    say("{name} has completed no I/Os")
                    if found.storage
                    else self._counted(marked("{name} has completed no orders"))
                )
                return StatementText(self._parts(template, {"name": self.names[letter]}))
        if not math.isfinite(line.ratio):
            return StatementText((StatementPart(say("Nothing was measured") if over else say("Measuring")),))
        if (not over or found.cut_short) and found.to_s - found.from_s < found.ratio_after_s:
            early = say("Stopped after {time} of measuring: too early for a ratio")
            time = self.language.figure(duration_in_units(found.to_s - found.from_s))
            return StatementText((StatementPart(early.format(time=time) if over else say("Measuring")),))
        return None

    def _without_ratio(self, line: ChallengerLine) -> bool:
        found = self.found
        return (
            found.stage == "measuring" and found.to_s - found.from_s < found.ratio_after_s and line.comparison is None
        )

    def _ranges(self, line: ChallengerLine) -> list[str]:
        """Return the change and the ranges of the ratio, seen from the leader."""
        found, language = self.found, self.language
        if self._without_ratio(line):
            time = language.figure(f"{found.ratio_after_s} s")
            return [language.say("ratio after {time}").format(time=time)]
        if line.firmness == "no figure":
            return [self._reason(line)]
        if line.firmness == "at least":
            return [self._why_no_ratio()]
        parts = []
        if line.firmness == "no significant difference":
            parts.append(self._ratio_text(line))
        elif line.firmness == "verdict" and found.compared != "time":
            parts.append(language.figure(self._change_text(line)))
        if line.ten_second_low < line.ten_second_high < math.inf:
            ends = self._range(line, line.ten_second_low, line.ten_second_high)
            parts.append(language.say("over 10 s: {values}").format(values=ends))
        if line.comparison is not None and math.isfinite(line.low) and line.repeats > 1:
            ends = self._range(line, line.low, line.high)
            parts.append(language.say("95 % interval {ends}").format(ends=ends))
        return parts

    def _change_text(self, line: ChallengerLine) -> str:
        """Return by how much the leader differs from the other system."""
        ahead = line.leader(self.found.better) == line.challenger
        return change_text(1.0, line.ratio if ahead else 1 / line.ratio)

    def _range(self, line: ChallengerLine, low: float, high: float) -> str:
        if line.leader(self.found.better) != line.challenger:
            low, high = (1 / high if high > 0 else math.inf), (1 / low if low > 0 else math.inf)
        if not math.isfinite(high):
            language = self.language
            return language.say("{low} and more").format(low=self.language.figure(ratio_text(1.0, low)))
        return self.language.figure(ratio_range_text(low, high))

    def _firmness(self, line: ChallengerLine) -> str:
        """Return the firmness shown in small print; during a run, the statement itself contains "so far"."""
        if self._without_ratio(line) or line.firmness in ("no figure", "at least"):
            return ""
        return _joined(self._certainty(line), unsteady_label(self.found, self.language))

    def _certainty(self, line: ChallengerLine) -> str:
        """Return how certain the ratio of a challenger is."""
        say, found = self.language.say, self.found
        alone = self._single_run()
        if line.firmness == "one run":
            return alone
        if line.firmness == "too few repeats":
            template = say("{repeats} of {least} repeats needed for a verdict")
            return template.format(repeats=line.repeats, least=REPEATS_FOR_A_VERDICT)
        if line.comparison is not None:
            return self._repeats_text(line.comparison)
        not_firm = say("no longer firm") if line.no_longer_firm else ""
        words = {
            "no clear difference so far": say("no clear difference"),
            "about equal so far": say("about equal"),
            "challenger ahead": say("firm"),
            "baseline ahead": say("firm"),
        }
        return _joined(words.get(line.firmness, ""), not_firm, alone if found.over else "")

    def _repeats_text(self, comparison: Comparison) -> str:
        say, baseline, challenger = self.language.say, comparison.baseline_repeats, comparison.challenger_repeats
        if comparison.design == "paired":
            return say("{repeats} paired repeats").format(repeats=baseline)
        if baseline == challenger:
            return say("{repeats} independent repeats each").format(repeats=baseline)
        return say("{below} and {above} independent repeats").format(below=baseline, above=challenger)

    def _no_figure(self, line: ChallengerLine) -> str:
        """Return the statement for a system that has no comparable figure."""
        say, only = self.language.say, bool(line.only)
        if self.found.compared == "time":
            return say("Only {name} finished") if only else say("Neither system finished")
        if self.found.compared == "users":
            return say("Only {name} kept the limit") if only else say("Neither system kept the limit")
        return say("Nothing to compare")

    def _reason(self, line: ChallengerLine) -> str:
        if self.found.compared in ("time", "users"):
            return ""
        return self.language.say(line.comparison.reason if line.comparison is not None else NO_FIGURE)

    def _reasons(self) -> list[str]:
        def named(letter: str) -> str:
            name = self.names.get(letter, "")
            return f"{letter} ({name})" if name else letter

        wording = wording_of(self.found.unit)
        return [sentence(reason, self.language, named, wording) for reason in self.found.reasons]

    def _more_reasons(self, reasons: Sequence[str]) -> list[str]:
        """Return a note with the number of further reasons; empty if there aren't any."""
        say = self.language.say
        if len(reasons) > 2:
            return [say("{count} more reasons").format(count=len(reasons) - 1)]
        return [say("1 more reason")] if len(reasons) == 2 else []

    def _not_valid(self) -> HeadlineText:
        found, say = self.found, self.language.say
        reasons = self._reasons()
        if found.stopped:
            stopped = self._stopped()
            return replace(stopped, basis=_joined(stopped.basis, say("not valid")), details="\n".join(reasons))
        main = say("Not valid – {reason}").format(reason=in_one_line(reasons[0])) if reasons else say("Not valid")
        ratios = [
            "".join(part.text for part in self._ratio_parts(line))
            for line in found.lines
            if math.isfinite(line.ratio) and line.ratio > 0
        ]
        measured = say("as measured {ratios}").format(ratios=", ".join(ratios)) if ratios else ""
        basis = _joined(measured, *self._compared_labels(), *self._more_reasons(reasons))
        return HeadlineText((StatementText((StatementPart(main),)),), basis, "", "\n".join(reasons))

    def _race(self) -> HeadlineText:
        """Return who finished first and, after the race, by how much."""
        found, say, race = self.found, self.language.say, self.found.race
        assert race is not None
        first = race.first
        assert first is not None
        line = found.lines[0] if len(found.lines) == 1 else None
        ratio: list[str] = []
        others = [one for one in race.racers if one is not first]
        later = [one.behind_s for one in others if math.isfinite(one.behind_s)]
        if found.compared == "time" and later:
            template = say("{name} finished first, by {time}")
            statement = self._parts(template, {"name": self.names[first.letter]}, time=self._time(min(later)))
            if line is not None and math.isfinite(line.ratio):
                share = value_text(100 * (line.ratio if line.ratio < 1 else 1 / line.ratio), "%")
                ratio = [say("in {share} of the other's time").format(share=self.language.figure(" ".join(share)))]
        else:
            time = self._time(first.finished_s)
            template = say("{name} finished first, after {time}")
            statement = self._parts(template, {"name": self.names[first.letter]}, time=time)
            ratio = [
                say("until then {ratio}").format(ratio=self._ratio_text(one))
                for one in found.lines
                if 0 < one.ratio < math.inf
            ]
        alone = self._single_run()
        basis = _joined(*ratio, *self._remaining_work(), ", ".join(self.io()))
        limited = self.limited(self.found.names) if found.lines else ()
        return HeadlineText((StatementText((*statement, *limited), first.letter),), basis, alone if found.over else "")

    def _remaining_work(self) -> list[str]:
        """Return how much work each other system had left when the first one finished."""
        race, unit = self.found.race, self.found.unit
        return [
            remaining_label(self.names[one.letter], one.behind, unit, self.language)
            for one in (race.racers if race is not None else ())
            if one.behind > 0
        ]

    def _counted(self, of_orders: str) -> str:
        """Return a text worded for the session's unit of work.

        Args:
            of_orders: Text worded for orders, marked for translation by the caller.
        """
        return self.language.say(wording_of(self.found.unit).get(of_orders, of_orders))

    def _time(self, seconds: float) -> str:
        return _time_text(seconds, self.language)

    def _parts(self, template: str, names: Mapping[str, str], **figures: str) -> tuple[StatementPart, ...]:
        """Fill a template; each name becomes a separate part."""
        parts: list[StatementPart] = []
        rest = template
        while rest:
            before, brace, after = rest.partition("{")
            if before:
                parts.append(StatementPart(before))
            field, _, rest = after.partition("}") if brace else ("", "", "")
            if field:
                parts.append(
                    StatementPart(names[field], name=True) if field in names else StatementPart(figures.get(field, ""))
                )
        return tuple(parts)


def in_one_line(reason: str, most: int = LONGEST_REASON) -> str:
    """Shorten a reason to one line: its first sentence, without trailing details in parentheses.

    Args:
        reason: One or several sentences.
        most: Maximum number of characters of the line.
    """
    text = " ".join(reason.split())
    if len(text) <= most:
        return text
    # A sentence that ends in parentheses, for example in a server's message, does not end the first sentence.
    ends = [match.start() for match in re.finditer(r"(?<=\D)\. ", text) if not _within_parentheses(text, match.start())]
    text = text[: ends[0]] if ends else text.rstrip(".")
    while len(text) > most and (shorter := _without_details(text)) != text:
        text = shorter
    if len(text) <= most:
        return text
    ends = [match.start() for match in re.finditer(r"[;:] ", text[: most + 1]) if match.start() >= most // 3]
    if ends:
        return text[: ends[-1]]
    cut = text[: most - 1]
    whole = cut.rpartition(" ")[0]
    return f"{(whole if len(whole) > most // 2 else cut).rstrip(' ,;:–(-')}…"


def _within_parentheses(text: str, place: int) -> bool:
    return text.count("(", 0, place) > text.count(")", 0, place)


def _without_details(text: str) -> str:
    """Return a text without its last details in parentheses; a system's name after its letter is kept."""
    depth, end = 0, len(text)
    for place in range(len(text) - 1, 0, -1):
        if text[place] == ")":
            end = place + 1 if not depth else end
            depth += 1
        elif text[place] == "(" and depth:
            depth -= 1
            if not depth and not re.fullmatch(r"(.* )?[A-Z] ", text[:place]):
                return text[:place].rstrip() + text[end:]
    return text


def _joined(*parts: str) -> str:
    return SEPARATOR.join(part for part in parts if part)
