"""What a die shows, in words: a number as it is, a sign by its name."""

from collections.abc import Sequence

from referee.words.translation import say
from rules.dice import D6, Die, Face
from rules.registry import games


def face_said(face: Face, *, language: str = "en") -> str:
    """Return a face: "3", "green circle"."""
    return str(face) if isinstance(face, int) else say(f"passport.face_{face}", language)


def faces_said(faces: Sequence[Face], *, language: str = "en") -> str:
    """Return dice as they are read out: numbers side by side, signs with commas."""
    signs = any(isinstance(face, str) for face in faces)
    return (", " if signs else " ").join(face_said(face, language=language) for face in faces)


def die_asked(asked: str) -> Die:
    """Return the kind of die that a throw asks for."""
    return next((game.die for game in games() if asked == f"1{game.die.name}"), D6)
