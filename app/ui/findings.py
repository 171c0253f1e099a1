"""What the checks of a session found, as the table of findings shows it."""

from app.session.documents import documents_of
from app.session.reader import SessionReader
from app.ui.shown import system_color
from app.ui.texts import tr
from widgets.finding_table import RESULTS, FindingRow
from widgets.theme import Theme

FINDING = "finding"


def finding_rows(reader: SessionReader, theme: Theme) -> list[FindingRow]:
    """One row a finding, in the order of the checks."""
    systems = {system.id: system for system in reader.systems}
    rows = []
    for document in documents_of(reader.documents, FINDING):
        data = {key: str(document.data.get(key, "")) for key in ("result", "target", "check", "text", "remedy")}
        result = next((known for known in RESULTS if known == data["result"]), None)
        if result is None:  # of a later version
            continue
        system = systems.get(document.system) if document.system is not None else None
        name = data["target"] or (system.name if system else "all")
        rows.append(
            FindingRow(
                result=result,
                system=f"{system.letter} · {name}" if system else name,
                check=data["check"],
                text=data["text"],
                remedy=data["remedy"],
                color=system_color(system, theme) if system else "",
            )
        )
    return rows


def counts_told(rows: list[FindingRow]) -> str:
    """How many passed, warned and failed: "24 passed, 2 warnings, 0 failed"."""
    number = {result: sum(row.result == result for row in rows) for result in RESULTS}
    warnings = tr("1 warning") if number["warning"] == 1 else tr("{count} warnings").format(count=number["warning"])
    return tr("{passed} passed, {warnings}, {failed} failed").format(
        passed=number["passed"], warnings=warnings, failed=number["failed"]
    )
