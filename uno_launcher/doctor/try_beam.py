"""The beam with and without its emitter, with and without a card."""

from uno_launcher.doctor import switches
from uno_launcher.doctor.beam import Readings, diagnosed
from uno_launcher.doctor.visit import Findings, Visit


def beam(visit: Visit) -> Findings:
    """With and without its emitter, with and without a card."""
    bench, config = visit.bench, visit.bench.config
    rest = bench.level("beam")
    dark = None
    if "emitter" in bench.outputs:
        bench.light("emitter", False)
        bench.watch(2 * config.beam.emitter_ms / 1000)
        dark = bench.level("beam")
        bench.light("emitter", True)
        bench.watch(2 * config.beam.emitter_ms / 1000)
        rest = bench.level("beam")
    before = bench.levels()
    visit.person.do("Hold a card in the beam …", "card in")
    there = bench.wait_for("beam", not rest, before, visit.patience)
    card = bench.level("beam")
    before = bench.levels()
    visit.person.do("Take it out again …", "card out")
    bench.wait_for("beam", rest, before, visit.patience if there.seen else 1.0)
    after = bench.level("beam")
    hand = None
    if not (rest or card or there.others):
        before = bench.levels()
        visit.person.do("Cover the receiver tightly with a finger …", "shade")
        hand = bench.wait_for("beam", True, before, visit.patience).seen
        visit.person.do("Take the finger away.", "unshade")
    readings = Readings(rest, dark, card, after, hand, tuple(there.others))
    found = diagnosed(readings, visit.fitted["beam"], config.beam.blocked)
    visit.blind = found.verdict == "fault"
    yield found
    if there.lost and not visit.blind:
        yield switches.edges_lost("beam")
