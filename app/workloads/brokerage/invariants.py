"""What must hold of the contents after a run, whatever its users did (common/checks.sql counts the offenders)."""

from collections.abc import Callable, Iterator, Mapping

from app.model.errors import phrase
from app.model.messages import Sentence
from app.workloads.brokerage.dataset import SCHEMA, BrokerageData
from app.workloads.database.schema import with_numbers

Value = Callable[[str], int]
"""The one number that a query returns."""


def broken(working: Value, pristine: Value, data: BrokerageData) -> Iterator[Sentence]:
    """Each invariant that does not hold in the working database, with the number of offenders."""
    trades = {"trades": data.counts.trades}
    for name, sql in SCHEMA.named("checks", "common").items():
        if count := working(with_numbers(sql, trades)):
            yield phrase(_texts(name), count=count)
    balance = with_numbers(SCHEMA.statement("balance", "common"), trades)
    if difference := working(balance) - pristine(balance):
        yield phrase(
            "the accounts' balances changed by {cents:,} cents that no cash transaction tells", cents=difference
        )


def _texts(name: str) -> str:
    texts: Mapping[str, str] = {
        "positions": phrase("{count:,} positions are not the sum of their lots").text,
        "lots": phrase("{count:,} lots belong to no position").text,
        "openings": phrase("{count:,} lots are not as the trade that opened them").text,
        "histories": phrase("the history of {count:,} lots ends with another quantity").text,
        "changes": phrase("{count:,} trades changed their lots by another quantity").text,
        "settlements": phrase("{count:,} settlements have another amount than their trades").text,
        "cash": phrase("{count:,} cash trades lack the cash of their settlement").text,
        "statuses": phrase("{count:,} trades lack the history of their status").text,
        "requests": phrase("{count:,} trades wait without a request, or have one without waiting").text,
        "paid": phrase("the brokers' trades differ from the completed ones by {count:,}").text,
        "commission": phrase("the brokers' commission differs from that of their trades by {count:,} cents").text,
    }
    return texts[name]
