"""lgpio's module as gpiozero's factory uses it, over lines in memory; the awkward parts as in lg 0.2.2:

- claiming an output drives it low, if it wasn't one already;
- a PWM that ends leaves its line as it happens to be: here always high;
- a line that was freed or made an input floats and keeps its level;
- edges are told on one thread for the whole process, which an exception ends.
"""

import threading

SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

OUTPUT, INPUT, ALERT = "output", "input", "alert"


class error(Exception):  # noqa: N801, N818 - lgpio's own name
    def __str__(self):
        return repr(self.args[0])


class Lines:
    """What a test looks at and does."""

    def __init__(self):
        self.mode, self.level, self.pwm, self.flags = {}, {}, {}, {}
        self.busy = set()
        self.callbacks = []
        self.closed = False
        self.calls = []

    def high(self, gpio):
        """The line is high at least some of the time."""
        frequency, duty = self.pwm.get(gpio, (0, 0))
        return duty > 0 if frequency else self.level.get(gpio, 0) > 0

    def edge(self, gpio, level, ns):
        """Something outside drives an input."""
        self.level[gpio] = level
        for callback in list(self.callbacks):
            if callback.gpio == gpio and self.mode.get(gpio) == ALERT:
                callback.func(0, gpio, level, ns)


lines = Lines()
_notify_thread = threading.current_thread()


def gpiochip_open(chip):
    if chip != 0:
        raise error("can not open gpiochip")
    return 7


def gpiochip_close(handle):
    assert handle == 7
    lines.closed = True


def _claim(handle, gpio, mode, flags=0):
    assert handle == 7
    if gpio in lines.busy:
        raise error("GPIO busy")
    if lines.mode.get(gpio) != mode:
        lines.pwm.pop(gpio, None)
    lines.mode[gpio] = mode
    lines.flags[gpio] = flags


def gpio_claim_input(handle, gpio, flags=0):
    _claim(handle, gpio, INPUT, flags)
    if flags & SET_PULL_UP:
        lines.level.setdefault(gpio, 1)


def gpio_claim_output(handle, gpio, level=0, flags=0):
    if lines.mode.get(gpio) != OUTPUT:
        _claim(handle, gpio, OUTPUT)
        lines.level[gpio] = level
        lines.calls.append((gpio, level))


def gpio_claim_alert(handle, gpio, edges, flags=0, notify=None):
    _claim(handle, gpio, ALERT, flags)


def gpio_free(handle, gpio):
    lines.mode.pop(gpio)


def gpio_get_mode(handle, gpio):
    return (2 if lines.mode.get(gpio) == OUTPUT else 0) | lines.flags.get(gpio, 0)


def gpio_read(handle, gpio):
    return lines.level.get(gpio, 0)


def gpio_write(handle, gpio, level):
    assert lines.mode[gpio] == OUTPUT
    lines.level[gpio] = int(level)
    lines.calls.append((gpio, int(level)))


def gpio_set_debounce_micros(handle, gpio, micros):
    assert micros == 0  # field note G3


def tx_pwm(handle, gpio, frequency, duty):
    assert lines.mode[gpio] == OUTPUT
    lines.calls.append((gpio, frequency, duty))
    if frequency:
        lines.pwm[gpio] = (frequency, duty)
    elif gpio in lines.pwm:
        del lines.pwm[gpio]
        lines.level[gpio] = 1
    else:
        raise error("bad PWM micros")


class callback:  # noqa: N801 - lgpio's own name
    def __init__(self, handle, gpio, edges, func):
        self.gpio, self.func = gpio, func
        lines.callbacks.append(self)

    def cancel(self):
        lines.callbacks.remove(self)
