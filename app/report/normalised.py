"""Figures per disk, price, watt, gigabyte and rack unit, of each system's median run; the raw ones beside."""

from math import isfinite, nan

from app.analysis.normalise import NAMES, Basis, Divisor, comparable, divisor_of_facts, divisor_of_value, per, price_of
from app.report.study_records import NormalisedRow, Study

FIGURES = ("OPM", "TPS", "IOPS")
MEASURED: dict[Basis, str] = {"watt under load": "Watts", "watt idle": "Idle watts"}


def normalised_rows(study: Study) -> tuple[NormalisedRow, ...]:
    """A row for each basis that any system has, and each figure of throughput."""
    rows = []
    figures = [metric.name for metric in study.metrics if metric.name in FIGURES]
    for basis in NAMES:
        divisors = {system.letter: _divisor(study, system.letter, basis) for system in study.systems}
        if all(divisor.reason and not divisor.source for divisor in divisors.values()):
            continue
        for figure in figures:
            rows.append(_row(study, basis, figure, divisors))
    return tuple(rows)


def _row(study: Study, basis: Basis, figure: str, divisors: dict[str, Divisor]) -> NormalisedRow:
    raw = {}
    for system in study.systems:
        run = study.median_run(system.letter)
        raw[system.letter] = run.figures.get(figure, nan) if run else nan
    division = price_of if basis == "price" else per
    quotients = {letter: division(raw[letter], divisor) for letter, divisor in divisors.items()}
    base = divisors[study.baseline]
    reasons = [comparable(base, divisors[system.letter]) for system in study.challengers]
    return NormalisedRow(figure, divisors, raw, quotients, next((reason for reason in reasons if reason), ""))


def _divisor(study: Study, letter: str, basis: Basis) -> Divisor:
    """Measured where it was, else what the facts say."""
    run = study.median_run(letter)
    measured = run.figures.get(MEASURED.get(basis, ""), nan) if run else nan
    if isfinite(measured):
        return divisor_of_value(basis, measured, source="measured in the median run")
    return divisor_of_facts(basis, study.system(letter).facts)
