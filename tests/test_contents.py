"""Files that a person names: what never ends is refused, a pipe and what any editor writes are taken."""

import os
import threading
import time
from pathlib import Path

import pytest

from uno_launcher.config import check, load
from uno_launcher.contents import contents, split
from uno_launcher.errors import InputError
from uno_launcher.script import read
from uno_launcher.table.evening import find_box, read_setup_file
from uno_launcher.traces import read_beam

READERS = [load, read_setup_file, find_box, lambda path: read(path, frozenset()), read_beam]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_refused_at_once(reader, device):
    with pytest.raises(InputError) as caught:
        reader(device if reader is find_box else Path(device))
    assert str(caught.value) == f"{device} can't be read: it is no file but a device; name a file"


@pytest.mark.parametrize(
    ("reader", "limit", "size"),
    [
        (load, "1 MB", 10**6),
        (find_box, "1 MB", 10**6),
        (READERS[3], "10 MB", 10**7),
        (read_setup_file, "10 MB", 10**7),
    ],
)
def test_a_file_that_is_too_long_is_refused_with_the_limit(tmp_path, reader, limit, size):
    file = tmp_path / "long"
    with file.open("wb") as sparse:
        sparse.truncate(size + 1)
    with pytest.raises(InputError) as caught:
        reader(str(file) if reader is find_box else file)
    assert str(caught.value) == (
        f"{file} can't be read: it is longer than {limit}, so it can't be what is wanted here"
    )


def test_what_comes_out_of_a_pipe_is_read_up_to_the_limit(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    threading.Thread(target=pipe.write_bytes, args=(b"1 press\n",), daemon=True).start()
    assert contents(pipe, 8) == b"1 press\n"


def test_lines_are_what_an_editor_shows():
    assert split("a\r\nb\x0bc\x1cd\u2028e\n\n") == ["a", "b\x0bc\x1cd\u2028e", ""]
    assert split("") == []


@pytest.mark.parametrize(
    "text",
    [
        "[launcher]\n" + "".join(f"# {'x' * 200}\n" for _ in range(990)) + "profil = 3\n",
        "x = [\n" + "1,\n" * 990 + "]\n",
        "[launcher]\n" + "".join(f"key{i} = '{'x' * 180}'\n" for i in range(990)),
        "".join("a" + ".b" * 299 + f".c{i}=1\n" for i in range(330)),
        "a" + ".a" * 50_000 + "=1",
        "x = " + "1" * 900_000,
    ],
)
def test_the_mistakes_of_a_long_config_are_found_soon(text):
    began = time.process_time()
    config, mistakes = check(text, "config.toml")
    assert config is None
    assert mistakes
    assert time.process_time() - began < 3.0


def test_the_line_of_a_mistake_comes_after_strings_and_lists_of_many_lines():
    text = 'a = """\n"]" \\""" # \n""""" # "\nb = [ # [\n  "]", \'}\',\n]\n'
    text += "[[c]]\nd = 1\n[launcher]\nprofil = 1\n"
    _, mistakes = check(text, "config.toml")
    assert [mistake.partition(":")[0] for mistake in mistakes] == [
        f"config.toml line {line}" for line in (1, 4, 7, 10)
    ]


@pytest.mark.parametrize("letter", ["\x0b", "\x1c", "\u2028"])
def test_a_control_character_begins_no_line_of_a_recording(tmp_path, letter):
    file = tmp_path / "trace.csv"
    file.write_text(f"t_us,blocked\n0,1{letter}5,0\n")
    with pytest.raises(InputError, match=r"line 2: there must be 2 values"):
        read_beam(file)
