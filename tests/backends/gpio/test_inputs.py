"""Edges of the input pins: their times, and that nothing silences them."""

import gc
import threading

import pytest
from gpiozero.pins.mock import MockFactory

from uno_launcher.backends.gpio.inputs import Edge, Input


class Factory(MockFactory):
    """Mock pins whose edges were `late` seconds ago when they're told."""

    now = 50.0

    def ticks(self):
        return self.now

    def ticks_diff(self, later, earlier):
        return later - earlier


@pytest.fixture
def factory():
    return Factory()


@pytest.fixture
def posted():
    return []


@pytest.fixture
def beam(factory, posted):
    beam = Input("beam", factory, 27, False, posted.append, lambda: 1000.0)
    beam.watch()
    return beam


def test_an_edge_is_posted_with_its_level_in_the_signals_own_sense(factory, posted, beam):
    pin = factory.pin(27)
    pin.drive_low()
    pin.drive_high()
    assert [(edge.name, edge.level) for edge in posted] == [("beam", True), ("beam", False)]
    lid = Input("lid", factory, 23, True, posted.append, lambda: 1000.0)
    lid.watch()
    factory.pin(23).drive_low()
    assert posted[-1][::2] == ("lid", False)


def test_its_time_is_the_kernels_and_not_the_callbacks_G6(factory, posted, beam):
    beam._changed(49.25, 0)
    assert posted == [Edge("beam", 999.25, True)]


@pytest.mark.parametrize("ticks", [1_700_000_000.0, 51.0, 40.0, None])
def test_a_time_of_another_clock_is_replaced_by_the_callbacks(factory, posted, beam, ticks):
    beam._changed(ticks, 1)
    assert posted == [Edge("beam", 1000.0, False)]


def test_pins_are_pulled_up_and_nothing_is_debounced_by_a_library_G3(factory, beam):
    pin = factory.pin(27)
    assert (pin.function, pin.pull, pin.bounce, pin.edges) == ("input", "up", None, "both")
    assert pin.state == 1


def test_the_callback_lives_as_long_as_the_input_G6_G8(factory, posted, beam):
    gc.collect()
    factory.pin(27).drive_low()
    assert len(posted) == 1


def test_an_exception_on_the_way_silences_nobody_G1(factory):
    posted = []

    def post(edge):
        posted.append(edge)
        if len(posted) == 1:
            raise RuntimeError("the queue is gone")

    beam = Input("beam", factory, 27, False, post, lambda: 1000.0)
    beam.watch()
    factory.pin(27).drive_low()
    factory.pin(27).drive_high()
    assert len(posted) == 2


def test_no_edge_comes_after_close(factory, posted, beam):
    beam.close()
    factory.pin(27).drive_low()
    assert posted == []


def test_five_thousand_edges_from_another_thread_all_arrive(factory, posted, beam):
    pin = factory.pin(27)

    def drive():
        for _ in range(2500):
            pin.drive_low()
            pin.drive_high()

    thread = threading.Thread(target=drive)
    thread.start()
    thread.join(10.0)
    assert [edge.level for edge in posted] == [True, False] * 2500
