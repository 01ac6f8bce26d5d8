"""Buttons, lid and hopper switch, touched by somebody who is told to."""

from uno_launcher.doctor import switches
from uno_launcher.doctor.findings import Finding
from uno_launcher.doctor.visit import Findings, Visit

REST_S = 1.0


def rest(visit: Visit) -> Findings:
    """Nobody touches anything."""
    visit.person.say("Close the lid and take your hands off the launcher for a moment.")
    visit.bench.watch(0)
    edges = visit.bench.watch(REST_S)
    quiet = True
    for name in visit.bench.inputs:
        found = switches.fluttering(name, [edge for edge in edges if edge.name == name], REST_S)
        if found is not None:
            quiet = False
            yield found
    if quiet:
        yield Finding("inputs", "ok", "All inputs hold still while nobody touches anything.")


def button(visit: Visit, name: str) -> Findings:
    """Pressed and let go of."""
    bench, called, bcm = visit.bench, switches.CALLED[name], visit.fitted[name]
    before = bench.levels()
    if before[name]:
        yield switches.resting_on(name, bcm)
        return
    visit.person.do(f"Press {called} now, and keep it down …", "hold button", name)
    down = bench.wait_for(name, True, before, visit.patience)
    if not down.seen:
        yield switches.unseen(name, bcm, "pressed it", down.others, visit.fitted)
        return
    before = bench.levels()
    visit.person.do("Seen. Now let go of it …", "let go", name)
    up = bench.wait_for(name, False, before, visit.patience)
    if not up.seen:
        yield switches.stays(name, bcm)
        return
    yield from switches.works(name, down.edges, up.edges, down.lost + up.lost)


def lid(visit: Visit) -> Findings:
    """Opened and closed. A broken wire reads as open."""
    bench, bcm = visit.bench, visit.fitted["lid"]
    before = bench.levels()
    if before["lid"] and not visit.person.ask("The lid reads open. Is it open?"):
        yield Finding(
            "lid",
            "fault",
            "The lid reads open although it's closed.",
            (
                "A wire of its switch is broken or off: that reads as open, so that nothing moves.",
                "The closed lid doesn't press the switch.",
                "The switch opens where it should close: take its other contact.",
                f"It isn't on {switches.where('lid', bcm)}, where the config has it.",
            ),
        )
        return
    if before["lid"]:
        visit.person.do("Close the lid …", "close lid")
        bench.wait_for("lid", False, before, visit.patience)
        before = bench.levels()
    visit.person.do("Open the lid …", "open lid")
    opened = bench.wait_for("lid", True, before, visit.patience)
    before = bench.levels()
    visit.person.do("Seen. Close it again …" if opened.seen else "Close it again.", "close lid")
    closed = bench.wait_for("lid", False, before, visit.patience if opened.seen else 1.0)
    if not opened.seen:
        yield switches.unseen("lid", bcm, "opened it", opened.others, visit.fitted)
    elif not closed.seen:
        yield switches.stays("lid", bcm)
    else:
        yield from switches.works("lid", opened.edges, closed.edges, opened.lost + closed.lost)


def hopper(visit: Visit) -> Findings:
    """Emptied and filled."""
    bench, bcm = visit.bench, visit.fitted["hopper"]
    before = bench.levels()
    if before["hopper"]:
        visit.person.do("The hopper reads empty. Put cards in …", "fill hopper")
        filled = bench.wait_for("hopper", False, before, visit.patience)
        if not filled.seen:
            yield Finding(
                "hopper",
                "fault",
                "The hopper reads empty although cards are in it.",
                (
                    "The cards don't press its switch: press the pile down.",
                    "A wire of the switch is broken or off: that reads as empty.",
                    "The switch opens where it should close: take its other contact.",
                ),
            )
            return
        before = bench.levels()
    visit.person.do("Take all cards out of the hopper …", "empty hopper")
    emptied = bench.wait_for("hopper", True, before, visit.patience)
    before = bench.levels()
    visit.person.do("Put the cards back …", "fill hopper")
    filled = bench.wait_for("hopper", False, before, visit.patience if emptied.seen else 1.0)
    if not emptied.seen:
        yield switches.unseen("hopper", bcm, "emptied it", emptied.others, visit.fitted)
    elif not filled.seen:
        yield switches.stays("hopper", bcm)
    else:
        yield from switches.works("hopper", emptied.edges, filled.edges, emptied.lost + filled.lost)
