# SPDX-License-Identifier: Apache-2.0
"""Real A/A test: two equal embedded systems under simultaneous load; then two different ones, and the same two swapped.

    nice python -m tests.benchmarks.aa_embedded [--repeats 5] [--seconds 20] [--users 4]

Every repeat is a run of the program itself on freshly restored databases. Expected: the equal pair gets "no significant
difference" (in 95 % of such benchmarks); for the different pair the same system wins in both positions, and the product
of the two ratios is 1 within their confidence intervals. A product other than 1 is the effect of the position (A or B)
itself.
"""

import argparse
import math
import sys
import tempfile
from pathlib import Path

from app.analysis.comparison import Comparison, compare
from app.analysis.format import count_text, ratio_range_text, ratio_text, significant_text
from app.analysis.repeats import spread_of
from app.results.result import result_of
from app.session.reader import SessionReader
from tests.benchmarks.embedded_pair import ROLLBACK, WAL, write_pair
from tests.support.engine_runs import outpace

THINK_S = 0.005
PAIRS = {"A/A": (WAL, WAL), "rollback, then log": (ROLLBACK, WAL), "log, then rollback": (WAL, ROLLBACK)}


def scenario_file(folder: Path, journals: tuple[str, str], users: int, seconds: float) -> Path:
    """Write the scenario of one pair, with its databases below the folder."""
    return write_pair(folder / "scenario.toml", "A/A", journals, users, THINK_S, seconds)


def orders_per_min(scenario: Path, session: Path, seconds: float) -> tuple[float, float]:
    """Run once and return the OPM of both systems within the window; NaN for an invalid run."""
    done = outpace("run", scenario, "--session", session, timeout_s=seconds + 600)
    if not session.exists():
        sys.exit(done.stdout + done.stderr)
    with SessionReader.open(session) as reader:
        result = result_of(reader)
    for reason in result.reasons:
        print(f"  not valid: {reason}")
    one, other = (system.opm if system.opm is not None and result.valid else math.nan for system in result.systems)
    return one, other


def report(name: str, runs: list[tuple[float, float]]) -> Comparison:
    """Print a pair's repeats and its verdict."""
    print(f"\n{name}")
    for letter, values in zip("AB", zip(*runs, strict=True), strict=True):
        spread = spread_of(values)
        told = "  ".join(count_text(value) for value in values)
        print(f"  {letter}: {told} orders/min; variation {significant_text(spread.variation * 100, 2)} %")
    found = compare([run[0] for run in runs], [run[1] for run in runs], "paired")
    interval = ratio_range_text(found.low, found.high)
    print(f"  B / A {ratio_text(1.0, found.ratio)}, 95 % interval {interval}: {found.verdict}", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--users", type=int, default=4)
    options = parser.parse_args()
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in PAIRS}
    with tempfile.TemporaryDirectory(prefix="outpace-aa-") as folder:
        for repeat in range(options.repeats):
            for number, (name, journals) in enumerate(PAIRS.items()):
                scenario = scenario_file(Path(folder, str(number)), journals, options.users, options.seconds)
                session = Path(folder, f"{number}-{repeat}.outpace")
                runs[name].append(orders_per_min(scenario, session, options.seconds))
    found = {name: report(name, made) for name, made in runs.items()}
    there, back = found["rollback, then log"], found["log, then rollback"]
    product = there.ratio * back.ratio
    half = math.hypot(math.log(there.high / there.ratio), math.log(back.high / back.ratio))
    print(
        f"\nThe swap: {ratio_text(1.0, there.ratio)} and {ratio_text(1.0, back.ratio)},"
        f" product {product:.3f}; 95 % about {product * math.exp(-half):.3f} to {product * math.exp(half):.3f}"
    )


if __name__ == "__main__":
    main()
