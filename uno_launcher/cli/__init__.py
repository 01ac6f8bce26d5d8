"""The commands by name.

Only the module of the command that was called is imported: the daemon shall not carry what `odds` needs, and
a slow Pi shall not wait for it.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer


class Command(NamedTuple):
    """Where a command's function is, and the first sentence of its help."""

    module: str
    function: str
    summary: str


COMMANDS: dict[str, Command] = {
    "run": Command("run", "run", "Run the launcher, or with --simulated a simulated one."),
    "off": Command("", "", "Drive every output to its safe level, at once."),
    "fire": Command("fire", "fire", "Feed N cards once, without luck, to try the launcher out."),
    "doctor": Command("doctor", "doctor", "Bring a launcher up part by part, or check what it needs."),
    "calibrate": Command("calibrate", "calibrate", "Measure a launcher and propose settings for it."),
    "firmware flash": Command("firmware", "flash", "Put the launcher's files on a Raspberry Pi Pico."),
    "odds": Command("odds", "odds", "Show what presses bring with a luck profile."),
    "evenings": Command("lab", "evenings", "Play whole games without cards and people."),
    "tune": Command("tune", "tune", "Find a luck profile for a wished length and excitement."),
    "count": Command("count", "count", "Count the cards in a recorded beam trace."),
    "record-trace": Command("record_trace", "record_trace", "Record the beam and the motor to a trace."),
    "log": Command("log", "log", "Show the launch log, or write it as CSV."),
    "games": Command("evenings", "games", "List the evenings: when, who played, who won."),
    "scores": Command("evenings", "scores", "Show the scores of an evening, round by round."),
    "fairness": Command("fairness", "fairness", "Show what presses brought, and what was promised."),
    "export": Command("export", "export", "Write an evening as a data set."),
    "table show": Command("evenings", "show", "Show how the table stands, and who owes what."),
    "table replay": Command("table", "replay", "Run a written-down game through the referee."),
    "resume": Command("restore", "resume", "Go on with an earlier evening that wasn't over."),
    "restore": Command("restore", "restore", "Bring back what can be read of a log that was set aside."),
    "pinout": Command("pinout", "pinout", "Show what to connect where: GPIOs and header pins."),
    "check-config": Command("config", "check_config", "Check a config file and say every mistake in it."),
    "config init": Command("config", "init", "Write a commented example of every setting."),
}
"""`off` is run before this is imported, and stands here for the help alone."""

GROUPS = {
    "table": "The referee: whose turn it is, and who owes what.",
    "config": "Write a config file to start from.",
    "firmware": "What goes on a Raspberry Pi Pico.",
}

HELP = """A fair, counting brain for the card launcher of UNO Attack.

\b
Examples:
  uno-launcher run --simulated      try it without hardware
  uno-launcher config init          write a config file to start from
  uno-launcher pinout               what to connect where
  uno-launcher run                  play
"""


def invoke(words: Sequence[str]) -> None:
    """Run the command that `words` call. Raises SystemExit with its status, or what it failed with."""
    called = next((word for word in words if not word.startswith("-")), None)
    typer.main.get_command(build(called))(args=list(words), prog_name="uno-launcher")


def build(called: str | None) -> typer.Typer:
    """The app, with the commands that begin with the word `called`; the others are there by name alone."""
    settings: dict[str, Any] = {
        "add_completion": False,
        "rich_markup_mode": None,  # markup would swallow the [section] names in help texts
        "no_args_is_help": True,
        "context_settings": {"help_option_names": ["-h", "--help"]},
    }
    app = typer.Typer(help=HELP, **settings)
    app.callback()(_root)
    groups = {name: typer.Typer(help=summary, **settings) for name, summary in GROUPS.items()}
    for words, command in COMMANDS.items():
        *group, name = words.split()
        function = _function(command) if words.split()[0] == called and command.module else _by_name_alone
        (groups[group[0]] if group else app).command(name, help=_help(function, command))(function)
    for name, sub in groups.items():
        app.add_typer(sub, name=name)
    return app


def _function(command: Command) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(
        import_module(f"uno_launcher.cli.{command.module}"), command.function
    )
    return function


def _help(function: Callable[..., Any], command: Command) -> str | None:
    return command.summary if function is _by_name_alone else None


def _by_name_alone() -> None:
    """Stands for a command that wasn't called."""


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(version("uno-launcher"))
        raise typer.Exit


def _root(
    # Here for the help alone: it is taken out of the words before, wherever it stands.
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Show the version.")
    ] = False,
) -> None: ...
