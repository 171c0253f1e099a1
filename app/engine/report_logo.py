# SPDX-License-Identifier: Apache-2.0
"""Logo for a scenario's report, recorded with the run so that the session is self-contained."""

from collections.abc import Sequence

from app.model.documents import ReportLogo
from app.model.errors import phrase
from app.model.findings import Finding
from app.model.logo import LogoError
from app.scenario.logo_file import logo_beside
from app.scenario.reading import ScenarioFile


def scenario_logo(file: ScenarioFile) -> tuple[ReportLogo | None, Sequence[Finding]]:
    """Return the logo file next to the scenario. If it is unusable, return a warning, which does not fail the run."""
    name = file.scenario.report.logo
    if not name:
        return None, ()
    try:
        return ReportLogo(image=logo_beside(file.folder, name).data), ()
    except LogoError as error:
        remedy = phrase("The run is recorded without it; a report takes another one with --logo")
        return None, (Finding("logo", "warning", phrase("{reason}", reason=error.message), remedy),)
