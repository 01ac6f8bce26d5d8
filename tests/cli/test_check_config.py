"""`check-config`: every mistake, one a line, with status 3."""


def test_a_file_without_mistakes_is_status_0(call, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text('[launcher]\nprofile = "gentle"\n')
    assert call("check-config", file) == (0, f"{file}: no mistakes.\n", "")


def test_every_mistake_is_a_line_on_standard_error_and_the_status_is_3(call, tmp_path):
    file = tmp_path / "my.toml"
    file.write_text("[motor]\nfrequency_hz = 0\n[pins]\nbutton = 17\nlid = 17\n[bean]\n")
    assert call("check-config", file) == (
        3,
        "",
        f"{file} line 2: [motor] frequency_hz must be a whole number of hertz from 1 to 10000, but 0 was"
        " given\n"
        f"{file} line 5: [pins] lid is on GPIO 17, but so is button; give each its own GPIO\n"
        f"{file} line 6: there is no section [bean]; did you mean beam?\n",
    )


def test_a_missing_file_is_said_with_the_command_that_writes_one(call, tmp_path):
    file = tmp_path / "my.toml"
    result = call("check-config", file)
    assert (result.status, result.out) == (3, "")
    assert result.err == (
        f"{file}: there is no such file; `uno-launcher config init {file}` writes one to start from\n"
    )


def test_without_a_file_the_one_in_its_usual_place_is_checked(call, home):
    usual = home / "settings" / "uno-launcher" / "config.toml"
    usual.parent.mkdir(parents=True)
    usual.write_text("[motor]\nspeed = 3\n")
    result = call("check-config")
    assert result.status == 3
    assert f"{usual} line 2: [motor] has no key speed" in result.err


def test_the_users_own_file_goes_before_the_systems(call, home):
    system = home / "etc" / "config.toml"
    system.parent.mkdir()
    system.write_text("[motor]\nspeed = 3\n")
    assert f"{system} line 2" in call("check-config").err
    call("config", "init")
    assert call("check-config").status == 0


def test_without_any_file_the_defaults_hold(call):
    assert call("check-config") == (0, "There is no config file, so the defaults hold.\n", "")
