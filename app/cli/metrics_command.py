# SPDX-License-Identifier: Apache-2.0
"""`outpace metrics`: the metrics of an exporter's page, and the ready sets that match it."""

from collections.abc import Sequence

from app.cli.exit_status import ExitStatus, failure
from app.cli.log import engine_log
from app.cli.run_command import RunOptions, chosen_scenario, passwords_for
from app.engine.consents import consents_of, require
from app.engine.status import RunError
from app.model.errors import OutpaceError
from app.model.visible_text import visible
from app.model.watch import Prometheus
from app.scenario.collectors import account_of
from app.scenario.metric_sets import metric_set, sets_of
from app.scenario.reading import ScenarioError
from collectors.exporter_page import ExporterPage, login_headers
from collectors.metrics import MetricFamily, families, guessed
from collectors.series import SourceError

WIDEST = 100


def list_metrics(place: str, search: Sequence[str]) -> ExitStatus:
    """List the metrics of a page, or of all exporters of a scenario, with which they are logged in to.

    Args:
        place: URL of a page, or a scenario.
        search: words that a metric's name or description must contain.
    """
    engine_log()
    try:
        if place.startswith(("http://", "https://")):
            _list(ExporterPage(place), search)
            return ExitStatus.DONE
        file = chosen_scenario(RunOptions(scenario=place))
        watched = [one for system in file.scenario.systems for one in system.watch if isinstance(one, Prometheus)]
        if not watched:
            return failure(f'{place} watches no exporter (watch with source = "prometheus"). Name the URL of a page.')
        require(consents_of(file.scenario, runs=False))
        passwords = passwords_for(file, None)
        for one in watched:
            login = account_of(one)
            secret = passwords.of(login[0].name) if login is not None else ""
            print(f"{visible(one.url)}:\n")
            _list(ExporterPage(one.url, login_headers(one.user, secret), one.ca), search)
    except SourceError as error:
        return failure(str(error))
    except (ScenarioError, RunError, OutpaceError) as error:
        return failure(error.message)
    return ExitStatus.DONE


def _list(page: ExporterPage, search: Sequence[str]) -> None:
    text = page.text()
    found = families(text)
    words = [word.casefold() for word in search]
    chosen = [one for one in found.values() if all(word in f"{one.name} {one.about}".casefold() for word in words)]
    for one in sorted(chosen, key=lambda family: family.name):
        print("\n".join(_lines(one)))
    print(f'{len(chosen):,} of {len(found):,} metrics. In a scenario: metrics = [{{ name = "NAME" }}]')
    for name, metrics in sets_of(text).items():
        print(f'sets = ["{name}"]: {metric_set(name).title}, {len(metrics)} metrics')


def _lines(one: MetricFamily) -> list[str]:
    kind, unit, scale = guessed(one.name, one.kind)
    unit_text = f", {unit}" if unit else ""
    factor = f" (times {scale:g})" if scale != 1.0 else ""
    lines = [f"{one.name}: {kind}{unit_text}{factor}, {one.series:,} series"]
    lines += [f"    {visible(text)[:WIDEST]}" for text in (one.about, one.example) if text]
    return lines
