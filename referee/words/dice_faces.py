"""What a die shows, in words: a number as it is, a sign by its name."""

from referee.words.english_passport import PASSPORT
from referee.words.translating import translated
from rules.dice import BATTLE, D6, NAC, Die, Face

DICE = {f"1{die.name}": die for die in (D6, NAC, BATTLE)}
"""The dice by what a throw asks for."""


def face_said(face: Face, *, language: str = "en") -> str:
    """Return a face: "3", "green circle"."""
    return str(face) if isinstance(face, int) else translated(PASSPORT[f"face_{face}"], language)


def die_asked(asked: str) -> Die:
    """Return the kind of die that a throw asks for."""
    return DICE.get(asked, D6)
