# SPDX-License-Identifier: Apache-2.0
"""Command line parser of `outpace`.

The modules of a command are imported when it is called, so that the window and `outpace --version` start quickly.
"""

import argparse
import os
import sys
from pathlib import Path

from app.cli.exit_status import HELP, ExitStatus, failure

IMPORT_HELP = """\
Several systems with many files:
  outpace import FILES --write-manifest lab.toml       what the files were recognized as, and what is unclear
  (edit lab.toml: which file is of which system, run and target; prices, disks, load levels, figures)
  outpace import --manifest lab.toml --session lab.outpace
  outpace report lab.outpace --html report.html
"""
COMPARE_HELP = """\
One session: its systems A, B, C. Several: the first is A, the next B; with several systems each they are A1, A2, B1,
B2 in the order of the file, and A alone means each of them, paired with that of the same name in B. A name in quotes
will do: '"NVMe".opm >= 1.5 "15K SAS".opm'.

Figures: opm, iops, tps, p95 (of the main operation), purchase.p95, mean, "I/O latency", watts, and those of --json;
operators >= and <=; a factor or percentage. An interval takes 3 valid repeats of each system.

exit status:
  0  every limit is met (or there is none)
  1  a limit is not met: the 95 % interval lies wholly on its wrong side
  2  undecided: the limit lies within the interval, or there are fewer than 3 valid repeats
  3  could not be done: a mistake in what was typed, or a file that can't be read
"""

WORKLOAD_HELP = """\
  outpace workload                                     the workloads that have tables of their own
  outpace workload brokerage                           its tables
  outpace workload brokerage --sql postgresql trade    CREATE TABLE, the rows, indexes, keys and the checksum of TRADE

The rows are made inside the server by that SQL, the same rows on every engine. Nothing is executed here.
"""

THRESHOLDS = "list the sets of counters' thresholds that come with Outpace, or print one to copy"
JOIN = "combine sessions of systems that ran one at a time, or a run with power meters' logs"
DEMO = "embedded-demo"
DRIVES = "drives-sweep"
NO_DISPLAY = (
    "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window can open. "
    "Without a window: outpace demo --headless, or outpace run SCENARIO"
)


class _ShowVersion(argparse.Action):
    """Version action that reads the version only on demand, because reading it takes a tenth of the start time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from app import __version__  # noqa: PLC0415

        print(f"Outpace {__version__}")
        parser.exit()


SHOW = "show a session live on the network, to whoever has its link, until you stop it"
STORE_PASSWORDS = "store the passwords of a scenario's servers in the keyring"
CHECK_WORKLOAD = "compare a workload's cycle in Python with its compiled form, call by call, for each engine"


class CommandParser(argparse.ArgumentParser):
    """Parser of a command; if `files_anywhere` is true, files and options can be in any order."""

    files_anywhere = False

    def parse_known_args(self, args=None, namespace=None):  # type: ignore[no-untyped-def]
        """Parse as argparse does, and also accept files after options."""
        options, rest = super().parse_known_args(args, namespace)
        if self.files_anywhere:
            options.files = [*options.files, *(Path(text) for text in rest if not text.startswith("-"))]
            rest = [text for text in rest if text.startswith("-")]
        return options, rest


def command_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; the result's `run_command` is the function to call with the options."""
    parser = argparse.ArgumentParser(
        prog="outpace",
        description="Compare two systems side by side, live, under the same workload. Without a command: the window.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run_command=_window)
    parser.add_argument("--version", action=_ShowVersion, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=CommandParser)

    _demo_options(commands.add_parser("demo", help="run the embedded demo: two SQLite systems, no server needed"))

    run = commands.add_parser("run", help="run a scenario without a window and print the result")
    run.add_argument("scenario", metavar="SCENARIO", help="a scenario file, or the name of a built-in one")
    _run_options(run)
    text = "print the result in SQLIO's layout (storage I/O)"
    run.add_argument("--sqlio", action="store_true", help=text)
    text = "run only this system; outpace join combines its session with the others"
    run.add_argument("--only", metavar="SYSTEM", help=text)
    text = "compare the session with the scenario's baseline at the end: A is the baseline, B this run"
    run.add_argument("--compare-baseline", action="store_true", help=text)
    _limit_options(run)
    run.add_argument("--control", action="store_true", help=argparse.SUPPRESS)
    run.add_argument("--hold", action="store_true", help=argparse.SUPPRESS)
    run.set_defaults(run_command=_run)

    build = commands.add_parser("build", help="build the databases of a scenario; existing ones are kept")
    _build_options(build)

    check = commands.add_parser("check", help="check the systems of a scenario before a run, without changing anything")
    _job_options(check)
    check.set_defaults(run_command=_check)

    _check_workload_options(commands.add_parser("check-workload", help=CHECK_WORKLOAD))

    _password_options(commands.add_parser("password", help=STORE_PASSWORDS))

    open_command = commands.add_parser("open", help="open a session in the window")
    open_command.add_argument("file", type=Path, metavar="FILE")
    open_command.set_defaults(run_command=_open)

    text = "show sessions and scenarios full screen in a loop; a single scenario is prepared and waits for F5"
    _booth_options(commands.add_parser("booth", help=text))

    _export_options(commands.add_parser("export", help="write a session's figures to other formats"))
    _import_options(commands.add_parser("import", help="create a session from results of other tools: totals and logs"))
    _join_options(commands.add_parser("join", help=JOIN))

    _report_options(commands.add_parser("report", help="write a report of one or more sessions"))

    _show_options(commands.add_parser("show", help=SHOW))

    _compare_options(commands.add_parser("compare", help="compare systems of sessions, and hold them against limits"))
    _baseline_commands(
        commands.add_parser("baseline", help="keep a session as the one that its scenario is compared with")
    )
    _library_commands(commands.add_parser("library", help="list, show and tag the recorded sessions"))
    text = "run several scenarios one after the other, as overnight; it goes on after a failure and a restart"
    _queue_commands(commands.add_parser("queue", help=text))

    _scenarios_options(commands.add_parser("scenarios", help="list the built-in scenarios, or print one to copy"))

    _thresholds_options(commands.add_parser("thresholds", help=THRESHOLDS))
    _metrics_options(commands.add_parser("metrics", help="list the metrics of an exporter's page, to watch them"))

    text = "list the tables of a workload, or print the SQL that builds them"
    _workload_options(commands.add_parser("workload", help=text))

    text = "the other machines that a scenario names: list, check, install Outpace there, remove it"
    _agents_commands(commands.add_parser("agents", help=text))
    _consents_options(commands.add_parser("consents", help="list what you have allowed scenarios, or revoke it"))
    _shortcut_options(commands.add_parser("shortcut", help="create entries in the start menu and on the desktop"))
    return parser


def _demo_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--headless", action="store_true", help="run without a window and print the result")
    text = "compare two drives instead: reads and writes on a file in each folder, at rising queue depths"
    parser.add_argument("--drives", type=Path, nargs=2, metavar=("FOLDER", "FOLDER"), help=text)
    _run_options(parser)
    parser.set_defaults(run_command=_demo, scenario=DEMO, control=False)


def _agents_commands(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, text in (
        ("list", "list them, and what each is for; nothing is reached"),
        ("check", "log in to each and say what is there, or what is wrong and what to do"),
        ("install", "put this Outpace into one folder on each, without windows; each step is said"),
        ("remove", "take that folder away again"),
    ):
        one = commands.add_parser(name, help=text)
        one.add_argument("scenario", metavar="SCENARIO", help="a scenario file, or the name of a built-in one")
        if name != "list":
            one.add_argument("agents", metavar="AGENT", nargs="*", help="only these")
            _allow_option(one)
        one.set_defaults(run_command=_agents, action=name)


def _consents_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--revoke", action="append", default=[], metavar="TEXT", help="one of the list; may be repeated"
    )
    parser.add_argument("--revoke-all", action="store_true", help="everything: you are asked again")
    parser.set_defaults(run_command=_consents)


def _shortcut_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--remove", action="store_true", help="remove them again")
    parser.set_defaults(run_command=_shortcut)


def _scenarios_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="print the text of this scenario")
    parser.set_defaults(run_command=_scenarios)


def _password_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario file, or the name of a built-in one")
    parser.add_argument("--remove", action="store_true", help="remove them from the keyring")
    parser.add_argument("--list", action="store_true", help="list accounts and consents, one JSON object per line")
    parser.add_argument("--control", action="store_true", help=argparse.SUPPRESS)
    parser.set_defaults(run_command=_password)


def _booth_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sources", nargs="+", metavar="SCENARIO|SESSION")
    parser.set_defaults(run_command=_booth)


def _job_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario file, or the name of a built-in one")
    parser.add_argument("--session", type=Path, metavar="FILE", help="record the job in this file; for the window")
    parser.add_argument("--control", action="store_true", help=argparse.SUPPRESS)
    _allow_option(parser)
    _folder_option(parser)


def _build_options(parser: argparse.ArgumentParser) -> None:
    _job_options(parser)
    _force_option(parser)
    text = "remove instead what an unfinished build left on servers: databases with Outpace's mark, no finished ones"
    parser.add_argument("--remove", action="store_true", help=text)
    parser.set_defaults(run_command=_build)


def _force_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--force", action="store_true", help="build even where the disks lack the space that it needs")


def _run_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seconds", type=float, metavar="N", help="run time (for a sweep: per step) instead of the scenario's"
    )
    parser.add_argument("--session", type=Path, metavar="FILE", help="session file to record to; must not exist yet")
    text = "allow the scenario's own command on this machine, now and later; read it first"
    parser.add_argument("--allow-command", action="store_true", help=text)
    _force_option(parser)
    text = "of the files that storage I/O reads and writes (256MB, 4GB), instead of the scenario's"
    parser.add_argument("--file-size", metavar="SIZE", default="", help=text)
    _threshold_option(parser)
    text = "show the run live on the network of this address of the computer, as outpace show does"
    parser.add_argument("--show-on", metavar="ADDRESS[:PORT]", default="", help=text)
    _allow_option(parser)
    _folder_option(parser)


def _threshold_option(parser: argparse.ArgumentParser) -> None:
    text = "mark counters that pass these thresholds: a set's name (outpace thresholds lists them) or a TOML file"
    parser.add_argument("--thresholds", action="append", default=[], metavar="NAME|FILE", help=text)


def _thresholds_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="print the text of this set")
    parser.set_defaults(run_command=_thresholds)


def _metrics_options(parser: argparse.ArgumentParser) -> None:
    text = "address of the page, or a scenario, whose exporters are read with their logins"
    parser.add_argument("place", metavar="URL|SCENARIO", help=text)
    parser.add_argument("search", nargs="*", metavar="WORD", help="only those whose name or description has all words")
    parser.set_defaults(run_command=_metrics)


def _workload_options(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = WORKLOAD_HELP
    parser.add_argument("name", nargs="?", metavar="NAME", help="list the tables of this workload")
    text = "print the SQL for this engine: of the tables that are named, or of all"
    parser.add_argument("--sql", nargs="+", metavar=("ENGINE", "TABLE"), help=text)
    parser.set_defaults(run_command=_workload)


def _check_workload_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="as scenarios name it")
    parser.add_argument("--cycles", type=int, default=10_000, metavar="N", help="for each engine; default: 10,000")
    parser.set_defaults(run_command=_check_workload)


def _allow_option(parser: argparse.ArgumentParser) -> None:
    text = 'allow a request of the scenario, worded exactly as asked ("driver /opt/x/lib.so")'
    parser.add_argument("--allow", action="append", default=[], metavar="TEXT", help=f"{text}; remembered")


def _folder_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--folder",
        action="append",
        default=[],
        metavar="SYSTEM=FOLDER",
        help="folder for a system's databases (once per system), to compare two drives",
    )


def _report_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `outpace report`, which can write several formats at once."""
    parser.add_argument("sessions", type=Path, nargs="+", metavar="SESSION")
    parser.add_argument("--html", type=Path, metavar="FILE", help="one self-contained file")
    parser.add_argument("--pdf", type=Path, metavar="FILE", help="pages with selectable text")
    parser.add_argument("--xlsx", type=Path, metavar="FILE", help="a workbook with native charts and the raw data")
    parser.add_argument("--png", type=Path, metavar="FILE", help="a picture for a slide (16:9)")
    text = "an interactive page of one session: charts, replay, counters, in any browser"
    parser.add_argument("--page", type=Path, metavar="FILE", help=text)
    parser.add_argument("--author", metavar="NAME", help="who made the report")
    parser.add_argument("--company", metavar="NAME", help="for whom")
    parser.add_argument("--date", metavar="TEXT", help="date of the test, where it is not that of the recording")
    parser.add_argument("--summary", type=Path, metavar="FILE", help="executive summary: a text file")
    parser.add_argument("--conclusion", type=Path, metavar="FILE", help="conclusion: a text file")
    parser.add_argument("--logo", type=Path, metavar="FILE", help="a PNG or JPEG of at most 512 KiB")
    text = "call the systems System A, System B; leave out names of hosts, files, author and company"
    parser.add_argument("--anonymous", action="store_true", help=text)
    _threshold_option(parser)
    parser.set_defaults(run_command=_report)


def _show_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `outpace show`."""
    parser.add_argument("session", type=Path, metavar="SESSION")
    text = "address of this computer in the network that may see it, such as 10.0.0.5:8080; off without it"
    parser.add_argument("--on", metavar="ADDRESS[:PORT]", help=text)
    parser.add_argument("--viewers", type=int, default=100, metavar="N", help="at most so many viewers (default: 100)")
    text = "a name of this computer by which viewers may reach it"
    parser.add_argument("--name", action="append", default=[], metavar="HOST", help=text)
    parser.add_argument("--anonymous", action="store_true", help="call the systems System A, System B; no events")
    parser.add_argument("--control", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--build", nargs=2, metavar=("NUMBER", "PATH"), help=argparse.SUPPRESS)
    parser.set_defaults(run_command=_show)


def _export_options(export: argparse.ArgumentParser) -> None:
    export.add_argument("file", type=Path, metavar="FILE")
    form = export.add_mutually_exclusive_group(required=True)
    form.add_argument("--json", metavar="FILE", help="the result as one JSON object; - for standard output")
    form.add_argument("--csv", type=Path, metavar="DIR", help="every sample in long form, to a folder")
    form.add_argument(
        "--parquet", type=Path, metavar="DIR", help="the same tables as --csv, as Parquet (needs pyarrow)"
    )
    form.add_argument("--pdh", type=Path, metavar="FILE", help="a PDH-CSV log that Performance Monitor opens")
    _threshold_option(export)
    export.set_defaults(run_command=_export)


def _import_options(parser: CommandParser) -> None:
    """Add the options of `outpace import`; options of a single file have the form VALUE=FILE."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = IMPORT_HELP
    parser.files_anywhere = True
    parser.add_argument(
        "files",
        type=Path,
        nargs="*",
        metavar="FILE",
        help="run totals (CSV, TOML), outputs and logs of DVD Store, HammerDB, pgbench, sysbench, SQLIO, diskspd, fio, "
        "iostat, sar, dstat, PDH-CSV logs, power meters' tables",
    )
    for option, form, text in (
        ("--system", "NAME=FILE", "the system that a file is of (default: the file's name without its ending)"),
        ("--run", "N=FILE", "the repeat that a file is of"),
        (
            "--target",
            "NAME=FILE",
            "the target (virtual machine, server, database) of its system that a file is of: targets of a run add up",
        ),
        ("--start", "TIME[=FILE]", "start of the load: 10:15:00, or seconds after the first row"),
        ("--offset", "SECONDS[=FILE]", "seconds to add to a log's clock (--offset=-2.5=FILE)"),
        ("--outstanding", "TxN[=FILE]", "threads x outstanding I/Os per thread, if SQLIO's output does not say (2x1)"),
        ("--decimal", "SIGN[=FILE]", "decimal sign of a table: comma or point, if its numbers do not tell (5,500)"),
        ("--counters", "PATTERN[=FILE]", "counters of a log to import: '\\PhysicalDisk*' (default: all)"),
    ):
        parser.add_argument(option, action="append", default=[], metavar=form, help=text)
    parser.add_argument(
        "--figure",
        action="append",
        default=[],
        metavar="COUNTER",
        help="a log's counter to compare, or a formula: 'Cost = [\\PhysicalDisk(*)\\Disk Reads/sec] + 2 x [...]'",
    )
    for option, text in (("--higher", "more"), ("--lower", "less")):
        help_text = f"a figure of --figure of which {text} is better"
        parser.add_argument(option, action="append", default=[], metavar="FIGURE", help=help_text)
    parser.add_argument("--window", default="", metavar="FROM-TO", help="seconds of each run that count")
    parser.add_argument(
        "--time", default="", metavar="COLUMN", help="time column of a power meter's table (Date+Time: two columns)"
    )
    parser.add_argument(
        "--watts", default="", metavar="COLUMN", help="watts column of a power meter's table (A+B: their sum)"
    )
    parser.add_argument(
        "--baseline", default="", metavar="NAME", help="the baseline system (default: the first one named)"
    )
    parser.add_argument(
        "--order",
        choices=("together", "alternating", "one at a time"),
        help="how the systems were run (default: one at a time)",
    )
    parser.add_argument("--title", default="", help="title of the session")
    parser.add_argument("--session", type=Path, metavar="FILE", help="the new session; must not exist yet")
    text = "a TOML file with all of this: files, systems, runs, targets, load levels, facts, figures"
    parser.add_argument("--manifest", type=Path, metavar="TOML", help=text)
    text = "write a manifest of the files, to be edited, instead of importing them"
    parser.add_argument("--write-manifest", type=Path, metavar="TOML", help=text)
    parser.set_defaults(run_command=_import)


def _join_options(parser: argparse.ArgumentParser) -> None:
    text = "sessions to combine; or one session, and the logs of the power meters that watched its systems"
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help=text)
    meters = parser.add_argument_group("power meters")
    for option, form, text in (
        ("--system", "NAME=LOG", "the system (or its letter) that a meter feeds; several of a meter that they share"),
        ("--part", "NAME=LOG", "what it feeds of the system, such as storage (default: the file's name)"),
        ("--offset", "SECONDS[=LOG]", "seconds to add to a meter's clock (--offset=-2.5=LOG)"),
        ("--decimal", "SIGN[=LOG]", "decimal sign of a meter's table: comma or point, if its numbers do not tell"),
        ("--zone", "+HH:MM[=LOG]", "how far its clock is ahead of UTC (default: as its times say, or the run's)"),
        (
            "--start",
            "TIME[=LOG]",
            "its time when the load began, or seconds after its first row (default: by its clock)",
        ),
    ):
        meters.add_argument(option, action="append", default=[], metavar=form, help=text)
    meters.add_argument("--time", default="", metavar="COLUMN", help="its time column (Date+Time: two columns)")
    meters.add_argument("--watts", default="", metavar="COLUMN", help="its watts column (A+B: their sum)")
    parser.add_argument("--title", default="", help="title of the new session (default: that of the first one)")
    parser.add_argument("--session", type=Path, metavar="FILE", help="the new session; must not exist yet")
    parser.set_defaults(run_command=_join)


def _limit_options(parser: argparse.ArgumentParser) -> None:
    text = 'what is to hold, such as "B.opm >= 0.95 A.opm" or "B.p95 <= 110%% A.p95"; several may be given'
    parser.add_argument("--limit", action="append", default=[], metavar="LIMIT", help=text)
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write a test case for each limit, as JUnit XML")


def _compare_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `outpace compare`."""
    parser.add_argument("sessions", type=Path, nargs="+", metavar="SESSION")
    _limit_options(parser)
    text = "with the baseline of the session's scenario, which is then A (outpace baseline set)"
    parser.add_argument("--baseline", action="store_true", help=text)
    parser.add_argument("--json", action="store_true", help="print the answer as one JSON object")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = COMPARE_HELP
    parser.set_defaults(run_command=_compare)


def _baseline_commands(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of `outpace baseline`."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    set_command = commands.add_parser(
        "set", help="make a session the baseline of the scenario that it was recorded with"
    )
    set_command.add_argument("session", type=Path, metavar="SESSION")
    set_command.set_defaults(run_command=_baseline_set)
    list_command = commands.add_parser("list", help="list the baselines of all scenarios")
    list_command.add_argument("--json", action="store_true", help="as JSON")
    list_command.set_defaults(run_command=_baseline_list)
    remove_command = commands.add_parser("remove", help="forget a baseline; its session is kept")
    remove_command.add_argument("scenario", metavar="SCENARIO|SESSION")
    remove_command.set_defaults(run_command=_baseline_remove)


def _library_commands(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of `outpace library`."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    list_command = commands.add_parser("list", help="list the sessions, the newest first")
    list_command.add_argument("--tag", action="append", default=[], metavar="TAG", help="only those with this tag")
    list_command.add_argument(
        "--text", default="", metavar="WORDS", help="only those with these words in title, systems, result"
    )
    text = "only those of this scenario: a file, or a built-in one's name"
    list_command.add_argument("--scenario", default="", metavar="SCENARIO", help=text)
    list_command.add_argument("--since", default="", metavar="DATE", help="only those recorded since 2026-11-23")
    list_command.add_argument("--json", action="store_true", help="as JSON")
    list_command.set_defaults(run_command=_library_list)
    show_command = commands.add_parser("show", help="headline, systems and figures of a session")
    show_command.add_argument("session", metavar="SESSION", help="a file, or its name in the library's folder")
    show_command.add_argument("--json", action="store_true", help="as JSON")
    show_command.set_defaults(run_command=_library_show)
    for name, text in (("tag", "give a session tags"), ("untag", "take tags off a session")):
        tag_command = commands.add_parser(name, help=f"{text}; the file itself is not changed")
        tag_command.add_argument("session", metavar="SESSION", help="a file, or its name in the library's folder")
        tag_command.add_argument("tags", nargs="+", metavar="TAG")
        tag_command.set_defaults(run_command=_library_tag, wanted=name == "tag")


def _queue_commands(parser: argparse.ArgumentParser) -> None:
    """Add the subcommands of `outpace queue`."""
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    run_command = commands.add_parser(
        "run", help="run what waits; with scenarios: those that the queue does not hold yet, too"
    )
    add_command = commands.add_parser("add", help="append scenarios, also to a queue that runs")
    list_command = commands.add_parser("list", help="what waits, runs and is done")
    remove_command = commands.add_parser("remove", help="take scenarios out by their numbers; sessions are kept")
    clear_command = commands.add_parser("clear", help="take out everything that does not run now; sessions are kept")
    run_command.add_argument("scenarios", nargs="*", metavar="SCENARIO")
    add_command.add_argument("scenarios", nargs="+", metavar="SCENARIO")
    remove_command.add_argument("numbers", nargs="+", type=int, metavar="NUMBER")
    list_command.add_argument("--json", action="store_true", help="as JSON")
    for one in (run_command, add_command):
        one.add_argument(
            "--seconds", type=float, metavar="N", help="run time (for a sweep: per step), as of outpace run"
        )
    text = "folder of the sessions and of the queue itself (default: the sessions folder)"
    for one, command in (
        (run_command, _queue_run),
        (add_command, _queue_add),
        (list_command, _queue_list),
        (remove_command, _queue_remove),
        (clear_command, _queue_remove),
    ):
        one.add_argument("--folder", type=Path, metavar="FOLDER", help=text)
        one.set_defaults(run_command=command)


def _window(options: argparse.Namespace) -> int:
    if _no_display():
        return failure(NO_DISPLAY)
    from app.ui.window.application import run_window  # noqa: PLC0415

    return run_window(getattr(options, "file", None), None)


def _no_display() -> bool:
    """Return whether no window can be shown; Qt would abort and report a library problem instead."""
    shown_by = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, shown_by))


def _open(options: argparse.Namespace) -> int:
    return _window(options)


def _booth(options: argparse.Namespace) -> int:
    if _no_display():
        return failure(NO_DISPLAY)
    from app.ui.window.application import run_window  # noqa: PLC0415

    return run_window(booth=tuple(options.sources))


def _demo(options: argparse.Namespace) -> int:
    if options.drives is not None:
        from app.cli.run_command import check_drives  # noqa: PLC0415

        options.scenario = DRIVES
        options.folder = [f"{letter}={folder}" for letter, folder in zip("AB", options.drives, strict=True)]
        if problem := check_drives(*options.drives):
            return problem
    if options.headless:
        return _run(options)
    if _no_display():
        return failure(NO_DISPLAY)
    from app.ui.start.run_request import StartRequest  # noqa: PLC0415
    from app.ui.window.application import run_window  # noqa: PLC0415

    request = StartRequest(
        options.scenario, options.seconds, options.session, tuple(options.folder), file_size=options.file_size
    )
    return run_window(None, request)


def _run(options: argparse.Namespace) -> int:
    from app.cli.run_command import RunOptions, run_headless  # noqa: PLC0415

    typed = RunOptions(
        scenario=options.scenario,
        seconds=options.seconds,
        session=options.session,
        folders=options.folder,
        allow_command=options.allow_command,
        allowed=options.allow,
        only=getattr(options, "only", None),
        sqlio=getattr(options, "sqlio", False),
        file_size=options.file_size,
        thresholds=options.thresholds,
        force=options.force,
        show_on=options.show_on,
    )
    if any(getattr(options, name, None) for name in ("limit", "compare_baseline", "junit")):
        from app.cli.compare_command import Against, run_and_compare  # noqa: PLC0415

        return run_and_compare(typed, Against(options.limit, options.compare_baseline, options.junit))
    return run_headless(typed, controlled=options.control, hold=getattr(options, "hold", False))


def _compare(options: argparse.Namespace) -> int:
    from app.cli.compare_command import Against, compare  # noqa: PLC0415

    return compare(options.sessions, Against(options.limit, options.baseline, options.junit), json=options.json)


def _baseline_set(options: argparse.Namespace) -> int:
    from app.cli.compare_command import set_one  # noqa: PLC0415

    return set_one(options.session)


def _baseline_list(options: argparse.Namespace) -> int:
    from app.cli.compare_command import list_all  # noqa: PLC0415

    return list_all(json=options.json)


def _baseline_remove(options: argparse.Namespace) -> int:
    from app.cli.compare_command import remove_one  # noqa: PLC0415

    return remove_one(options.scenario)


def _library_list(options: argparse.Namespace) -> int:
    from app.cli.library_command import Wanted, list_sessions  # noqa: PLC0415

    wanted = Wanted(tuple(options.tag), options.text, options.scenario, options.since)
    return list_sessions(wanted, json=options.json)


def _library_show(options: argparse.Namespace) -> int:
    from app.cli.library_command import show_session  # noqa: PLC0415

    return show_session(options.session, json=options.json)


def _library_tag(options: argparse.Namespace) -> int:
    from app.cli.library_command import tag_session  # noqa: PLC0415

    return tag_session(options.session, options.tags, wanted=options.wanted)


def _queue_run(options: argparse.Namespace) -> int:
    from app.cli.queue_command import run_queue  # noqa: PLC0415

    return run_queue(options.folder, options.scenarios, options.seconds)


def _queue_add(options: argparse.Namespace) -> int:
    from app.cli.queue_command import add_to_queue  # noqa: PLC0415

    return add_to_queue(options.folder, options.scenarios, options.seconds)


def _queue_list(options: argparse.Namespace) -> int:
    from app.cli.queue_command import list_queue  # noqa: PLC0415

    return list_queue(options.folder, json=options.json)


def _queue_remove(options: argparse.Namespace) -> int:
    from app.cli.queue_command import remove_from_queue  # noqa: PLC0415

    return remove_from_queue(options.folder, getattr(options, "numbers", ()))


def _build(options: argparse.Namespace) -> int:
    from app.cli.job_commands import build  # noqa: PLC0415

    return build(
        options.scenario,
        session=options.session,
        folders=options.folder,
        controlled=options.control,
        allowed=options.allow,
        force=options.force,
        remove=options.remove,
    )


def _check(options: argparse.Namespace) -> int:
    from app.cli.job_commands import check  # noqa: PLC0415

    return check(
        options.scenario,
        session=options.session,
        folders=options.folder,
        controlled=options.control,
        allowed=options.allow,
    )


def _agents(options: argparse.Namespace) -> int:
    from app.cli import agents_command  # noqa: PLC0415

    if options.action == "list":
        return agents_command.list_agents(options.scenario)
    work = {
        "check": agents_command.check_agents,
        "install": agents_command.install_agents,
        "remove": agents_command.remove_agents,
    }[options.action]
    return work(options.scenario, options.agents, options.allow)


def _consents(options: argparse.Namespace) -> int:
    from app.cli.job_commands import consents  # noqa: PLC0415

    return consents(options.revoke, revoke_all=options.revoke_all)


def _password(options: argparse.Namespace) -> int:
    from app.cli.job_commands import password  # noqa: PLC0415

    return password(options.scenario, remove=options.remove, list_accounts=options.list, controlled=options.control)


def _export(options: argparse.Namespace) -> int:
    from app.cli.session_commands import export  # noqa: PLC0415

    return export(
        options.file,
        json=options.json,
        csv=options.csv,
        parquet=options.parquet,
        pdh=options.pdh,
        thresholds=options.thresholds,
    )


def _import(options: argparse.Namespace) -> int:
    from app.cli.session_commands import ImportOptions, import_files, write_manifest  # noqa: PLC0415

    def say(text: str) -> None:
        print(text, file=sys.stderr)

    if not options.files and options.manifest is None:
        return failure("Name the files to import, or their manifest (--manifest); outpace import --help lists more.")
    typed = ImportOptions(
        files=options.files,
        manifest=options.manifest,
        higher=options.higher,
        lower=options.lower,
        systems=options.system,
        runs=options.run,
        targets=options.target,
        offsets=options.offset,
        starts=options.start,
        outstanding=options.outstanding,
        time_column=options.time,
        watts_column=options.watts,
        title=options.title,
        baseline=options.baseline,
        order=options.order,
        window=options.window,
        figures=options.figure,
        decimals=options.decimal,
        counters=options.counters,
    )
    if options.write_manifest is not None:
        if options.session is not None:
            return failure("--write-manifest makes no session: leave --session out and import the manifest.")
        return write_manifest(typed, options.write_manifest, say)
    return import_files(typed, options.session, say)


def _join(options: argparse.Namespace) -> int:
    from app.cli.session_commands import JoinOptions, join, join_power  # noqa: PLC0415
    from app.session.paths import SUFFIX  # noqa: PLC0415

    def say(text: str) -> None:
        print(text, file=sys.stderr)

    sessions = [path for path in options.files if path.suffix.lower() == SUFFIX]
    logs = [path for path in options.files if path not in sessions]
    if not logs:
        return join(sessions, options.title, options.session, say)
    typed = JoinOptions(
        sessions=sessions,
        logs=logs,
        systems=options.system,
        parts=options.part,
        offsets=options.offset,
        zones=options.zone,
        starts=options.start,
        decimals=options.decimal,
        time_column=options.time,
        watts_column=options.watts,
        title=options.title,
    )
    return join_power(typed, options.session, say)


def _report(options: argparse.Namespace) -> int:
    from app.cli.session_commands import AuthorOptions, report  # noqa: PLC0415
    from app.report.outputs import Outputs  # noqa: PLC0415

    outputs = Outputs(options.html, options.pdf, options.xlsx, options.png, options.page)
    author = AuthorOptions(
        options.author, options.company, options.date, options.summary, options.conclusion, options.logo
    )
    return report(options.sessions, outputs, author, anonymous=options.anonymous, thresholds=options.thresholds)


def _show(options: argparse.Namespace) -> int:
    from app.cli.broadcast_command import build_page, show_session  # noqa: PLC0415

    if options.build is not None:
        return build_page(options.session, *options.build, anonymous=options.anonymous)
    return show_session(
        options.session,
        options.on,
        options.viewers,
        options.name,
        anonymous=options.anonymous,
        controlled=options.control,
    )


def _scenarios(options: argparse.Namespace) -> int:
    from app.cli.log import engine_log  # noqa: PLC0415
    from app.scenario.reading import BUILT_IN, ScenarioError, read_scenario  # noqa: PLC0415

    engine_log()
    if options.name is not None:
        try:
            print(read_scenario(options.name).text, end="")
        except ScenarioError as error:
            return failure(str(error))
        return ExitStatus.DONE
    for name in BUILT_IN:
        print(f"{name:22} {read_scenario(name).scenario.title}")
    return ExitStatus.DONE


def _thresholds(options: argparse.Namespace) -> int:
    from app.model.thresholds import SETS  # noqa: PLC0415
    from app.scenario.threshold_sets import set_text, thresholds_of  # noqa: PLC0415

    if options.name is not None and options.name not in SETS:
        return failure(f'There is no set "{options.name}" of thresholds; the sets are {", ".join(SETS)}.')
    if options.name is not None:
        print(set_text(options.name), end="")
        return ExitStatus.DONE
    for name in SETS:
        print(f"{name:12} {len(thresholds_of(name))} thresholds")
    return ExitStatus.DONE


def _metrics(options: argparse.Namespace) -> int:
    from app.cli.metrics_command import list_metrics  # noqa: PLC0415

    return list_metrics(options.place, options.search)


def _workload(options: argparse.Namespace) -> int:
    from app.cli.log import engine_log  # noqa: PLC0415
    from app.cli.workload_command import list_tables, list_workloads, print_sql  # noqa: PLC0415

    engine_log()
    if options.sql is not None:
        if options.name is None:
            return failure("Name the workload: outpace workload brokerage --sql postgresql.")
        engine, *tables = options.sql
        return print_sql(options.name, engine, tables)
    return list_workloads() if options.name is None else list_tables(options.name)


def _check_workload(options: argparse.Namespace) -> int:
    from app.cli.workload_command import checked_workload  # noqa: PLC0415

    return checked_workload(options.name, options.cycles)


def _shortcut(options: argparse.Namespace) -> int:
    from app.cli import shortcut  # noqa: PLC0415

    try:
        lines = shortcut.remove() if options.remove else shortcut.make()
    except shortcut.ShortcutError as error:
        return failure(str(error))
    for line in lines:
        print(line)
    return ExitStatus.DONE
