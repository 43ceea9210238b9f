"""Stands placed by hand, made into words: on a ruling's card, in its evidence, and when a placing ends."""

from collections.abc import Iterable

from referee.match.by_hand import Ending
from referee.words.translation import say
from table.snapshot import Snapshot
from table.stand import Stand
from table.uncertainty import SIGMAS_95


def give_or_take_cm(stand: Stand) -> float:
    """Return what a stand's place is known to within: the ± that holds 95 %, as of every number on the page."""
    return round(SIGMAS_95 * stand.sigma_cm, 1)


def by_hand_sentence(table: Snapshot, names: Iterable[str], *, language: str = "en") -> str | None:
    """Return which of these stands were placed by hand on the table of a ruling, and how well; None for none."""
    stands = [table.stand(name) for name in dict.fromkeys(names) if name in table]
    said = [
        say("by_hand.one", language, name=stand.name, sigma=give_or_take_cm(stand))
        for stand in stands
        if stand.placed_by == "hand"
    ]
    return " ".join(said) or None


def ending_sentence(name: str, ending: Ending, *, language: str = "en") -> str:
    """Return why a stand is no longer where the referee placed it."""
    return say(f"by_hand.{ending}", language, name=name)
