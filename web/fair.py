"""The session's own dice: fixed before play, mixed with a word from each player, proved afterwards."""

import secrets
from collections.abc import Callable

from flask import Blueprint

from referee.fair_dice import SEED_BYTES, FairDice, Proof
from referee.match.match import Match
from table.names import Name
from web.act_route import Acting
from web.bodies import Body
from web.errors import Refused
from web.fair_dice_view import FairDiceView, ProofView
from web.match_session import MatchSession
from web.roles import role_now

MOST_PROOFS = 20


class Word(Body):
    """A player's word, mixed into the dice: that of their own side; the referee's is of any that is missing."""

    word: Name


class Cup:
    """The dice of a session: those in play, and the proofs of those that were shown."""

    def __init__(self, players: int, seed: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._players, self._draw = players, seed
        self._dice = FairDice(seed(SEED_BYTES), players)
        self._proofs: list[Proof] = []
        self._typed: set[str] = set()

    def throw(self, name: str, first: int, many: int) -> tuple[int, ...]:
        """Throw so many dice of the throw with that name, of which ``first`` dice have fallen before."""
        return self._dice.throw(name, first, many)

    def mix(self, word: str, side: str | None = None) -> None:
        """Mix in a player's word, ``side`` where it is known whose.

        Raises Refused for a side's second word: with both words in one hand its player would choose the dice. Raises
        BadInput for an empty one, once all have typed theirs, or a die has fallen.
        """
        if side in self._typed and self._dice.words_missing:
            raise Refused("you have typed your side's word: the other side types its own")
        self._dice.mix(word)
        if side is not None:
            self._typed.add(side)

    def show(self) -> Proof:
        """Show the seed, and fix another for what comes after."""
        proof = self._dice.reveal()
        self._proofs = [*self._proofs, proof][-MOST_PROOFS:]
        self._dice = FairDice(self._draw(SEED_BYTES), self._players)
        self._typed.clear()
        return proof

    def view(self) -> FairDiceView:
        """Return what everybody may know of the dice now."""
        dice = self._dice
        return FairDiceView(
            commitment=dice.commitment,
            players=self._players,
            words_missing=dice.words_missing,
            thrown=dice.thrown,
            proofs=tuple(ProofView(p.commitment, p.seed.hex(), p.words, p.throws) for p in self._proofs),
        )


def fair_blueprint(session: MatchSession, cup: Cup) -> Blueprint:
    """Return the routes under /api/dice."""
    fair = Blueprint("fair", __name__, url_prefix="/api/dice")

    act = Acting(fair, session)

    @act("/word", Word, players=True)
    def word(_: Match, body: Word) -> None:
        """Mix a player's word into the dice."""
        cup.mix(body.word, role_now().side)

    @act("/show", Body)
    def show(_: Match, __: Body) -> None:
        """Show the seed of the dice, and fix another."""
        cup.show()

    return fair
