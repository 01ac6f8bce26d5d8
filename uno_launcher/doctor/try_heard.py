"""The parts of a launcher whose pins aren't this computer's, by what it says happened."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from uno_launcher.backends.feeder import EXTRA_BUTTONS, Tapped
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.hearing import Heard, Said
from uno_launcher.doctor.motor import slipping
from uno_launcher.doctor.person import Deed, Person
from uno_launcher.doctor.switches import CALLED, capital
from uno_launcher.doctor.visit import Findings
from uno_launcher.launcher.effects import Sound
from uno_launcher.launcher.events import (
    CardInBeam,
    CardTaken,
    HopperEmpty,
    HopperFilled,
    LidClosed,
    LidOpened,
    Pressed,
)
from uno_launcher.launcher.look import Look

RUN_S = 0.2
BOARD = "the wiring at the Pico, and its board.py"
UNSEEN = (
    "A wire is off or broken: to the pin, or to ground.",
    f"It's on another pin than it should be: compare {BOARD}.",
    "The switch opens where it should close: take its other contact.",
)
WORDS: dict[str, tuple[str, Deed, str, Deed]] = {
    "lid": ("Open the lid …", "open lid", "Close it again …", "close lid"),
    "hopper": ("Take all cards out of the hopper …", "empty hopper", "Put them back …", "fill hopper"),
}
PRESSED: tuple[str, Deed, str, Deed] = (
    "Press {} now, and keep it down …",
    "hold button",
    "Let go of it …",
    "let go",
)
Colour = Literal["red", "green", "blue"]
COLOURS: tuple[Colour, ...] = ("red", "green", "blue")


@dataclass(slots=True)
class HeardVisit:
    """`patience` is how many seconds somebody gets for what they're told."""

    heard: Heard
    person: Person
    patience: float = 20.0


def parts(visit: HeardVisit) -> list[tuple[str, Callable[[], Findings]]]:
    """All there may be: what isn't fitted is asked for first."""
    return [
        ("Launcher", partial(there, visit)),
        ("Button", partial(switch, visit, "button", Pressed(), None)),
        ("Extra buttons", partial(extra, visit)),
        ("Lamps", partial(lamps, visit)),
        ("Beam", partial(beam, visit)),
        ("Lid", partial(lid, visit)),
        ("Hopper switch", partial(hopper, visit)),
        ("Motor", partial(motor, visit)),
    ]


def there(visit: HeardVisit) -> Findings:
    """It answers, and nothing is broken."""
    visit.heard.listen(0.5)
    if visit.heard.faults:
        for kind, detail in visit.heard.faults.items():
            yield Finding(kind, "fault", detail)
    else:
        yield Finding("link", "ok", "The launcher answers.")


def switch(visit: HeardVisit, name: str, on: Said, off: Said | None) -> Findings:
    """It goes on, and where that is told, off again."""
    told, deed, then, undo = WORDS.get(name, PRESSED)
    visit.person.do(told.format(CALLED[name]), deed, name)
    seen, others = visit.heard.wait_for(on, visit.patience)
    visit.person.do(then, undo, name)
    back = off is None or visit.heard.wait_for(off, visit.patience if seen else 1.0)[0]
    if off is None:
        visit.heard.listen(1.5)  # the finger has gone
    if not seen:
        instead = next((each for each in others if isinstance(each, Pressed | Tapped)), None)
        if instead is not None:
            other = CALLED["button" if isinstance(instead, Pressed) else instead.button]
            yield Finding(
                name, "fault", f"Instead of {CALLED[name]}, {other} was told: their wires are swapped."
            )
        else:
            yield Finding(name, "fault", f"{capital(CALLED[name])} wasn't told of.", UNSEEN)
    elif not back:
        yield Finding(
            name, "fault", f"{capital(CALLED[name])} stays on.", ("It sticks: free it, or change it.",)
        )
    else:
        yield Finding(name, "ok", f"{capital(CALLED[name])} works.")


def extra(visit: HeardVisit) -> Findings:
    """Those that there are."""
    if visit.person.ask("Are there buttons for +1, Hit 1, Hit 2, Attack or Stop?"):
        for name in EXTRA_BUTTONS:
            if visit.person.ask(f"Is {CALLED[name]} there?"):
                yield from switch(visit, name, Tapped(name), None)


def lid(visit: HeardVisit) -> Findings:
    """Opened and closed."""
    if visit.person.ask("Is there a lid switch?"):
        yield from switch(visit, "lid", LidOpened(), LidClosed())


def hopper(visit: HeardVisit) -> Findings:
    """Emptied and filled."""
    if visit.person.ask("Is there a hopper switch?"):
        yield from switch(visit, "hopper", HopperEmpty(), HopperFilled())


def beam(visit: HeardVisit) -> Findings:
    """A card for a while."""
    visit.person.do("Hold a card in the beam …", "card in")
    seen, _ = visit.heard.wait_for(CardInBeam(), visit.patience)
    visit.person.do("Take it out again …", "card out")
    gone, _ = visit.heard.wait_for(CardTaken(), visit.patience if seen else 1.0)
    if seen and gone:
        yield Finding("beam", "ok", "The beam works: it sees a card come and go.")
        return
    yield Finding(
        "beam",
        "fault",
        "The beam doesn't tell of a card that comes and goes.",
        (
            "The emitter is dead or has no power: many phones' cameras show whether it glows.",
            "Emitter and receiver don't look at each other, or something is in between.",
            "The sun or a lamp shines into the receiver: shade it.",
            f"The receiver has no power, is dead, inverted, or on another pin: compare {BOARD}.",
        ),
    )


def lamps(visit: HeardVisit) -> Findings:
    """One after another, then a sound."""
    if visit.person.ask("Is there a lamp in the button?"):
        visit.heard.show(Look(lamp="on"))
        visit.heard.listen(0.3)
        yield _lit("button_lamp", visit.person.ask("Is the lamp in the button lit?"))
    if visit.person.ask("Is there a red, green and blue lamp?"):
        for colour in COLOURS:
            visit.heard.show(Look(colour=colour, blink="on"))
            visit.heard.listen(0.3)
            yield _lit(colour, visit.person.ask(f"Do you see {colour}?"))
    visit.heard.show(Look())
    if visit.person.ask("Is there a buzzer?"):
        visit.heard.play(Sound("ding"))
        visit.heard.listen(0.5)
        yes = visit.person.ask("Did you hear a tone?")
        yield Finding("buzzer", "ok" if yes else "fault", f"The buzzer {'sounds' if yes else 'is silent'}.")


def _lit(name: str, yes: bool) -> Finding:
    if yes:
        return Finding(name, "ok", f"{capital(CALLED[name])} is lit when it should be.")
    return Finding(
        name,
        "fault",
        f"{capital(CALLED[name])} stays dark.",
        (f"Its wire is off, or on another pin: compare {BOARD}.", "It's the wrong way round, or dead."),
    )


def motor(visit: HeardVisit) -> Findings:
    """One card, or as much of it as comes in a moment."""
    person = visit.person
    if not person.ask("Is the lid closed, are cards in the hopper, and is nothing in the slot?"):
        yield Finding("motor", "skipped", "The motor wasn't run: cards are wanted for that.")
        return
    if not person.ask(
        f"I will run the motor for {RUN_S} s, and a moment backwards; cards may shoot out. Is your hand away?"
    ):
        yield Finding("motor", "skipped", "The motor wasn't run.")
        return
    report = visit.heard.feed(RUN_S)
    if visit.heard.faults:
        for kind, detail in visit.heard.faults.items():
            yield Finding(kind, "fault", detail)
    elif report.doubles:
        yield Finding("cards", "warning", "Two cards came out as one.", ("Riffle them.",))
    elif report.counted:
        yield Finding("motor", "ok", "The motor feeds: a card came out.")
    elif report.note == "stuck":
        yield Finding("cards", "fault", "Something is in the beam.", ("Clear it.",))
    elif not person.ask("Did the roller turn?"):
        yield Finding(
            "motor",
            "fault",
            "The roller doesn't turn.",
            (
                "The motor's supply is off, its cells are empty, or its fuse has blown.",
                "The driver sleeps: its ENABLE or SLEEP pin has to be high, or held by the charge pump.",
                f"A wire of the motor or of the driver is off: compare {BOARD}.",
            ),
        )
    elif not person.ask("Did it turn the way that shoots cards out?"):
        yield Finding(
            "motor", "fault", "The motor turns the wrong way.", ("Swap the motor's two wires at the driver.",)
        )
    else:
        yield slipping(tried_back=True)
    if report.card_out or report.counted:
        person.do("Take away what sticks out.", "take card")
