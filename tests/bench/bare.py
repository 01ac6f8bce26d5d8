"""The least a gpiozero script can do, as a program of its own: a button that turns a motor on."""

from signal import pause

from gpiozero import Button, PWMOutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

factory = MockFactory(pin_class=MockPWMPin)
button = Button(17, pin_factory=factory)
motor = PWMOutputDevice(12, pin_factory=factory)
button.when_pressed = motor.on

if __name__ == "__main__":
    print("ready", flush=True)
    pause()
