"""The file with the code and the PIN: what is wrong with it, or with the disk."""

import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.web.stand import stand
from uno_launcher.web.keys import BROKEN_NAME, FILE_NAME, KeyRing


def test_a_code_that_cant_be_kept_isnt_given_out(tmp_path: Path) -> None:
    keys = KeyRing(tmp_path, None)
    old, file = keys.code, tmp_path / FILE_NAME
    (tmp_path / "web.new").mkdir()
    assert not keys.new_code()
    assert (keys.code, KeyRing(tmp_path, None).code) == (old, old)
    assert keys.problem == (
        f"{file} can't be written (Is a directory), so there is no new code and the old one still opens the"
        " table: see to the disk, or name another folder with --state-dir."
    )
    (tmp_path / "web.new").rmdir()
    assert keys.new_code()
    assert keys.code == KeyRing(tmp_path, None).code != old
    assert keys.problem == ""


def test_whoever_asks_for_a_code_that_cant_be_kept_is_told_and_so_is_everybody(tmp_path: Path) -> None:
    with stand(kind="none", folder=tmp_path) as table:
        table.launcher.control.troubles.append(lambda: table.web.problems)
        parent, guest, code = table.parent(), table.guest(), table.code
        listening = table.listen(guest)
        (tmp_path / "web.new").mkdir()
        answer = parent.post("/api/code")
        assert (answer.status_code, table.code) == (503, code)
        problem = answer.json()["error"]
        assert "there is no new code" in problem
        listening.until(lambda state: problem in state["problems"])
        guest.state()
        (tmp_path / "web.new").rmdir()
        assert parent.post("/api/code").json() == {"code": table.code}
        assert table.code != code
        assert guest.get("/api/state").status_code == 401
        table.listen(parent).until(lambda state: state["problems"] == [])


@pytest.mark.parametrize("mode", [0o644, 0o666, 0o604])
def test_a_file_that_others_may_read_is_closed_to_them(tmp_path: Path, mode: int) -> None:
    keys, file = KeyRing(tmp_path, None), tmp_path / FILE_NAME
    file.chmod(mode)
    assert KeyRing(tmp_path, None).code == keys.code
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:-1],
        lambda text: text[:-1] + ',"colour":"red"}',
        lambda text: text.replace('","pin"', '\\n","pin"'),
        lambda text: text.replace('","key"', '\\n","key"'),
        lambda text: text.replace('"}', '\\n"}'),
    ],
)
def test_a_broken_file_is_kept_aside(tmp_path: Path, change: Callable[[str], str]) -> None:
    first, file = KeyRing(tmp_path, None), tmp_path / FILE_NAME
    broken = change(file.read_text())
    file.write_text(broken)
    second = KeyRing(tmp_path, None)
    assert first.pin in (tmp_path / BROKEN_NAME).read_text() == broken
    assert stat.S_IMODE((tmp_path / BROKEN_NAME).stat().st_mode) == 0o600
    assert f"the old one is kept as {BROKEN_NAME}" in second.problem
    assert KeyRing(tmp_path, None).code == second.code != first.code


def test_a_broken_file_that_cant_go_aside_stays(tmp_path: Path) -> None:
    file = tmp_path / FILE_NAME
    file.write_text("{")
    (tmp_path / BROKEN_NAME).mkdir()
    keys = KeyRing(tmp_path, None)
    assert keys.problem.startswith(f"{file} can't be written (Is a directory)")
    assert (file.read_text(), keys.new_code()) == ("{", False)


def test_a_pipe_in_its_place_keeps_nobody_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE_NAME)
    keys = KeyRing(tmp_path, None)
    assert keys.problem.startswith(f"{tmp_path / FILE_NAME} couldn't be read (it is no regular file)")
    assert KeyRing(tmp_path, None).code == keys.code


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    keys = KeyRing(tmp_path / "state", None)
    (tmp_path / "state").mkdir()
    assert keys.new_code()
    shutil.rmtree(tmp_path / "state")
    assert not keys.new_code()
    assert "No such file or directory" in keys.problem
