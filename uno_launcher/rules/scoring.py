"""Rounds, and what they are worth (7)."""

from uno_launcher.rules.draft import Draft, Game, RefusedError, cards, whole
from uno_launcher.rules.events import HandEntered, RoundBegan, RoundScored
from uno_launcher.rules.moves import Hand, NextRound, Points


def begin_round(draft: Draft, dealer: int) -> None:
    """2.2: cards for everybody who still plays, one for the pile, the rest into the launcher."""
    game = draft.game
    dealt = game.house.cards_dealt
    hands = tuple(0 if seat in draft.state.eliminated else dealt for seat in range(len(game.players)))
    draft.emit(RoundBegan(dealer, hands, game.deck - sum(hands) - 1))


def next_round(draft: Draft, _: NextRound) -> None:
    state = draft.state
    if state.stage == "game-over":
        raise RefusedError("The game is over.")
    if state.stage != "round-over":
        raise RefusedError("This round isn't over yet.")
    dealer = (state.dealer + 1) % len(state.hands)
    while dealer in state.eliminated:
        dealer = (dealer + 1) % len(state.hands)
    begin_round(draft, dealer)  # 7.7


def hand(draft: Draft, move: Hand) -> None:
    """What is left in hands, as cards."""
    _after_the_round(draft, move.hand)
    for name, words in move.hand.items():
        points = 0
        for word in words:
            worth = draft.card(word).points
            if worth is None:
                raise RefusedError(f'"{word}" has no points of its own: enter which number it is.')
            points += worth
        seat = draft.seat(name)
        counted = draft.state.hands[seat]
        if len(words) != counted:
            draft.warnings.append(
                f"{name} entered {cards(len(words))}, but should hold {counted} by the count."
            )
        draft.emit(HandEntered(seat, points, tuple(words)))
    _score(draft)


def points(draft: Draft, move: Points) -> None:
    """What is left in hands, as sums."""
    _after_the_round(draft, move.points)
    worths = [kind.points for kind in draft.game.setup.box.kinds]
    for name, worth in move.points.items():
        whole(worth, "Points")
        seat = draft.seat(name)
        counted = draft.state.hands[seat]
        if not counted * min(worths) <= worth <= counted * max(worths):
            draft.warnings.append(f"{name} should hold {cards(counted)} by the count: can that be {worth}?")
        draft.emit(HandEntered(seat, worth))
    _score(draft)


def _after_the_round(draft: Draft, entries: object) -> None:
    if draft.state.stage not in ("scoring", "round-over", "game-over"):
        raise RefusedError("Hands are entered when the round is over.")
    if not entries:
        raise RefusedError("Say whose hand it is.")


def _score(draft: Draft) -> None:
    """Points are added when all hands are there."""
    state = draft.state
    seats = [seat for seat in range(len(state.hands)) if seat not in state.benched]
    others = [seat for seat in seats if seat != state.out]
    if state.out is None or any(state.entered[seat] is None for seat in others):
        return
    scores = list(state.before)
    if draft.game.setup.scoring == "standard":
        scores[state.out] += sum(state.entered[seat] or 0 for seat in others)
    else:
        for seat in seats:
            scores[seat] += state.entered[seat] or 0
    draft.emit(_verdict(draft.game, seats, tuple(scores), state.benched))


def _verdict(game: Game, seats: list[int], scores: tuple[int, ...], benched: tuple[int, ...]) -> RoundScored:
    """Whether the game is over, and for whom. Ties stay ties."""
    past = [seat for seat in seats if scores[seat] >= game.setup.target]
    if not past:
        return RoundScored(scores, benched)
    if game.setup.scoring == "standard":  # 7.2
        most = max(scores[seat] for seat in past)
        return RoundScored(scores, benched, tuple(seat for seat in past if scores[seat] == most))
    lasting = [seat for seat in seats if seat not in past]
    eliminated = benched
    if game.setup.scoring == "challenge":  # 7.4
        eliminated = (*benched, *past)
        if len(lasting) > 1:
            return RoundScored(scores, eliminated)
        seats = lasting or past
    least = min(scores[seat] for seat in seats)  # 7.3
    return RoundScored(scores, eliminated, tuple(seat for seat in seats if scores[seat] == least))
