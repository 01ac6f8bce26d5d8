"""Lamps and buzzer, looked at and listened to by somebody."""

from uno_launcher.doctor import switches
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.visit import Findings, Visit

LAMPS = ("button_lamp", "red", "green", "blue")
TONE_HZ, TONE_S = 880, 0.5


def lamps(visit: Visit) -> Findings:
    """One at a time."""
    bench = visit.bench
    for name in LAMPS:
        if name not in bench.outputs:
            continue
        called = switches.CALLED[name]
        bench.light(name, True)
        yes = visit.person.ask(f"Do you see {called}?" if name != "button_lamp" else f"Is {called} lit?")
        other = not yes and visit.person.ask("Is another lamp lit instead, or another colour?")
        bench.light(name, False)
        place = switches.where(name, visit.fitted[name])
        if yes:
            yield Finding(name, "ok", f"{switches.capital(called)} is lit when it should be.")
        elif other:
            yield Finding(
                name,
                "fault",
                f"Something else is lit instead of {called}.",
                (
                    f"Wires are swapped: {called} belongs on {place}.",
                    "The lamp is a common-anode one: take one with a common cathode.",
                ),
            )
        else:
            yield Finding(
                name,
                "fault",
                f"{switches.capital(called)} stays dark.",
                (
                    f"Its wire isn't on {place}, or its ground is off.",
                    "It's the wrong way round, or dead: try it at 3.3 V through its resistor.",
                ),
            )


def buzzer(visit: Visit) -> Findings:
    """Half a second of a tone."""
    bench = visit.bench
    bench.sound(TONE_HZ)
    bench.watch(TONE_S)
    bench.sound(0)
    if visit.person.ask("Did you hear a tone?"):
        yield Finding("buzzer", "ok", "The buzzer sounds.")
        return
    yield Finding(
        "buzzer",
        "fault",
        "The buzzer is silent.",
        (
            f"Its wire isn't on {switches.where('buzzer', visit.fitted['buzzer'])}, or its ground is off.",
            "It's an active buzzer, which makes one tone at a steady level: take a passive piezo.",
        ),
    )
