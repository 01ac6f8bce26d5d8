# Everything fitted on a Pico, wired as in hardware/wiring/pico.
# To put in the place of PINS in firmware/board.py.

PINS = {
    "motor_in1": 12,
    "motor_in2": 13,
    "motor_enable": 28,
    "heartbeat": 20,
    "button": 17,
    "beam": 16,
    "emitter": 22,
    "lid": 15,
    "hopper": 14,
    "button_lamp": 8,
    "red": 19,
    "green": 26,
    "blue": 21,
    "buzzer": 18,
    "plus_one": 5,
    "hit_1": 6,
    "hit_2": 10,
    "attack": 9,
    "stop": 11,
}
