"""An action as it is given, the reader of its keys, and a verb: how an action is read once and ruled on."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from table.distance import to_point
from table.errors import BadFile
from table.notation.error_words import NOTHING
from table.notation.toml import got_words
from table.snapshot import Snapshot
from table.stand import Stand
from table.terrain import Point
from table.uncertainty import within
from table.verdict import DOUBT

Action = Mapping[str, object]
"""An action as files and the page give it: its verb under ``type``, and that verb's keys."""
Given = TypeVar("Given")
AnyBuilder = TypeVar("AnyBuilder")
FARTHEST_CM = 1e5
START_CM = 0.5  # so far from where its stand was seen a way may begin, for sure
BESIDE_CM = 1.0  # so far from its edge nothing of a base is on a table, for sure
A_STAND, A_PLACE = "the name of a stand", "a place [x, y] in cm"


@dataclass(frozen=True, slots=True)
class Asked:
    """An action as it was given, and the table it is asked on: reads a verb's keys, or says what is wrong with one.

    All that it returns is checked; each raises BadFile with the key, what was expected and what was there. ``doubt`` is
    how much of it a reading of the table may leave, of the game's settings.
    """

    action: Action
    snapshot: Snapshot
    source: str
    doubt: float = DOUBT

    def __contains__(self, key: str) -> bool:
        return key in self.action

    def get(self, key: str, default: object = None) -> object:
        """Return what a key says, unchecked."""
        return self.action.get(key, default)

    def only(self, *keys: str) -> None:
        """Refuse a key that the verb does not know."""
        for key in self.action:
            if key == "dice" and key not in keys:
                raise BadFile(self.source, "action.dice", "[dice] with given = [...], beside [action]", repr(key))
            if key != "type" and key not in keys:
                known = f"only {', '.join(keys)}" if keys else "no other keys"
                raise BadFile(self.source, f"action.{key}", f"{known} for {self.get('type')!r}", repr(key))

    def stand(self, key: str) -> Stand:
        """Return the stand that a key names."""
        if key not in self.action:
            raise BadFile(self.source, f"action.{key}", A_STAND, NOTHING)
        return self._named(self.action[key], f"action.{key}")

    def stands(self, key: str) -> tuple[Stand, ...]:
        """Return the stands that a list names; none where it is left out."""
        names = self.get(key, [])
        if not isinstance(names, list | tuple):
            raise BadFile(self.source, f"action.{key}", "a list of names of stands", got_words(names))
        if len(set(map(str, names))) != len(names):
            raise BadFile(self.source, f"action.{key}", "each stand once", got_words(list(names)))
        return tuple(self._named(name, f"action.{key}[{i + 1}]") for i, name in enumerate(names))

    def two_stands(self, actor: str, *more: str) -> tuple[Stand, Stand]:
        """Return ``actor`` and ``target``, two different stands, and no keys but ``more``; ``actor`` is his part."""
        self.only("actor", "target", *more)
        first, second = self.stand("actor"), self.stand("target")
        if first.name == second.name:
            raise BadFile(self.source, "action.target", f"a stand other than {actor}", repr(second.name))
        return first, second

    def point(self, key: str) -> Point:
        """Return a place [x, y] in table cm."""
        if key not in self.action:
            raise BadFile(self.source, f"action.{key}", A_PLACE, NOTHING)
        return self._point(self.action[key], f"action.{key}")

    def points(self, key: str, least: int = 1) -> tuple[Point, ...]:
        """Return at least so many places."""
        given = self.get(key)
        if not isinstance(given, list | tuple) or len(given) < least:
            got = got_words(given) if given is not None else NOTHING
            raise BadFile(self.source, f"action.{key}", f"{least} or more places [[x, y], ...] in cm", got)
        return tuple(self._point(point, f"action.{key}[{i + 1}]") for i, point in enumerate(given))

    def path(self, stand: Stand) -> tuple[Point, ...]:
        """Return ``path``, the way of a stand's centre, which begins where it stands."""
        points = self.points("path", least=2)
        away = to_point(stand, points[0])
        if not within(away, START_CM):
            here, got = f"[{stand.x:g}, {stand.y:g}]", f"{away.value:.1f} cm from there"
            raise BadFile(self.source, "action.path[1]", f"where {stand.name} stands, {here}", got)
        return points

    def whole(self, key: str, default: object = None, least: int = 1, expected: str | None = None) -> int:
        """Return a whole number of at least so many."""
        return whole(self.get(key, default), f"action.{key}", self.source, least, expected)

    def _named(self, name: object, key: str) -> Stand:
        if not isinstance(name, str):
            raise BadFile(self.source, key, A_STAND, got_words(name))
        if name not in self.snapshot:
            there = ", ".join(s.name for s in self.snapshot.stands[:8]) or "none"
            raise BadFile(self.source, key, f"the name of a stand on the table ({there})", repr(name))
        stand = self.snapshot.stand(name)
        if off := off_table(stand, self.snapshot):
            raise BadFile(self.source, key, "a stand on the table", f"{name}, {off:.1f} cm off it")
        return stand

    def _point(self, given: object, key: str) -> Point:
        numbers = list(given) if isinstance(given, list | tuple) else []
        if len(numbers) != 2 or not all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers):
            raise BadFile(self.source, key, A_PLACE, got_words(given))
        x, y = float(numbers[0]), float(numbers[1])
        if not (math.isfinite(x) and math.isfinite(y) and max(abs(x), abs(y)) < FARTHEST_CM):
            raise BadFile(self.source, key, A_PLACE, got_words(given))
        return (x, y)


@dataclass(frozen=True, slots=True)
class Verb(Generic[Given, AnyBuilder]):
    """Something that a game can be asked: how its action is read, once, and how it is ruled on."""

    read: Callable[[Asked], Given]
    rule: Callable[[Snapshot, Given, AnyBuilder, str], None]


def off_table(stand: Stand, table: Snapshot) -> float:
    """Return how far off a table the middle of a stand is, cm, where nothing of its base is on it, for sure; else 0."""
    off = max(-stand.x, stand.x - table.width_cm, -stand.y, stand.y - table.depth_cm)
    beside = table.board is None and off > max(stand.width_cm, stand.depth_cm) / 2 + BESIDE_CM
    return off if beside else 0.0


def whole(value: object, key: str, source: str, least: int = 1, expected: str | None = None) -> int:
    """Return a whole number of at least so many; raises BadFile naming the key."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        got = NOTHING if value is None else got_words(value)
        raise BadFile(source, key, expected or f"a whole number of {least} or more", got)
    return value


def listed(action: Action, key: str) -> Sequence[Any]:
    """Return the list that an action has under a key; an empty one where it has none."""
    found = action.get(key)
    return found if isinstance(found, list | tuple) else ()
