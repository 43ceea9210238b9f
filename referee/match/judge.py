"""The rules as a match asks them: its game, its options, what is known of its sides."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.match.state import Declaration
from rules.dice import D6, Die
from rules.odds import odds
from rules.registry import game_named
from rules.ruling import Check, Ruling, who_of
from rules.state import Known

Rule = Callable[..., Ruling]
"""``rules.rule``: game, snapshot, action, dice, settings, decided -> ruling."""

MOST_TOGETHER = 12
DICE_TRIED = 2
"""Odds are told where so many dice are asked for at most: 43 rulings, a tenth of a second."""


class Judge:
    """Rules on what is declared, and tells what its dice may bring; not safe for several threads."""

    def __init__(self, game: str, settings: Mapping[str, Any], rule: Rule) -> None:
        self.game, self.settings, self._rule = game, settings, rule
        self._newest: tuple[object, Ruling] | None = None

    def ruling(self, declared: Declaration, known: Known) -> Ruling:
        """Return the ruling on an action with its dice and the referee's words; the newest is not ruled on again."""
        asked = declared.table, declared.action, declared.dice, declared.decided, known
        if self._newest is None or self._newest[0] != asked:
            ruling = self._rule(
                self.game, declared.table, declared.action, declared.dice, self.settings, decided=declared.decided,
                sides=known,
            )  # fmt: skip
            self._newest = asked, ruling
        return self._newest[1]

    @property
    def die(self) -> Die:
        """What the game throws."""
        return game_named(self.game).die

    def together(self, declared: Declaration, ruling: Ruling, known: Known) -> int:
        """Return how many dice of a game's own kind are thrown at once: those asked for one after another alike.

        D6 are thrown one by one, as people type them in.
        """
        die = self.die
        if ruling.verdict != "allowed" or ruling.needs is None or die == D6:
            return 1
        count, dice = 1, declared.dice
        while count < MOST_TOGETHER:
            dice = (*dice, die.faces[0])
            after = self.ruling(replace(declared, dice=dice), known)
            if after.needs != ruling.needs:
                break
            count += 1
        return count

    def odds(self, declared: Declaration, ruling: Ruling, known: Known) -> tuple[tuple[str, float], ...]:
        """Return what the dice still asked for may bring; nothing where there are too many throws to try."""
        if ruling.verdict != "allowed" or ruling.needs is None:
            return ()
        try:
            shares = odds(
                lambda more: self.ruling(replace(declared, dice=(*declared.dice, *more)), known),
                _outcome,
                DICE_TRIED,
                self.die,
            )
        except ValueError:
            return ()
        return tuple((outcome, float(share)) for outcome, share in shares.items())


def name_of(check: Check) -> str:
    """Return what a check is called when the referee decides it: two of one clause and key differ by the stand."""
    who = who_of(check.detail)
    return f"{check.clause}:{check.key}" + (f":{who}" if who else "")


def _outcome(ruling: Ruling) -> str:
    return ruling.outcome or ruling.verdict
