"""What the launcher says: why it's in its state, what to do about it, and why the books don't balance."""

from uno_launcher.launcher.facts import ASK_A_HAND, BURST, Facts, StateName
from uno_launcher.launcher.plan import Report

CLEAN = "clean the roller with rubbing alcohol"
SLIPS_OFTEN = 3
"""Bursts with slips, without a smooth one between, after which a working launcher asks for a clean roller."""


def in_one_sentence(why: str, advice: str) -> str:
    """Why, and what to do about it; `advice` may be ""."""
    if not advice:
        return why
    return f"{why.rstrip('.')}{';' if ':' in why else ':'} {advice}"


def refusal(state: StateName, facts: Facts) -> str:
    """Why a press doesn't count now, and what to do."""
    why, advice = words(state, facts)
    return in_one_sentence(why, "wait a moment" if state in ("starting", *BURST) else advice)


def words(state: StateName, facts: Facts) -> tuple[str, str]:
    """(why the launcher is in `state`, what to do: "" where nothing is to be done).

    While a burst runs they say nothing about it: a tease without cards reads like a burst of twelve.
    """
    match state:
        case "starting":
            return "the launcher is starting", ""
        case "launching":
            return "a press is under way", ""
        case "settling":
            return "the motor is off, the last card may still be passing", ""
        case "stopped":
            if not facts.lid_switch:
                return "switched off", "restart the launcher"
            return "switched off", f"{_close_lid(facts)}, or restart the launcher"
        case "fault":
            return facts.faults[0].detail, _end_fault(facts)
        case "lid_open":
            return "the lid is open", _at_the_open_lid(facts)
        case "jammed":
            return _jammed(facts)
        case "card_out" if facts.card_out == "found":
            return "something is in the beam", "take out the card that sticks out, or clear the beam"
        case "card_out":
            return "the last card sticks out and is counted", "take the card that sticks out first"
        case "empty":
            return "the hopper is empty", _fill(facts)
        case _:
            return _ready(facts)


def _ready(facts: Facts) -> tuple[str, str]:
    if facts.button_stuck:
        return "the button has been down for too long to be a press", "free the button"
    if facts.slipping >= SLIPS_OFTEN:
        return "ready, but the roller keeps slipping", CLEAN
    return "ready", ""


def _close_lid(facts: Facts) -> str:
    return "close the lid" if facts.lid_open else "open and close the lid"


def _end_fault(facts: Facts) -> str:
    kind = facts.faults[0].kind
    if kind not in ASK_A_HAND:
        return ""
    return f"{_close_lid(facts)} to go on" if facts.lid_switch else "press the button to go on"


def _at_the_open_lid(facts: Facts) -> str:
    if facts.jam == "stuck":
        return "pull the stuck card out, then close the lid"
    if facts.jam:
        return f"{_cure(facts)}, then close the lid"
    if facts.ran_empty or facts.switch_empty:
        return "fill the hopper, then close the lid"
    return "close the lid"


def _cure(facts: Facts) -> str:
    if facts.jam == "stuck":
        return "pull it out"
    if facts.jam == "timeout":
        return "see what holds the cards back"
    return CLEAN if facts.slipping > 1 else "straighten the cards"


def _jammed(facts: Facts) -> tuple[str, str]:
    why = {
        "stuck": "card stuck",
        "slipping": "no card came although the hopper should hold some",
        "timeout": "the motor ran for as long as it may",
    }[facts.jam]
    then = "" if facts.lid_switch else ", then press the button"
    return why, f"open the lid, {_cure(facts)}, close the lid{then}"


def _fill(facts: Facts) -> str:
    if facts.switch_empty:
        return "fill the hopper"
    if facts.lid_switch:
        return "open the lid, fill the hopper, close the lid"
    return "fill the hopper, then press the button"


def difference(report: Report, adjusted: int, refilled: bool) -> str:
    """Why a press's numbers don't agree, in words; "" where they do.

    `adjusted` is what the hopper's books were put right by, in cards; `refilled` says that somebody set them
    while the burst ran.
    """
    reasons = []
    if report.counted > report.ordered:
        reasons.append(f"{report.counted} came out instead of {report.ordered}: {_reason(report)}")
    elif report.counted < report.ordered:
        reasons.append(f"{report.counted} of {report.ordered} came out: {_reason(report)}")
    if adjusted and refilled:
        reasons.append("the hopper was filled or emptied by hand meanwhile")
    elif adjusted > 0:
        reasons.append(f"{adjusted} more than the hopper should have held")
    elif adjusted < 0:
        reasons.append(f"the hopper is empty though {-adjusted} should be left")
    return "; ".join(reasons)


_FAULTS = {
    "beam": "the beam can't see",
    "deadman": "the motor was cut off",
    "hardware": "the motor's pins refused",
    "link": "the Pico was gone",
    "silent": "the feed fell silent",
    "stopped": "it was switched off",
}


def _reason(report: Report) -> str:
    match report.ended:
        case "jam":
            return "the roller slipped" if report.note == "slipping" else "a card got stuck"
        case "empty":
            return "the hopper ran empty"
        case "lid":
            return "the lid was opened"
        case "timeout":
            return "the motor ran for as long as it may"
        case "fault":
            return _FAULTS.get(report.note, "something broke")
        case "done" if report.counted < report.ordered:
            return "the feed gave up early"
    return "two cards stuck together" if report.doubles else "the last cards coasted out"
