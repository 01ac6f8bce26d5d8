"""What a service does where somebody at a terminal would be told: nobody sits there."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from uno_launcher.config import Config
from uno_launcher.daemon.loop import Again
from uno_launcher.errors import HardwareError, InputError
from uno_launcher.service import attended as module
from uno_launcher.service.attended import Attended, attended
from uno_launcher.service.starts import FILE, MOST

WRONG = '[launcher]\nprofil = "fair"\n[motor]\ndriver = "none"\n'


class Told:
    """Stands for systemd."""

    heard = True

    def __init__(self) -> None:
        self.words: list[str] = []

    def tell(self, *words: str) -> None:
        self.words += words

    def close(self) -> None: ...


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    told = Told()
    monkeypatch.setattr(module, "Notifier", lambda: told)
    return told


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    before = signal.getsignal(signal.SIGHUP)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text('[web]\nport = 8123\n[launcher]\nprofile = "gentle"\n')
    return path


def test_by_hand_a_mistake_in_the_config_ends_it_as_ever(config: Path, tmp_path: Path) -> None:
    config.write_text(WRONG)
    with attended(config, str(tmp_path)) as service:
        assert not service.patient
        with pytest.raises(InputError):
            service.config()
    assert not (tmp_path / FILE).exists()


def test_a_mistake_in_the_config_leaves_a_service_without_motor_but_up(
    told: Told, config: Path, tmp_path: Path
) -> None:
    config.write_text(WRONG)
    with attended(config, str(tmp_path)) as service:
        assert service.config() == Config()
        service.ready("")
    assert f"{config} line 2: [launcher] has no key profil" in service.refused
    assert "and 1 more" in service.refused
    assert "systemctl restart uno-launcher" in service.refused
    assert not service.safe


def test_a_box_that_cant_be_read_is_a_mistake_in_the_config(told: Told, config: Path, tmp_path: Path) -> None:
    config.write_text('[table]\nbox = "/nowhere/box.toml"\n')
    with attended(config, str(tmp_path)) as service:
        service.config()
    assert "/nowhere/box.toml" in service.refused


def test_a_right_config_is_the_one_that_is_played_with(told: Told, config: Path, tmp_path: Path) -> None:
    with attended(config, str(tmp_path)) as service:
        assert service.config().launcher.profile == "gentle"
    assert (service.refused, service.safe) == ("", False)


def test_a_reload_reads_the_config_and_has_the_launcher_put_together_anew(
    told: Told, config: Path, tmp_path: Path
) -> None:
    posted: list[object] = []
    with attended(config, str(tmp_path)) as service:
        service.config()
        service.reload(posted.append)
    assert posted == [Again()]
    assert told.words[0] == "RELOADING=1"
    assert service.problem == ""


def test_a_mistake_at_a_reload_keeps_the_old_config_and_is_said(
    told: Told, config: Path, tmp_path: Path
) -> None:
    posted: list[object] = []
    with attended(config, str(tmp_path)) as service:
        service.config()
        config.write_text(WRONG)
        service.reload(posted.append)
    assert Again() not in posted
    assert len(posted) == 1, "nobody would look at the problems"
    assert "RELOADING=1" not in told.words
    assert "line 2" in service.problem
    assert service.refused == ""


def test_after_five_starts_that_came_to_nothing_there_is_no_motor_and_it_says_why(
    told: Told, config: Path, tmp_path: Path
) -> None:
    def fail() -> None:
        with attended(config, str(tmp_path)) as service:
            assert not service.safe
            assert service.config().launcher.profile == "gentle"
            raise HardwareError("The disk is on fire.")

    for _ in range(MOST):
        with pytest.raises(HardwareError):
            fail()
    with attended(config, str(tmp_path)) as service:
        found = service.config()
        assert service.safe
        assert found == Config(web=found.web)
        assert found.web.port == 8123, "phones would look for the page elsewhere"
        assert "The disk is on fire;" in service.refused
        service.ready("")
    with attended(config, str(tmp_path)) as service:
        assert not service.safe, "somebody has started it again"


def test_starts_are_counted_on_a_disk_that_takes_nothing_and_from_one_process_to_the_next(
    told: Told, config: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "state" / FILE).with_suffix(".new").mkdir(parents=True)  # nothing can be written in its place
    (tmp_path / "run").mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))

    def fail() -> None:
        with attended(config, str(tmp_path / "state")) as service:
            assert not service.safe
            raise HardwareError("The disk is full.")

    for _ in range(MOST):
        with pytest.raises(HardwareError):
            fail()
    with attended(config, str(tmp_path / "state")) as service:
        assert service.safe
    unit = Path(__file__).parents[2] / "systemd" / "uno-launcher.service"
    lines = unit.read_text().splitlines()
    assert {"RuntimeDirectory=uno-launcher", "RuntimeDirectoryPreserve=restart"} <= {*lines}


def test_an_error_after_it_was_ready_is_no_start_that_came_to_nothing(
    told: Told, config: Path, tmp_path: Path
) -> None:
    def play_and_fail() -> None:
        with attended(config, str(tmp_path)) as service:
            assert not service.safe
            service.ready("")
            raise ZeroDivisionError

    for _ in range(2 * MOST):
        with pytest.raises(ZeroDivisionError):
            play_and_fail()


def test_a_hang_up_before_it_is_ready_kills_no_service(told: Told, config: Path, tmp_path: Path) -> None:
    with attended(config, str(tmp_path)):
        signal.raise_signal(signal.SIGHUP)


def test_the_address_that_is_told_holds_no_code(told: Told, config: Path, tmp_path: Path) -> None:
    with attended(config, str(tmp_path)) as service:
        service.ready("http://192.168.1.7:8080/?code=SECRET")
    assert "READY=1" in told.words
    assert any(word.startswith("STATUS=http://192.168.1.7:8080 ") for word in told.words)
    assert "SECRET" not in "".join(told.words)


def test_again_is_the_same_command_in_the_same_process(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, list[str]]] = []
    monkeypatch.setattr(module.os, "execv", lambda *what: ran.append(what))
    monkeypatch.setattr(module.os, "set_inheritable", lambda *_: None)
    Attended(None, None, Told()).again()  # type: ignore[arg-type]
    assert ran == [(sys.executable, [sys.executable, *sys.orig_argv[1:]])]
