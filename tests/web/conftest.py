"""Launchers with their page, for tests that need one."""

from collections.abc import Iterator

import pytest

from tests.rules.evening import read, setup_of
from tests.web.stand import Phone, Stand, stand


@pytest.fixture
def table() -> Iterator[Stand]:
    """A simulated launcher, at which nobody is named."""
    with stand() as running:
        yield running


@pytest.fixture
def game() -> Iterator[Stand]:
    """Ann, Bo, Cy and Di, who deals; no launcher, so presses are typed."""
    with stand(kind="none", setup=read(setup_of())) as running:
        yield running


@pytest.fixture
def ann(game: Stand) -> Phone:
    return game.guest()


@pytest.fixture
def bo(game: Stand) -> Phone:
    return game.guest()
