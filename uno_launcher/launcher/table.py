"""All moves of the launcher, in one table.

Theory. What the launcher is told is of two kinds. What the *feeder* says (counted, motor stopped, feed
ended) only makes sense while a burst is out with it, which is exactly the states `launching` (the motor may
run) and `settling` (it may not; the report is still to come). What the *world* says (lid, hopper, faults,
somebody wants it off) is true whenever it comes, so in every state it becomes a fact. While no burst is
out, the state is the one that the facts call for (`facts.rest`): a lid closed over a cleared jam and an
empty hopper ends in `empty` without a row of its own.

Reading it. On this trigger, from these states, go there, doing that; the first row that fits is taken.
`None` stays where it is. REST goes to the state that the facts call for once the event has happened. No
row: the event is refused and nothing changes.

                   starting    ready           launching         settling        any other
    started        REST        -               -                 -               -
    pressed        refused     launching*      refused           refused         refused, or seen to: REST
    lid opened,
      fault, off   noted       REST            stop: settling    noted           REST
    other facts    noted       REST            noted             noted           REST
    card in beam,
      card taken   noted       REST            -                 -               REST
    counted        -           -               counted           counted         -
    motor stopped  -           -               settling          noted           -
    feed ended     -           -               stop: REST        REST            -
                                               * a dry press without a tease is over at once

House rules.
- `launching` is only entered from `ready`, by a press. Nothing else starts the motor, ever.
- Every way out of `launching` asks for StopFeed, but for the feeder's own word that the motor has stopped.
- An accepted press is finished exactly once: when its burst was reported, or was silent for too long.
- What follows from an event is worked out before anything changes, and what is done about it is written
  down as effects before the state moves: a callback that raised would otherwise leave the new state behind
  with half of its effects, and a queued trigger could be lost (field notes T1, T2).
- Nobody but this table moves the state: no automatic transitions, and nobody can assign it (T4).
"""

from typing import NamedTuple

from uno_launcher.launcher import events
from uno_launcher.launcher.facts import BURST, REST, STATES, StateName


class Row(NamedTuple):
    """One line. `do` and `when` name methods of Launcher; all of `do` happens in its order."""

    trigger: type[object]
    source: tuple[StateName, ...]
    to: StateName | tuple[StateName, ...] | None
    do: tuple[str, ...] = ()
    when: str = ""


_STOPPING = (events.LidOpened, events.FaultFound, events.SwitchedOff)
_NOTED = (
    events.LidClosed,
    events.LidFitted,
    events.FaultMended,
    events.HopperEmpty,
    events.HopperFilled,
    events.Reloaded,
    events.ButtonStuck,
    events.ButtonFreed,
)
_AT_REST = (events.CardInBeam, events.CardTaken)

TABLE: tuple[Row, ...] = (
    Row(events.Started, ("starting",), REST),
    Row(events.Pressed, ("ready",), None, ("_refuse",), when="_forbidden"),
    Row(events.Pressed, ("ready",), "launching", ("_accept", "_start"), when="_moves"),
    Row(events.Pressed, ("ready",), None, ("_accept", "_finish_dry")),
    Row(events.Pressed, ("jammed", "empty", "fault"), REST, ("_beep",), when="_helps"),
    Row(events.Pressed, STATES, None, ("_refuse",)),
    *(Row(told, ("launching",), "settling", ("_stop", "_note")) for told in _STOPPING),
    *(Row(told, ("starting", *BURST), None, ("_note",)) for told in (*_STOPPING, *_NOTED)),
    *(Row(told, REST, REST, ("_note",)) for told in (*_STOPPING, *_NOTED)),
    *(Row(seen, ("starting",), None) for seen in _AT_REST),
    *(Row(seen, REST, REST) for seen in _AT_REST),
    Row(events.Counted, BURST, None, ("_count",), when="_not_fewer"),
    Row(events.MotorStopped, ("launching",), "settling", ("_hear",)),
    Row(events.MotorStopped, ("settling",), None, ("_hear",)),
    Row(events.FeedEnded, ("launching",), REST, ("_stop", "_finish")),
    Row(events.FeedEnded, ("settling",), REST, ("_finish",)),
)
