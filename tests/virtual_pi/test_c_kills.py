"""Whatever befalls the service in a burst, the motor is low within a second and the evening goes on.

The chip keeps what a dead process drove, as a Raspberry Pi's kernel does (field notes M1, M2).
"""

import json
import statistics

import pytest

from tests.virtual_pi.pi import CAN_HANG, LONG_BURSTS, PUNCTUAL_US, QUICK_RESTARTS, Pi

pytestmark = pytest.mark.virtual_pi

WITHIN_US = 1_000_000
AT_ONCE_US = {"kill": 250_000}
"""Of kills that leave the guard alive. Without it that's the time that Python takes to start."""
TIMES, MANY_TIMES = 3, 20
KINDS = ("kill", "kill-all", "term", "hang", "wedge", "oom", "restart")
NO_STOP_POST = "[Service]\nExecStopPost=\nRestartSec=10\n"


def survived(pi: Pi, kind: str, seed: int) -> int:
    """One kill; how long the motor's lines were high after it, in microseconds."""
    pi.play_with(LONG_BURSTS, QUICK_RESTARTS + CAN_HANG)
    before = pi.state()
    with pi.log() as log:
        launches = list(log.execute("SELECT number, counted, ended FROM launches ORDER BY number"))
        moves = list(log.execute("SELECT evening, n, move FROM moves ORDER BY evening, n"))
    went = pi.harm(kind, seed)
    assert went["low_us"] is not None, f"the motor is still on after {kind}:\n{pi.journal()}"
    assert went["reads"] == [0, 0]
    if kind == "term":
        pi.guest.ok("systemctl start uno-launcher")  # it ended well, so nobody starts it again
    pi.until_ready()
    after = pi.state()
    with pi.log() as log:
        (integrity,) = log.execute("PRAGMA integrity_check").fetchone()
        now = list(log.execute("SELECT number, counted, ended FROM launches ORDER BY number"))
        moves_now = list(log.execute("SELECT evening, n, move FROM moves ORDER BY evening, n"))
    assert integrity == "ok"
    assert now[:-1] == launches, "an earlier press is lost"
    assert moves_now[: len(moves)] == moves, "an earlier move is lost"
    number, counted, _ = now[-1]
    assert number == went["number"] == after["launcher"]["number"]
    assert counted <= went["came"] or went["late_us"] > PUNCTUAL_US, "more was booked than came out"
    assert after["evening"] == before["evening"]
    (booked,) = (json.loads(move) for _, _, move in moves_now[len(moves) :])
    assert booked.get("press", booked.get("failed_press")) == counted
    return int(went["low_us"])


def survived_often(pi: Pi, kind: str, times: int) -> None:
    """So many kills with the motor off in time. One that wasn't is the launcher's fault, unless the host is
    so slow just then that it would be late on no Pi."""
    took: list[int] = []
    for seed in range(3 * times):
        low_us = survived(pi, kind, seed)
        if low_us < AT_ONCE_US.get(kind, WITHIN_US):
            took.append(low_us)
        else:
            slow = pi.slow()
            assert slow, f"{kind}: the motor was low only after {low_us / 1000:.0f} ms"
            print(f"\n{kind}: {low_us / 1000:.0f} ms don't count, Python takes {slow:.2f} s to start", end="")
        if len(took) == times:
            break
    else:
        pytest.skip(f"this host is too slow: in time only {len(took)} times of {3 * times}")
    said = ", ".join(f"{us / 1000:.0f}" for us in took)
    print(f"\n{kind}: motor low after {said} ms, median {statistics.median(took) / 1000:.0f} ms")


@pytest.mark.parametrize("kind", KINDS)
def test_the_motor_is_low_within_a_second_and_the_evening_goes_on_m1(pi: Pi, kind: str) -> None:
    survived_often(pi, kind, TIMES)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_so_it_is_twenty_times(pi: Pi, kind: str) -> None:
    survived_often(pi, kind, MANY_TIMES)


def test_without_the_stop_post_command_this_suite_would_notice_m2(pi: Pi) -> None:
    """A broken copy of the unit: nobody is left to drive the lines."""
    pi.play_with(LONG_BURSTS, NO_STOP_POST)
    went = pi.harm("kill-all", seed=1)
    assert went["low_us"] is None or went["low_us"] > WITHIN_US
    assert 1 in went["reads"]
    pi.guest.ok("uno-launcher off --state-dir /var/lib/uno-launcher")
    assert pi.guest.ok("cat /run/virtual-pi/gpio/sim_gpio1[23]/value").split() == ["0", "0"]
