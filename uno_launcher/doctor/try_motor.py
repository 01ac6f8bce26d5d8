"""The motor for a moment, after a yes each time; the beam tells what came of it."""

from uno_launcher.backends.gpio.inputs import Edge
from uno_launcher.doctor import motor as seeing
from uno_launcher.doctor.bench import LID_OPEN, Run
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.visit import Findings, Visit

RUN_S = 0.2
"""The motor is asked for, and run for, so long at a time."""


def motor(visit: Visit) -> Findings:
    """A moment forwards; the beam tells the rest."""
    bench, person, config = visit.bench, visit.person, visit.bench.config
    if "lid" in bench.inputs and bench.level("lid"):
        yield Finding("motor", "skipped", LID_OPEN)
        return
    if "hopper" in bench.inputs and bench.level("hopper"):
        person.do("Put some cards into the hopper …", "fill hopper")
    if not person.ask("Are cards in the hopper, and nothing in the slot?"):
        yield Finding("motor", "skipped", "The motor wasn't run: cards are wanted for that.")
        return
    first = _run(visit, 1, f"I will run the motor for {RUN_S} s; cards may shoot out. Is your hand away?")
    if first is None:
        yield Finding("motor", "skipped", "The motor wasn't run.")
        return
    run = seeing.seen(first, config)
    yield from seeing.noticed(run, visit.blind)
    if first.trouble:
        yield _cut_short(first)
        return
    if run.came and not visit.blind:
        yield from _came(visit, run)
    elif not person.ask("Did the roller turn?"):
        yield seeing.asleep(config)
    elif visit.blind:
        yield Finding("motor", "ok", "The motor turns; what cards do, a blind beam can't tell.")
    else:
        yield from _nothing_came(visit)


def _came(visit: Visit, run: seeing.Seen) -> Findings:
    """A card is out, or in the beam."""
    if run.card_us is None and run.pulled_us:
        again = _run(visit, 1, f"A card is in the beam. {RUN_S} s more: is your hand away?")
        if again is not None and again.trouble:
            yield _cut_short(again)
        elif again is not None:
            edges = [edge for edge in again.edges if edge.name == "beam"]
            if again.beam_blocked and not edges:
                yield seeing.stuck()
                visit.person.do("Open the lid, pull the card out, close the lid …", "take card")
                return
            yield Finding("motor", "ok", "The motor feeds: a card came through the beam.")
    else:
        yield from seeing.out_of_beam(run)
    if visit.bench.level("beam"):
        visit.person.do("Take the card that sticks out …", "take card")


def _nothing_came(visit: Visit) -> Findings:
    """The roller turns: slips it, or does it turn the wrong way?"""
    config = visit.bench.config
    again = _run(visit, 1, f"No card came. {RUN_S} s once more: is your hand away?")
    if again is not None and again.trouble:
        yield _cut_short(again)
        return
    if again is not None and seeing.seen(again, config).came:
        yield seeing.grips_late()
        return
    if config.motor.driver == "one-pin":
        yield seeing.slipping(False)
        return
    back = _run(visit, -1, f"Now {RUN_S} s backwards: is your hand away?")
    if back is not None and back.trouble:
        yield _cut_short(back)
    elif back is not None and seeing.seen(back, config).came:
        yield seeing.reversed_motor(config)
    else:
        yield seeing.slipping(back is not None)


def _cut_short(run: Run) -> Finding:
    return Finding("motor", "warning", run.trouble)


def _run(visit: Visit, direction: int, question: str) -> Run | None:
    """Only after a yes, and for no longer than was said."""
    if not visit.person.ask(question):
        return None
    return visit.bench.run(direction, RUN_S, _one_card)


def _one_card(edges: list[Edge]) -> bool:
    return seeing.first_card_is_out([(round(e.t * 1e6), e.level) for e in edges if e.name == "beam"])
