"""What a release carries, what it's called, and a card that becomes a launcher with it."""

import os
import re
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

from uno_launcher.flashing import firmware
from uno_launcher.service import layout, source

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
CHANGES = (ROOT / "uno_launcher" / "CHANGELOG.md").read_text()


def git(folder: Path, *words: str) -> None:
    who = ["-c", "user.name=Somebody", "-c", "user.email=s@example.org", "-c", "tag.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in source.CHECKOUT:
        if (ROOT / name).is_dir():
            (folder / name).mkdir()
        else:
            (folder / name).write_text(name)
    git(folder.parent, "init", "-q", str(folder))
    git(folder, "commit", "-q", "--allow-empty", "-m", "first")
    monkeypatch.setattr(source, "PACKAGE", folder / "uno_launcher")
    return folder


def version_of_what_is_installed() -> str | None:
    with source.source() as found:
        said = found.path / "PKG-INFO"
        return said.read_text().split("Version: ")[-1].strip() if said.exists() else None


def test_what_is_installed_is_called_by_the_tag(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.3")
    assert version_of_what_is_installed() == "1.2.3"
    git(checkout, "commit", "-q", "--allow-empty", "-m", "second")
    assert version_of_what_is_installed() == "1.2.3.post1"


def test_where_there_is_no_tag_two_versions_have_different_names_all_the_same(checkout: Path) -> None:
    first = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools_scm"]["fallback_version"]
    assert version_of_what_is_installed() == f"{first}.post1"
    git(checkout, "commit", "-q", "--allow-empty", "-m", "second")
    assert version_of_what_is_installed() == f"{first}.post2"


def test_what_has_no_history_is_built_with_the_name_that_pyproject_has(checkout: Path) -> None:
    shutil.rmtree(checkout / ".git")
    assert version_of_what_is_installed() is None


def test_a_wheel_carries_all_that_goes_on_a_pico_and_to_the_system() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["data-files"]
    for place, files in settings.items():
        carried = {path.name for pattern in files for path in ROOT.glob(pattern)}
        assert place == f"share/uno-launcher/{Path(files[0]).parent}"
        if place.endswith("firmware"):
            assert carried >= {*firmware.OWN, "README.md"}
        else:
            assert carried >= {*(placed.name for placed in layout.PLACED), "user-data", "README.md"}


def test_the_changelog_names_what_comes_and_every_release() -> None:
    headings = re.findall(r"^## (.+)$", CHANGES, re.MULTILINE)
    assert headings[0] == "Next"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", heading) for heading in headings[1:])
    asked = subprocess.run(["git", "-C", str(ROOT), "tag"], capture_output=True, text=True, check=False)
    tags = {tag.removeprefix("v") for tag in asked.stdout.split() if re.fullmatch(r"v[\d.]+", tag)}
    assert tags <= set(headings)


USER_DATA = yaml.safe_load((SYSTEMD / "user-data").read_text())
FILES = {Path(file["path"]).name: file["content"] for file in USER_DATA["write_files"]}
SCRIPT = FILES["uno-launcher-first-boot"]


def test_the_cards_file_is_what_cloud_init_reads_and_starts_what_it_writes() -> None:
    assert (SYSTEMD / "user-data").read_text().startswith("#cloud-config\n")
    assert USER_DATA["hostname"] == "launcher"
    service = "uno-launcher-first-boot.service"
    assert f"ExecStart={USER_DATA['write_files'][0]['path']}\n" in FILES[service]
    assert ["systemctl", "enable", service] in USER_DATA["runcmd"]
    assert ["systemctl", "start", "--no-block", service] in USER_DATA["runcmd"]


def test_a_login_that_somebody_wants_is_there_when_the_hashes_are_taken_away() -> None:
    text = re.sub(r"^#(?=users|enable_ssh|  )", "", (SYSTEMD / "user-data").read_text(), flags=re.MULTILINE)
    found = yaml.safe_load(text.replace("users: []\n", ""))
    assert found["users"][0]["name"] == "pi"
    assert found["enable_ssh"] is True


def test_the_network_of_the_page_is_one() -> None:
    block = re.search(r"```yaml\n(.*?)```", (SYSTEMD / "first-boot.md").read_text(), re.DOTALL)
    assert block is not None
    assert "your network" in yaml.safe_load(block[1])["network"]["wifis"]["wlan0"]["access-points"]


def first_boot(drive: Path, service: str = "") -> tuple[int, str]:
    """Status, and what is on the drive afterwards. `service`: the program of a wheel on it."""
    if service:
        with zipfile.ZipFile(drive / "uno_launcher-1.0-py3-none-any.whl", "w") as wheel:
            wheel.writestr("uno_launcher/__init__.py", "")
            wheel.writestr("uno_launcher/__main__.py", service)
    tools = drive.parent / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "systemctl").write_text(f'#!/bin/sh\necho "$*" >> {drive}/systemctl\n')
    (tools / "systemctl").chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", "-c", SCRIPT.replace("/etc/", f"{drive.parent}/etc/"), "first-boot", str(drive)],
        env={**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"},
        check=False,
    )
    return done.returncode, (drive / "uno-launcher.txt").read_text()


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    (tmp_path / "bootfs").mkdir()
    return tmp_path / "bootfs"


def test_a_card_without_the_wheel_says_what_is_missing(drive: Path) -> None:
    assert first_boot(drive) == (1, "There is no uno_launcher-….whl on this drive: put it here.\n")


def test_a_card_with_the_wheel_installs_it_and_says_where_the_page_is(drive: Path) -> None:
    status, said = first_boot(drive, "import sys; print(*sys.argv[1:]); print('Phones open http://x')")
    assert (status, said) == (0, "service install\nPhones open http://x\n")
    assert (drive / "systemctl").read_text() == "disable uno-launcher-first-boot.service\n"


def test_a_mistake_in_the_cards_config_can_be_put_right_on_the_card(drive: Path) -> None:
    installed = drive.parent / "etc" / "uno-launcher" / "config.toml"
    for text in ("[pins]\nbutton = 99\n", "[pins]\nbutton = 17\n"):
        (drive / "config.toml").write_text(text)
        first_boot(drive, "raise SystemExit('as it is')")
        assert installed.read_text() == text


def test_a_card_whose_network_comes_late_says_so_and_is_tried_again(drive: Path) -> None:
    status, said = first_boot(drive, "raise SystemExit('is there a network?')")
    assert (status, said) == (1, "is there a network?\nIt is tried again in a minute.\n")
    assert not (drive / "systemctl").exists()
    assert "Restart=on-failure" in FILES["uno-launcher-first-boot.service"]
