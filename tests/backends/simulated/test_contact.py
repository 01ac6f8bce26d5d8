"""A bouncing contact, change by change."""

import random

from uno_launcher.backends.simulated.contact import Contact, bounces


def story(contact: Contact) -> list[tuple[int, bool]]:
    changes = []
    while (t_us := contact.next_us) is not None:
        if contact.change():
            changes.append((t_us, contact.level))
    return changes


def test_it_goes_there_and_bounces():
    contact = Contact()
    contact.turn(100, True, [10, 5])
    assert contact.settled
    assert not contact.level
    assert story(contact) == [(100, True), (110, False), (115, True)]


def test_turning_back_while_it_bounces_drops_the_rest():
    contact = Contact()
    contact.turn(100, True, [10, 5])
    assert contact.change()
    contact.turn(108, False, [4, 4])
    assert story(contact) == [(108, False), (112, True), (116, False)]


def test_going_where_a_bounce_has_just_been_changes_nothing():
    contact = Contact()
    contact.turn(100, True, [10, 5])
    assert contact.change()
    assert contact.change()
    contact.turn(112, False)
    assert story(contact) == []


def test_a_bouncing_lasts_a_fifth_of_the_longest_to_all_of_it():
    rng = random.Random(1)
    for _ in range(200):
        gaps = bounces(rng, 5_000)
        assert len(gaps) % 2 == 0
        assert 1_000 <= sum(gaps) <= 5_000
    assert bounces(rng, 0) == []
