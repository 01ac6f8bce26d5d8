"""The command line as a whole: help, statuses, and how errors end."""

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import typer

from uno_launcher import cli
from uno_launcher.cli import COMMANDS, GROUPS
from uno_launcher.errors import BusyError, HardwareError, InputError, LauncherError, UsageError
from uno_launcher.store import FILE_NAME, SIMULATED_FILE_NAME, Store, read


@pytest.fixture
def replaced(monkeypatch):
    """Puts a function in the place of the command `pinout`."""

    def _replaced(function):
        monkeypatch.setattr(cli, "_function", lambda command: function)

    return _replaced


def raising(error):
    def _function() -> None:
        raise error

    return _function


def test_help_lists_every_command_with_a_summary_that_fits_80_columns(call):
    result = call("--help")
    assert result.status == 0
    listed = dict(re.findall(r"^  (\S+)  +(\S.*)$", result.out.partition("Commands:")[2], re.M))
    assert listed == {name: c.summary for name, c in COMMANDS.items() if " " not in name} | GROUPS


def test_without_a_command_the_help_is_shown_and_the_status_is_2(call):
    result = call()
    assert result.status == 2
    assert "check-config" in result.out + result.err


@pytest.mark.parametrize("name", [name for name, c in COMMANDS.items() if c.module])
def test_every_command_has_help_with_examples_no_wider_than_80_columns(call, name):
    result = call(*name.split(), "--help")
    assert (result.status, result.err) == (0, "")
    assert f"uno-launcher {name}" in result.out.partition("Example")[2]
    assert max(map(len, result.out.splitlines())) <= 80


def test_the_daemons_command_imports_no_other_command():
    code = "import sys; from uno_launcher import cli; cli.build('run'); print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    commands = {m for m in modules.split() if m.startswith("uno_launcher.cli.")}
    assert "uno_launcher.cli.run" in commands
    others = {f"uno_launcher.cli.{c.module}" for c in COMMANDS.values() if c.module and c.module != "run"}
    assert not commands & others


def test_off_imports_nothing_but_the_standard_library_and_the_pin_driver():
    code = "import sys; sys.argv[1:] = ['off', '--help']; from uno_launcher.__main__ import main\n"
    code += "try: main()\nexcept SystemExit: pass\nprint(*sys.modules, file=sys.stderr)"
    modules = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stderr
    loaded = {module.partition(".")[0] for module in modules.split()}
    assert "uno_launcher" in loaded
    assert not loaded & {"typer", "rich", "msgspec", "transitions", "gpiozero", "click", "pydantic"}


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (["pinuot"], "'pinuot'"),
        (["pinout", "--jsn"], "--jsn"),
        (["pinout", "extra"], "extra"),
        (["config", "innit"], "innit"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_wrong_arguments_end_with_status_2_and_say_which(call, words, about):
    result = call(*words)
    assert (result.status, result.out) == (2, "")
    assert about in result.err


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (LauncherError("it failed"), 1),
        (HardwareError("it failed"), 1),
        (BusyError("it failed"), 1),
        (UsageError("it failed"), 2),
        (InputError("it failed"), 3),
    ],
)
def test_an_error_is_its_sentence_on_standard_error_and_its_status(call, replaced, error, status):
    replaced(raising(error))
    assert call("pinout") == (status, "", "it failed\n")


def test_all_mistakes_of_an_input_are_said_one_a_line(call, replaced):
    replaced(raising(InputError("a is wrong", "b is wrong")))
    assert call("pinout") == (3, "", "a is wrong\nb is wrong\n")


def test_a_mistake_of_the_program_is_one_sentence_that_names_it(call, replaced):
    replaced(raising(KeyError("lid\nopen")))
    result = call("pinout")
    assert (result.status, result.out) == (1, "")
    assert len(result.err.splitlines()) == 1
    assert "KeyError" in result.err
    assert "--debug" in result.err


@pytest.mark.parametrize("words", [["--debug", "pinout"], ["pinout", "--debug"]])
@pytest.mark.parametrize("error", [KeyError("lid"), InputError("lid")])
def test_debug_shows_the_traceback_wherever_it_stands(call, replaced, words, error):
    replaced(raising(error))
    result = call(*words)
    assert "Traceback" in result.err
    assert "lid" in result.err.splitlines()[-1]


def test_control_c_ends_quietly_with_130(call, replaced):
    replaced(raising(KeyboardInterrupt()))
    result = call("pinout")
    assert (result.status, result.out + result.err) == (130, "")


@pytest.mark.parametrize("status", [0, 1, 3])
def test_a_command_can_end_with_a_status_of_its_own(call, replaced, status):
    def _function() -> None:
        raise typer.Exit(status)

    replaced(_function)
    assert call("pinout") == (status, "", "")


def test_version_is_shown(call):
    result = call("--version")
    assert (result.status, result.err) == (0, "")
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*\n", result.out)


def run_process(script: str, **streams):
    words = [sys.executable, "-c", textwrap.dedent(script)]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return subprocess.run(words, check=False, stderr=subprocess.PIPE, text=True, env=env, **streams)


PRINT_AND_MAIN = """
    import sys
    from uno_launcher import cli
    from uno_launcher.safety import off
    from uno_launcher.__main__ import main
    cli._function = lambda command: lambda: sys.stdout.write("x" * {size}) and None
    off.main = lambda words: sys.stdout.write("x" * {size}) and 0
    sys.exit(main(["{command}"]))
"""

each_command_and_size = pytest.mark.parametrize(
    ("command", "size"), [("pinout", 10), ("pinout", 1_000_000), ("off", 10), ("off", 1_000_000)]
)


@each_command_and_size
def test_a_reader_that_went_away_is_no_error_to_speak_of(command, size):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = run_process(PRINT_AND_MAIN.format(command=command, size=size), stdout=writer)
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


@each_command_and_size
def test_a_full_disk_is_one_sentence(command, size):
    with Path("/dev/full").open("w") as full:
        done = run_process(PRINT_AND_MAIN.format(command=command, size=size), stdout=full)
    assert (done.returncode, done.stderr) == (1, "the output can't be written: the disk is full\n")


def end_of(words: str, redirection: str = "", before: str = ":") -> tuple[int, str]:
    """Status and standard error of a command that a shell runs with `redirection`."""
    done = subprocess.run(
        ["sh", "-c", f"{before} && exec {sys.executable} -m uno_launcher {words} {redirection}"],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("redirection", "reason"), [(">&-", "standard output is closed"), (">/dev/full", "the disk is full")]
)
@pytest.mark.parametrize(
    "words",
    ["odds --each", "odds --json --presses 100", "odds --presses 100", "pinout", "--version", "--help"],
)
def test_output_that_nobody_takes_is_one_sentence(words, redirection, reason):
    assert end_of(words, redirection) == (1, f"the output can't be written: {reason}\n")


def test_a_log_and_a_game_that_nobody_takes_are_one_sentence(tmp_path):
    Store.open(tmp_path / FILE_NAME).close()
    script = tmp_path / "game.jsonl"
    script.write_text('{"box": "attack-2005", "mode": "stack"}\n')
    for words in (f"log --csv --state-dir {tmp_path}", f"table replay {script}"):
        assert end_of(words, ">&-") == (1, "the output can't be written: standard output is closed\n")


@pytest.mark.parametrize("redirection", [">&-", ">/dev/full", ">&- 2>&- <&-"])
def test_a_launcher_plays_on_where_nobody_hears_that_it_is_ready(tmp_path, redirection):
    script = tmp_path / "evening.txt"
    script.write_text("0.1 press\n0.8 end\n")
    words = f"run --simulated --seed 5 --script {script} --state-dir {tmp_path}"  # a dry press
    status, said = end_of(words, redirection)
    assert status == 0
    assert "mistake" not in said
    assert [press.ended for press in read(tmp_path / SIMULATED_FILE_NAME)] == ["done"]


def test_too_few_open_files_are_said_with_their_limit(tmp_path):
    limit = "too many files are open: the limit is 6; raise it with `ulimit -n 1024`\n"
    assert end_of(f"run --simulated --state-dir {tmp_path}", before="ulimit -n 6") == (1, limit)


def test_a_deleted_folder_is_said(tmp_path):
    gone = tmp_path / "gone"
    gone.mkdir()
    deleted = "the folder that you are in was deleted: go to another one\n"
    assert end_of("log --state-dir here", before=f"cd {gone} && rmdir {gone}") == (1, deleted)


@pytest.mark.parametrize("words", [("log", "--state-dir"), ("games", "--state-dir"), ("config", "init")])
def test_a_name_that_is_too_long_is_one_sentence(call, tmp_path, words):
    result = call(*words, tmp_path / ("x" * 300))
    assert result.status == 1
    assert result.err.endswith("can't be used: File name too long\n")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [("log", "--last", "9" * 23), ("log", "--csv", "--last", "9" * 23), ("resume", "9" * 23)]
)
def test_numbers_beyond_all_that_a_log_holds_are_no_mistake_of_the_program(call, tmp_path, words):
    Store.open(tmp_path / FILE_NAME).close()
    assert "mistake" not in call(*words, "--state-dir", tmp_path).err


def test_a_message_holds_no_terminal_codes(call, tmp_path):
    trace = tmp_path / "trace.csv"
    trace.write_bytes(b"t_us,blocked\n\x1b[31m\x00,1\n")
    for words in (
        ("odds", "--profile", "\x1b[31m\nx"),
        ("count", trace),
        ("log", "--state-dir", "/\x1b[31m"),
    ):
        result = call(*words)
        assert result.status
        assert result.err.endswith("\n")
        assert result.err[:-1].isprintable()
        assert "?" in result.err
